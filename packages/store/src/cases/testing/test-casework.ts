import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { copyFolder, findTemplate, TEMPLATES_VARIABLE } from '../../../../../test/run-template.ts';
import type { Casework, Connection } from '../casework.ts';
import { openCasework } from '../casework.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts';
import { migrate } from '../migrate.ts';

/** A casework store in a database of its own on a real PostgreSQL, with everything migrated and nothing in it. */
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
 * them all creates hundreds of files again.
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

/** A server of this process. The database of its superuser is the migrated one, and stays as it is: the others are copies of it. */
interface TestServer {
  readonly postgres: EmbeddedPostgres;
  readonly appPassword: string;
}

/** Starts it on a copy of what the first file of a run made. It ends with this process, and its files go with the run. */
async function startTestServer(): Promise<TestServer> {
  const run = process.env[TEMPLATES_VARIABLE];
  const folder = mkdtempSync(join(run ?? tmpdir(), 'trailmark-casework-'));
  // The embedded server may run as another user, who has to get here.
  chmodSync(folder, 0o755);
  const template = await findTemplate('casework', makeMigrated);
  if (template) copyFolder(template, folder);
  else await makeMigrated(folder);
  const postgres = await start(folder);
  if (!run) process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }));
  return { postgres, appPassword: readFileSync(join(folder, APP_PASSWORD), 'utf8') };
}

let testServer: Promise<TestServer> | undefined;

async function runAlone(connection: Connection, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Makes a database of its own on the server of this process, which serves all test files that run in it; call once per test file and
 * close it after all.
 */
export async function openTestCasework(): Promise<TestCasework> {
  testServer ??= startTestServer();
  const { postgres, appPassword } = await testServer;
  const database = `casework_${randomBytes(6).toString('hex')}`;
  // A database that is copied has no connections, so none is made to it.
  const onServer = (statement: string): Promise<void> =>
    runAlone({ ...postgres.owner, database: 'template1' }, (client) => client.query(statement));
  await onServer(`CREATE DATABASE ${database} TEMPLATE ${postgres.owner.database} STRATEGY FILE_COPY`);
  const owner = { ...postgres.owner, database };
  const app = { ...owner, user: 'trailmark_app', password: appPassword };
  const casework = openCasework(app);
  return {
    transact: casework.transact,
    alone: casework.alone,
    queue: casework.queue,
    owner,
    app,
    asOwner: (statements) => runAlone(owner, (client) => client.query(statements)),
    clear: () => runAlone(owner, clearTables),
    close: async () => {
      await casework.close();
      await onServer(`DROP DATABASE ${database} WITH (FORCE)`);
    },
  };
}
