import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { copyFolder, findTemplate } from '../../../../../test/run-template.ts';
import type { Casework, Connection } from '../casework.ts';
import { openCasework } from '../casework.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts';
import { migrate } from '../migrate.ts';

/** A casework store on a real PostgreSQL of its own, with everything migrated and nothing in it. */
export interface TestCasework extends Casework {
  /** As the superuser, for what only an intruder would do. */
  readonly owner: Connection;
  /** As the application's role. */
  readonly app: Connection;
  /** Runs statements as the superuser, such as a trigger that fails what it is on. */
  asOwner(statements: string): Promise<void>;
  /** Empties every table but the list of migrations. */
  clear(): Promise<void>;
}

const LIST_TABLES = `
  SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
  WHERE schemaname = 'public' AND tablename <> 'migration' OR schemaname = 'pgboss' AND tablename = 'job_common'`;

/**
 * Deletes the rows of the tables that have any, without triggers and constraints: a test fills few of the tables, and to truncate
 * them all makes hundreds of files anew.
 */
async function clearTables(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(LIST_TABLES);
  const names = rows.map(({ name }) => name);
  const filled = names.map((name) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`).join(' UNION ALL ');
  const { rows: found } = await client.query<{ name: string }>(filled);
  // What is listed in the order of its rows on disk (ctid) needs an empty file: deleted rows leave places for new ones.
  const statements = found.map(({ name }) =>
    name === 'public.audit_event' ? `TRUNCATE ${name} CASCADE` : `DELETE FROM ${name}`,
  );
  await client.query(['BEGIN', "SET LOCAL session_replication_role = 'replica'", ...statements, 'COMMIT'].join('; '));
}

/** What is lost when the machine stops does not matter here. */
const UNSYNCED = { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' };
const APP_PASSWORD = 'app-password';

function start(folder: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres(join(folder, 'casework'), join(folder, 'password'), UNSYNCED);
}

async function makeMigrated(folder: string): Promise<void> {
  const server = await start(folder);
  const password = randomBytes(12).toString('hex');
  await migrate(server.owner, password);
  await server.stop();
  writeFileSync(join(folder, APP_PASSWORD), password);
}

/** Starts it on a copy of what the first file of a run made; call once a test file and close it after all. */
export async function openTestCasework(): Promise<TestCasework> {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-casework-'));
  // The embedded server may run as another user, who has to get here.
  chmodSync(folder, 0o755);
  const template = await findTemplate('casework', makeMigrated);
  if (template) copyFolder(template, folder);
  else await makeMigrated(folder);
  const server = await start(folder);
  const password = readFileSync(join(folder, APP_PASSWORD), 'utf8');
  const asOwner = async (work: (client: pg.Client) => Promise<unknown>): Promise<void> => {
    const client = new pg.Client(server.owner);
    await client.connect();
    try {
      await work(client);
    } finally {
      await client.end();
    }
  };
  const app = { ...server.owner, user: 'trailmark_app', password };
  const casework = openCasework(app);
  return {
    transact: casework.transact,
    alone: casework.alone,
    queue: casework.queue,
    owner: server.owner,
    app,
    asOwner: (statements) => asOwner((client) => client.query(statements)),
    clear: () => asOwner(clearTables),
    close: async () => {
      await casework.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
