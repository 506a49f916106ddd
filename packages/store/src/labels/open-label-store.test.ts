import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Label, LabelPackHead } from '@trailmark/core/label';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { writeActorFile } from './actor-file.ts';
import { LabelPackFiles } from './label-pack-files.ts';
import { openLabelStore } from './open-label-store.ts';
import { readLabelPack, writeLabelPack } from './pack-file.ts';

const root = mkdtempSync(join(tmpdir(), 'label-store-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let [directory, bundledDirectory] = ['', ''];
let count = 0;
beforeEach(() => {
  count += 1;
  directory = join(root, `${count}`, 'labels');
  bundledDirectory = join(root, `${count}`, 'bundled');
  mkdirSync(bundledDirectory, { recursive: true });
});

function head(id: string, asOf = '2026-01-02'): LabelPackHead {
  return {
    id,
    title: id,
    publisher: 'Nobody',
    licence: 'MIT',
    visibility: 'public',
    url: undefined,
    asOf,
    importer: 'test-1',
  };
}

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

function bundle(id: string, labels: readonly Label[], asOf?: string) {
  return writeLabelPack(join(bundledDirectory, `${id}.jsonl.gz`), head(id, asOf), (sink) => {
    for (const row of labels) sink.add(row);
    sink.refuse({ line: 9, text: 'bad', reason: 'No address.' });
  });
}

const open = () => openLabelStore({ directory, bundledDirectory });
const push = (...labels: Label[]) => {
  return (sink: { add(row: Label): void }) => labels.forEach((row) => void sink.add(row));
};
const names = (store: Awaited<ReturnType<typeof open>>, address: string) =>
  store
    .reader()
    .labelsOf('btc', address)
    .map((row) => row.label);

describe('the first start', () => {
  test('brings the bundled packs and the directory of actors into force', async () => {
    await bundle('alpha', [label('1A', 'Acme', { actor: 'acme', role: 'hot', asOf: '2025-01-01' })]);
    await bundle('beta', [label('1A', 'Acme hot', { confidence: 'ownership' }), label('1B', 'Other')], '2026-05-06');
    await writeActorFile(
      join(bundledDirectory, 'actors.jsonl.gz'),
      { title: 'A', licence: 'MIT', asOf: '2026-01-01' },
      [
        {
          id: 'acme',
          label: 'Acme',
          legalName: 'Acme Ltd',
          aliases: ['ACM'],
          uri: undefined,
          jurisdictions: ['MT'],
          categories: ['exchange'],
          contacts: [],
          source: 's',
          licence: 'MIT',
        },
      ],
    );
    const store = await open();
    const reader = store.reader();
    expect(reader).toMatchObject({ labelCount: 3, asOf: '2026-05-06' });
    expect(reader.labelsOf('btc', '1A')).toMatchObject([
      { label: 'Acme hot', pack: 'beta', confidence: 'ownership' },
      { label: 'Acme', pack: 'alpha', actor: 'acme', role: 'hot', asOf: '2025-01-01', licence: 'MIT' },
    ]);
    expect(reader.labelsOf('ltc', '1A')).toEqual([]);
    expect([reader.has('btc', '1B'), reader.has('btc', '1C')]).toEqual([true, false]);
    expect(reader.actor('acme')?.legalName).toBe('Acme Ltd');
    expect(reader.searchActors({ text: 'acm' }, { offset: 0, limit: 5 }).total).toBe(1);
    expect(reader.labelsOfActor('acme', { offset: 0, limit: 5 }).items).toHaveLength(1);
    expect(reader.search('acme HOT', 10).map((row) => row.label)).toEqual(['Acme hot']);
    expect(store.list().map(({ id, isActive, refusedCount }) => ({ id, isActive, refusedCount }))).toEqual([
      { id: 'alpha', isActive: true, refusedCount: 1 },
      { id: 'beta', isActive: true, refusedCount: 1 },
    ]);
    expect((await open()).reader().version).toBe(reader.version);
  });
});

describe('an update of the software', () => {
  test('replaces a bundled pack that nobody touched', async () => {
    await bundle('alpha', [label('1A', 'old')]);
    await open();
    await bundle('alpha', [label('1A', 'new')]);
    const store = await open();
    expect(names(store, '1A')).toEqual(['new']);
    expect(store.list()).toHaveLength(2);
  });

  test('leaves a pack alone that was taken out of force or set to another version', async () => {
    const { version } = await bundle('alpha', [label('1A', 'old')]);
    await bundle('beta', [label('1B', 'old')]);
    const first = await open();
    await first.activate('alpha', version);
    await first.activate('beta', undefined);
    await bundle('alpha', [label('1A', 'new')]);
    await bundle('beta', [label('1B', 'new')]);
    const store = await open();
    expect([names(store, '1A'), names(store, '1B')]).toEqual([['old'], []]);
    expect(store.list()).toHaveLength(4);
  });
});

describe('a version of a pack', () => {
  test('is previewed, brought into force and taken back to the very reader there was', async () => {
    await bundle('alpha', [label('1A', 'a'), label('1B', 'b'), label('1C', 'c')]);
    const store = await open();
    const before = store.reader().version;
    const old = store.list()[0]?.version;
    const added = await store.importPack(head('alpha'), push(label('1B', 'b'), label('1C', 'c2'), label('1D', 'd')));
    expect(added.isActive).toBe(false);
    expect(store.reader().version).toBe(before);
    const preview = await store.preview('alpha', added.version, 1);
    expect(preview.counts).toEqual({ added: 2, removed: 2, same: 1 });
    expect(preview.added.map((row) => row.label)).toEqual(['c2']);
    expect(preview.removed.map((row) => row.label)).toEqual(['a']);
    expect(preview.active?.version).toBe(old);
    await store.activate('alpha', added.version);
    expect([names(store, '1A'), names(store, '1C'), names(store, '1D')]).toEqual([[], ['c2'], ['d']]);
    expect(store.reader().version).not.toBe(before);
    await store.activate('alpha', old);
    expect(store.reader().version).toBe(before);
    expect(names(store, '1A')).toEqual(['a']);
    await store.activate('alpha', undefined);
    expect(store.reader()).toMatchObject({ version: 'none', labelCount: 0 });
  });

  test('gives a claim that is in both the same id', async () => {
    await bundle('alpha', [label('1A', 'a', { details: { x: '1' } })]);
    const store = await open();
    const [was] = store.reader().labelsOf('btc', '1A');
    const next = await store.importPack(
      head('alpha'),
      push(label('1A', 'a', { details: { x: '1' } }), label('1B', 'b')),
    );
    await store.activate('alpha', next.version);
    expect(store.reader().labelsOf('btc', '1A')[0]?.id).toBe(was?.id);
  });

  test('that is not stored is not found', async () => {
    await bundle('alpha', [label('1A', 'a')]);
    const store = await open();
    await expect(store.preview('alpha', '0'.repeat(16), 5)).rejects.toMatchObject({ kind: 'not-found' });
    await expect(store.activate('gamma', undefined)).rejects.toThrow('There is no label pack "gamma".');
  });

  test('that another process brought into force is in the reader after a reload', async () => {
    await bundle('alpha', [label('1A', 'a')]);
    const store = await open();
    const packFiles = await LabelPackFiles.open(directory);
    const { version } = await packFiles.import(head('own'), push(label('1A', 'mine')));
    await packFiles.setActive('own', version);
    expect(names(store, '1A')).toEqual(['a']);
    await store.reload();
    expect(names(store, '1A')).toEqual(['a', 'mine']);
  });

  test('that was written when the process was killed is stored, not in force, and a half written one is not there', async () => {
    await bundle('alpha', [label('1A', 'a')]);
    const store = await open();
    const { version } = await store.importPack(head('alpha'), push(label('1A', 'b')));
    const packs = join(directory, 'packs', 'alpha');
    // A kill after the labels were written and before their description was.
    cpSync(join(packs, `${version}.jsonl.gz`), join(packs, `${'f'.repeat(16)}.jsonl.gz`));
    writeFileSync(join(packs, '.importing-1.jsonl.gz.partial-1'), 'half');
    writeFileSync(join(directory, 'active.json.partial-1'), '{"half');
    const again = await open();
    expect(again.problems()).toEqual([]);
    expect(again.list().map((held) => held.version)).not.toContain('f'.repeat(16));
    expect(again.list()).toHaveLength(2);
    expect(names(again, '1A')).toEqual(['a']);
  });
});

describe('the next import of a pack', () => {
  test('removes what an import left behind days ago, and keeps every earlier version', async () => {
    let now = Date.now();
    const packFiles = await LabelPackFiles.open(directory, () => now);
    const first = await packFiles.import(head('alpha'), push(label('1A', 'a')));
    const folder = join(directory, 'packs', 'alpha');
    writeFileSync(join(folder, '.importing-1.jsonl.gz'), 'half');
    now += 30 * 86_400_000;
    const second = await packFiles.import(head('alpha'), push(label('1A', 'b')));
    const third = await packFiles.import(head('alpha'), push(label('1A', 'c')));
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
    expect(
      packFiles
        .list()
        .map(({ version }) => version)
        .sort(),
    ).toEqual([first, second, third].map(({ version }) => version).sort());
    for (const { version } of [first, second, third]) await readLabelPack(packFiles.path('alpha', version));
  });
});

describe('damage', () => {
  test('to a pack leaves it out, says so, and the others answer', async () => {
    const { version } = await bundle('alpha', [label('1A', 'a')]);
    await bundle('beta', [label('1B', 'b')]);
    await open();
    const path = join(directory, 'packs', 'alpha', `${version}.jsonl.gz`);
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, 60));
    const store = await open();
    expect(store.problems()).toHaveLength(1);
    expect(store.problems()[0]).toContain(`${version}.jsonl.gz is damaged`);
    expect([names(store, '1A'), names(store, '1B')]).toEqual([[], ['b']]);
    expect(store.list().find((held) => held.id === 'alpha')?.isActive).toBe(false);
    await expect(store.activate('alpha', version)).rejects.toMatchObject({ kind: 'inconsistent' });
    writeFileSync(path, bytes);
    await store.reload();
    expect(store.problems()).toEqual([]);
    expect(names(store, '1A')).toEqual(['a']);
  });

  test('to a bundled file or to the list of what is in force is named', async () => {
    await bundle('alpha', [label('1A', 'a')]);
    writeFileSync(join(bundledDirectory, 'beta.jsonl.gz'), 'junk');
    const store = await open();
    expect(store.problems()[0]).toContain('beta.jsonl.gz is damaged');
    expect(names(store, '1A')).toEqual(['a']);
    writeFileSync(join(directory, 'active.json'), '{');
    await expect(open()).rejects.toThrow(/active\.json is damaged/);
  });
});
