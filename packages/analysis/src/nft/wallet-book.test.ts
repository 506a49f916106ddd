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
