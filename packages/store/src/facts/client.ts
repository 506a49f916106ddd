import { createReadStream } from 'node:fs';
import { type ClickHouseClient, ClickHouseLogLevel, type ClickHouseSettings, createClient } from '@clickhouse/client';
import { AppError } from '@trailmark/core/errors';
import { fullDisk } from '../full-disk.ts';
import { mendDefinitions } from './mend-definitions.ts';
import { DEFAULT_DATABASE, type FactsTable } from './tables.ts';

export type FactsParameter = string | number | bigint | readonly (string | number | bigint)[];

export interface FactsQuery {
  readonly parameters?: Readonly<Record<string, FactsParameter>>;
  readonly signal?: AbortSignal | undefined;
  /** Time limit in seconds, 15 by default. */
  readonly seconds?: number;
  /** Threads for this query; one is fastest for point queries. */
  readonly threads?: number;
  /** Whether the rows that count are all over the table: all of a column is then read sooner than parts of it. */
  readonly isPass?: boolean;
}

/** The facts store: embedded chDB or a ClickHouse server, spoken to in the same SQL with bound parameters only. */
export interface FactsClient {
  /** Databases of this store are named after it and the chain. */
  readonly databasePrefix: string;
  /** Rows as arrays in select order; 64 bit and wider integers are decimal strings. Read-only: no file, URL or write. */
  query(sql: string, options?: FactsQuery): Promise<unknown[][]>;
  /** Statements that change the store. */
  command(sql: string): Promise<void>;
  /** Sees that what was created can be opened again. Throws `unavailable` where a full disk prevented that. */
  secureDefinitions(): Promise<void>;
  /** Inserts a file that holds one Native block of the table's columns. One call is one part: all of it or nothing. */
  insertFile(database: string, table: FactsTable, path: string): Promise<void>;
  close(): Promise<void>;
}

/** Where a ClickHouse server answers, and as whom. */
export interface ServerFactsOptions {
  readonly url: string;
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  /** Prefix of the databases, so that several installations can share a server; "ledger" by default. */
  readonly database?: string | undefined;
}

type Settings = Readonly<Record<string, string | number>>;

const READ_SETTINGS: Settings = {
  enable_analyzer: 0,
  use_query_condition_cache: 0,
  output_format_json_quote_64bit_integers: 1,
  max_memory_usage: 2_147_483_648,
};
const INSERT_SETTINGS: Settings = {
  max_insert_block_size: 100_000_000,
  min_insert_block_size_rows: 0,
  min_insert_block_size_bytes: 0,
  max_threads: 1,
  max_insert_threads: 1,
  max_block_size: 100_000_000,
};
/**
 * A server may be set up to gather inserts, to drop one that repeats another (a block that comes back after a
 * reorganisation does), or to delete in the background; all three would break what the writer relies on.
 */
const WRITE_SETTINGS: Settings = {
  async_insert: 0,
  insert_deduplicate: 0,
  mutations_sync: 2,
  lightweight_deletes_sync: 2,
  wait_end_of_query: 1,
};
/** Servers refuse longer form fields (`http_max_field_value_size`, 128 KiB), and parameters are form fields. */
const LONGEST_PARAMETER = 60_000;
const SERVER_READ_SETTINGS: Settings = {
  ...READ_SETTINGS,
  max_query_size: 16_777_216,
  wait_end_of_query: 1,
  // Ends the work of a request that was aborted; the server heeds it for read-only queries.
  cancel_http_readonly_queries_on_client_close: 1,
};

function translateError(cause: unknown, signal: AbortSignal | undefined): AppError {
  const type = (cause as { type?: string }).type ?? '';
  if (signal?.aborted) return new AppError('unavailable', 'The request was cancelled.', { cause });
  if (type === 'TIMEOUT_EXCEEDED') {
    return new AppError('unavailable', 'The facts store stopped this query at its time limit. Narrow the question.', {
      cause,
    });
  }
  if (type === 'MEMORY_LIMIT_EXCEEDED') {
    return new AppError('unavailable', 'The facts store stopped this query at its memory limit. Narrow the question.', {
      cause,
    });
  }
  if (type === 'NOT_ENOUGH_SPACE') return fullDisk('the facts store', cause);
  // The engine's own sentence may quote the query, and with it what somebody searched for: it stays in the cause.
  const reason = type === '' ? 'no reason named' : type;
  return new AppError('unavailable', `The facts store refused a query (${reason}).`, { cause });
}

function columnList(table: FactsTable): string {
  return table.columns.map((column) => column.name).join(', ');
}

function settingsSql(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}`)
    .join(', ');
}

function limitsOf({ threads = 1, seconds = 15, isPass = false }: FactsQuery): Settings {
  const limits: Settings = { max_threads: threads, max_execution_time: seconds };
  return isPass ? { ...limits, optimize_move_to_prewhere: 0 } : limits;
}

/** The engine would write the file before anything could refuse it. */
function refuseOutfile(sql: string): void {
  if (/\boutfile\b/i.test(sql)) throw new AppError('unavailable', 'The facts store refused a query: it writes a file.');
}

interface Statement {
  readonly query: string;
  readonly parameters: Readonly<Record<string, FactsParameter>> | undefined;
  readonly settings: Settings;
  readonly signal: AbortSignal | undefined;
}

async function select(client: ClickHouseClient, statement: Statement): Promise<unknown[][]> {
  const { query, parameters, settings, signal } = statement;
  const result = await client.query({
    query,
    format: 'JSONCompact',
    clickhouse_settings: settings as ClickHouseSettings,
    ...(parameters ? { query_params: { ...parameters } } : {}),
    ...(signal ? { abort_signal: signal } : {}),
  });
  return ((await result.json()) as { data: unknown[][] }).data;
}

async function translated<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    throw AppError.is(cause) ? cause : translateError(cause, signal);
  }
}

function connect<T>(directory: string, create: (options: { path: string }) => T): T {
  try {
    return create({ path: directory });
  } catch (cause) {
    const message = `The facts in ${directory} cannot be opened: another process uses them, or their files are damaged or of a newer version.`;
    throw new AppError('unavailable', message, { cause });
  }
}

/** Opens chDB in a directory of this process. A second process on the same directory is refused by the engine. */
export async function openEmbeddedFacts(directory: string): Promise<FactsClient> {
  const { createChdbConnection } = await import('chdb/connection');
  mendDefinitions(directory);
  const connection = connect(directory, createChdbConnection);
  const client = createClient({ connection } as unknown as Parameters<typeof createClient>[0]);
  return {
    databasePrefix: DEFAULT_DATABASE,
    query: (sql, options = {}) =>
      translated(() => {
        refuseOutfile(sql);
        // In the statement, because settings sent next to it would stay for the whole session.
        const settings = settingsSql({ ...limitsOf(options), ...READ_SETTINGS, readonly: 1 });
        const query = `${sql} SETTINGS ${settings}`;
        return select(client, { query, parameters: options.parameters, settings: {}, signal: options.signal });
      }, options.signal),
    command: (sql) => translated(async () => void (await client.command({ query: sql }))),
    secureDefinitions: async () => mendDefinitions(directory),
    insertFile: (database, table, path) =>
      translated(async () => {
        const source = `file('${path.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}', 'Native')`;
        const names = columnList(table);
        await client.command({
          query: `INSERT INTO ${database}.${table.name} (${names}) SELECT ${names} FROM ${source} SETTINGS ${settingsSql(INSERT_SETTINGS)}`,
        });
      }),
    close: () => client.close(),
  };
}

/** Long lists of numbers as literals: they are digits only, and too long to travel as parameters. */
function inlineLongLists(sql: string, parameters: FactsQuery['parameters']): Pick<Statement, 'query' | 'parameters'> {
  if (!parameters) return { query: sql, parameters };
  let query = sql;
  const kept: Record<string, FactsParameter> = {};
  for (const [name, value] of Object.entries(parameters)) {
    const isNumbers =
      Array.isArray(value) && value.every((item) => typeof item === 'bigint' || Number.isSafeInteger(item));
    const text = isNumbers ? `[${value.join(',')}]` : '';
    if (text.length <= LONGEST_PARAMETER) kept[name] = value;
    else query = query.replaceAll(new RegExp(`\\{${name}:[A-Za-z0-9()]+\\}`, 'g'), text);
  }
  return { query, parameters: kept };
}

/** A user whose profile pins `readonly` may not set it; such a server's own rights have to do. */
async function maySetReadonly(client: ClickHouseClient): Promise<boolean> {
  try {
    await client.command({ query: 'SELECT 1', clickhouse_settings: { readonly: '1' } });
    return true;
  } catch (cause) {
    const { type } = cause as { type?: string };
    if (type === 'READONLY' || type === 'SETTING_CONSTRAINT_VIOLATION') return false;
    throw cause;
  }
}

/** Opens a ClickHouse server. Native blocks travel as the request body. */
export function openServerFacts(options: ServerFactsOptions): FactsClient {
  const { url, username, password } = options;
  const client = createClient({
    url,
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    request_timeout: 600_000,
    // The caller gets the failure; it is not printed as well.
    log: { level: ClickHouseLogLevel.OFF },
    max_open_connections: 8,
  });
  const writeSettings = WRITE_SETTINGS as ClickHouseSettings;
  let readonly: Promise<boolean> | undefined;
  const sendsReadonly = (): Promise<boolean> => {
    readonly ??= maySetReadonly(client);
    // A server that could not be reached is queried again.
    readonly.catch(() => {
      readonly = undefined;
    });
    return readonly;
  };
  return {
    databasePrefix: options.database ?? DEFAULT_DATABASE,
    query: (sql, query = {}) =>
      translated(async () => {
        refuseOutfile(sql);
        const rights: Settings = (await sendsReadonly()) ? { readonly: 1 } : {};
        const settings = { ...limitsOf(query), ...SERVER_READ_SETTINGS, ...rights };
        return select(client, { ...inlineLongLists(sql, query.parameters), settings, signal: query.signal });
      }, query.signal),
    command: (sql) =>
      translated(async () => void (await client.command({ query: sql, clickhouse_settings: writeSettings }))),
    // A server looks after its own definitions.
    secureDefinitions: async () => undefined,
    insertFile: (database, table, path) =>
      translated(async () => {
        const result = await client.exec({
          query: `INSERT INTO ${database}.${table.name} (${columnList(table)}) FORMAT Native`,
          values: createReadStream(path),
          clickhouse_settings: { ...(INSERT_SETTINGS as ClickHouseSettings), ...writeSettings },
        });
        // An answer that is not read to its end keeps its connection busy.
        for await (const _ of result.stream);
      }),
    close: () => client.close(),
  };
}
