import type { OutputPlace } from '@trailmark/core/ledger';
import { toPosition } from '@trailmark/core/position';
import { expect, test } from 'vitest';
import { BlockIndex } from '../block-index.ts';
import type { FactsClient, FactsQuery } from '../client.ts';
import { readSpenders } from './outputs.ts';
import type { ReadScope } from './scope.ts';

interface Asked {
  readonly sql: string;
  readonly parameters: FactsQuery['parameters'];
}

function scopeOf(transactions: number, rows: readonly unknown[][], asked: Asked[]): ReadScope {
  const blocks = new BlockIndex();
  blocks.transactionCount = transactions;
  const facts = {
    query: async (sql: string, options: FactsQuery = {}) => {
      asked.push({ sql, parameters: options.parameters });
      return rows as unknown[][];
    },
  } as unknown as FactsClient;
  return { facts, blocks, chain: 'btc-regtest', database: 'ledger_btc_regtest' } as unknown as ReadScope;
}

const places = (count: number): OutputPlace[] =>
  Array.from({ length: count }, (_, i) => ({
    position: toPosition(1, i),
    vout: 1,
    owner: { type: 'p2wpkh', payload: new Uint8Array(20).fill(i % 251) },
  }));

test('few outputs are looked up by their owners, whatever the size of the chain', async () => {
  const asked: Asked[] = [];
  await readSpenders(scopeOf(10, [], asked), places(499));
  expect(asked[0]?.sql).toContain('prefix IN');
  expect(asked[0]?.parameters?.prefixes).toHaveLength(251);
});

test('many outputs of a small chain are found in one pass, of a large one by their owners', async () => {
  const asked: Asked[] = [];
  await readSpenders(scopeOf(1_000_000, [], asked), places(5_000));
  await readSpenders(scopeOf(1_000_000_000, [], asked), places(5_000));
  expect(asked.map(({ sql }) => sql.includes('prefix IN'))).toEqual([false, true]);
  expect(Object.keys(asked[0]?.parameters ?? {})).toEqual(['positions']);
});

test('spends of other outputs of the same transactions are left aside, and nothing asked asks nothing', async () => {
  const asked: Asked[] = [];
  const position = String(toPosition(1, 7));
  const rows = [
    [position, '1', String(toPosition(2, 0)), '3'],
    [position, '0', String(toPosition(3, 0)), '0'],
  ];
  const found = await readSpenders(scopeOf(10, rows, asked), places(600));
  expect([...found]).toEqual([[`${position}:1`, { position: toPosition(2, 0), input: 3 }]]);
  expect((await readSpenders(scopeOf(10, rows, []), [])).size).toBe(0);
});
