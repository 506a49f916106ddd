import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listMigrations, migrate } from './migrate.ts';
import { openTestCasework, type TestCasework } from './testing/test-casework.ts';

let casework: TestCasework;
beforeAll(async () => {
  casework = await openTestCasework();
});
afterAll(() => casework.close());

const known = listMigrations();
const extra = (name: string, text: string) => ({ name, text, digest: `digest of ${name}` });

async function tableExists(name: string): Promise<boolean> {
  const client = new pg.Client(casework.owner);
  await client.connect();
  const { rows } = await client.query('SELECT to_regclass($1) AS found', [name]);
  await client.end();
  return rows[0].found !== null;
}

test('migrations are numbered, in order, and applied once', async () => {
  const numbers = known.map(({ name }) => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
  expect(numbers).not.toContain(undefined);
  expect(new Set(numbers).size).toBe(numbers.length);
  await Promise.all([migrate(casework.owner, 'again'), migrate(casework.owner, 'again')]);
});

test('a migration that fails leaves nothing behind', async () => {
  const broken = extra('9000-broken.sql', 'CREATE TABLE half_made (id int); SELECT 1 / 0;');
  await expect(migrate(casework.owner, 'x', [...known, broken])).rejects.toThrow(
    '9000-broken.sql failed: division by zero',
  );
  expect(await tableExists('half_made')).toBe(false);
});

test('a migration that was changed after it was applied is refused', async () => {
  const [first, ...rest] = known;
  const changed = { ...first, name: first?.name ?? '', text: '', digest: 'other' };
  await expect(migrate(casework.owner, 'x', [changed, ...rest])).rejects.toMatchObject({ kind: 'inconsistent' });
});

test('a database of a newer version is refused', async () => {
  await migrate(casework.owner, 'x', [...known, extra('9001-newer.sql', 'CREATE TABLE newer (id int)')]);
  await expect(migrate(casework.owner, 'x', known)).rejects.toThrow(/newer version of Trailmark: it knows 9001-newer/);
});
