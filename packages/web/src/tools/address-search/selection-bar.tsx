import { AssetAmount } from '../../components/account/asset-amount.tsx';
import { Amount } from '../../components/amount.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import type { RowNet } from '../../format/account-row.ts';
import { coinOf } from '../../format/coin-of.ts';
import type { LedgerRow, OutputRow } from '../../format/ledger-row.ts';
import { formatPlural } from '../../format/number.ts';
import type { HistoryPlace } from './history-place.ts';

export interface SelectionBarProps {
  readonly chain: HistoryPlace['chain'];
  readonly rows: readonly LedgerRow[];
  readonly onClear: () => void;
}

const ASSETS_SHOWN = 4;

function CoinSums({ chain, rows }: { readonly chain: HistoryPlace['chain']; readonly rows: readonly OutputRow[] }) {
  const { symbol, decimals } = coinOf(chain);
  const received = rows.reduce((sum, { source }) => sum + source.received, 0n);
  const sent = rows.reduce((sum, { source }) => sum + source.sent, 0n);
  const amount = (units: bigint, signed = false) => (
    <Amount units={units} decimals={decimals ?? 0} symbol={symbol ?? ''} signed={signed} />
  );
  return (
    <>
      <span>received {amount(received)}</span>
      <span>sent {amount(sent)}</span>
      <span>net {amount(received - sent, true)}</span>
    </>
  );
}

/** Net of all lines by asset, in the order in which the rows name them; what a table states counts in no sum. */
function sumByAsset(lines: readonly RowNet[]): readonly RowNet[] {
  const sums = new Map<string, RowNet>();
  for (const line of lines) {
    if (line.asset.kind === 'stated' || line.tokenId !== null) continue;
    const sum = sums.get(line.asset.id);
    sums.set(line.asset.id, sum ? { ...sum, amount: sum.amount + line.amount } : line);
  }
  return [...sums.values()];
}

function AssetSums({ rows }: { readonly rows: readonly LedgerRow[] }) {
  const sums = sumByAsset(rows.flatMap(({ net }) => net ?? []));
  const partial = rows.filter(({ net }) => net === null).length;
  return (
    <>
      {sums.slice(0, ASSETS_SHOWN).map(({ asset, amount }) => (
        <span key={asset.id}>
          net <AssetAmount asset={asset} units={amount} signed />
        </span>
      ))}
      {sums.length > ASSETS_SHOWN && <span>and {formatPlural(sums.length - ASSETS_SHOWN, 'more asset')}</span>}
      {partial > 0 && <span>without {formatPlural(partial, 'row')} of too many transfers to list</span>}
    </>
  );
}

/** What the selected rows come to; nothing while none is selected. */
export function SelectionBar({ chain, rows, onClear }: SelectionBarProps) {
  if (rows.length === 0) return null;
  const outputs = rows.filter((row) => row.family === 'outputs');
  return (
    <div className="as-selection" role="status">
      <b>{formatPlural(rows.length, 'row')} selected</b>
      {outputs.length > 0 ? <CoinSums chain={chain} rows={outputs} /> : <AssetSums rows={rows} />}
      <span className="tm-grow" />
      <span className="tm-row tm-sm">
        Transaction ids
        <CopyButton
          value={rows.flatMap(({ hash }) => hash ?? []).join('\n')}
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
