import { formatPlural } from '../../../format/number.ts';
import { AddToCase, type Pinnable } from '../../../parts/cases/add-to-case.tsx';
import type { Batch, BatchRow } from './batch-queries.ts';

/** Each is screened again when it is added: as many as somebody waits for. */
const MOST = 50;

/** A row as its own screening is pinned: screened now, as the batch requested. */
function toPinnable({ chain, kind, subject }: BatchRow, options: Batch['options']): Pinnable {
  const { minAmount, ...rest } = options;
  const body = { ...rest, minAmount: minAmount.toString(), chain, subject: { kind, text: subject }, keep: false };
  return { kind: 'screening', input: { params: {}, body }, what: `the screening of ${subject}` };
}

export interface ChosenBarProps {
  readonly rows: readonly BatchRow[];
  readonly options: Batch['options'];
  readonly onClear: () => void;
}

/** What can be done with the chosen rows; nothing while none is chosen. */
export function ChosenBar({ rows, options, onClear }: ChosenBarProps) {
  const [first, ...rest] = rows.map((row) => toPinnable(row, options));
  if (!first) return null;
  return (
    <div className="as-selection tb-chosen">
      <b role="status">{formatPlural(rows.length, 'row')} chosen</b>
      {rows.length > MOST ? (
        <span className="tm-t2">At most {MOST} rows are added one by one. Choose fewer, or add the whole batch.</span>
      ) : (
        <AddToCase
          key={rows.map(({ id }) => id).join()}
          className="tm-btn sm"
          label="Add chosen rows to case"
          of={{ ...first, rest, what: rows.length === 1 ? first.what : `${rows.length} screenings` }}
        />
      )}
      <span className="tm-grow" />
      <button type="button" className="tm-linkbtn tm-sm" onClick={onClear}>
        Clear
      </button>
    </div>
  );
}
