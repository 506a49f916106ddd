import { readFileSync } from 'node:fs';
import type { AccountBlockProof, TransactionProof } from '@trailmark/chains/account/block-proof';
import { decodeRlp, encodeRlp, type RlpItem, rlpNumber } from '@trailmark/chains/evm/rlp';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { expect, test } from 'vitest';
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
