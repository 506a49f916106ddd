import type { ThreatRuleChange } from '@trailmark/api/contract/threat-rules';
import { type DataColumn, DataTable } from '../../../components/data-table.tsx';

const ABSENT = <span className="tm-t3">not there</span>;

const COLUMNS: readonly DataColumn<ThreatRuleChange>[] = [
  { id: 'rule', header: 'Rule', narrow: 'top-left', cell: ({ rule }) => <b className="tm-nw">{rule ?? 'Settings'}</b> },
  { id: 'what', header: 'What', narrow: 'top-right', cell: ({ what }) => what },
  {
    id: 'from',
    header: 'In force',
    narrow: 'bottom-left',
    cell: ({ from }) => (from === null ? ABSENT : <bdi>{from}</bdi>),
  },
  { id: 'to', header: 'This set', narrow: 'bottom-right', cell: ({ to }) => (to === null ? ABSENT : <bdi>{to}</bdi>) },
];

/** What a set changes against the rules in force. */
export function ChangesTable({ changes }: { readonly changes: readonly ThreatRuleChange[] }) {
  if (changes.length === 0) return <p className="tm-t3">Nothing differs from the rules in force.</p>;
  return (
    <DataTable
      caption="Differences from the rules in force"
      columns={COLUMNS}
      rows={changes}
      rowId={({ rule, what }) => `${rule} ${what}`}
    />
  );
}
