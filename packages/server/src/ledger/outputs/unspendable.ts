import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';

/** Heights of Bitcoin coinbases overwritten by a later coinbase with the same txid (BIP 30). */
const OVERWRITTEN_HEIGHTS = [91_722, 91_812];

/** Outputs of these transactions never entered, or were overwritten in, the set of unspent outputs. */
export function isNeverSpendable(chain: UtxoChain, record: TransactionRecord): boolean {
  if (!record.isCoinbase) return false;
  const height = positionHeight(record.position);
  // No node of the family ever put the genesis coinbase into its set of unspent outputs.
  if (height === 0) return true;
  return (chain.id === 'btc' || chain.id === 'bch') && OVERWRITTEN_HEIGHTS.includes(height);
}
