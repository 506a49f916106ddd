import { HAS_INTERNALS, type MoveKind } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { toPosition } from '@trailmark/core/position';
import { describe, expect, test } from 'vitest';
import { BLUR_POOL } from '../protocols/blur-v2.ts';
import { isPaidByFlashLoan } from './flash-loans.ts';

const TOKEN = 'weth';
type Paid = readonly [from: string, to: string, amount: bigint, asset?: string, kind?: MoveKind];

const toMove = ([from, to, amount, asset = TOKEN, kind = 'token']: Paid, slot: number): StoredMove => ({
  ...{ from, to, amount, asset, kind, slot, position: toPosition(9, 0) },
  ...{ tokenId: undefined, logIndex: undefined, tracePath: undefined, flags: 0 },
});

const isLent = (moves: readonly Paid[], { asset = TOKEN, amount = 100n, holds = 0 } = {}) =>
  isPaidByFlashLoan(moves.map(toMove), { holds }, { asset, amount, tokenId: undefined }, ['buyer', 'seller'], TOKEN);

const SALE: Paid = ['buyer', 'seller', 100n];

describe('a purchase is paid by a flash loan', () => {
  test.each<[string, readonly Paid[]]>([
    ['where the price is lent, and given back after it', [['pool', 'buyer', 100n], SALE, ['seller', 'pool', 100n]]],
    ['where more is given back, as its fee', [['pool', 'buyer', 100n], SALE, ['seller', 'pool', 101n]]],
    ['where it is given back in parts', [['pool', 'buyer', 100n], SALE, ['seller', 'pool', 60n], ['x', 'pool', 40n]]],
    ['where more than the price is lent', [['pool', 'buyer', 150n], SALE, ['seller', 'pool', 150n]]],
  ])('%s', (_, moves) => {
    expect(isLent(moves)).toBe(true);
  });
});

describe('a purchase is not paid by a flash loan', () => {
  test.each<[string, readonly Paid[]]>([
    ['where nobody lends', [SALE]],
    ['where one unit less is given back', [['pool', 'buyer', 100n], SALE, ['seller', 'pool', 99n]]],
    ['where others get it', [['pool', 'buyer', 100n], SALE, ['seller', 'elsewhere', 100n]]],
    ['where one unit less than the price is lent', [['pool', 'buyer', 99n], SALE, ['seller', 'pool', 99n]]],
    ['where it was given before it was lent', [['x', 'pool', 100n], ['pool', 'buyer', 100n], SALE]],
    [
      'where the lender had got something first',
      [['x', 'pool', 1n], ['pool', 'buyer', 100n], SALE, ['seller', 'pool', 100n]],
    ],
    [
      'where the lender gave something else too',
      [['pool', 'buyer', 100n], SALE, ['pool', 'x', 5n], ['seller', 'pool', 100n]],
    ],
    ['where a party lent it', [['seller', 'buyer', 100n], SALE, ['buyer', 'seller', 100n]]],
    ['where it is minted and burned', [['', 'buyer', 100n], SALE, ['seller', '', 100n]]],
    ['in another asset', [['pool', 'buyer', 100n, 'usdc'], SALE, ['seller', 'pool', 100n, 'usdc']]],
    ['by fees', [['pool', 'buyer', 100n, TOKEN, 'fee'], SALE, ['seller', 'pool', 100n, TOKEN, 'tip']]],
  ])('%s', (_, moves) => {
    expect(isLent(moves)).toBe(false);
  });
  test('that cost nothing', () => {
    expect(
      isLent(
        [
          ['pool', 'buyer', 0n],
          ['seller', 'pool', 0n],
        ],
        { amount: 0n },
      ),
    ).toBe(false);
  });
});

test('whether coin was lent is not known where calls inside the transaction are not indexed', () => {
  const moves: readonly Paid[] = [
    ['pool', 'buyer', 100n, '', 'internal'],
    ['buyer', 'seller', 100n, '', 'native'],
    ['seller', 'pool', 100n, '', 'internal'],
  ];
  expect(isLent(moves, { asset: '' })).toBeUndefined();
  expect(isLent(moves, { asset: '', holds: HAS_INTERNALS })).toBe(true);
  expect(isLent(moves, { asset: '', holds: ~HAS_INTERNALS & 15 })).toBeUndefined();
});

describe('a price in coin', () => {
  const isCoinLent = (...moves: readonly Paid[]) => isLent(moves, { asset: '', holds: HAS_INTERNALS });
  const paid: Paid = ['buyer', 'seller', 100n, '', 'native'];

  test('is not lent by the contract that unwraps coin, or by the pool of a market that pays it out, and takes coin again', () => {
    const unwrapped: Paid[] = [
      ['buyer', '', 100n],
      [TOKEN, 'buyer', 100n, '', 'internal'],
    ];
    expect(isCoinLent(...unwrapped, paid, ['x', TOKEN, 100n, '', 'internal'])).toBe(false);
    expect(isCoinLent([BLUR_POOL, 'buyer', 100n, '', 'internal'], paid, ['x', BLUR_POOL, 100n, '', 'internal'])).toBe(
      false,
    );
  });

  test('is lent by who lends wrapped coin, through the contract that unwraps it', () => {
    const wrapped: Paid[] = [
      ['seller', TOKEN, 100n, '', 'internal'],
      ['', 'seller', 100n],
      ['seller', 'pool', 100n],
    ];
    const lent: Paid[] = [
      ['pool', 'buyer', 100n],
      ['buyer', '', 100n],
      [TOKEN, 'buyer', 100n, '', 'internal'],
    ];
    expect(isCoinLent(...lent, paid, ...wrapped)).toBe(true);
    expect(isCoinLent(...lent, paid, ...wrapped.slice(0, 2))).toBe(false);
  });
});
