import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { Hash } from '../../components/hash.tsx';
import { transactionUrl } from '../../url.ts';

const SHOWN_REFS = 5;

/** `txid:vout` or `hash#slot` without its place. */
function txidOf(ref: string): string {
  return ref.split(/[:#]/)[0] ?? ref;
}

export interface PaymentsProps {
  readonly chain: ScreeningRequest['chain'];
  readonly refs: readonly string[];
}

/** The largest payments behind a figure, each a link to its transaction. */
export function Payments({ chain, refs }: PaymentsProps) {
  const txids = [...new Set(refs.map(txidOf))];
  if (txids.length === 0) return <span className="tm-t3">–</span>;
  return (
    <span className="th-refs">
      {txids.slice(0, SHOWN_REFS).map((txid) => (
        <Hash key={txid} value={txid} kind="transaction" href={transactionUrl(chain, txid)} />
      ))}
      {txids.length > SHOWN_REFS && <span className="tm-t3 tm-sm">and {txids.length - SHOWN_REFS} more</span>}
    </span>
  );
}
