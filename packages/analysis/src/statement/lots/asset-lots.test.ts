import { coinOf, type Transfer } from '@trailmark/core/ledger';
import { toPosition } from '@trailmark/core/position';
import type { SetTransaction } from '@trailmark/core/statement/set-transaction';
import { describe, expect, test } from 'vitest';
import { toAccountTransaction } from '../account-transaction.ts';
import { book } from '../testing/book-of.ts';

const COIN = coinOf('eth');
const ITEMS = 'eth:punks';
const [OWN, OTHER] = ['a'.repeat(40), 'b'.repeat(40)];

interface Move extends Partial<Pick<Transfer, 'asset' | 'kind' | 'tokenId'>> {
  readonly in?: bigint;
  readonly out?: bigint;
}

/** What the set sent and got in one transaction of its own, at a height that is also the time. */
function transactionAt(height: number, moves: readonly Move[]): SetTransaction {
  const transfers = moves.map(({ in: got, out, ...more }, slot): Transfer => {
    const [from, to] = got === undefined ? [OWN, OTHER] : [OTHER, OWN];
    const amount = got ?? out ?? 0n;
    const plain = { chain: 'eth' as const, position: toPosition(height, 0), slot, asset: COIN, amount };
    const rest = { kind: 'native' as const, tokenId: undefined, payersKnown: true, basis: 'fact' as const };
    return { ...plain, ...rest, from: [from], to, ...more };
  });
  return toAccountTransaction(transfers, {
    ...{ chain: 'eth', position: toPosition(height, 0), txid: `tx${height}`, time: height, coin: COIN, sender: OWN },
    ...{ isOwn: (key) => key === OWN, isFailed: false, isCut: false, actions: [] },
  });
}

/** Each asset's results by the oldest lots; the price of a unit is given by height. */
function fifoOf(transactions: readonly SetTransaction[], price: (time: number) => bigint | undefined) {
  const { result } = book(transactions, {}, { price });
  return new Map(
    result.lots.map(({ asset, results, lotCount, spendCount }) => [asset, { ...results[0], lotCount, spendCount }]),
  );
}

const price = (time: number) => (time < 5 ? 1_000n : 3_000n);

describe('what comes back in the same transaction', () => {
  test('is no purchase, and only what did not come back is a sale', () => {
    const story = [transactionAt(1, [{ in: 10n }]), transactionAt(5, [{ out: 10n }, { in: 9n, kind: 'internal' }])];
    const found = fifoOf(story, price).get(COIN);
    expect(found).toMatchObject({ proceeds: 3_000n, cost: 1_000n, gain: 2_000n, left: 9n, lotCount: 1 });
  });

  test('is no spend at all where everything came back', () => {
    const story = [transactionAt(1, [{ in: 10n }]), transactionAt(5, [{ out: 4n }, { in: 4n, kind: 'internal' }])];
    expect(fifoOf(story, price).get(COIN)).toMatchObject({ proceeds: 0n, gain: 0n, left: 10n, spendCount: 0 });
  });

  test('leaves the fee a spend of its own, also where more came than left', () => {
    const fee = { out: 1n, kind: 'fee' as const };
    const story = [transactionAt(1, [{ in: 10n }]), transactionAt(5, [fee, { out: 4n }, { in: 6n, kind: 'internal' }])];
    expect(fifoOf(story, price).get(COIN)).toMatchObject({ proceeds: 3_000n, cost: 1_000n, left: 11n, lotCount: 2 });
  });

  test('is another item where its number is another', () => {
    const item = (tokenId: bigint) => ({ asset: ITEMS, kind: 'nft' as const, tokenId });
    const story = [
      transactionAt(1, [{ in: 1n, ...item(1n) }]),
      transactionAt(5, [
        { out: 1n, ...item(1n) },
        { in: 1n, ...item(2n) },
      ]),
    ];
    expect(fifoOf(story, price).get(ITEMS)).toMatchObject({ gain: 2_000n, left: 1n, lotCount: 2 });
  });
});
