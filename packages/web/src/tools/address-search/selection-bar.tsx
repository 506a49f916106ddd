import type { OutputHistoryRow } from '@trailmark/api/contract/history';
import { Amount } from '../../components/amount.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { formatPlural } from '../../format/number.ts';

export interface SelectionBarProps {
  readonly rows: readonly OutputHistoryRow[];
  readonly decimals: number;
  readonly symbol: string;
  readonly onClear: () => void;
}

/** What the selected rows come to; nothing while none is selected. */
export function SelectionBar({ rows, decimals, symbol, onClear }: SelectionBarProps) {
  if (rows.length === 0) return null;
  const received = rows.reduce((sum, row) => sum + row.received, 0n);
  const sent = rows.reduce((sum, row) => sum + row.sent, 0n);
  return (
    <div className="as-selection" role="status">
      <b>{formatPlural(rows.length, 'row')} selected</b>
      <span>
        received <Amount units={received} decimals={decimals} symbol={symbol} />
      </span>
      <span>
        sent <Amount units={sent} decimals={decimals} symbol={symbol} />
      </span>
      <span>
        net <Amount units={received - sent} decimals={decimals} symbol={symbol} signed />
      </span>
      <span className="tm-grow" />
      <span className="tm-row tm-sm">
        Transaction ids
        <CopyButton
          value={rows.map(({ txid }) => txid).join('\n')}
          what="transaction ids of the selected rows"
          size="sm"
        />
      </span>
      <button type="button" className="tm-linkbtn tm-sm" onClick={onClear}>
        Clear selection
      </button>
    </div>
  );
}
