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
 * Empties the tables of a database over one connection, which has read the catalogue of its tables once: to do that for each test
 * costs more than many a test.
 */
class TableCleaner {
  readonly #client: pg.Client;
  #findFilled: Promise<string> | undefined;

  constructor(owner: Connection) {
    this.#client = new pg.Client(owner);
    // Its server ends with this process, whichever is first.
    this.#client.on('error', () => undefined);
  }

  async #open(): Promise<string> {
    await this.#client.connect();
    const { rows } = await this.#client.query<{ name: string }>(LIST_TABLES);
    return rows.map(({ name }) => `SELECT '${name}' AS name WHERE EXISTS (SELECT FROM ${name})`).join(' UNION ALL ');
  }

  /**
   * Deletes the rows of the tables that have any, without triggers and constraints: a test fills few of the tables, and to truncate
   * them all creates hundreds of files again.
   */
  async clear(): Promise<void> {
    this.#findFilled ??= this.#open();
    const { rows } = await this.#client.query<{ name: string }>({ name: 'filled', text: await this.#findFilled });
    if (rows.length === 0) return;
    // What is listed in the order of its rows on disk (ctid) needs an empty file: deleted rows leave places for new ones.
    const statements = rows.map(({ name }) =>
      name === 'public.audit_event' ? `TRUNCATE ${name} CASCADE` : `DELETE FROM ${name}`,
    );
    await this.#client.query(
      ['BEGIN', "SET LOCAL session_replication_role = 'replica'", ...statements, 'COMMIT'].join('; '),
    );
  }

  async restartSequences(): Promise<void> {
    await this.#client.query(`SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
      FROM pg_sequences WHERE schemaname = 'public' AND last_value IS NOT NULL`);
  }

  async close(): Promise<void> {
    if (this.#findFilled) await this.#client.end();
  }
}

const SETTINGS = {
  // What is lost when the machine stops does not matter here.
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  // Databases that wait for the next file keep their connections.
  max_connections: '200',
};
const APP_PASSWORD = 'app-password';

function start(folder: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres(join(folder, 'casework'), join(folder, 'password'), SETTINGS);
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
let openCount = 0;

async function runAlone(connection: Connection, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

/** A database of the server of this process, with the connections to it. */
interface TestDatabase {
  readonly owner: Connection;
  readonly app: Connection;
  readonly casework: Casework;
  readonly cleaner: TableCleaner;
}

/** Databases that a test file has left as it found them, for the next file: to copy one, and to connect to it, takes longest. */
const spare: TestDatabase[] = [];

/** A benchmark runs without Vitest, which would end its process: it ends by itself once no server and no connection is left. */
async function endAlone(): Promise<void> {
  if (process.env[TEMPLATES_VARIABLE] !== undefined || openCount > 0) return;
  const server = testServer;
  testServer = undefined;
  await Promise.all(spare.splice(0).flatMap(({ casework, cleaner }) => [casework.close(), cleaner.close()]));
  await (await server)?.postgres.stop();
}

/** A database that is copied has no connections, so none is made to it. */
function runOnServer({ owner }: EmbeddedPostgres, statement: string): Promise<void> {
  return runAlone({ ...owner, database: 'template1' }, (client) => client.query(statement));
}

async function makeDatabase({ postgres, appPassword }: TestServer): Promise<TestDatabase> {
  const database = `casework_${randomBytes(6).toString('hex')}`;
  await runOnServer(postgres, `CREATE DATABASE ${database} TEMPLATE ${postgres.owner.database} STRATEGY FILE_COPY`);
  const owner = { ...postgres.owner, database };
  const app = { ...owner, user: 'trailmark_app', password: appPassword };
  return { owner, app, casework: openCasework(app), cleaner: new TableCleaner(owner) };
}

/** Drops a database that a superuser may have altered. The application's role is the server's, and so the next file's: it is as before. */
async function dropDatabase({ postgres, appPassword }: TestServer, database: TestDatabase): Promise<void> {
  await Promise.all([database.casework.close(), database.cleaner.close()]);
  await runOnServer(postgres, `DROP DATABASE ${database.owner.database} WITH (FORCE)`);
  await runOnServer(postgres, `ALTER ROLE trailmark_app PASSWORD ${pg.escapeLiteral(appPassword)}`);
}

/** Transactions of a file on a database that the next file gets: none of them begins, or continues, after its end. */
class FileTransactions {
  readonly #casework: Casework;
  readonly #open = new Set<Promise<unknown>>();
  #isClosed = false;

  constructor(casework: Casework) {
    this.#casework = casework;
  }

  readonly transact: Casework['transact'] = async (scope, work) => {
    if (this.#isClosed) throw new Error('The casework of this test file is closed.');
    const transaction = this.#casework.transact(scope, work);
    this.#open.add(transaction);
    return transaction.finally(() => this.#open.delete(transaction));
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#open);
  }
}

/**
 * Gives a database of its own on the server of this process, which serves all test files that run in it; call once per test file and
 * close it after all. It is kept for the next file, unless something was done to it as the superuser, who may change its tables.
 * With `isNew` no file had it before: a connection plans a statement in another way once it has run it some times.
 */
export async function openTestCasework({ isNew = false } = {}): Promise<TestCasework> {
  openCount += 1;
  testServer ??= startTestServer();
  const server = await testServer;
  const database = (isNew ? undefined : spare.pop()) ?? (await makeDatabase(server));
  const { casework, cleaner } = database;
  const transactions = new FileTransactions(casework);
  let isAltered = false;
  const alter = <T>(value: T): T => {
    isAltered = true;
    return value;
  };
  return {
    transact: transactions.transact,
    alone: casework.alone,
    queue: casework.queue,
    get owner() {
      return alter(database.owner);
    },
    get app() {
      return alter(database.app);
    },
    asOwner: (statements) => runAlone(alter(database.owner), (client) => client.query(statements)),
    clear: () => cleaner.clear(),
    close: async () => {
      await transactions.close();
      if (isAltered) await dropDatabase(server, database);
      else {
        await cleaner.clear();
        await cleaner.restartSequences();
        spare.push(database);
      }
      openCount -= 1;
      await endAlone();
    },
  };
}
