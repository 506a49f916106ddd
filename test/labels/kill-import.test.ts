import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LabelPackFiles } from '@trailmark/store/labels/label-pack-files';
import { openLabelStore } from '@trailmark/store/labels/open-label-store';
import { afterAll, expect, test } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'kill-import-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const PACK_FILES = new URL('../../packages/store/src/labels/label-pack-files.ts', import.meta.url).href;

/** Imports and activates new versions for ever, saying when each is done. */
const WRITER = `
const { LabelPackFiles } = await import(process.argv[1]);
const packFiles = await LabelPackFiles.open(process.argv[2]);
const head = { id: 'pack', title: 'Pack', publisher: 'Nobody', licence: 'MIT', visibility: 'public', url: undefined, asOf: '2026-01-02', importer: 'test-1' };
for (let round = 1; ; round++) {
  const { version } = await packFiles.import(head, (sink) => {
    for (let i = 0; i < 300; i++) sink.add({ network: 'btc', address: '1' + i, label: 'round ' + round, category: 'other', confidence: 'unknown', scope: 'address', source: 's', details: {} });
  });
  await packFiles.setActive('pack', version);
  process.stdout.write(version + '\\n');
}`;

/** Kills the writer without warning some milliseconds after its first version. Returns the versions it reported as in force. */
async function killAfter(directory: string, milliseconds: number): Promise<string[]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', WRITER, PACK_FILES, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (output === '') setTimeout(() => child.kill('SIGKILL'), milliseconds);
    output += text;
  });
  await new Promise((resolve) => child.on('close', resolve));
  return output.trim().split('\n');
}

test('whenever a process is killed, one whole version is in force and the store opens', async () => {
  for (const milliseconds of [0, 3, 7, 12, 20, 33]) {
    const directory = join(folder, `${milliseconds}`);
    const said = await killAfter(directory, milliseconds);
    const active = JSON.parse(readFileSync(join(directory, 'active.json'), 'utf8')).packs.pack.version as string;
    const store = await openLabelStore({ directory, bundledDirectory: undefined });
    expect(store.problems()).toEqual([]);
    const labels = store.reader().labelsOf('btc', '17');
    expect(labels).toHaveLength(1);
    expect(store.reader().labelCount).toBe(300);
    // In force is the last version it spoke of, or the next one, which it had no time to speak of.
    const held = (await LabelPackFiles.open(directory)).list().map(({ version }) => version);
    expect(held).toEqual(expect.arrayContaining([...said, active]));
    expect(held.length).toBeLessThanOrEqual(said.length + 1);
    expect(active === said.at(-1) || !said.includes(active)).toBe(true);
  }
});
