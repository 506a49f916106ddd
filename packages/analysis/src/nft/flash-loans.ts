import { HAS_INTERNALS, type MoveKind } from '@trailmark/core/account-block';
import type { AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import { STATED_PRICE } from '@trailmark/core/asset';
import type { ActionAmount } from '@trailmark/core/protocol-action';
import { isConverter, unitOfPrices } from './price-units.ts';

/** Moves that pay for nothing. */
const NO_PAYMENTS: ReadonlySet<MoveKind> = new Set(['fee', 'tip', 'stated', 'nft', 'multi-token']);

/**
 * Whether the money of a purchase was lent and given back within its transaction: somebody other than the parties gave at least the
 * price in what it is counted in, later in the transaction got at least as much back, and gave nothing else. Contracts that only change
 * the form of coin lend nothing. Undefined where calls inside the transaction are not indexed and the price is in coin.
 */
export function isPaidByFlashLoan(
  moves: readonly StoredMove[],
  { holds }: Pick<AccountTransactionRecord, 'holds'>,
  price: ActionAmount,
  parties: readonly string[],
  wrappedCoin: string | undefined,
): boolean | undefined {
  const isCoin = price.asset === '' || price.asset === STATED_PRICE;
  if (isCoin && (holds & HAS_INTERNALS) === 0) return undefined;
  if (price.amount === 0n) return false;
  const unitOf = unitOfPrices(wrappedCoin);
  const unit = unitOf(price.asset);
  const own = moves.filter(({ asset, kind }) => unitOf(asset) === unit && !NO_PAYMENTS.has(kind));
  const lenders = new Set(own.filter(({ amount }) => amount >= price.amount).map(({ from }) => from));
  for (const lender of lenders) if (isConverter(lender, wrappedCoin)) lenders.delete(lender);
  for (const party of ['', ...parties]) lenders.delete(party);
  return [...lenders].some((lender) => {
    const lent = own.findIndex(({ from, amount }) => from === lender && amount >= price.amount);
    const given = own.reduce((sum, { from, amount }) => sum + (from === lender ? amount : 0n), 0n);
    const back = own.slice(lent + 1).reduce((sum, { to, amount }) => sum + (to === lender ? amount : 0n), 0n);
    const first = own.slice(0, lent).some(({ to }) => to === lender);
    return !first && back >= given;
  });
}
