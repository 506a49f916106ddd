import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Label, LabelPackHead } from '@trailmark/core/label';
import { LabelPackFiles } from '@trailmark/store/labels/label-pack-files';
import type { PackSink } from '@trailmark/store/labels/pack-file';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'million-rows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const ROWS = 1_000_000;
const HEAD: LabelPackHead = {
  id: 'junk',
  title: 'Junk',
  publisher: 'Nobody',
  licence: 'CC0-1.0',
  visibility: 'internal',
  url: undefined,
  asOf: '2026-01-02',
  importer: 'test-1',
};

function junk(i: number): Label {
  return {
    network: 'btc',
    // Scattered, so that no run is sorted as it comes.
    address: `1${((i * 2_654_435_761) % 4_294_967_296).toString(36)}`,
    label: `Name ${i % 1_000}`,
    category: 'other',
    actor: undefined,
    confidence: 'unknown',
    scope: 'address',
    role: undefined,
    source: 'A table of a million rows',
    asOf: undefined,
    details: {},
  };
}

/** A million rows of which seven in ten are no labels. */
async function produce(sink: PackSink, onRow: (i: number) => void): Promise<void> {
  for (let i = 0; i < ROWS; i++) {
    if (i % 10 < 3) sink.add(junk(i));
    else sink.refuse({ line: i, text: `row ${i}`, reason: `The checksum of row ${i % 500} fails.` });
    onRow(i);
    if (i % 5_000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
}

test('a pack of a million rows takes bounded memory, counts every refusal and keeps the first thousand', async () => {
  const packFiles = await LabelPackFiles.open(join(folder, 'bounded'));
  const before = process.memoryUsage().heapUsed;
  let most = 0;
  const pack = await packFiles.import(HEAD, (sink) =>
    produce(sink, (i) => {
      if (i % 5_000 === 0) most = Math.max(most, process.memoryUsage().heapUsed - before);
    }),
  );
  expect(pack).toMatchObject({ labelCount: 300_000, addressCount: 300_000, refusedCount: 700_000 });
  expect(most / 2 ** 20).toBeLessThan(250);
  const { refused, counts } = await packFiles.preview('junk', pack.version, 5_000);
  expect([refused.length, counts.added]).toEqual([1_000, 300_000]);
  expect(readdirSync(join(folder, 'bounded', 'packs', 'junk')).sort()).toEqual([
    `${pack.version}.json`,
    `${pack.version}.jsonl.gz`,
  ]);
});

test('a pack of a million rows can be given up and leaves nothing', async () => {
  const packFiles = await LabelPackFiles.open(join(folder, 'cancelled'));
  const controller = new AbortController();
  let last = 0;
  const work = packFiles.import(
    HEAD,
    (sink) =>
      produce(sink, (i) => {
        last = i;
        if (i === 400_000) controller.abort();
      }),
    controller.signal,
  );
  await expect(work).rejects.toMatchObject({ name: 'AbortError' });
  expect(last).toBeLessThan(400_010);
  expect(packFiles.list()).toEqual([]);
  expect(readdirSync(join(folder, 'cancelled', 'packs', 'junk'))).toEqual([]);
});
