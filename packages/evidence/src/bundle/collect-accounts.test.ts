import { readFileSync } from 'node:fs';
import type { AccountBlockProof, TransactionProof } from '@trailmark/chains/account/block-proof';
import { decodeRlp, encodeRlp, type RlpItem, rlpNumber } from '@trailmark/chains/evm/rlp';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { describe, expect, test } from 'vitest';
import { AccountBundleLedger } from './account-ledger.ts';
import { type AccountOrder, collectAccounts, type UnprovenReason } from './collect-accounts.ts';
import { readEvmHeader } from './evm-proof.ts';

const countEach = (unproven: ReadonlyMap<string, readonly string[]>) =>
  Object.fromEntries([...unproven].map(([reason, txids]) => [reason, txids.length]));

const HEIGHT = 18_000_000;
const HASH = '95b198e154acbfc64109dfd22d8224fe927fd8dfdedfae01587674482ba4baf3';
const { header, proofs } = JSON.parse(
  readFileSync(new URL('../../../chains/vectors/evm/proof-18000000.json', import.meta.url), 'utf8'),
) as { header: string; proofs: Record<string, TransactionProof> };
const BLOCK: AccountBlockProof = { header, proofs: new Map(Object.entries(proofs)) };
const TXIDS = Object.keys(proofs);

/** The same header at another height and behind another block; nothing of it is true but its form. */
function moveHeader(height: number, before?: AccountBlockProof): AccountBlockProof {
  const fields = [...(decodeRlp(decodeHex(header)) as RlpItem[])];
  if (before) fields[0] = decodeHex(readEvmHeader(before.header).hash);
  fields[8] = rlpNumber(height);
  return { header: encodeHex(encodeRlp(fields)), proofs: new Map() };
}

const collect = async (
  blocks: Record<number, AccountBlockProof | UnprovenReason>,
  more: Partial<AccountOrder> = {},
) => {
  const requested: number[] = [];
  const byHeight = new Map(Object.keys(blocks).map((height) => [Number(height), [`tx-${height}`]]));
  const ask = async (height: number) => {
    requested.push(height);
    return blocks[height] ?? 'no-answer';
  };
  const found = await collectAccounts({ chain: 'eth', byHeight, hashOf: () => undefined, ask, ...more });
  return { ...found, requested, paths: [...found.files.keys()].sort(), unproven: countEach(found.unproven) };
};

test('one block without an answer keeps no other block out of the bundle', async () => {
  const byHeight = new Map([
    [1, ['tx-1']],
    [HEIGHT, TXIDS],
    [HEIGHT + 9, ['tx-9']],
  ]);
  const found = await collect(
    { 1: 'no-answer', [HEIGHT]: BLOCK, [HEIGHT + 9]: 'contradicted' },
    { byHeight, hashOf: (height) => (height === HEIGHT ? HASH : undefined) },
  );
  expect(found.requested).toEqual([HEIGHT + 9, HEIGHT, 1]);
  expect(found.unproven).toEqual({ contradicted: 1, 'no-answer': 1 });
  expect(found.provenCount).toBe(TXIDS.length);
  expect(found.paths).toEqual([
    `ledger/eth/headers-${HEIGHT}.json`,
    ...TXIDS.map((txid) => `ledger/eth/proofs/${txid}.json`).sort(),
  ]);
  const ledger = new AccountBundleLedger(found, 'eth');
  expect(TXIDS.map((txid) => ledger.transaction(txid)?.header.hash)).toEqual(TXIDS.map(() => HASH));
});

test('a block of another hash than the index has, or of another height, proves nothing', async () => {
  const byHeight = new Map([[HEIGHT, TXIDS]]);
  const other = await collect({ [HEIGHT]: BLOCK }, { byHeight, hashOf: () => '11'.repeat(32) });
  expect([other.paths, other.unproven]).toEqual([[], { 'other-block': TXIDS.length }]);
  const moved = await collect({ 5: moveHeader(6) });
  expect([moved.paths, moved.unproven]).toEqual([[], { 'other-block': 1 }]);
});

test('a transaction that the proven block does not have is counted as such', async () => {
  const found = await collect({ [HEIGHT]: BLOCK }, { byHeight: new Map([[HEIGHT, [...TXIDS, 'ab'.repeat(32)]]]) });
  expect([found.provenCount, found.unproven]).toEqual([TXIDS.length, { 'not-in-block': 1 }]);
});

test('headers that follow each other are one file, and one of another branch is a file of its own', async () => {
  const [five, nine] = [moveHeader(5), moveHeader(9)];
  const six = moveHeader(6, five);
  const found = await collect({ 5: five, 6: six, 7: moveHeader(7), 9: nine });
  expect(found.paths).toEqual([5, 7, 9].map((height) => `ledger/eth/headers-${height}.json`));
  const { faults, runs } = new AccountBundleLedger(found, 'eth');
  expect([faults, runs.map(({ headers }) => headers.length).sort()]).toEqual([[], [1, 1, 2]]);
});

test('a node that does not answer for three blocks in a row is left alone, and one that answers in between is not', async () => {
  const silent = 'no-answer' as const;
  const dead = await collect({ 1: moveHeader(1), 2: moveHeader(2), 3: silent, 4: silent, 5: silent });
  expect(dead.requested).toEqual([5, 4, 3]);
  expect(dead.unproven).toEqual({ 'no-answer': 3, 'not-requested': 2 });
  const slow = await collect({ 1: silent, 2: moveHeader(2), 3: silent, 4: silent });
  expect(slow.requested).toEqual([4, 3, 2, 1]);
});

test('at most two thousand blocks are requested, the newest ones', async () => {
  const blocks = Object.fromEntries(Array.from({ length: 2_001 }, (_, i) => [i + 1, 'not-recomputed' as const]));
  const found = await collect(blocks);
  expect([found.requested.length, found.requested.at(-1)]).toEqual([2_000, 2]);
  expect(found.unproven).toEqual({ 'not-recomputed': 2_000, 'not-requested': 1 });
});

describe('headers between two proven blocks', () => {
  /** Blocks that follow each other, from a height on. */
  const chainOf = (from: number, count: number): readonly AccountBlockProof[] => {
    const blocks: AccountBlockProof[] = [];
    for (let i = 0; i < count; i++) blocks.push(moveHeader(from + i, blocks.at(-1)));
    return blocks;
  };
  const BLOCKS = chainOf(100, 2_018);
  const raws = BLOCKS.map((block) => block.header);
  const collectEnds = async (last: number, give: (from: number, to: number) => readonly string[] | undefined) => {
    const asked: (readonly [number, number])[] = [];
    const ends = { 100: BLOCKS[0] ?? 'no-answer', [100 + last]: BLOCKS[last] ?? 'no-answer' } as const;
    const found = await collect(ends, {
      askBetween: async (from, to) => {
        asked.push([from, to]);
        return give(from, to);
      },
    });
    const { runs } = new AccountBundleLedger(found, 'eth');
    return { asked, lengths: runs.map(({ headers }) => headers.length) };
  };
  const honest = (from: number, to: number) => raws.slice(from - 100, to - 99);

  test('join them to one run, up to 2,016 of them', async () => {
    expect(await collectEnds(5, honest)).toEqual({ asked: [[101, 104]], lengths: [6] });
    expect(await collectEnds(2_017, honest)).toEqual({ asked: [[101, 2_116]], lengths: [2_018] });
    expect(await collectEnds(1, honest)).toEqual({ asked: [], lengths: [2] });
    const far = await collect(
      { 100: chainOf(100, 1)[0] ?? 'no-answer', 2118: moveHeader(2_118) },
      { askBetween: async () => [] },
    );
    expect(far.paths).toEqual(['ledger/eth/headers-100.json', 'ledger/eth/headers-2118.json']);
  });

  test.each<[title: string, give: (from: number, to: number) => readonly string[] | undefined]>([
    ['are not given', () => undefined],
    ['are none', () => []],
    ['stop before the second', (from, to) => honest(from, to - 1)],
    ['are of another chain', () => [101, 102, 103, 104].map((height) => moveHeader(height).header)],
    ['are in another order', (from, to) => honest(from, to).toReversed()],
  ])('that %s leave the gap, and what was proven', async (_title, give) => {
    expect((await collectEnds(5, give)).lengths).toEqual([1, 1]);
  });
});
