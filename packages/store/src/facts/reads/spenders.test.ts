import type { OutputPlace } from '@trailmark/core/output-ledger';
import { toPosition } from '@trailmark/core/position';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import { BlockIndex } from '../block-index.ts';
import type { FactsClient, FactsQuery } from '../client.ts';
import type { ReadScope } from './scope.ts';
import * as ofSpenders from './spenders.ts';

const recorded = new WatchedResults();
const { readSpenders } = recorded.watch(ofSpenders);

interface Asked {
  readonly sql: string;
  readonly parameters: FactsQuery['parameters'];
}

function scopeOf(transactions: number, columns: readonly number[][], asked: Asked[]): ReadScope {
  const blocks = new BlockIndex();
  blocks.transactionCount = transactions;
  const facts = {
    query: async (sql: string, options: FactsQuery = {}) => {
      asked.push({ sql, parameters: options.parameters });
      return [columns as unknown[]];
    },
  } as unknown as FactsClient;
  return { facts, blocks, chain: 'btc-regtest', database: 'ledger_btc_regtest' } as unknown as ReadScope;
}

const payloadOf = (number: number): Uint8Array => {
  const payload = new Uint8Array(20);
  new DataView(payload.buffer).setUint32(0, number);
  return payload;
};

/** Outputs of so many owners. */
const places = (count: number, owners = count): OutputPlace[] =>
  Array.from({ length: count }, (_, i) => ({
    position: toPosition(1, i),
    vout: 1,
    owner: { type: 'p2wpkh', payload: payloadOf(i % owners) },
  }));

const NOTHING = [[], [], [], []];

test('outputs of few owners are found by these, whatever the number of outputs and the size of the chain', async () => {
  const asked: Asked[] = [];
  await readSpenders(scopeOf(10, NOTHING, asked), places(499, 251));
  await readSpenders(scopeOf(10, NOTHING, asked), places(5_000, 499));
  await readSpenders(scopeOf(10, NOTHING, asked), places(5_000, 500));
  expect(asked.map(({ sql }) => sql.includes('prefix IN'))).toEqual([true, true, false]);
  expect(asked[0]?.parameters?.prefixes).toHaveLength(251);
});

test('many outputs of a small chain are found in one pass, of a large one by their owners', async () => {
  const asked: Asked[] = [];
  await readSpenders(scopeOf(1_000_000, NOTHING, asked), places(5_000));
  await readSpenders(scopeOf(1_000_000_000, NOTHING, asked), places(5_000));
  expect(asked.map(({ sql }) => sql.includes('prefix IN'))).toEqual([false, true]);
  expect(Object.keys(asked[0]?.parameters ?? {})).toEqual(['positions']);
});

test('spends of other outputs of the same transactions are left aside, and an empty request queries nothing', async () => {
  const asked: Asked[] = [];
  const position = toPosition(1, 7);
  const columns = [
    [position, position],
    [1, 0],
    [toPosition(2, 0), toPosition(3, 0)],
    [3, 0],
  ];
  const found = await readSpenders(scopeOf(10, columns, asked), places(600));
  expect([...found]).toEqual([[`${position}:1`, { position: toPosition(2, 0), input: 3 }]]);
  expect((await readSpenders(scopeOf(10, columns, []), [])).size).toBe(0);
  expect(asked).toHaveLength(1);
});

test('a spend is looked for from the start of the block of the output, whatever its place there', async () => {
  const asked: Asked[] = [];
  const [place] = places(1);
  if (!place) throw new Error('There is a place.');
  await readSpenders(scopeOf(10, NOTHING, asked), [{ ...place, position: toPosition(7, 5) }]);
  await readSpenders(scopeOf(10, NOTHING, asked), [
    { ...place, position: toPosition(9, 1) },
    { ...place, position: toPosition(8, 3) },
  ]);
  expect(asked.map(({ parameters }) => parameters?.from)).toEqual([toPosition(7, 0), toPosition(8, 0)]);
});

test('what the index finds is queried in parts, what a pass finds all at once', async () => {
  const asked: Asked[] = [];
  await readSpenders(scopeOf(1_000_000_000, NOTHING, asked), places(45_000));
  expect(asked.map(({ parameters }) => Object(parameters?.positions).length)).toEqual([20_000, 20_000, 5_000]);
  await readSpenders(scopeOf(10, NOTHING, asked), places(45_000));
  expect(asked).toHaveLength(4);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/spenders.txt');
});
