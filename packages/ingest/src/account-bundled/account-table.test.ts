import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import {
  type AccountBlock,
  HAS_CALL,
  HAS_FEE,
  MOVE_KINDS,
  MOVE_WRAP,
  UNKNOWN_TYPE,
} from '@trailmark/core/account-block';
import { expect, test } from 'vitest';
import { ACCOUNT_TABLE_HEAD, decodeTableBlock, encodeTableBlock, readAccountTable } from './account-table.ts';

const A = 'a'.repeat(40);
const B = 'b'.repeat(40);

const FULL: AccountBlock = {
  height: 7,
  hash: '1'.repeat(64),
  parentHash: '2'.repeat(64),
  time: 1_600_000_000,
  producer: A,
  holds: 3,
  transactionTotal: 2,
  source: 'here',
  transactions: [
    {
      index: 0,
      indexEstimated: false,
      hash: '3'.repeat(64),
      from: A,
      to: '',
      created: B,
      value: 2n ** 256n - 1n,
      status: 'failed',
      failure: 'out of gas',
      fee: 0n,
      feePayer: A,
      gasUsed: 21_000n,
      gasPrice: 0n,
      nonce: 0n,
      type: 2,
      input: 'abcd',
      inputLength: 5_000,
      holds: HAS_CALL | HAS_FEE,
      moves: MOVE_KINDS.map((kind, at) => ({
        kind,
        asset: at % 2 === 0 ? '' : B,
        from: at === 0 ? '' : A,
        to: B,
        amount: BigInt(at),
        tokenId: at % 3 === 0 ? 0n : undefined,
        logIndex: at % 4 === 0 ? 0 : undefined,
        tracePath: at % 5 === 0 ? '0.1' : undefined,
        flags: at % 2 === 0 ? MOVE_WRAP : 0,
      })),
      logs: [
        { logIndex: 4, address: A, topics: [], data: '' },
        { logIndex: 5, address: A, topics: ['4'.repeat(64), '5'.repeat(64)], data: 'ff' },
      ],
      mentions: [{ address: B, logIndex: 5 }],
    },
  ],
  moves: [
    {
      kind: 'reward',
      asset: '',
      from: '',
      to: A,
      amount: 2n,
      tokenId: undefined,
      logIndex: undefined,
      tracePath: undefined,
      flags: 0,
    },
  ],
};

const BARE: AccountBlock = {
  height: 9,
  hash: '',
  parentHash: '',
  time: 1,
  producer: '',
  holds: 0,
  transactionTotal: undefined,
  source: 'here',
  transactions: [
    {
      index: 2 ** 19,
      indexEstimated: true,
      hash: '6'.repeat(64),
      from: '',
      to: '',
      created: '',
      value: 0n,
      status: 'unknown',
      failure: undefined,
      fee: undefined,
      feePayer: '',
      gasUsed: undefined,
      gasPrice: undefined,
      nonce: undefined,
      type: UNKNOWN_TYPE,
      input: '',
      inputLength: 0,
      holds: 0,
      moves: [],
      logs: [],
      mentions: [],
    },
  ],
  moves: [],
};

function writeTable(lines: readonly string[]): URL {
  const file = join(mkdtempSync(join(tmpdir(), 'trailmark-table-')), 'facts.jsonl.gz');
  writeFileSync(file, gzipSync(lines.join('\n')));
  return pathToFileURL(file);
}

test.each([FULL, BARE])('block $height comes back from its line as it was', (block) => {
  expect(decodeTableBlock(encodeTableBlock(block), 'here')).toEqual(block);
});

test('a table is read in order, block by block', async () => {
  const lines = [JSON.stringify(ACCOUNT_TABLE_HEAD), encodeTableBlock(FULL), encodeTableBlock(BARE), ''];
  const heights: number[] = [];
  for await (const batch of readAccountTable(writeTable(lines), 'here')) heights.push(...batch.map((b) => b.height));
  expect(heights).toEqual([7, 9]);
});

test('a table of another format and a move of an unknown kind are refused', async () => {
  const drain = async (lines: string[]): Promise<void> => {
    for await (const _ of readAccountTable(writeTable(lines), 'here'));
  };
  await expect(drain(['{"format":"other"}', encodeTableBlock(BARE)])).rejects.toThrow(/format/);
  const odd = encodeTableBlock(FULL).replace('"trc10"', '"gift"');
  await expect(drain([JSON.stringify(ACCOUNT_TABLE_HEAD), odd])).rejects.toThrow(/kind/);
});
