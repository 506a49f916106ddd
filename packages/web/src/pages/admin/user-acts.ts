import type { AdminUser } from '@trailmark/api/contract/admin-users';
import type { AccountRole } from '@trailmark/core/role';
import { api } from '../../api.ts';
import type { Act } from '../../parts/admin/act-dialog.tsx';
import { ROLE_WORDS } from './admin-words.ts';

const MAILED = 'It is logged and mailed to the person.';
const LOGGED = 'It is logged.';
const ALLOW = {
  label: 'Dashboard (allow_status)',
  initial: 'Yes',
  options: [
    ['Yes', 'Yes, with the dashboard'],
    ['No', 'No, public pages and training only'],
  ],
} as const;

type Subject = Pick<AdminUser, 'id' | 'name' | 'status' | 'role' | 'allow_status' | 'isLocked' | 'sessions'> & {
  readonly factors: number;
};

function listDecisions({ id, name, status }: Subject): Act[] {
  if (status !== 'awaiting-approval') return [];
  const params = { id };
  return [
    {
      title: 'Approve',
      text: `${name} can sign in from now on, and takes a seat of the agency. The decision is mailed.`,
      button: `Approve ${name}`,
      choice: ALLOW,
      run: ({ choice }) => api.call('approveUser', { params, body: { allow_status: choice === 'Yes' ? 'Yes' : 'No' } }),
    },
    {
      title: 'Deny',
      text: `${name} cannot sign in. The account is kept, and can be reconsidered.`,
      button: `Deny ${name}`,
      isDanger: true,
      reason: MAILED,
      run: ({ reason }) => api.call('denyUser', { params, body: { reason } }),
    },
  ];
}

function listStatusActs({ id, name, status }: Subject): Act[] {
  const params = { id };
  if (status === 'active') {
    return [
      {
        title: 'Suspend',
        text: `Sessions and tokens of ${name} end at once. Nothing that ${name} wrote is lost.`,
        button: `Suspend ${name}`,
        isDanger: true,
        reason: MAILED,
        run: ({ reason }) => api.call('suspendUser', { params, body: { reason } }),
      },
    ];
  }
  if (status === 'registered' || status === 'awaiting-approval') return [];
  const isDenied = status === 'denied';
  return [
    {
      title: isDenied ? 'Reconsider' : 'Reactivate',
      text: isDenied ? `${name} goes back to the approval queue.` : `${name} can sign in again.`,
      button: `${isDenied ? 'Reconsider' : 'Reactivate'} ${name}`,
      reason: LOGGED,
      run: ({ reason }) => api.call('reactivateUser', { params, body: { reason } }),
    },
  ];
}

function listSignInActs({ id, name, status, isLocked, sessions, factors }: Subject): Act[] {
  const params = { id };
  const acts: Act[] = [];
  if (isLocked) {
    acts.push({
      title: 'Release the lock',
      text: `${name} can try a password again. Make sure that the failed tries were theirs.`,
      button: `Release the lock of ${name}`,
      run: () => api.call('releaseLock', { params, body: {} }),
    });
  }
  if (sessions > 0) {
    acts.push({
      title: 'End all sessions',
      text: `The next request of each session of ${name} is refused. ${name} can sign in again.`,
      button: `End all sessions of ${name}`,
      run: () => api.call('endUserSessions', { params, body: {} }),
    });
  }
  if (status !== 'active' && status !== 'awaiting-approval') return acts;
  acts.push({
    title: 'Send a password link',
    text: `${name} gets a mail with a link to set a new password. Nobody else sees or sets it.`,
    button: `Mail a link to ${name}`,
    run: () => api.call('startPasswordReset', { params, body: {} }),
  });
  if (factors > 0) {
    acts.push({
      title: 'Reset second factors',
      text: `For somebody who lost them. All sessions end, and ${name} waits for approval until you have proven their identity again.`,
      button: `Reset the factors of ${name}`,
      isDanger: true,
      reason: LOGGED,
      run: ({ reason }) => api.call('resetFactors', { params, body: { reason } }),
    });
  }
  return acts;
}

function listGrantable(role: AccountRole, isPlatform: boolean): readonly AccountRole[] {
  if (role === 'member') return isPlatform ? ['agency-admin', 'platform-admin', 'auditor'] : ['agency-admin'];
  return role === 'agency-admin' && isPlatform ? ['member', 'platform-admin'] : ['member'];
}

function listRightsActs({ id, name, status, role, allow_status: allow }: Subject, isPlatform: boolean): Act[] {
  if (status !== 'active') return [];
  const params = { id };
  const next = allow === 'Yes' ? 'No' : 'Yes';
  const [first = 'member', ...others] = listGrantable(role, isPlatform);
  return [
    {
      title: `Set allow_status to ${next}`,
      text: `${next === 'Yes' ? `The dashboard and the LE portal open to ${name}` : `The dashboard and the LE portal close to ${name}`}, from the next request on.`,
      button: `Set allow_status of ${name} to ${next}`,
      reason: MAILED,
      run: ({ reason }) => api.call('setAllowStatus', { params, body: { allow_status: next, reason } }),
    },
    {
      title: 'Change the role',
      text: 'A member takes effect at once and ends the sessions. Every other role is a proposal: a second administrator confirms it within seven days.',
      button: `Change the role of ${name}`,
      choice: {
        label: 'Role',
        initial: first,
        options: [first, ...others].map((each) => [each, ROLE_WORDS[each]] as const),
      },
      reason: LOGGED,
      run: ({ choice, reason }) => api.call('setRole', { params, body: { role: choice as AccountRole, reason } }),
    },
  ];
}

/** What the person at the page may do to an account now; the server decides each again. */
export function listUserActs(user: AdminUser, isPlatform: boolean): readonly Act[] {
  if (!user.canManage) return [];
  const subject = { ...user, factors: user.passkeys + (user.hasTotp ? 1 : 0) };
  const review: Act[] = user.isReviewDue
    ? [
        {
          title: 'Confirm the access',
          text: `Nobody has looked at this access for a year. Confirm that ${user.name} still needs it.`,
          button: `Confirm the access of ${user.name}`,
          run: () => api.call('reviewUser', { params: { id: user.id }, body: {} }),
        },
      ]
    : [];
  return [
    ...listDecisions(subject),
    ...review,
    ...listRightsActs(subject, isPlatform),
    ...listSignInActs(subject),
    ...listStatusActs(subject),
  ];
}
