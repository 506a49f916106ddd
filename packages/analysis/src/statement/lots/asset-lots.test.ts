import type { ChainId } from '@trailmark/core/chain';
import { type AssetId, coinOf, type Transfer } from '@trailmark/core/ledger';
import { toPosition } from '@trailmark/core/position';
import type { SetAction, SetTransaction } from '@trailmark/core/statement/set-transaction';
import { describe, expect, test } from 'vitest';
import { toAccountTransaction } from '../account-transaction.ts';
import { CrossingFinder } from '../bridge-pairs.ts';
import { book } from '../testing/book-of.ts';

const COIN = coinOf('eth');
const ITEMS = 'eth:punks';
const [OWN, OTHER] = ['a'.repeat(40), 'b'.repeat(40)];

interface Move extends Partial<Pick<Transfer, 'asset' | 'kind' | 'to' | 'tokenId'>> {
  readonly in?: bigint;
  readonly out?: bigint;
}

interface Place {
  readonly chain?: ChainId;
  readonly did?: SetAction['kind'];
}

/** What the set sent and got in one transaction of its own, at a height that is also the time. */
function transactionAt(height: number, moves: readonly Move[], { chain = 'eth', did }: Place = {}): SetTransaction {
  const coin = coinOf(chain);
  const transfers = moves.map(({ in: got, out, ...more }, slot): Transfer => {
    const [from, to] = got === undefined ? [OWN, OTHER] : [OTHER, OWN];
    const amount = got ?? out ?? 0n;
    const plain = { chain, position: toPosition(height, 0), slot, asset: coin, amount };
    const rest = { kind: 'native' as const, tokenId: undefined, payersKnown: true, basis: 'fact' as const };
    return { ...plain, ...rest, from: [from], to, ...more };
  });
  return toAccountTransaction(transfers, {
    ...{ chain, position: toPosition(height, 0), txid: `tx${height}`, time: height, coin, sender: OWN },
    ...{ isOwn: (key) => key === OWN, isFailed: false, isCut: false },
    actions: did ? [{ kind: did, protocol: 'Known', rule: 'known', message: 'm', network: undefined }] : [],
  });
}

/** Each asset's results by the oldest lots; the price of a unit is given by height. */
function fifoOf(transactions: readonly SetTransaction[], price: (time: number) => bigint | undefined) {
  const finder = new CrossingFinder({ from: null, to: null });
  for (const transaction of transactions) finder.add(transaction);
  const symbolOf = (asset: AssetId) => (asset === 'eth:token' ? 'TOKEN' : 'ETH');
  const { result } = book(transactions, {}, { price, symbolOf, crossings: finder.close() });
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

describe('what leaves without being sold', () => {
  const token = { asset: 'eth:weth', kind: 'token' as const };
  const bought = transactionAt(1, [{ in: 10n }]);

  test('gives its cost to the wrapped token, of which the sale then has the whole gain', () => {
    const wrapped = transactionAt(5, [{ out: 4n }, { in: 4n, ...token }], { did: 'wrap' });
    const sold = transactionAt(6, [{ out: 4n, ...token }]);
    const found = fifoOf([bought, wrapped, sold], price);
    expect(found.get(COIN)).toMatchObject({ proceeds: 0n, cost: 0n, gain: 0n, unsold: 4n, left: 6n });
    expect(found.get('eth:weth')).toMatchObject({ proceeds: 12_000n, cost: 4_000n, gain: 8_000n, unsold: 0n });
  });

  test('is a sale where a token came in another amount: it was exchanged too', () => {
    const other = transactionAt(5, [{ out: 4n }, { in: 3n, ...token }], { did: 'wrap' });
    expect(fifoOf([bought, other], price).get(COIN)).toMatchObject({ gain: 8_000n, unsold: 0n });
  });

  test('gives its cost to what arrives over a bridge, and its fees are sold', () => {
    const fee = { out: 1n, kind: 'fee' as const };
    const left = transactionAt(5, [fee, { out: 4n }], { did: 'bridge-out' });
    const arrived = transactionAt(6, [{ in: 3n }], { did: 'bridge-in', chain: 'arbitrum' });
    const sold = transactionAt(7, [{ out: 3n }], { chain: 'arbitrum' });
    const found = fifoOf([bought, left, arrived, sold], price);
    expect(found.get(COIN)).toMatchObject({ proceeds: 3_000n, cost: 1_000n, unsold: 4n, left: 5n });
    expect(found.get(coinOf('arbitrum'))).toMatchObject({ proceeds: 9_000n, cost: 4_000n, gain: 5_000n, lotCount: 1 });
  });

  test('is a sale where another asset arrives, or nothing does', () => {
    const left = transactionAt(5, [{ out: 4n }], { did: 'bridge-out' });
    expect(fifoOf([bought, left], price).get(COIN)).toMatchObject({ gain: 8_000n, unsold: 0n });
    const other = { asset: 'eth:token', kind: 'token' as const };
    const came = transactionAt(1, [{ in: 4n, ...other }]);
    const gone = transactionAt(5, [{ out: 4n, ...other }], { did: 'bridge-out' });
    const arrived = transactionAt(6, [{ in: 4n }], { did: 'bridge-in', chain: 'arbitrum' });
    expect(fifoOf([came, gone, arrived], price).get('eth:token')).toMatchObject({ gain: 8_000n, unsold: 0n });
  });

  test('keeps a cost unknown that was not known', () => {
    const wrapped = transactionAt(5, [{ out: 4n }, { in: 4n, ...token }], { did: 'wrap' });
    const sold = transactionAt(6, [{ out: 4n, ...token }]);
    const found = fifoOf([bought, wrapped, sold], (time) => (time < 5 ? undefined : 3_000n));
    expect(found.get('eth:weth')).toMatchObject({ proceeds: 0n, unknown: 4n });
  });

  test('is a validator’s deposit', () => {
    const deposit = transactionAt(5, [{ out: 4n, to: '00000000219ab540356cbb839cbe05303d7705fa' }]);
    expect(fifoOf([bought, deposit], price).get(COIN)).toMatchObject({ proceeds: 0n, gain: 0n, unsold: 4n, left: 6n });
  });
});
