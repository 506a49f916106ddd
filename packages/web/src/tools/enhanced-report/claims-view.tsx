import type { ReportClaimRow } from '@trailmark/api/contract/enhanced-report';
import { useState } from 'react';
import { type DataColumn, DataTable } from '../../components/data-table.tsx';
import { EvidenceMark } from '../../components/evidence-mark.tsx';

const COLUMNS: readonly DataColumn<ReportClaimRow>[] = [
  { id: 'mark', header: 'Mark', narrow: 'top-right', cell: ({ mark }) => <EvidenceMark kind={mark} /> },
  { id: 'id', header: 'Claim', narrow: 'top-left', cell: ({ id }) => <span className="tm-mono tm-nw">{id}</span> },
  {
    id: 'sentence',
    header: 'Statement in the report',
    narrow: 'bottom-left',
    cell: ({ sentence }) => <bdi className="er-long">{sentence}</bdi>,
  },
  { id: 'rule', header: 'Rule', isMinor: true, cell: ({ rule }) => <span className="tm-mono tm-nw">{rule}</span> },
];

/** Every claim of the report, found by its id or its words. */
export function ClaimsView({ claims }: { readonly claims: readonly ReportClaimRow[] }) {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const shown = claims.filter(({ id, sentence }) => `${id} ${sentence}`.toLowerCase().includes(wanted));
  return (
    <div className="tm-stack er-sheet">
      <input
        className="tm-field"
        aria-label="Claim id or text"
        placeholder="Claim id or text"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      <p className="tm-sm tm-t3">
        {shown.length.toLocaleString('en')} of {claims.length.toLocaleString('en')} claims
      </p>
      <DataTable caption="Claims" columns={COLUMNS} rows={shown} rowId={({ id }) => id} />
    </div>
  );
}
