import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { changeActivePacks, readActivePacks, withPack } from './active-packs.ts';

const NOTHING = { packs: {}, actors: null, bundled: {} };
const CHOSEN = { version: 'v2', origin: 'chosen' } as const;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'trailmark-active-'));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

test('nothing is in force where nothing was ever chosen', async () => {
  expect(await readActivePacks(directory)).toEqual(NOTHING);
});

test('each change keeps what others put in force', async () => {
  await changeActivePacks(directory, (active) => withPack(active, 'first', CHOSEN));
  await changeActivePacks(directory, (active) => ({ ...withPack(active, 'second', CHOSEN), actors: CHOSEN }));
  expect(await readActivePacks(directory)).toEqual({
    ...{ packs: { first: CHOSEN, second: CHOSEN }, actors: CHOSEN, bundled: {} },
  });
  await changeActivePacks(directory, (active) => withPack(active, 'first', undefined));
  expect((await readActivePacks(directory)).packs).toEqual({ second: CHOSEN });
});

const FORMAT = 'trailmark-active-labels-1';
test.each([
  ['half a file', '{"format":"trailmark-ac'],
  ['no JSON object', 'null'],
  ['another form', JSON.stringify({ ...NOTHING, format: 'trailmark-active-labels-2' })],
  ['no packs', JSON.stringify({ format: FORMAT, actors: null, bundled: {} })],
  ['no bundled files', JSON.stringify({ format: FORMAT, packs: {}, actors: null })],
])('a file with %s is refused by name, and not taken for one without packs', async (_, text) => {
  await writeFile(join(directory, 'active.json'), text);
  const refused = { kind: 'inconsistent', message: expect.stringContaining('active.json is damaged') };
  await expect(readActivePacks(directory)).rejects.toMatchObject(refused);
  await expect(changeActivePacks(directory, (active) => active)).rejects.toMatchObject(refused);
});

test('a file from before there were actors has none', async () => {
  await writeFile(join(directory, 'active.json'), JSON.stringify({ format: FORMAT, packs: {}, bundled: {} }));
  expect(await readActivePacks(directory)).toEqual(NOTHING);
});

test('a folder that cannot be read is not one without packs', async () => {
  const path = join(directory, 'a-file');
  await writeFile(path, '');
  await expect(readActivePacks(path)).rejects.toMatchObject({ code: 'ENOTDIR' });
});
