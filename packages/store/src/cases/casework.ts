import { AppError } from '@trailmark/core/errors';
import pg from 'pg';
import { fullDisk } from '../full-disk.ts';
import { createJobQueue, type JobQueue } from './jobs/job-queue.ts';
import { PreparedStatements } from './prepared-statements.ts';
import type { Sql } from './sql.ts';

/** Whose rows a transaction may see and write: PostgreSQL holds it to that by row-level security. */
export type Scope =
  /** One agency's rows. */
  | {
      readonly kind: 'agency';
      readonly agency: string;
      readonly account: string;
      /** The time of the server, for what is open for some hours; without it nothing is. */
      readonly at?: Date;
    }
  /** All agencies' accounts and administration, for administrators and auditors of the installation. */
  | { readonly kind: 'platform'; readonly account: string }
  /** The server itself: sign-in before an agency is known, jobs, and the public forms. */
  | { readonly kind: 'system' };

type Row = Record<string, unknown>;

/** One open transaction. Rows come with the column names of the statement; int8 as number, numeric as text. */
export interface Transaction {
  list<R extends object = Row>(statement: Sql): Promise<R[]>;
  /** The only row; undefined without one. */
  find<R extends object = Row>(statement: Sql): Promise<R | undefined>;
  /** The row of a statement that always has one, as a count does. Throws `internal` without it: no limit is compared with a guess. */
  get<R extends object = Row>(statement: Sql): Promise<R>;
  /** Runs a statement and gives the number of rows it touched. */
  run(statement: Sql): Promise<number>;
}

/** What people write: accounts, agencies, cases, and the audit log. PostgreSQL under the application's role. */
export interface Casework {
  /** Runs work in one transaction under a scope; everything or nothing of it is kept. */
  transact<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Single statements, each separately and under no scope: row-level security shows them no agency's rows. */
  readonly alone: Transaction;
  /** Tickets of jobs. */
  readonly queue: JobQueue;
  close(): Promise<void>;
}

export interface Connection {
  /** Folder of a Unix socket, or a host name. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl?: boolean;
}

const MAX_CONNECTIONS = 12;
const CONNECT_MS = 10_000;

function parseInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new AppError('internal', 'A whole number of the database is too large.');
  return value;
}

const INT8 = 20;
const TYPES = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    oid === INT8 ? parseInteger : pg.types.getTypeParser(oid, format as 'text'),
};

/** Constraint failures are the caller's, a lost connection is nobody's; the rest is a fault of the software. */
function toAppError(error: unknown): unknown {
  if (error instanceof AppError || !(error instanceof Error)) return error;
  const code = (error as { code?: string }).code ?? '';
  const constraint = (error as { constraint?: string }).constraint;
  if (code === '23505') {
    return new AppError('conflict', 'There is one like this already.', { cause: error, context: { constraint } });
  }
  if (code === '57014')
    return new AppError('unavailable', 'The database took too long and was stopped.', { cause: error });
  if (code === '53100') return fullDisk('the database of accounts and cases', error);
  if (/^(08|57P|53)|^ECONN|^EPIPE|^ENOENT/.test(code) || /Connection terminated|timeout exceeded/.test(error.message)) {
    return new AppError('unavailable', 'The database of accounts and cases does not answer now.', { cause: error });
  }
  return error;
}

function scopeValues(scope: Scope): readonly string[] {
  if (scope.kind === 'system') return ['system'];
  if (scope.kind === 'platform') return [scope.kind, '', scope.account];
  return [scope.kind, scope.agency, scope.account, scope.at?.toISOString() ?? ''];
}

/** Begins a transaction under a scope in one round trip. */
function beginOf(scope: Scope): string {
  const names = ['trailmark.scope', 'trailmark.agency', 'trailmark.account', 'trailmark.at'];
  const values = scopeValues(scope);
  const settings = names.map((name, i) => `set_config('${name}', ${pg.escapeLiteral(values[i] ?? '')}, true)`);
  return `BEGIN; SELECT ${settings.join(', ')}`;
}

function createTransaction(client: Pick<pg.PoolClient, 'query'>, prepared: PreparedStatements): Transaction {
  const query = ({ text, values }: Sql) =>
    client.query({ name: prepared.nameOf(text), text, values: [...values], types: TYPES });
  const find = async <R extends object>(statement: Sql) => (await query(statement)).rows[0] as R | undefined;
  return {
    list: async <R extends object>(statement: Sql) => (await query(statement)).rows as R[],
    find,
    get: async <R extends object>(statement: Sql) => {
      const row = await find<R>(statement);
      if (!row) throw new AppError('internal', 'The database gave no row where there is always one.');
      return row;
    },
    run: async (statement) => (await query(statement)).rowCount ?? 0,
  };
}

/** Connects as the application's role, which owns nothing and bypasses nothing. */
export function openCasework(connection: Connection): Casework {
  const pool = new pg.Pool({
    ...connection,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 60_000,
  });
  const prepared = new PreparedStatements();
  // A connection that breaks while nobody uses it is replaced at the next use.
  pool.on('error', () => {});
  // One that breaks within a transaction fails its statement, or the commit; the event would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  async function transact<T>(scope: Scope, work: (tx: Transaction) => Promise<T>): Promise<T> {
    let client: pg.PoolClient | undefined;
    try {
      client = await pool.connect();
      await client.query(beginOf(scope));
      const result = await work(createTransaction(client, prepared));
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      if (client) {
        const broken = await client.query('ROLLBACK').then(
          () => undefined,
          (cause: Error) => cause,
        );
        client.release(broken);
      }
      throw toAppError(error);
    }
  }
  const tell = <T>(answer: Promise<T>): Promise<T> =>
    answer.catch((error: unknown) => Promise.reject(toAppError(error)));
  const single = createTransaction(pool as Pick<pg.PoolClient, 'query'>, prepared);
  const alone: Transaction = {
    list: (statement) => tell(single.list(statement)),
    find: (statement) => tell(single.find(statement)),
    get: (statement) => tell(single.get(statement)),
    run: (statement) => tell(single.run(statement)),
  };
  const queue = createJobQueue((text, values) => pool.query({ text, values: values ?? [], types: TYPES }));
  return {
    transact,
    alone,
    queue,
    close: async () => {
      await queue.close();
      await pool.end();
    },
  };
}
