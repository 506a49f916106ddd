import type { CaseLink, CasePerson } from '@trailmark/api/contract/case-people';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';
import { Hash } from '../../components/hash.tsx';
import { formatTime } from '../../format/time.ts';
import { addressUrl } from '../../url.ts';
import { CaseSource } from './case-source.tsx';
import { BASIS_WORDS, formatConfidence, nameOf } from './people-words.tsx';

export interface LinkTableProps {
  readonly caseId: string;
  readonly people: readonly CasePerson[];
  readonly links: readonly CaseLink[];
  /** Whose links they are: the column that would repeat it is left out. */
  readonly selected: CasePerson | undefined;
  /** Undefined where the reader may not write. */
  readonly onWithdraw: ((link: CaseLink) => void) | undefined;
}

function Who({ people, id }: { readonly people: readonly CasePerson[]; readonly id: string }) {
  const person = people.find((one) => one.id === id);
  return <bdi>{person ? nameOf(person) : 'somebody'}</bdi>;
}

function Target({
  link: { person, to },
  people,
  selected,
}: Pick<LinkTableProps, 'people' | 'selected'> & { readonly link: CaseLink }) {
  if (to.kind === 'address') {
    return <Hash value={to.address} kind="address" href={addressUrl(to.chain, to.address)} />;
  }
  // Of a link between two people the other one is shown, whichever of them is looked at.
  return <Who people={people} id={selected && to.person === selected.id ? person : to.person} />;
}

function Basis({ link: { basis, explanation, confidence, withdrawn } }: { readonly link: CaseLink }) {
  return (
    <span>
      {BASIS_WORDS[basis]}
      {confidence.of === 'rule' && <span className="tm-mono"> {confidence.rule}</span>}
      {explanation && <bdi className="cp-why">{explanation}</bdi>}
      {withdrawn && (
        <span className="cp-why">
          Withdrawn by <bdi>{withdrawn.by}</bdi>: <bdi>{withdrawn.why}</bdi>
        </span>
      )}
    </span>
  );
}

function toColumns({ caseId, people, selected, onWithdraw }: LinkTableProps): readonly DataColumn<CaseLink>[] {
  const who: DataColumn<CaseLink> = {
    id: 'who',
    header: 'Who',
    width: '15%',
    cell: ({ person }) => <Who people={people} id={person} />,
    narrow: 'top-left',
  };
  const act: DataColumn<CaseLink> = {
    id: 'act',
    header: <span className="tm-sr">Withdraw</span>,
    cell: (link) =>
      link.withdrawn ? null : (
        <button type="button" className="tm-linkbtn tm-sm" onClick={() => onWithdraw?.(link)}>
          Withdraw<span className="tm-sr"> the link {link.relation}</span>
        </button>
      ),
    narrow: 'bottom-right',
  };
  return [
    ...(selected ? [] : [who]),
    {
      id: 'to',
      header: 'Linked to',
      cell: (link) => <Target link={link} people={people} selected={selected} />,
      narrow: selected ? 'top-left' : 'bottom-left',
    },
    {
      id: 'relation',
      header: 'Link',
      cell: ({ relation, withdrawn }) => <bdi className={withdrawn ? 'cp-gone' : undefined}>{relation}</bdi>,
      narrow: selected ? 'bottom-left' : 'top-right',
    },
    { id: 'basis', header: 'Basis', cell: (link) => <Basis link={link} />, isMinor: true },
    { id: 'mark', header: 'How we know', cell: ({ mark }) => <EvidenceMark kind={mark} withWord /> },
    { id: 'sure', header: 'Confidence', align: 'right', cell: ({ confidence }) => formatConfidence(confidence) },
    {
      id: 'source',
      header: 'Source',
      width: '17%',
      cell: ({ source, addedBy, addedAt }) => (
        <span>
          <CaseSource caseId={caseId} source={source} />
          <span className="cp-why">
            <bdi>{addedBy}</bdi>, <span className="tm-nw">{formatTime(addedAt).slice(0, 10)}</span>
          </span>
        </span>
      ),
      isMinor: true,
    },
    ...(onWithdraw ? [act] : []),
  ];
}

/** The same links as the picture, each with basis, mark, confidence, source, author and date. */
export function LinkTable(props: LinkTableProps) {
  const { links, selected } = props;
  return (
    <DataTable
      caption={selected ? `Links of ${selected.number}` : 'Links'}
      columns={toColumns(props)}
      rows={links}
      rowId={({ id }) => id}
    />
  );
}
