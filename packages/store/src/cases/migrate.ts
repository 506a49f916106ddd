import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { AppError } from '@trailmark/core/errors';
import pg from 'pg';
import type { Connection } from './casework.ts';
import { printQueueSchema } from './jobs/queue-schema.ts';

const FOLDER = fileURLToPath(new URL('./migrations', import.meta.url));
/** Two servers that start at once on one database take turns. */
const LOCK = 7_249_113;

/** A line of a migration that represents the statements a library prints; the digest is of the file as it is. */
const CONSTRUCTED = /^-- construct: pg-boss (\d+)$/m;

interface Migration {
  readonly name: string;
  readonly text: string;
  readonly digest: string;
}

/** The migrations in their order. They only go forward. */
export function listMigrations(folder = FOLDER): readonly Migration[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort()
    .map((name) => {
      const text = readFileSync(`${folder}/${name}`, 'utf8');
      return { name, text, digest: createHash('sha256').update(text).digest('hex') };
    });
}

async function applyOne(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('BEGIN');
  try {
    await client.query(migration.text.replace(CONSTRUCTED, (_, version) => printQueueSchema(Number(version))));
    await client.query('INSERT INTO migration (name, digest) VALUES ($1, $2)', [migration.name, migration.digest]);
    await client.query('COMMIT');
  } catch (cause) {
    await client.query('ROLLBACK');
    throw new AppError('internal', `The migration ${migration.name} failed: ${(cause as Error).message}`, { cause });
  }
}

const ROLE = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'trailmark_app') THEN
    CREATE ROLE trailmark_app LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
END $$`;

/** Makes the application's role with this password. It owns no table, so row-level security binds it. */
async function prepareRole(client: pg.Client, password: string): Promise<void> {
  await client.query(ROLE);
  await client.query(`ALTER ROLE trailmark_app PASSWORD ${pg.escapeLiteral(password)}`);
  await client.query(`ALTER ROLE trailmark_app SET statement_timeout = '15s'`);
  await client.query(`ALTER ROLE trailmark_app SET idle_in_transaction_session_timeout = '30s'`);
}

async function applyMissing(client: pg.Client, migrations: readonly Migration[]): Promise<void> {
  await client.query(
    'CREATE TABLE IF NOT EXISTS migration (name text PRIMARY KEY, digest text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())',
  );
  const { rows } = await client.query<{ name: string; digest: string }>('SELECT name, digest FROM migration');
  const applied = new Map(rows.map(({ name, digest }) => [name, digest]));
  const unknown = rows.find(({ name }) => !migrations.some((migration) => migration.name === name));
  if (unknown) {
    throw new AppError(
      'conflict',
      `The database was written by a newer version of Trailmark: it knows ${unknown.name}.`,
    );
  }
  for (const migration of migrations) {
    const digest = applied.get(migration.name);
    if (digest === undefined) await applyOne(client, migration);
    else if (digest !== migration.digest) {
      throw new AppError('inconsistent', `The migration ${migration.name} is not the one this database was made with.`);
    }
  }
}

/** Brings the schema up to date as its owner, and sets the application role's password. */
export async function migrate(owner: Connection, appPassword: string, migrations = listMigrations()): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [LOCK]);
    await prepareRole(client, appPassword);
    await applyMissing(client, migrations);
  } finally {
    await client.end();
  }
}
