import { useQuery } from '@tanstack/react-query';
import type { RoleGrant } from '@trailmark/api/contract/admin-users';
import { useState } from 'react';
import { api } from '../../api.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { type Act, ActDialog } from '../../parts/admin/act-dialog.tsx';
import { ROLE_WORDS } from './admin-words.ts';
import { roleGrantsQuery } from './queries.ts';
import { userUrl } from './search.ts';
import { Moment } from './user-columns.tsx';

function toConfirm({ id, account, role }: RoleGrant): Act {
  return {
    title: 'Confirm the role',
    text: `${account.name} becomes ${ROLE_WORDS[role].toLowerCase()} at once. Their sessions end and they are informed by email.`,
    button: `Make ${account.name} ${ROLE_WORDS[role].toLowerCase()}`,
    run: () => api.call('confirmRoleGrant', { params: { id }, body: {} }),
  };
}

function toRefusal({ id, account }: RoleGrant): Act {
  return {
    title: 'Refuse the role',
    text: `${account.name} keeps the role they have. The proposal ends.`,
    button: `Refuse the role of ${account.name}`,
    isDanger: true,
    reason: 'It is logged.',
    run: ({ reason }) => api.call('refuseRoleGrant', { params: { id }, body: { reason } }),
  };
}

function Proposal({ grant, onAct }: { readonly grant: RoleGrant; readonly onAct: (act: Act) => void }) {
  return (
    <li>
      <div className="tm-grow">
        <p>
          <AppLink href={userUrl(grant.account.id)}>
            <bdi>{grant.account.name}</bdi>
          </AppLink>
          , {ROLE_WORDS[grant.fromRole].toLowerCase()}, is to be <b>{ROLE_WORDS[grant.role].toLowerCase()}</b>.
        </p>
        <p className="ad-reason">
          <bdi>{grant.reason}</bdi>
        </p>
        <p className="tm-t3 tm-sm">
          Proposed by <bdi>{grant.proposedBy.name}</bdi>, <Moment iso={grant.proposedAt} none="" />. Runs out{' '}
          <Moment iso={grant.expiresAt} none="" />.{grant.whyNot && ` ${grant.whyNot}`}
        </p>
      </div>
      <div className="tm-row tm-wrap">
        {grant.canConfirm && (
          <button type="button" className="tm-btn sm" onClick={() => onAct(toConfirm(grant))}>
            Confirm
          </button>
        )}
        {grant.canRefuse && (
          <button type="button" className="tm-btn sm" onClick={() => onAct(toRefusal(grant))}>
            Refuse
          </button>
        )}
      </div>
    </li>
  );
}

/** Proposed roles with what the person at the page may decide. */
export function ProposalList({ grants }: { readonly grants: readonly RoleGrant[] }) {
  const [act, setAct] = useState<Act | undefined>(undefined);
  return (
    <section className="ad-proposals" id="proposals" aria-labelledby="proposals-title">
      <h2 className="tm-h" id="proposals-title">
        Proposed roles
      </h2>
      <ul>
        {grants.map((grant) => (
          <Proposal key={grant.id} grant={grant} onAct={setAct} />
        ))}
      </ul>
      <ActDialog act={act} onClose={() => setAct(undefined)} />
    </section>
  );
}

/** Every open proposal within reach; nothing while there is none. */
export function Proposals() {
  const { data, error, refetch } = useQuery(roleGrantsQuery());
  if (error) return <ErrorPanel error={error} what="The list of proposed roles" onRetry={() => void refetch()} />;
  return data && data.items.length > 0 ? <ProposalList grants={data.items} /> : null;
}
