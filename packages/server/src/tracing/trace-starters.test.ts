import { getTraceMethod } from '@trailmark/analysis/tracing/catalogue';
import { findTraits } from '@trailmark/chains/chain-traits';
import { writeResult } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import type { TraceDeps } from './trace-as-of.ts';
import { listStarters } from './trace-starters.ts';

/** Ledgers with one indexed block each. */
const indexing = (heights: Readonly<Record<string, number>>): TraceDeps =>
  ({
    ledgers: {
      find: (chain: string) =>
        heights[chain] === undefined
          ? undefined
          : { reader: { block: (height: number) => (height === heights[chain] ? { height } : undefined) } },
    },
  }) as unknown as TraceDeps;

test('a case can be run where the block that it needs is indexed, and only there', () => {
  const runnable = (heights: Readonly<Record<string, number>>) =>
    listStarters(indexing(heights)).flatMap(({ id, isHeld }) => (isHeld ? [id] : []));
  expect(runnable({})).toEqual([]);
  expect(runnable({ btc: 101_661 })).toEqual(['bitcoin-2011']);
  expect(runnable({ btc: 101_660 })).toEqual([]);
  expect(runnable({ eth: 20_318_954 })).toEqual(['lifi-2024']);
  expect(runnable({ eth: 16_400_290, btc: 1 })).toEqual(['harmony-2023']);
});

test('each says what it shows, and begins a trace of a chain and a method that there are', () => {
  const starters = listStarters(indexing({}));
  expect(new Set(starters.map(({ id }) => id)).size).toBe(starters.length);
  for (const { title, sentence, shows, request } of starters) {
    expect(title.length > 0 && sentence.endsWith('.')).toBe(true);
    expect(shows.length).toBeGreaterThan(2);
    expect(findTraits(request.chain)?.id).toBe(request.chain);
    expect(request.seeds.length).toBeGreaterThan(0);
    expect(() => getTraceMethod(request.method)).not.toThrow();
  }
});

test('the list is as recorded, word for word', async () => {
  const text = `${listStarters(indexing({}))
    .map((starter) => writeResult(starter.id, starter))
    .join('\n')}\n`;
  await expect(text).toMatchFileSnapshot('results/trace-starters.txt');
});
