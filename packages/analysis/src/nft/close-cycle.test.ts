import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofCloseCycle from './close-cycle.ts';

const recorded = new WatchedResults();
const { closeCycle } = recorded.watch(ofCloseCycle);

/** Transfers by edge `from>to`, each with its number; the time of a transfer is ten times its number. */
function close(edges: Readonly<Record<string, readonly number[]>>, path: readonly number[], longest: number) {
  const graph = { transfers: (from: number, to: number) => edges[`${from}>${to}`] ?? [] };
  const times = Float64Array.from({ length: 1_000 }, (_, row) => row * 10);
  return closeCycle(graph, Uint32Array.from(path), times, longest);
}

test('a cycle is closed where each transfer comes after the one before, within the span and not beyond it', () => {
  const edges = { '0>1': [1], '1>2': [2], '2>0': [3] };
  expect(close(edges, [0, 1, 2], 20)).toEqual([[1, 2, 3]]);
  expect(close(edges, [0, 1, 2], 19)).toEqual([]);
  expect(close({ ...edges, '2>0': [] }, [0, 1, 2], 99)).toEqual([]);
});

test('a cycle may begin with any of its wallets, and a transfer is not its own successor', () => {
  expect(close({ '0>1': [5], '1>0': [3] }, [0, 1], 99)).toEqual([[3, 5]]);
  expect(close({ '0>1': [5], '1>0': [5] }, [0, 1], 99)).toEqual([]);
  expect(close({ '0>1': [1, 4], '1>0': [2, 6] }, [0, 1], 999)).toEqual([
    [1, 2],
    [4, 6],
    [2, 4],
  ]);
});

test('of several next transfers the earliest is taken, and at most 200 first ones are tried', () => {
  expect(close({ '0>1': [1], '1>0': [2, 3, 4, 5] }, [0, 1], 999)).toEqual([[1, 2]]);
  const many = Array.from({ length: 250 }, (_, i) => i);
  expect(close({ '0>1': many, '1>0': [900] }, [0, 1], 99_999)).toHaveLength(200);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/close-cycle.txt');
});
