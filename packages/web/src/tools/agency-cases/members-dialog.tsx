import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CASE_POLICIES, CASE_ROLES, type CasePolicy, type CaseRole } from '@trailmark/core/case';
import { useState } from 'react';
import { type Answer, api } from '../../api.ts';
import { CASES_KEY, caseChoicesQuery, caseMembersQuery } from '../../cases.ts';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { POLICY_HELP, POLICY_WORDS, ROLE_HELP, ROLE_WORDS } from './case-words.ts';

type Overview = Answer<'getCase'>;

function useCaseChange<T>(change: (given: T) => Promise<unknown>) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => client.invalidateQueries({ queryKey: CASES_KEY }),
  });
}

interface MemberRowsProps {
  readonly items: Answer<'listCaseMembers'>['items'];
  readonly mayManage: boolean;
  readonly isBusy: boolean;
  readonly onRole: (account: string, role: CaseRole | null) => void;
}

function MemberRows({ items, mayManage, isBusy, onRole }: MemberRowsProps) {
  return (
    <ul className="cs-members">
      {items.map(({ id, name, unit, role }) => (
        <li key={id}>
          <span>
            <bdi>{name}</bdi> {unit && <bdi className="tm-t3 tm-sm">{unit}</bdi>}
          </span>
          {mayManage ? (
            <>
              <select
                className="tm-field"
                aria-label={`Role of ${name}`}
                value={role}
                disabled={isBusy}
                onChange={({ currentTarget }) => onRole(id, currentTarget.value as CaseRole)}
              >
                {CASE_ROLES.map((one) => (
                  <option key={one} value={one}>
                    {ROLE_WORDS[one]}
                  </option>
                ))}
              </select>
              <button type="button" className="tm-linkbtn tm-sm" disabled={isBusy} onClick={() => onRole(id, null)}>
                Remove<span className="tm-sr"> {name}</span>
              </button>
            </>
          ) : (
            <span className="tm-t2">{ROLE_WORDS[role]}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

interface AddMemberProps {
  readonly known: readonly string[];
  readonly isBusy: boolean;
  readonly onAdd: (account: string, role: CaseRole) => void;
}

function AddMember({ known, isBusy, onAdd }: AddMemberProps) {
  const { data } = useQuery(caseChoicesQuery());
  const [account, setAccount] = useState('');
  const [role, setRole] = useState<CaseRole>('editor');
  const people = (data?.colleagues ?? []).filter(({ id }) => !known.includes(id));
  if (data && people.length === 0)
    return <p className="tm-t3 tm-sm">Everybody with access to the tools is a member.</p>;
  return (
    <form
      className="cs-addmember"
      onSubmit={(event) => {
        event.preventDefault();
        if (account) onAdd(account, role);
        setAccount('');
      }}
    >
      <select
        className="tm-field"
        aria-label="Person to add"
        value={account}
        onChange={({ currentTarget }) => setAccount(currentTarget.value)}
      >
        <option value="">Add a person…</option>
        {people.map(({ id, name, unit }) => (
          <option key={id} value={id}>
            {unit ? `${name}, ${unit}` : name}
          </option>
        ))}
      </select>
      <select
        className="tm-field"
        aria-label="Role of the person to add"
        value={role}
        onChange={({ currentTarget }) => setRole(currentTarget.value as CaseRole)}
      >
        {CASE_ROLES.map((one) => (
          <option key={one} value={one}>
            {ROLE_WORDS[one]}
          </option>
        ))}
      </select>
      <button type="submit" className="tm-btn" disabled={!account || isBusy}>
        Add
      </button>
      <p className="tm-t3 tm-sm">{ROLE_HELP[role]}</p>
    </form>
  );
}

interface PolicyChoiceProps {
  readonly policy: CasePolicy;
  readonly isDisabled: boolean;
  readonly onPolicy: (policy: CasePolicy) => void;
}

function PolicyChoice({ policy, isDisabled, onPolicy }: PolicyChoiceProps) {
  return (
    <fieldset className="cs-policies" disabled={isDisabled}>
      <legend className="tm-h">Who may see the case</legend>
      {CASE_POLICIES.map((one) => (
        <label key={one}>
          <input type="radio" name="policy" checked={one === policy} onChange={() => onPolicy(one)} />
          <span>
            {POLICY_WORDS[one]}
            <small className="tm-t3">{POLICY_HELP[one]}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Members({ overview: { head, rights } }: { readonly overview: Overview }) {
  const { data, error, refetch } = useQuery(caseMembersQuery(head.id));
  const params = { case: head.id };
  const member = useCaseChange((body: { account: string; role: CaseRole | null }) =>
    api.call('setCaseMember', { params, body }),
  );
  const policy = useCaseChange((wanted: CasePolicy) =>
    api.call('setCasePolicy', { params, body: { version: head.version, policy: wanted } }),
  );
  const mayManage = rights.includes('manage');
  const isBusy = member.isPending || policy.isPending;
  const failure = member.error ?? policy.error;
  if (error) return <ErrorPanel error={error} what="The members" onRetry={() => void refetch()} />;
  if (!data) {
    return (
      <Skeleton what="members">
        <RowBars rows={3} columns={['50%', '20%']} />
      </Skeleton>
    );
  }
  return (
    <div className="tm-stack">
      <PolicyChoice policy={head.policy} isDisabled={!mayManage || isBusy} onPolicy={policy.mutate} />
      <section className="tm-stack">
        <h2 className="tm-h">Members</h2>
        <MemberRows
          items={data.items}
          mayManage={mayManage}
          isBusy={isBusy}
          onRole={(account, role) => member.mutate({ account, role })}
        />
        {mayManage && (
          <AddMember
            known={data.items.map(({ id }) => id)}
            isBusy={isBusy}
            onAdd={(account, role) => member.mutate({ account, role })}
          />
        )}
        {!mayManage && <p className="tm-t3 tm-sm">Owners of the case decide who is a member.</p>}
      </section>
      {failure && <ErrorPanel error={failure} what="The change" />}
    </div>
  );
}

export interface MembersDialogProps {
  readonly overview: Overview;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

/** Who may see the case, and what each member may do. */
export function MembersDialog({ overview, isOpen, onClose }: MembersDialogProps) {
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Access" width={560}>
      {isOpen && <Members overview={overview} />}
    </Dialog>
  );
}
