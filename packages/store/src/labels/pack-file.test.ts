import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Label, LabelPackHead } from '@trailmark/core/label';
import { afterAll, describe, expect, test } from 'vitest';
import { decodeLabel } from './pack-codec.ts';
import { type PackSink, readLabelPack, writeLabelPack } from './pack-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'label-packs-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const HEAD: LabelPackHead = {
  id: 'sample',
  title: 'Sample',
  publisher: 'Nobody',
  licence: 'CC0-1.0',
  visibility: 'public',
  url: undefined,
  asOf: '2026-01-02',
  importer: 'test-1',
};

function label(address: string, name: string, more: Partial<Label> = {}): Label {
  return {
    network: 'btc',
    address,
    label: name,
    category: 'exchange',
    actor: undefined,
    confidence: 'web_crawl',
    scope: 'address',
    role: undefined,
    source: 'https://example.org/',
    asOf: undefined,
    details: {},
    ...more,
  };
}

async function readAll(path: string): Promise<Label[]> {
  const labels: Label[] = [];
  await readLabelPack(path, (lines) => void labels.push(...lines.map(decodeLabel)));
  return labels;
}

describe('a label pack', () => {
  test('gives back what was written, sorted, without exact duplicates', async () => {
    const path = join(folder, 'a.jsonl.gz');
    const full = label('1B', 'line\nbreak "quoted" é', {
      actor: 'acme',
      scope: 'cluster',
      role: 'hot',
      asOf: '2020-02-03',
      details: { uid: '7', entity: 'A\u0000B' },
    });
    const rows = [full, label('1A', 'b'), label('1A', 'a'), label('1A', 'b')];
    const summary = await writeLabelPack(path, HEAD, (sink) => {
      for (const row of rows) sink.add(row);
      sink.refuse({ line: 3, text: 'junk', reason: 'The checksum does not fit.' });
    });
    expect(summary).toMatchObject({ labelCount: 3, addressCount: 2, refusedCount: 1 });
    expect(await readAll(path)).toEqual([label('1A', 'a'), label('1A', 'b'), full]);
    const { summary: read, foot } = await readLabelPack(path);
    expect(read).toEqual(summary);
    expect(foot.refusedRows).toEqual([{ line: 3, text: 'junk', reason: 'The checksum does not fit.' }]);
    expect(gunzipSync(readFileSync(path)).toString().startsWith('{"format":"trailmark-labels-1","id":"sample"')).toBe(
      true,
    );
  });

  test('has the same bytes whatever the order of its rows, also when they do not fit in memory', async () => {
    const rows = Array.from({ length: 45_000 }, (_, i) => label(`1${(i * 7919) % 30_011}`, `name ${i % 3}`));
    const write = (name: string, list: readonly Label[]) =>
      writeLabelPack(join(folder, name), HEAD, (sink) => {
        for (const row of list) sink.add(row);
      });
    const there = await write('b.gz', rows);
    const back = await write('c.gz', rows.toReversed());
    expect(back).toEqual(there);
    expect(readFileSync(join(folder, 'b.gz')).equals(readFileSync(join(folder, 'c.gz')))).toBe(true);
    const keys = (await readAll(join(folder, 'b.gz'))).map((row) => `${row.address} ${row.label}`);
    expect(new Set(keys).size).toBe(keys.length);
    expect(there.addressCount).toBe(new Set(rows.map((row) => row.address)).size);
    expect(keys.length).toBe(new Set(rows.map((row) => `${row.address} ${row.label}`)).size);
  });

  test('that is given up leaves nothing behind', async () => {
    const controller = new AbortController();
    const produce = (sink: PackSink) => {
      for (let i = 0; i < 100_000; i++) {
        if (i === 50_000) controller.abort();
        sink.add(label(`1${i}`, 'x'));
      }
    };
    const before = readdirSync(folder);
    await expect(writeLabelPack(join(folder, 'd.gz'), HEAD, produce, controller.signal)).rejects.toThrow(/abort/i);
    expect(readdirSync(folder)).toEqual(before);
  });

  test('that is cut off, changed or not a pack is refused by name', async () => {
    const path = join(folder, 'e.gz');
    const { version } = await writeLabelPack(path, HEAD, (sink) => {
      for (let i = 0; i < 5_000; i++) sink.add(label(`1${i}`, 'x'));
    });
    const bytes = readFileSync(path);
    writeFileSync(join(folder, 'cut.gz'), bytes.subarray(0, bytes.length - 100));
    await expect(readLabelPack(join(folder, 'cut.gz'))).rejects.toThrow(/cut\.gz is damaged/);
    const changed = Buffer.from(bytes);
    changed[bytes.length >> 1] = (changed[bytes.length >> 1] as number) ^ 1;
    writeFileSync(join(folder, 'changed.gz'), changed);
    await expect(readLabelPack(join(folder, 'changed.gz'), () => {}, version)).rejects.toThrow(
      /changed\.gz is damaged/,
    );
    writeFileSync(join(folder, 'text.gz'), 'hello');
    await expect(readLabelPack(join(folder, 'text.gz'))).rejects.toMatchObject({ kind: 'inconsistent' });
    await expect(readLabelPack(join(folder, 'absent.gz'))).rejects.toThrow(/absent\.gz/);
  });
});
