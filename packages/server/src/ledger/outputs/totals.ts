import type { OutputAddress } from '@trailmark/api/contract/address';
import type { FetchedRange } from '@trailmark/core/ledger';
import type { OutputLedger, OwnerTotals } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { positionHeight } from '@trailmark/core/position';
import { formatCount, formatPlural } from '../../answers/format-count.ts';
import { getHoldings } from '../answer.ts';

export type AddressTotals = OutputAddress['totals'];

/** Totals of an owner that takes part in nothing. */
export const NO_TOTALS: OwnerTotals = {
  received: 0n,
  sent: 0n,
  unspendable: 0n,
  transactionCount: 0,
  receiveCount: 0,
  spendCount: 0,
  unfundedSpends: 0,
  firstPosition: undefined,
  lastPosition: undefined,
  hasP2pk: false,
};

type Sums = Pick<OwnerTotals, 'received' | 'sent' | 'unfundedSpends' | 'lastPosition'>;
type Balance = Pick<AddressTotals, 'balance'> & { balanceAsOfHeight: number | null; balanceNote: string | null };

function unknown(balanceNote: string): Balance {
  return { balance: null, balanceAsOfHeight: null, balanceNote };
}

/**
 * A balance is given only where it cannot be wrong. Let `runEnd` be the last height of the gapless run of whole blocks
 * from height 0: up to there every payment and every spend is indexed, so received minus sent is the balance at `runEnd`
 * of any address all of whose entries are inside the run. An address with an entry above it, or with a spend whose
 * funding is not indexed, has no known balance: what is in the missing heights could change it.
 */
export function toBalance(reader: OutputLedger, totals: Sums): Balance {
  const { runEnd, coverage } = getHoldings(reader);
  if (totals.unfundedSpends > 0) {
    const { unfundedSpends: count } = totals;
    const spends = formatPlural(count, 'spend is', 'spends are');
    return unknown(`Not known: ${spends} seen whose funding is outside this index.`);
  }
  if (runEnd === undefined) return unknown('Not known: the chain is not indexed from its first block on.');
  const last = totals.lastPosition === undefined ? 0 : positionHeight(totals.lastPosition);
  if (last > runEnd) {
    const seen = `this address is used at height ${formatCount(last)}`;
    return unknown(`Not known: ${seen}, and above height ${formatCount(runEnd)} not every block is fully indexed.`);
  }
  const balance = totals.received - totals.sent;
  if (coverage.complete) return { balance, balanceAsOfHeight: runEnd, balanceNote: null };
  const note = `As of height ${formatCount(runEnd)}. Later blocks are not all in this index and could change it.`;
  return { balance, balanceAsOfHeight: runEnd, balanceNote: note };
}

/** What was fetched of an owner, for a balance that the index alone does not give. */
export interface FetchedOf {
  readonly owner: Owner;
  readonly fetched: readonly FetchedRange[];
}

/**
 * As a source listed the whole history of an owner, where the index does not know better: every listed transaction is indexed
 * and proven, but that nothing is missing from the list is the word of the source.
 */
function toListedBalance(known: Balance, totals: Sums, { owner, fetched }: FetchedOf): Balance {
  const last = totals.lastPosition === undefined ? 0 : positionHeight(totals.lastPosition);
  const whole = fetched.find(({ isComplete, toHeight }) => isComplete && toHeight >= last);
  const isBehind = whole === undefined || whole.toHeight <= (known.balanceAsOfHeight ?? -1);
  if (isBehind || totals.unfundedSpends > 0) return known;
  const { source, toHeight } = whole;
  const bare = owner.type === 'p2pkh' ? ' Payments to its bare public key may not be among them.' : '';
  return {
    balance: totals.received - totals.sent,
    balanceAsOfHeight: toHeight,
    balanceNote: `As ${source} listed it up to height ${formatCount(toHeight)}: not every block is in this index, so that nothing is missing is its word.${bare}`,
  };
}

/** The balance of an owner as far as the index and what was fetched of it show. */
export function toIndexedBalance(reader: OutputLedger, totals: Sums, fetched?: FetchedOf): Balance {
  const known = toBalance(reader, totals);
  return fetched && !getHoldings(reader).coverage.complete ? toListedBalance(known, totals, fetched) : known;
}

interface Place {
  readonly height: number | null;
  readonly time: number | null;
  readonly isEstimated: boolean;
}

function place(reader: OutputLedger, position: number | undefined): Place {
  if (position === undefined) return { height: null, time: null, isEstimated: false };
  const height = positionHeight(position);
  const block = reader.block(height);
  return { height, time: block?.time ?? null, isEstimated: block?.timeEstimated ?? false };
}

/** Totals as they are answered. `undefined` totals are those of an address the index has never seen. */
export function toAddressTotals(
  reader: OutputLedger,
  totals: OwnerTotals = NO_TOTALS,
  fetched?: FetchedOf,
): AddressTotals {
  const first = place(reader, totals.firstPosition);
  const last = place(reader, totals.lastPosition);
  return {
    ...toIndexedBalance(reader, totals, fetched),
    received: totals.received,
    sent: totals.sent,
    transactionCount: totals.transactionCount,
    receiveCount: totals.receiveCount,
    spendCount: totals.spendCount,
    firstHeight: first.height,
    firstTime: first.time,
    firstTimeEstimated: first.isEstimated,
    lastHeight: last.height,
    lastTime: last.time,
    lastTimeEstimated: last.isEstimated,
    unspendable: totals.unspendable,
  };
}
