import { AppLink } from '../../../components/app-link.tsx';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';
import { formatDay } from '../../../format/time.ts';
import { rulesUrl, type VersionHead } from './rules-queries.ts';

const STATES: Readonly<Record<VersionHead['state'], string>> = {
  ...{ proposed: 'Waits for approval', approved: 'Approved', refused: 'Refused', withdrawn: 'Withdrawn' },
};

function Decided({ version: { state, isInForce, decided } }: { readonly version: VersionHead }) {
  return (
    <>
      {isInForce ? <b>In force</b> : STATES[state]}
      {decided && (
        <div className="tm-t3 tm-sm">
          {formatDay(decided.at)}, {decided.by}
          {decided.note && (
            <>
              : <bdi>{decided.note}</bdi>
            </>
          )}
        </div>
      )}
    </>
  );
}

const COLUMNS: readonly DataColumn<VersionHead>[] = [
  {
    id: 'number',
    header: 'Version',
    narrow: 'top-left',
    cell: ({ id, number, isDefault }) => (
      <>
        <AppLink href={rulesUrl(id)}>Version {number}</AppLink>
        {isDefault && <div className="tm-t3 tm-sm">back to the default</div>}
      </>
    ),
  },
  { id: 'state', header: 'State', narrow: 'top-right', cell: (version) => <Decided version={version} /> },
  {
    id: 'by',
    header: 'Proposed',
    narrow: 'bottom-left',
    cell: ({ proposedAt, proposedBy }) => (
      <>
        {formatDay(proposedAt)}, {proposedBy}
      </>
    ),
  },
  { id: 'note', header: 'Note', narrow: 'bottom-right', cell: ({ note }) => <bdi>{note}</bdi> },
];

export interface VersionsTableProps {
  readonly versions: readonly VersionHead[];
  readonly shown: string;
}

/** Versions of the agency, newest first. */
export function VersionsTable({ versions, shown }: VersionsTableProps) {
  if (versions.length === 0) {
    return (
      <p className="tm-t3">The rules that Trailmark comes with are in force. Your agency has no version of its own.</p>
    );
  }
  return <DataTable caption="Versions" columns={COLUMNS} rows={versions} rowId={({ id }) => id} selectedId={shown} />;
}
