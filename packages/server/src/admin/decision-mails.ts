import type { AccountRole } from '@trailmark/core/role';
import type { NewMail } from '@trailmark/store/cases/mail/mail-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';

/** Words for roles, as the screens use them. */
export const ROLE_WORDS: Readonly<Record<AccountRole, string>> = {
  member: 'member',
  'agency-admin': 'administrator of your agency',
  'platform-admin': 'administrator of the installation',
  auditor: 'auditor',
};

export interface Recipient {
  readonly email: string;
  readonly agencyId: string;
}

export type Decision =
  | { readonly kind: 'approved'; readonly isAllowed: boolean }
  | { readonly kind: 'denied' | 'suspended' | 'reactivated' | 'reconsidered'; readonly reason: string }
  | { readonly kind: 'allowed' | 'not-allowed'; readonly reason: string }
  | { readonly kind: 'factors-reset' }
  | { readonly kind: 'role'; readonly role: AccountRole }
  | { readonly kind: 'proposal' }
  | { readonly kind: 'alone'; readonly role: AccountRole };

function quote(reason: string): string {
  return `The reason given:\n\n${reason}`;
}

function toText(decision: Decision, origin: string): readonly [subject: string, text: string] {
  switch (decision.kind) {
    case 'approved': {
      const dashboard = decision.isAllowed
        ? 'The dashboard is open to you.'
        : 'The dashboard is not open to you; the public pages and the training are.';
      return ['Your account is approved', `Your account is approved. ${dashboard}\n\nSign in: ${origin}/login`];
    }
    case 'denied':
      return ['Your account was not approved', `Your account was not approved. ${quote(decision.reason)}`];
    case 'suspended':
      return [
        'Your account is suspended',
        `Your account is suspended and your sessions are ended. ${quote(decision.reason)}`,
      ];
    case 'reactivated':
      return ['Your account is open again', `Your account is open again.\n\nSign in: ${origin}/login`];
    case 'reconsidered':
      return [
        'Your account is being looked at again',
        'Your account waits for approval again. You will be told by mail.',
      ];
    case 'allowed':
      return ['The dashboard is open to you', `The dashboard is open to you from now on.\n\nSign in: ${origin}/login`];
    case 'not-allowed':
      return [
        'The dashboard is closed to you',
        `The dashboard is closed to you from now on. ${quote(decision.reason)}`,
      ];
    case 'factors-reset':
      return [
        'Your second factors were removed',
        'An administrator removed your authenticator, passkeys and recovery codes and ended your sessions. Your identity has to be proven again before you can sign in; your administrator tells you how.\n\nIf you did not ask for this, tell your administrator at once.',
      ];
    case 'role':
      return [
        'Your role has changed',
        `You are now ${decision.role === 'member' ? 'a member' : ROLE_WORDS[decision.role]}. Your sessions are ended: sign in again.\n\nSign in: ${origin}/login`,
      ];
    case 'proposal':
      return [
        'A role waits for your confirmation',
        `A role with rights over others was proposed and waits for a second administrator.\n\nSee: ${origin}/admin-users`,
      ];
    case 'alone':
      return [
        'A role was confirmed by one person alone',
        `A role (${decision.role}) was confirmed by the administrator who proposed it, after a day, because nobody else could. The audit log holds who and why.`,
      ];
  }
}

/** The email that notifies somebody of a decision: links and reasons, no case data and no names of others. */
export function toDecisionMail(casework: CaseworkContext, to: Recipient, decision: Decision): NewMail {
  const [subject, text] = toText(decision, casework.origin);
  const foot = `${casework.settings.contactEmail}\n${casework.origin}`;
  return { recipient: to.email, subject, body: `${text}\n\n-- \n${foot}\n`, agency: to.agencyId };
}
