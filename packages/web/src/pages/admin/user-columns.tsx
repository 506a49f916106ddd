import type { AdminUser } from '@trailmark/api/contract/admin-users';
import { serverNow } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import type { DataColumn } from '../../components/data-table.tsx';
import { Missing } from '../../components/missing.tsx';
import { Time, ZoneSwitch } from '../../components/time.tsx';
import { UtcTime } from '../../components/utc-time.tsx';
import { formatDue, formatFactors, ROLE_WORDS, STATUS_WORDS } from './admin-words.ts';
import { userUrl } from './search.ts';

/** A moment in a table whose header names the zone, or in words why there is none. */
export function RowMoment({ iso, none }: { readonly iso: string | null; readonly none: string }) {
  if (iso === null) return <span className="tm-t3">{none}</span>;
  return <Time seconds={Math.floor(Date.parse(iso) / 1000)} />;
}

/** A moment in UTC, or in words why there is none. */
export function Moment({ iso, none }: { readonly iso: string | null; readonly none: string }) {
  return iso === null ? <span className="tm-t3">{none}</span> : <UtcTime iso={iso} />;
}

/** The state of an account in words, with what is due. */
export function UserState({ user }: { readonly user: AdminUser }) {
  const due = user.approvalDueAt === null ? undefined : formatDue(user.approvalDueAt, serverNow());
  return (
    <span className="ad-state">
      {user.status === 'active' ? STATUS_WORDS.active : <b className="tm-m">{STATUS_WORDS[user.status]}</b>}
      {due && <span className={due.isOverdue ? 'late' : 'tm-t3'}>{due.text}</span>}
      {user.isLocked && <span className="late">locked</span>}
      {user.isReviewDue && <span className="tm-t3">review due</span>}
      {!user.agency.isActive && <span className="late">agency suspended</span>}
    </span>
  );
}

export const USER_COLUMNS: readonly DataColumn<AdminUser>[] = [
  {
    id: 'name',
    header: 'Name, email',
    narrow: 'top-left',
    width: '25%',
    cell: ({ id, name, email, isSelf }) => (
      <span className="ad-who">
        <AppLink href={userUrl(id)}>
          <bdi>{name}</bdi>
        </AppLink>
        <span className="tm-t3 tm-sm">
          {email}
          {isSelf && ', you'}
        </span>
      </span>
    ),
  },
  {
    id: 'status',
    header: 'Status',
    narrow: 'top-right',
    cell: (user) => <UserState user={user} />,
  },
  {
    id: 'role',
    header: 'Role, agency',
    narrow: 'bottom-right',
    cell: ({ role, agency }) => (
      <span className="ad-who">
        {ROLE_WORDS[role]}
        <bdi className="tm-t3 tm-sm">{agency.name}</bdi>
      </span>
    ),
  },
  {
    id: 'allow',
    header: 'allow_status',
    cell: ({ allow_status: allow }) => allow,
  },
  {
    id: 'verified',
    header: 'Verified',
    isMinor: true,
    cell: ({ verifiedAt }) => (verifiedAt === null ? <span className="tm-t3">no</span> : 'yes'),
  },
  {
    id: 'last',
    header: <ZoneSwitch label="Last sign-in" />,
    cell: ({ lastSignInAt }) => <RowMoment iso={lastSignInAt} none="never" />,
  },
  {
    id: 'factors',
    header: 'Second factors',
    isMinor: true,
    cell: ({ hasTotp, passkeys }) =>
      hasTotp || passkeys > 0 ? (
        formatFactors(hasTotp, passkeys)
      ) : (
        <Missing reason="This person has set up no authenticator and no passkey.">none</Missing>
      ),
  },
  { id: 'sessions', header: 'Sessions', align: 'right', isMinor: true, cell: ({ sessions }) => sessions },
];
