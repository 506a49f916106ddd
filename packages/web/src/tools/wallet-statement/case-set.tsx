import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { chainName } from '@trailmark/chains/account-catalogue';
import type { StatementSubject } from '@trailmark/core/statement/statement';
import { useState } from 'react';
import type { Answer } from '../../api.ts';
import { caseListQuery, casePeopleQuery } from '../../cases.ts';
import { AppLink } from '../../components/app-link.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { FormSelect } from '../../components/form/form-choice.tsx';
import { Hash } from '../../components/hash.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import { formatPlural } from '../../format/number.ts';
import { caseUrl } from '../../url.ts';
import { useWorkingCase } from '../../working-case.ts';
import { optionsOf, type StatementSearch, statementUrl, writeSet } from './search.ts';

type People = Answer<'listCasePeople'>;
type Address = People['addresses'][number];

/** People whose addresses are no part of what a suspect had. */
const OTHER_SIDE: ReadonlySet<string> = new Set(['victim', 'witness']);
const SHOWN = 200;

interface Holder {
  readonly address: Address;
  readonly people: readonly People['people'][number][];
}

const keyOf = ({ chain, address }: Pick<Address, 'chain' | 'address'>) => `${chain}:${address}`;

/** Addresses of a case, each with the people who are linked to it. */
function listHolders({ people, links, addresses }: People): readonly Holder[] {
  const open = links.filter(({ withdrawn }) => withdrawn === null);
  return addresses.map((address) => {
    const ids = new Set(
      open.flatMap(({ to, person }) => (to.kind === 'address' && keyOf(to) === keyOf(address) ? [person] : [])),
    );
    return { address, people: people.filter(({ id, withdrawn }) => withdrawn === null && ids.has(id)) };
  });
}

/** At first: addresses of everybody but victims and witnesses; where nobody is linked to any, all of them. */
function chooseFirst(holders: readonly Holder[]): ReadonlySet<string> {
  const own = holders.filter(({ people }) => people.some(({ kind }) => !OTHER_SIDE.has(kind)));
  const isLinked = holders.some(({ people }) => people.length > 0);
  const chosen = own.length > 0 || isLinked ? own : holders;
  return new Set(chosen.map(({ address }) => keyOf(address)));
}

function Addresses({
  id,
  people,
  search,
}: {
  readonly id: string;
  readonly people: People;
  readonly search: StatementSearch;
}) {
  const router = useRouter();
  const holders = listHolders(people);
  const [chosen, setChosen] = useState(() => chooseFirst(holders));
  const toggle = (key: string) =>
    setChosen(chosen.has(key) ? new Set([...chosen].filter((one) => one !== key)) : new Set([...chosen, key]));
  const wanted = holders.filter(({ address }) => chosen.has(keyOf(address)));
  if (holders.length === 0)
    return (
      <p className="tm-hint">
        The case has no address yet. Pin one with “Add to case”, or link one to a person in{' '}
        <AppLink href={caseUrl(id, 'people')}>its people</AppLink>.
      </p>
    );
  const make = () => {
    const subjects = wanted.map(({ address }): StatementSubject => {
      return { kind: 'address', chain: address.chain, text: address.address };
    });
    void router.navigate({ href: statementUrl({ ...optionsOf(search), case: id, set: writeSet(subjects) }) });
  };
  return (
    <>
      <ul className="ws-subjects">
        {holders.slice(0, SHOWN).map(({ address, people: linked }) => (
          <li key={keyOf(address)}>
            <input
              type="checkbox"
              checked={chosen.has(keyOf(address))}
              onChange={() => toggle(keyOf(address))}
              aria-label={`${address.address} on ${chainName(address.chain)}`}
            />
            <Hash value={address.address} kind="address" />
            <span>{chainName(address.chain)}</span>
            <span className="tm-t2">
              {[address.number, ...linked.map(({ number, name }) => `${number} ${name.slice(0, 60)}`)]
                .filter((part) => part !== null)
                .join(', ')}
            </span>
          </li>
        ))}
      </ul>
      {holders.length > SHOWN && <p className="tm-hint">The first {SHOWN} are shown, all that are chosen are read.</p>}
      <p>
        <button type="button" className="tm-btn pri" disabled={wanted.length === 0} onClick={make}>
          Make the statement of {formatPlural(wanted.length, 'address', 'addresses')}
        </button>
      </p>
    </>
  );
}

function CaseAddresses({ id, search }: { readonly id: string; readonly search: StatementSearch }) {
  const { data, error, refetch } = useQuery(casePeopleQuery(id));
  if (error) return <ErrorPanel error={error} what="The case" onRetry={() => void refetch()} />;
  if (data) return <Addresses id={id} people={data} search={search} />;
  return (
    <Skeleton what="the case">
      <RowBars rows={4} columns={['20px', '320px', '120px', '160px']} />
    </Skeleton>
  );
}

/** Chooses a case; the list is requested when it is opened. */
function CaseChoice({ search }: { readonly search: StatementSearch }) {
  const router = useRouter();
  const [working] = useWorkingCase();
  const { data, error, refetch } = useQuery(caseListQuery({ limit: 200 }));
  const listed = (data?.items ?? []).map(({ id, number, title }) => ({ id, number, title }));
  const known = working && !listed.some(({ id }) => id === working.id) ? [working, ...listed] : listed;
  const { case: id = '' } = search;
  const isNamed = id === '' || known.some((one) => one.id === id);
  const options = [
    ['', data && known.length === 0 ? 'You have no case' : 'Choose a case'] as const,
    ...known.map((one) => [one.id, `${one.number} ${one.title}`.slice(0, 90)] as const),
    ...(isNamed ? [] : [[id, 'The case of this link'] as const]),
  ];
  if (error) return <ErrorPanel error={error} what="The cases" onRetry={() => void refetch()} />;
  return (
    <>
      <FormSelect
        label="Case"
        name="case"
        options={options}
        value={id}
        error={undefined}
        onText={(next) =>
          void router.navigate({ href: statementUrl({ ...search, case: next || undefined }), resetScroll: false })
        }
      />
      {id !== '' && <CaseAddresses key={id} id={id} search={search} />}
    </>
  );
}

/** The set of a case: its pinned and linked addresses, those of suspects chosen at first. */
export function CaseSet({ search }: { readonly search: StatementSearch }) {
  const [isOpen, setOpen] = useState(search.case !== undefined);
  return (
    <details className="ws-case" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Or the addresses of a case</summary>
      {isOpen && <CaseChoice search={search} />}
    </details>
  );
}
