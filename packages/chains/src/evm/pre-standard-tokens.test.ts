import type { ValueMove } from '@trailmark/core/account-block';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { toEventSelector } from 'viem';
import { describe, expect, test } from 'vitest';
import { ethereum } from '../ethereum.ts';
import { account, word } from '../testing/evm-answers.ts';
import { CAT_ADOPTED, CAT_RESCUED, PUNK_ASSIGNED, PUNK_BOUGHT, PUNK_MOVED } from './pre-standard-tokens.ts';
import * as ofTokenLog from './token-log.ts';
import { TRANSFER_TOPIC } from './token-log.ts';

const recorded = new WatchedResults();
const { pushTokenMoves } = recorded.watch(ofTokenLog);

const PUNKS = 'b47e3cd837ddf8e4c57f05d70ab865de6e193bbb';
const KITTIES = '06012c8cf97bead5deae237070f9587f8e7a266d';
const CATS = '60cd862c9c687a9de49aecdc3a99b74a4fc54ab6';
const [A, B] = [account(0xa1), account(0xb2)];
const NOBODY = word('0'.repeat(40));

/** Moves of the logs of one transaction, and which of them stay logs. */
function readAll(address: string, logs: readonly (readonly [topics: readonly string[], data: string])[]) {
  const moves: ValueMove[] = [];
  const kept = logs.flatMap(([topics, data], logIndex) =>
    pushTokenMoves(ethereum, { logIndex, address, topics, data }, moves) ? [] : [logIndex],
  );
  return { moves, kept };
}

test('the topics are the hashes of the signatures', () => {
  const signatures = {
    [PUNK_ASSIGNED]: 'Assign(address,uint256)',
    [PUNK_MOVED]: 'PunkTransfer(address,address,uint256)',
    [PUNK_BOUGHT]: 'PunkBought(uint256,uint256,address,address)',
    [CAT_ADOPTED]: 'CatAdopted(bytes5,uint256,address,address)',
    [CAT_RESCUED]: 'CatRescued(address,bytes5)',
  };
  for (const [topic, signature] of Object.entries(signatures)) expect(toEventSelector(signature)).toBe(`0x${topic}`);
});

describe('a CryptoPunk', () => {
  const unnumbered = [[TRANSFER_TOPIC, word(A), word(B)], word(1)] as const;

  test('is claimed from nobody', () => {
    expect(readAll(PUNKS, [[[PUNK_ASSIGNED, word(B)], word(42)]])).toMatchObject({
      moves: [{ kind: 'nft', from: '', to: B, tokenId: 42n, flags: 0 }],
      kept: [],
    });
  });

  test('that is given away moves once: its number takes the place of the transfer without one', () => {
    expect(readAll(PUNKS, [unnumbered, [[PUNK_MOVED, word(A), word(B)], word(7)]])).toMatchObject({
      moves: [{ kind: 'nft', from: A, to: B, amount: 1n, tokenId: 7n }],
      kept: [],
    });
  });

  test('that is bought moves, and the log with its price is kept', () => {
    const bought = [[PUNK_BOUGHT, word(7), word(A), word(B)], word(1_000)] as const;
    const { moves, kept } = readAll(PUNKS, [unnumbered, bought]);
    expect(moves).toMatchObject([{ kind: 'nft', from: A, to: B, tokenId: 7n }]);
    expect(moves).toHaveLength(1);
    expect(kept).toEqual([1]);
  });

  test('whose bid was accepted goes to whom the transfer before it names', () => {
    const { moves } = readAll(PUNKS, [unnumbered, [[PUNK_BOUGHT, word(7), word(A), NOBODY], word(0)]]);
    expect(moves).toMatchObject([{ kind: 'nft', from: A, to: B, tokenId: 7n }]);
    expect(moves).toHaveLength(1);
    expect(readAll(PUNKS, [[[PUNK_BOUGHT, word(7), word(A), NOBODY], word(0)]])).toEqual({ moves: [], kept: [0] });
  });
});

test('a kitty moves by an event with nothing indexed, of its own contract only', () => {
  const log = [[TRANSFER_TOPIC], word(A) + word(B) + word(9)] as const;
  expect(readAll(KITTIES, [log])).toMatchObject({ moves: [{ kind: 'nft', from: A, to: B, tokenId: 9n }], kept: [] });
  expect(readAll(account(0x77), [log])).toEqual({ moves: [], kept: [0] });
  expect(readAll(KITTIES, [[[TRANSFER_TOPIC], word(A) + word(B)]])).toEqual({ moves: [], kept: [0] });
});

test('a MoonCat is known by five bytes; the price of its adoption stays in the log', () => {
  const cat = '00aabbccdd'.padEnd(64, '0');
  expect(readAll(CATS, [[[CAT_RESCUED, word(B), cat], '']])).toMatchObject({
    moves: [{ from: '', to: B, tokenId: 0x00aabbccddn }],
    kept: [],
  });
  expect(readAll(CATS, [[[CAT_ADOPTED, cat, word(A), word(B)], word(5)]])).toMatchObject({
    moves: [{ from: A, to: B, tokenId: 0x00aabbccddn }],
    kept: [0],
  });
});

describe('an event whose words do not fit', () => {
  const wide = `01${word(A).slice(2)}`;
  const number = word(7);
  const unnumbered = [[TRANSFER_TOPIC, word(A), word(B)], word(1)] as const;
  const odd: readonly (readonly [string, string, readonly string[], string])[] = [
    ['a claim for no address', PUNKS, [PUNK_ASSIGNED, wide], number],
    ['a claim without its number', PUNKS, [PUNK_ASSIGNED, word(B)], ''],
    ['a claim with a topic more', PUNKS, [PUNK_ASSIGNED, word(B), number], number],
    ['a gift from no address', PUNKS, [PUNK_MOVED, wide, word(B)], number],
    ['a gift to no address', PUNKS, [PUNK_MOVED, word(A), wide], number],
    ['a gift without a receiver', PUNKS, [PUNK_MOVED, word(A)], number],
    ['a gift with two numbers', PUNKS, [PUNK_MOVED, word(A), word(B)], number + number],
    ['a sale by no address', PUNKS, [PUNK_BOUGHT, number, wide, word(B)], number],
    ['a sale without a buyer', PUNKS, [PUNK_BOUGHT, number, word(A)], number],
    ['a kitty from no address', KITTIES, [TRANSFER_TOPIC], wide + word(B) + number],
    ['a kitty to no address', KITTIES, [TRANSFER_TOPIC], word(A) + wide + number],
    ['a kitty with a topic', KITTIES, [TRANSFER_TOPIC, word(A)], word(A) + word(B) + number],
    ['another event of the kitties', KITTIES, ['ab'.repeat(32)], word(A) + word(B) + number],
    ['an adoption from no address', CATS, [CAT_ADOPTED, number, wide, word(B)], number],
    ['an adoption by no address', CATS, [CAT_ADOPTED, number, word(A), wide], number],
    ['an adoption without an owner', CATS, [CAT_ADOPTED, number, word(A)], number],
    ['a rescue by no address', CATS, [CAT_RESCUED, wide, number], ''],
    ['a rescue with a topic more', CATS, [CAT_RESCUED, word(B), number, number], ''],
    ['another event of the cats', CATS, ['ab'.repeat(32), word(B), number], ''],
  ];
  test.each(odd)('%s moves nothing and stays a log', (_name, contract, topics, data) => {
    expect(readAll(contract, [[topics, data]])).toEqual({ moves: [], kept: [0] });
  });

  test('leaves the transfer without a number where it is', () => {
    const { moves } = readAll(PUNKS, [unnumbered, [[PUNK_MOVED, word(A), wide], number]]);
    expect(moves).toMatchObject([{ kind: 'token', from: A, to: B, amount: 1n }]);
  });

  test('of another sender does not take its place', () => {
    const { moves } = readAll(PUNKS, [unnumbered, [[PUNK_MOVED, word(B), word(A)], number]]);
    expect(moves.map(({ kind, from }) => [kind, from])).toEqual([
      ['token', A],
      ['nft', B],
    ]);
  });

  test('and nobody is nobody: what is claimed or moved from the zero address', () => {
    expect(readAll(KITTIES, [[[TRANSFER_TOPIC], NOBODY + word(B) + number]]).moves).toMatchObject([
      { from: '', to: B },
    ]);
    expect(readAll(KITTIES, [[[TRANSFER_TOPIC], word(A) + NOBODY + number]]).moves).toMatchObject([
      { from: A, to: '' },
    ]);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/pre-standard-tokens.txt');
});
