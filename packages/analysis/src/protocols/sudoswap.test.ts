import { describe, expect, test } from 'vitest';
import { findActions } from './catalogue.ts';
import { encodeLog } from './testing/encode-log.ts';
import { key, move, transaction } from './testing/sample-transaction.ts';

const [BUYER, SELLER, NFT] = ['buyer', 'seller', 'nft'].map(key) as [string, string, string];
const item = (logIndex: number, from = SELLER, to = BUYER, tokenId = 9n) =>
  move(from, to, 1n, NFT, { kind: 'nft', tokenId, logIndex });

describe('a pool of Sudoswap', () => {
  const pool = key('pool');
  const out = encodeLog(5, pool, 'event SwapNFTOutPair()', {});
  const through = { to: '2b2e8cda09bba9660dca5cb6233787738ad68329', from: BUYER };

  test('sells through the router, for what the buyer paid over the transaction', () => {
    const moves = [move(BUYER, through.to, 1_200n), move(through.to, BUYER, 200n), item(3, pool)];
    expect(findActions(transaction(moves, [out], through))).toMatchObject([
      {
        rule: 'sudoswap/3',
        account: BUYER,
        given: [{ asset: '', amount: 1_000n }],
        parties: [{ address: pool }, { role: 'pool', address: pool }],
      },
    ]);
  });

  test('buys from who started the transaction, and several exchanges in one have no price each', () => {
    const into = encodeLog(6, pool, 'event SwapNFTInPair()', {});
    const given = [item(3, BUYER, pool), item(4, key('else'), pool, 10n), move(pool, BUYER, 900n)];
    expect(findActions(transaction(given, [into], through))).toMatchObject([
      {
        ...{ account: pool, given: [{ asset: '', amount: 900n }] },
        parties: [
          { role: 'seller', address: BUYER },
          { role: 'pool', address: pool },
        ],
        ...{ got: [{ tokenId: 9n }], note: expect.stringContaining('the net payment of the trader'), evidence: [6, 3] },
      },
    ]);
    const swapped = [item(4, pool, BUYER, 11n), item(6, BUYER, pool), move(pool, BUYER, 900n)];
    const both = findActions(transaction(swapped, [out, { ...into, logIndex: 7 }], through));
    expect(both.map(({ given: price, note }) => [price, note.includes('do not show its price')])).toEqual([
      [[], true],
      [[], true],
    ]);
    expect(findActions(transaction([move(pool, BUYER, 900n)], [into], through))).toEqual([]);
  });

  test('each exchange of a transaction has the items that moved since the one before, once', () => {
    const other = key('other pool');
    const swaps = [
      encodeLog(3, pool, 'event SwapNFTOutPair()', {}),
      encodeLog(6, pool, 'event SwapNFTOutPair()', {}),
      encodeLog(8, pool, 'event SwapNFTInPair()', {}),
      encodeLog(10, other, 'event SwapNFTInPair()', {}),
    ];
    const moves = [
      ...[item(1, pool, BUYER, 1n), item(2, pool, BUYER, 2n), item(5, pool, BUYER, 3n)],
      ...[item(7, BUYER, pool, 4n), item(9, BUYER, key('owner'), 5n)],
    ];
    const sold = findActions(transaction(moves, swaps, through));
    expect(sold.map(({ got }) => got.map(({ tokenId }) => tokenId))).toEqual([[1n, 2n], [3n], [4n], [5n]]);
  });

  test('has no price where calls inside the transaction are not indexed, and no sale without the router', () => {
    const moves = [move(BUYER, through.to, 1_200n), item(3, pool)];
    expect(findActions(transaction(moves, [out], { ...through, holds: 7 }))).toMatchObject([{ given: [] }]);
    expect(findActions(transaction(moves, [out], { from: BUYER }))).toEqual([]);
  });
});
