import { getTraceMethod } from '@trailmark/analysis/tracing/catalogue';
import { findTraits } from '@trailmark/chains/chain-traits';
import { writeResult } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import type { TraceDeps } from './trace-as-of.ts';
import { listStarters } from './trace-starters.ts';

/** Ledgers that hold one block each. */
const holding = (heights: Readonly<Record<string, number>>): TraceDeps =>
  ({
    ledgers: {
      find: (chain: string) =>
        heights[chain] === undefined
          ? undefined
          : { reader: { block: (height: number) => (height === heights[chain] ? { height } : undefined) } },
    },
  }) as unknown as TraceDeps;

test('a case can be run where the block that it needs is indexed, and only there', () => {
  const held = (heights: Readonly<Record<string, number>>) =>
    listStarters(holding(heights)).flatMap(({ id, isHeld }) => (isHeld ? [id] : []));
  expect(held({})).toEqual([]);
  expect(held({ btc: 101_661 })).toEqual(['bitcoin-2011']);
  expect(held({ btc: 101_660 })).toEqual([]);
  expect(held({ eth: 20_318_954 })).toEqual(['lifi-2024']);
  expect(held({ eth: 16_400_290, btc: 1 })).toEqual(['harmony-2023']);
});

test('each says what it shows, and begins a trace of a chain and a method that there are', () => {
  const starters = listStarters(holding({}));
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
  const text = `${listStarters(holding({}))
    .map((starter) => writeResult(starter.id, starter))
    .join('\n')}\n`;
  await expect(text).toMatchFileSnapshot('results/trace-starters.txt');
});
