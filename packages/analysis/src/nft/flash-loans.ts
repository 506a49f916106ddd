import { HAS_INTERNALS } from '@trailmark/core/account-block';
import type { AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import type { ActionAmount } from '@trailmark/core/protocol-action';

/**
 * Whether the money of a purchase was lent and given back within its transaction: somebody other than the parties gave at least the
 * price in the asset paid, later in the transaction got at least as much back, and gave nothing else. Undefined where calls inside
 * the transaction are not indexed and the price is in coin.
 */
export function isPaidByFlashLoan(
  moves: readonly StoredMove[],
  { holds }: Pick<AccountTransactionRecord, 'holds'>,
  price: ActionAmount,
  parties: readonly string[],
): boolean | undefined {
  if (price.asset === '' && (holds & HAS_INTERNALS) === 0) return undefined;
  if (price.amount === 0n) return false;
  const own = moves.filter(({ asset, kind }) => asset === price.asset && kind !== 'fee' && kind !== 'tip');
  const lenders = new Set(own.filter(({ amount }) => amount >= price.amount).map(({ from }) => from));
  for (const party of ['', ...parties]) lenders.delete(party);
  return [...lenders].some((lender) => {
    const lent = own.findIndex(({ from, amount }) => from === lender && amount >= price.amount);
    const given = own.reduce((sum, { from, amount }) => sum + (from === lender ? amount : 0n), 0n);
    const back = own.slice(lent + 1).reduce((sum, { to, amount }) => sum + (to === lender ? amount : 0n), 0n);
    const first = own.slice(0, lent).some(({ to }) => to === lender);
    return !first && back >= given;
  });
}
