import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drainPending } from 'chdb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FactsClient, openEmbeddedFacts } from './client.ts';

const directory = mkdtempSync(join(tmpdir(), 'trailmark-client-'));
let facts: FactsClient;

beforeAll(async () => {
  facts = await openEmbeddedFacts(join(directory, 'facts'));
  await facts.command('CREATE DATABASE safe');
  await facts.command('CREATE TABLE safe.rows (n UInt64) ENGINE = MergeTree ORDER BY n');
  await facts.command('INSERT INTO safe.rows VALUES (1), (2)');
});

afterAll(async () => {
  await facts.close();
  // An aborted query continues in the engine, which has one folder at a time in a process: the next file opens another one.
  await drainPending();
  rmSync(directory, { recursive: true, force: true });
});

const target = join(directory, 'stolen.txt');

test.each([
  ['reads a file', "SELECT * FROM file('/etc/passwd', 'LineAsString')"],
  [
    'reads a file in a subquery',
    "SELECT n FROM safe.rows WHERE n IN (SELECT 1 FROM file('/etc/passwd', 'LineAsString'))",
  ],
  ['fetches an address', "SELECT * FROM url('http://127.0.0.1:9/', 'LineAsString')"],
  ['asks another server', "SELECT * FROM remote('127.0.0.1:9', 'system', 'one')"],
  ['runs a program', "SELECT * FROM executable('id', 'TabSeparated', 'x String')"],
  ['writes a file', `SELECT 1 INTO OUTFILE '${target}'`],
  ['writes a file behind a comment', `SELECT 1 INTO/**/OUTFILE '${target}'`],
  ['inserts', 'INSERT INTO safe.rows SELECT 3'],
  ['deletes', 'ALTER TABLE safe.rows DELETE WHERE 1'],
  ['drops', 'DROP TABLE safe.rows'],
  ['creates', 'CREATE TABLE safe.more (n UInt8) ENGINE = Memory'],
  ['sets', 'SET readonly = 0'],
  ['lifts its own limits', 'SELECT 1 SETTINGS readonly = 0'],
])('a query that %s is refused', async (_, sql) => {
  await expect(facts.query(sql)).rejects.toMatchObject({ kind: 'unavailable' });
  expect(existsSync(target)).toBe(false);
  expect(await facts.query('SELECT sum(n) FROM safe.rows')).toEqual([['3']]);
});

test.each([
  ["it's"],
  ['two\nlines\tand a tab'],
  ['back\\slash \\n \\0'],
  ["'; DROP TABLE safe.rows; --"],
  ['{n:UInt64}'],
  ['ünï🙂 \u0000 zero'],
  [''],
])('the parameter %j arrives as it is', async (value) => {
  expect(await facts.query('SELECT {value:String}', { parameters: { value } })).toEqual([[value]]);
  const list = await facts.query('SELECT {list:Array(String)}', { parameters: { list: [value, 'x'] } });
  expect(list).toEqual([[[value, 'x']]]);
});

test('large integers keep all their digits', async () => {
  const big = 2n ** 127n + 12345678901234567890n;
  const rows = await facts.query('SELECT {a:UInt64}, {b:UInt128}, {c:Array(UInt64)}', {
    parameters: { a: 2n ** 64n - 1n, b: big, c: [0, 2n ** 64n - 1n] },
  });
  expect(rows).toEqual([['18446744073709551615', String(big), ['0', '18446744073709551615']]]);
});

test('a query beyond its time limit says unavailable', async () => {
  await expect(
    facts.query('SELECT count() FROM numbers(1000000000000) WHERE cityHash64(number) = 1', { seconds: 1 }),
  ).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('time limit') });
});

test('a query beyond its memory limit says unavailable', async () => {
  await expect(
    facts.query('SELECT length(groupArray(repeat(toString(number), 900000))) FROM numbers(100000)', { seconds: 60 }),
  ).rejects.toMatchObject({ kind: 'unavailable', message: expect.stringContaining('memory limit') });
});

test('an aborted query answers that it was cancelled before it would have ended', async () => {
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 50);
  const aborted = facts.query('SELECT sleep(3)', { signal: controller.signal }).catch((error: unknown) => error);
  const first = await Promise.race([aborted, sleep(2_500, 'The query runs to its end.')]);
  expect(first).toMatchObject({ kind: 'unavailable', message: 'The request was cancelled.' });
  await expect(facts.query('SELECT 1', { signal: controller.signal })).rejects.toMatchObject({ kind: 'unavailable' });
});
