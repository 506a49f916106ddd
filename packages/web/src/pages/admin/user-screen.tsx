import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Answer } from '../../api.ts';
import { Crumbs } from '../../components/crumbs.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Bar, RowBars, Skeleton } from '../../components/skeleton.tsx';
import { useDocumentTitle } from '../../document-title.ts';
import { type Act, ActDialog } from '../../parts/admin/act-dialog.tsx';
import { AdminPage } from '../../parts/admin/admin-page.tsx';
import { useSession } from '../../session.ts';
import { formatFactors, ROLE_WORDS } from './admin-words.ts';
import { ProposalList } from './proposals.tsx';
import { userQuery } from './queries.ts';
import { usersUrl } from './search.ts';
import { listUserActs } from './user-acts.ts';
import { Moment, UserState } from './user-columns.tsx';

const route = getRouteApi('/dashboard/admin-users/$user');

type User = Answer<'getUser'>;

const text = (value: string | null): ReactNode =>
  value ? <bdi>{value}</bdi> : <span className="tm-t3">not given</span>;

function listFacts(user: User): readonly (readonly [string, ReactNode])[] {
  const from = user.lastSignInFrom === null ? '' : ` from ${user.lastSignInFrom}`;
  return [
    ['Email', user.email],
    ['Email verified', <Moment key="v" iso={user.verifiedAt} none="no" />],
    ['Status', <UserState key="s" user={user} />],
    ['Reason of the status', text(user.statusReason)],
    ['Role', ROLE_WORDS[user.role]],
    ['allow_status', user.allow_status],
    ['Agency', <bdi key="g">{user.agency.name}</bdi>],
    ['Agency as typed', text(user.statedAgency)],
    ['Title', text(user.title)],
    ['Badge', text(user.badge)],
    ['Telephone', text(user.phone)],
    ['Supervisor', text(user.supervisor)],
    ['Requested', <Moment key="c" iso={user.createdAt} none="" />],
    [
      'Decided',
      <span key="d">
        <Moment iso={user.decidedAt} none="nobody has decided yet" />
        {user.decidedBy !== null && (
          <>
            {' by '}
            <bdi>{user.decidedBy}</bdi>
          </>
        )}
      </span>,
    ],
    ['Last reviewed', <Moment key="r" iso={user.reviewedAt} none="never" />],
    [
      'Last sign-in',
      <span key="l">
        <Moment iso={user.lastSignInAt} none="never" />
        {from}
      </span>,
    ],
    ['Second factors', formatFactors(user.hasTotp, user.passkeys)],
    ['Factors reset', <Moment key="f" iso={user.factorsResetAt} none="never" />],
    ['Living sessions', user.sessions],
  ];
}

function Acts({ user }: { readonly user: User }) {
  const { role } = useSession();
  const [act, setAct] = useState<Act | undefined>(undefined);
  const acts = listUserActs(user, role === 'platform-admin');
  if (user.isSelf) return <p className="tm-note">This is your own account. Another administrator changes it.</p>;
  if (!user.canManage) return <p className="tm-note">An administrator of the installation changes this account.</p>;
  return (
    <section aria-label="What you can do">
      <div className="tm-row tm-wrap">
        {acts.map((each) => (
          <button
            key={each.title}
            type="button"
            className={`tm-btn${each.title === 'Approve' ? ' pri' : ''}`}
            onClick={() => setAct(each)}
          >
            {each.title}
          </button>
        ))}
        {acts.length === 0 && <p className="tm-t2">Nothing can be done until the email address is verified.</p>}
      </div>
      <ActDialog act={act} onClose={() => setAct(undefined)} />
    </section>
  );
}

/** One account, and what may be done with it. */
export function UserScreen() {
  const { user: id } = route.useParams();
  const { data, error, refetch } = useQuery(userQuery(id));
  useDocumentTitle(data ? `${data.name} · Users` : 'Users');
  return (
    <AdminPage tab="users" title={data ? <bdi>{data.name}</bdi> : 'User'}>
      <Crumbs items={[{ label: 'Users', href: usersUrl() }, { label: <bdi>{data?.name ?? 'User'}</bdi> }]} />
      {error && <ErrorPanel error={error} what="This account" onRetry={() => void refetch()} />}
      {!data && !error && (
        <Skeleton what="account">
          <Bar width="40%" height={24} />
          <RowBars rows={10} columns={['160px', '260px']} />
        </Skeleton>
      )}
      {data && (
        <>
          <Acts user={data} />
          {data.grants.length > 0 && <ProposalList grants={data.grants} />}
          <dl className="tm-facts">
            {listFacts(data).map(([name, value]) => [
              <dt key={`${name}-name`}>{name}</dt>,
              <dd key={`${name}-value`}>{value}</dd>,
            ])}
          </dl>
        </>
      )}
    </AdminPage>
  );
}
