import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Label } from '@trailmark/core/label';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { comparePacks } from './compare-packs.ts';
import { writeLabelPack } from './pack-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'trailmark-compare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEAD = {
  ...{ id: 'sample', title: 'Sample', publisher: 'Nobody', licence: 'CC0-1.0', url: undefined },
  ...{ asOf: '2026-01-02', importer: 'test-1' },
  visibility: 'public',
} as const;

function label(address: string, text = 'Name'): Label {
  return {
    ...{ network: 'btc', address, label: text, category: 'exchange', actor: undefined, confidence: 'ownership' },
    ...{ scope: 'address', role: undefined, source: 's', asOf: undefined, details: {} },
  };
}

const names = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, i) => `1${String(from + i).padStart(5, '0')}`);
async function write(name: string, labels: readonly Label[], refused = 0): Promise<string> {
  const path = join(folder, `${name}.jsonl.gz`);
  await writeLabelPack(path, HEAD, (sink) => {
    for (const one of labels) sink.add(one);
    for (let line = 1; line <= refused; line++) sink.refuse({ line, text: 'x', reason: 'No address.' });
  });
  return path;
}

let [old, next, empty] = ['', '', ''];
beforeAll(async () => {
  // Larger than what is read at once, so that the two are at other places of their files.
  old = await write(
    'old',
    names(0, 3_000).map((address) => label(address)),
  );
  next = await write('next', [...names(1_000, 5_000).map((address) => label(address)), label('100000', 'Other')], 3);
  empty = await write('empty', []);
});

test('what came, what went and what stayed is counted, and the first of each are shown', async () => {
  const { counts, added, removed, refused } = await comparePacks(old, next, 2);
  expect(counts).toEqual({ added: 2_001, removed: 1_000, same: 2_000 });
  expect(added.map(({ address, label: text }) => [address, text])).toEqual([
    ['100000', 'Other'],
    ['103000', 'Name'],
  ]);
  expect(removed.map(({ address }) => address)).toEqual(['100000', '100001']);
  expect(refused).toHaveLength(2);
});

test('the other way round is the opposite', async () => {
  const { counts, refused } = await comparePacks(next, old, 5);
  expect(counts).toEqual({ added: 1_000, removed: 2_001, same: 2_000 });
  expect(refused).toEqual([]);
});

test('a pack compared with itself, with nothing and with an empty one', async () => {
  expect((await comparePacks(old, old, 5)).counts).toEqual({ added: 0, removed: 0, same: 3_000 });
  expect((await comparePacks(undefined, old, 5)).counts).toEqual({ added: 3_000, removed: 0, same: 0 });
  expect((await comparePacks(old, empty, 5)).counts).toEqual({ added: 0, removed: 3_000, same: 0 });
  expect((await comparePacks(empty, empty, 5)).counts).toEqual({ added: 0, removed: 0, same: 0 });
});
