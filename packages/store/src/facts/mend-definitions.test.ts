import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { mendDefinitions } from './mend-definitions.ts';
import { blocksTable, tableDefinition } from './tables.ts';

const DATABASE = 'ledger_btc';
const [DATABASE_ID, TABLE_ID] = ['aaaaaaaa-0000-4000-8000-000000000001', 'bbbbbbbb-0000-4000-8000-000000000002'];

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trailmark-mend-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function put(path: string, text: string): string {
  const file = join(directory, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

/** As the engine does: what it makes is stored under an id, and its name is a link there. */
function link(path: string, uuid: string): void {
  const target = join(directory, 'store', uuid.slice(0, 3), uuid);
  mkdirSync(target, { recursive: true });
  mkdirSync(dirname(join(directory, path)), { recursive: true });
  symlinkSync(target, join(directory, path));
}

function plantDatabase(text: string): string {
  link(`metadata/${DATABASE}`, DATABASE_ID);
  return put(`metadata/${DATABASE}.sql`, text);
}

const GOOD_DATABASE = "ATTACH DATABASE _ UUID 'x'\nENGINE = Atomic\n";
const GOOD_TABLE = "ATTACH TABLE _ UUID 'x'\n(\n  `height` UInt32\n)\nENGINE = MergeTree\nORDER BY height\n";

test('what can be read is left as it is, and a folder without anything too', () => {
  mendDefinitions(directory);
  const files = [plantDatabase(GOOD_DATABASE), put(`metadata/${DATABASE}/blocks.sql`, GOOD_TABLE)];
  const version = put('store/ccc/ccc/format_version.txt', '1 ');
  mendDefinitions(directory);
  expect(files.map((file) => readFileSync(file, 'utf8'))).toEqual([GOOD_DATABASE, GOOD_TABLE]);
  expect(readFileSync(version, 'utf8')).toBe('1 ');
});

test.each(['', 'ATTACH DATABASE _ UU'])('a database whose definition is %j is written again under its id', (text) => {
  const file = plantDatabase(text);
  mendDefinitions(directory);
  expect(readFileSync(file, 'utf8')).toBe(`ATTACH DATABASE _ UUID '${DATABASE_ID}'\nENGINE = Atomic\n`);
});

test('a database in which nothing was made is made again by whoever needs it', () => {
  put(`metadata/${DATABASE}.sql`, '');
  mendDefinitions(directory);
  expect(readdirSync(join(directory, 'metadata'))).toEqual([]);
});

test.each(['', 'ATTACH TABLE _ UUID'])(
  'a table whose definition is %j has the columns of the software again',
  (text) => {
    plantDatabase(GOOD_DATABASE);
    const file = put(`metadata/${DATABASE}/${blocksTable.name}.sql`, text);
    link(`data/${DATABASE}/${blocksTable.name}`, TABLE_ID);
    mendDefinitions(directory);
    expect(readFileSync(file, 'utf8')).toBe(`ATTACH TABLE _ UUID '${TABLE_ID}'\n${tableDefinition(blocksTable)}\n`);
  },
);

test('a table in which nothing was made is made again, and one that nobody knows is refused by name', () => {
  plantDatabase(GOOD_DATABASE);
  put(`metadata/${DATABASE}/blocks.sql`, '');
  mendDefinitions(directory);
  expect(readdirSync(join(directory, 'metadata', DATABASE))).toEqual([]);
  put(`metadata/${DATABASE}/strange.sql`, '');
  link(`data/${DATABASE}/strange`, TABLE_ID);
  expect(() => mendDefinitions(directory)).toThrow(
    expect.objectContaining({ kind: 'inconsistent', message: expect.stringContaining(`${DATABASE}.strange`) }),
  );
});

test('an empty version of the format is written again', () => {
  const file = put('store/ccc/ccc/format_version.txt', '');
  put('store/ccc/ddd/data.bin', '');
  mendDefinitions(directory);
  expect(readFileSync(file, 'utf8')).toBe('1');
});
