import { AppError } from '@trailmark/core/errors';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Scope, Transaction } from './casework.ts';
import { sql } from './sql.ts';
import { openTestCasework, type TestCasework } from './testing/test-casework.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

let casework: TestCasework;
let north: string;
let south: string;
beforeAll(async () => {
  casework = await openTestCasework();
});
afterAll(() => casework.close());
beforeEach(async () => {
  await casework.clear();
  [north, south] = (await Promise.all(['Northgate', 'Southgate'].map(addAgency))) as [string, string];
});

async function addAgency(name: string): Promise<string> {
  const row = await inSystem((tx) =>
    tx.find<{ id: string }>(sql`INSERT INTO agency (name) VALUES (${name}) RETURNING id`),
  );
  return row?.id ?? '';
}

function inSystem<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
  return casework.transact({ kind: 'system' }, work);
}

const of = (agency: string): Scope => ({ kind: 'agency', agency, account: NOBODY });
const listAgencies = (tx: Transaction) => tx.list<{ name: string }>(sql`SELECT name FROM agency ORDER BY name`);
const addDomain = (agency: string, domain: string) => (tx: Transaction) =>
  tx.run(sql`INSERT INTO agency_domain (domain, agency_id) VALUES (${domain}, ${agency})`);

/** Runs statements as the application's role, without the store in between. */
async function asApp<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(casework.app);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function asOwner<R>(statement: string): Promise<R[]> {
  const client = new pg.Client(casework.owner);
  await client.connect();
  try {
    return (await client.query(statement)).rows as R[];
  } finally {
    await client.end();
  }
}

describe('an agency', () => {
  test('sees its own rows, and the installation sees all', async () => {
    expect(await casework.transact(of(north), listAgencies)).toEqual([{ name: 'Northgate' }]);
    expect(await casework.transact({ kind: 'platform', account: NOBODY }, listAgencies)).toHaveLength(2);
    expect(await casework.transact(of(NOBODY), listAgencies)).toEqual([]);
  });

  test('can neither write rows of another nor change or remove them', async () => {
    await inSystem(addDomain(south, 'south.example'));
    await expect(casework.transact(of(north), addDomain(south, 'stolen.example'))).rejects.toThrow(
      /row-level security/,
    );
    const steal = (tx: Transaction) =>
      tx.run(sql`UPDATE agency_domain SET agency_id = ${north} WHERE domain = 'south.example'`);
    expect(await casework.transact(of(north), steal)).toBe(0);
    expect(await casework.transact(of(north), (tx) => tx.run(sql`DELETE FROM agency_domain`))).toBe(0);
    await casework.transact(of(north), addDomain(north, 'north.example'));
    const giveAway = (tx: Transaction) => tx.run(sql`UPDATE agency_domain SET agency_id = ${south}`);
    await expect(casework.transact(of(north), giveAway)).rejects.toThrow(/row-level security/);
  });

  test('never sees rows of another, however transactions share connections', async () => {
    const asked = Array.from({ length: 2_000 }, (_, index) => (index % 2 === 0 ? north : south));
    const seen = await Promise.all(asked.map((agency) => casework.transact(of(agency), listAgencies)));
    const wrong = seen.filter((rows, index) => rows[0]?.name !== (asked[index] === north ? 'Northgate' : 'Southgate'));
    expect(wrong).toEqual([]);
    expect(seen.every((rows) => rows.length === 1)).toBe(true);
  });
});

test('a statement that is run often is kept by the connection, one that is not is sent as a whole', async () => {
  const often = sql`SELECT name FROM agency WHERE id = ${north}`;
  // In words of its own: other files run that statement too, over connections that are kept for this one.
  const once = sql`SELECT id AS only_here FROM agency WHERE name = ${'Northgate'}`;
  const kept = await inSystem(async (tx) => {
    for (let run = 0; run < 5; run++) expect(await tx.find(often)).toEqual({ name: 'Northgate' });
    expect(await tx.find(once)).toEqual({ only_here: north });
    return tx.list<{ statement: string }>(sql`SELECT statement FROM pg_prepared_statements`);
  });
  const texts = kept.map(({ statement }) => statement);
  expect(texts).toContain(often.text);
  expect(texts).not.toContain(once.text);
  // A kept one takes new values.
  expect(await inSystem((tx) => tx.find({ ...often, values: [south] }))).toEqual({ name: 'Southgate' });
});

describe('the role of the application', () => {
  test('sees nothing without a scope', async () => {
    const rows = await asApp(async (client) => (await client.query('SELECT * FROM agency')).rows);
    expect(rows).toEqual([]);
  });

  test('owns nothing, bypasses nothing and cannot become anybody else', async () => {
    const [role] = await asOwner<Record<string, boolean>>(
      `SELECT rolsuper, rolbypassrls, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = 'trailmark_app'`,
    );
    expect(role).toEqual({ rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false });
    expect(await asOwner(`SELECT relname FROM pg_class WHERE relowner = 'trailmark_app'::regrole`)).toEqual([]);
    const refused = [
      'SET ROLE trailmark_owner',
      'SET SESSION AUTHORIZATION trailmark_owner',
      'ALTER TABLE agency DISABLE ROW LEVEL SECURITY',
      'SET session_replication_role = replica',
      `SELECT pg_read_file('/etc/passwd')`,
      `COPY agency TO PROGRAM 'cat'`,
      'DROP TABLE agency',
      'TRUNCATE audit_event CASCADE',
      `UPDATE audit_event SET body = ''`,
      'DELETE FROM audit_event',
      'DELETE FROM audit_leaf',
      'UPDATE audit_leaf SET index = 0',
      'DELETE FROM audit_checkpoint',
      'CREATE TABLE own (id int)',
    ];
    for (const statement of refused) {
      const outcome = await asApp((client) =>
        client.query(statement).then(
          () => 'done',
          (error: Error) => error.message,
        ),
      );
      expect(`${statement}: ${outcome}`).toMatch(/permission denied|must be owner|row-level security/);
    }
  });

  test('is subject to row-level security in every table with an agency', async () => {
    const unprotected = await asOwner(`
      SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND a.attname = 'agency_id'
        AND NOT (c.relrowsecurity AND c.relforcerowsecurity
                 AND EXISTS (SELECT FROM pg_policies p WHERE p.tablename = c.relname))`);
    expect(unprotected).toEqual([]);
  });
});

describe('a transaction', () => {
  test('keeps everything or nothing', async () => {
    const fail = inSystem(async (tx) => {
      await addDomain(north, 'half.example')(tx);
      throw new AppError('conflict', 'Stopped half way.');
    });
    await expect(fail).rejects.toThrow('Stopped half way.');
    expect(await inSystem((tx) => tx.list(sql`SELECT * FROM agency_domain`))).toEqual([]);
  });

  test('gives its connection back after a failure', async () => {
    const failing = Array.from({ length: 40 }, () => inSystem((tx) => tx.run(sql`SELECT 1 / 0`)).catch(() => 'failed'));
    expect(new Set(await Promise.all(failing))).toEqual(new Set(['failed']));
    expect(await inSystem(listAgencies)).toHaveLength(2);
  });

  test('fails where a statement that always has a row gives none, instead of counting on', async () => {
    const countOf = (name: string) => sql`SELECT count(*) AS count FROM agency WHERE name = ${name}`;
    expect(await inSystem((tx) => tx.get(countOf('Northgate')))).toEqual({ count: 1 });
    expect(await inSystem((tx) => tx.get(countOf('Nowhere')))).toEqual({ count: 0 });
    const gone = sql`UPDATE agency SET name = 'x' WHERE name = 'Nowhere' RETURNING name`;
    await expect(inSystem((tx) => tx.get(gone))).rejects.toMatchObject({ kind: 'internal' });
    await expect(casework.alone.get(gone)).rejects.toMatchObject({ kind: 'internal' });
  });

  test('names a second row of the same key a conflict', async () => {
    await inSystem(addDomain(north, 'north.example'));
    await expect(inSystem(addDomain(south, 'north.example'))).rejects.toMatchObject({ kind: 'conflict' });
  });

  test.each(['a\0b', 'half \ud800'])('refuses text that cannot be kept: %j', (text) => {
    expect(() => sql`SELECT ${text}`).toThrow('cannot be kept');
  });

  test('binds every value, whatever it says', async () => {
    const name = `'); DROP TABLE agency; --`;
    await inSystem((tx) => tx.run(sql`UPDATE agency SET name = ${name} WHERE id = ${north}`));
    const found = await inSystem((tx) =>
      tx.find(sql`SELECT name FROM agency WHERE name = ${name} AND ${sql`id = ${north}`}`),
    );
    expect(found).toEqual({ name });
  });
});

test('looking for a session leaves a transaction in the scope it had', async () => {
  const find = sql`SELECT * FROM living_session(${'a'.repeat(64)}, ${new Date()})`;
  const seen = await casework.transact(of(north), async (tx) => {
    expect(await tx.list(find)).toEqual([]);
    return listAgencies(tx);
  });
  expect(seen).toEqual([{ name: 'Northgate' }]);
  expect(await casework.alone.list(find)).toEqual([]);
  expect(await listAgencies(casework.alone)).toEqual([]);
});
