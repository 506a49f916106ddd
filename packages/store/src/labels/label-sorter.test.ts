import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Label } from '@trailmark/core/label';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LabelSorter } from './label-sorter.ts';
import { decodeLabel, encodeLabel, sortKey } from './pack-codec.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trailmark-sort-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function label(number: number): Label {
  return {
    ...{ network: 'btc', address: `1${number}`, label: 'Name', category: 'exchange', actor: undefined, source: 's' },
    ...{ confidence: 'ownership', scope: 'address', role: undefined, asOf: undefined, details: { n: `${number % 3}` } },
  };
}

async function sort(labels: readonly Label[], runLength: number): Promise<string[]> {
  const sorter = new LabelSorter(folder, runLength);
  try {
    for (const each of labels) sorter.add(each);
    const lines: string[] = [];
    for await (const line of sorter.sorted()) lines.push(line);
    return lines;
  } finally {
    sorter.close();
  }
}

test('sorted runs on disk are merged into the same lines as everything at once, each once', async () => {
  // Steps that are no divisor mix the runs; the last labels are added twice.
  const labels = Array.from({ length: 500 }, (_, i) => label(((i % 450) * 7919) % 1_000));
  const lines = new Set(labels.toSorted((a, b) => (sortKey(a) < sortKey(b) ? -1 : 1)).map(encodeLabel));
  for (const runLength of [7, 20, 100, 499, 500, 501]) expect(await sort(labels, runLength)).toEqual([...lines]);
  expect(readdirSync(folder)).toEqual([]);
});

test('labels that differ in their details alone have an order too', async () => {
  const labels = ['b', 'a', 'c'].map((text): Label => ({ ...label(1), details: { text } }));
  for (const runLength of [1, 10]) {
    const found = await sort(labels, runLength);
    expect(found.map((line) => decodeLabel(line).details.text)).toEqual(['a', 'b', 'c']);
  }
});

test('no label at all gives no line', async () => {
  expect(await sort([], 1)).toEqual([]);
});
