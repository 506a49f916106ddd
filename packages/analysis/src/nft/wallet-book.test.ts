import type { ItemEvent, NftSale } from '@trailmark/core/nft';
import { expect, test } from 'vitest';
import { bookWallet } from './wallet-book.ts';

const CONTRACT = 'c0'.repeat(20);
const WALLET = '0a'.repeat(20);
const OTHER = '0b'.repeat(20);
const NO_SALES: readonly NftSale[] = [];

/** Editions of one token that come in (above zero) and leave (below zero), in the order of the chain. */
function book(moves: readonly number[]) {
  const events = moves.map((count) => {
    const [from, to] = count > 0 ? [OTHER, WALLET] : [WALLET, OTHER];
    return { contract: CONTRACT, tokenId: 7n, from, to, amount: BigInt(Math.abs(count)) } as unknown as ItemEvent;
  });
  const { positions, unexplained } = bookWallet(WALLET, events, NO_SALES, (asset) => asset);
  const own = positions.map(({ amount, acquired, ended }) => [Number(amount), acquired, ended]);
  return { own, unexplained };
}

test.each([
  ['what leaves whole', [3, -3], [[3, 0, 1]]],
  [
    'what leaves in part',
    [5, -2],
    [
      [2, 0, 1],
      [3, 0, undefined],
    ],
  ],
  [
    'what leaves from two positions, the second whole',
    [2, 3, -5],
    [
      [2, 0, 2],
      [3, 1, 2],
    ],
  ],
  [
    'what leaves from two positions, the second in part',
    [2, 3, -4],
    [
      [2, 0, 2],
      [2, 1, 2],
      [1, 1, undefined],
    ],
  ],
])('editions that came first leave first, and nothing stays of %s', (_, moves, own) => {
  expect(book(moves)).toEqual({ own, unexplained: 0 });
});

test('more editions than came leave one departure unexplained', () => {
  expect(book([2, -5])).toEqual({ own: [[2, 0, 1]], unexplained: 1 });
  expect(book([-1, 2])).toEqual({ own: [[2, 1, undefined]], unexplained: 1 });
});

test('proceeds are gross where the event names no fee of the market, and net where it names one or that there is none', () => {
  const sold = (costs: NftSale['costs']) => {
    const parties = { seller: WALLET, buyer: OTHER, itemCount: 1 };
    const sale = { ...parties, price: { asset: '', amount: 100n, tokenId: undefined }, costs } as unknown as NftSale;
    const common = { contract: CONTRACT, tokenId: 7n, amount: 1n };
    const events = [
      { ...common, from: OTHER, to: WALLET },
      { ...common, from: WALLET, to: OTHER, sale: 0 },
    ] as unknown as ItemEvent[];
    const [position] = bookWallet(WALLET, events, [sale], (asset) => asset).positions;
    return [position?.proceeds?.amount, position?.isGross];
  };
  const share = (role: 'fee' | 'royalty' | 'other') => ({ asset: '', amount: 5n, tokenId: undefined, role, to: OTHER });
  expect(sold(undefined)).toEqual([100n, true]);
  expect(sold([share('royalty')])).toEqual([95n, true]);
  expect(sold([share('fee')])).toEqual([95n, false]);
  expect(sold([share('other')])).toEqual([95n, false]);
  expect(sold([])).toEqual([100n, false]);
});
