import { createReadStream } from 'node:fs';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import { AppError } from '@trailmark/core/errors';
import type { FactsTable } from './tables.ts';

export type FactsParameter = string | number | bigint | readonly (string | number | bigint)[];

export interface FactsQuery {
  readonly parameters?: Readonly<Record<string, FactsParameter>>;
  readonly signal?: AbortSignal | undefined;
  /** Time limit in seconds, 15 unless said. */
  readonly seconds?: number;
  /** Threads for this query; one is fastest for look-ups. */
  readonly threads?: number;
}

/** The facts store: embedded chDB or a ClickHouse server, spoken to in the same SQL with bound parameters only. */
export interface FactsClient {
  /** Rows as arrays in select order; 64 bit and wider integers are decimal strings. Read-only: no file, URL or write. */
  query(sql: string, options?: FactsQuery): Promise<unknown[][]>;
  /** Statements that change the store. */
  command(sql: string): Promise<void>;
  /** Inserts a file that holds one Native block of the table's columns. One call is one part: all of it or nothing. */
  insertFile(database: string, table: FactsTable, path: string): Promise<void>;
  close(): Promise<void>;
}

const READ_SETTINGS =
  'enable_analyzer = 0, use_query_condition_cache = 0, output_format_json_quote_64bit_integers = 1, max_memory_usage = 2147483648, readonly = 1';
const INSERT_SETTINGS =
  'max_insert_block_size = 100000000, min_insert_block_size_rows = 0, min_insert_block_size_bytes = 0, max_threads = 1, max_insert_threads = 1, max_block_size = 100000000';

function translateError(cause: unknown, signal: AbortSignal | undefined): AppError {
  const message = cause instanceof Error ? cause.message : String(cause);
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
  return new AppError('unavailable', `The facts store refused a query: ${message.slice(0, 300)}`, { cause });
}

function columnList(table: FactsTable): string {
  return table.columns.map((column) => column.name).join(', ');
}

function wrapClient(client: ClickHouseClient, insertFile: FactsClient['insertFile']): FactsClient {
  return {
    async query(sql, options = {}) {
      const settings = `max_threads = ${options.threads ?? 1}, max_execution_time = ${options.seconds ?? 15}, ${READ_SETTINGS}`;
      try {
        const request = { query: `${sql} SETTINGS ${settings}`, format: 'JSONCompact' as const };
        const result = await client.query({
          ...request,
          ...(options.parameters ? { query_params: { ...options.parameters } } : {}),
          ...(options.signal ? { abort_signal: options.signal } : {}),
        });
        const body = (await result.json()) as { data: unknown[][] };
        return body.data;
      } catch (cause) {
        throw translateError(cause, options.signal);
      }
    },
    async command(sql) {
      try {
        await client.command({ query: sql });
      } catch (cause) {
        throw translateError(cause, undefined);
      }
    },
    insertFile,
    close: () => client.close(),
  };
}

/** Opens chDB in a directory of this process. A second process on the same directory is refused by the engine. */
export async function openEmbeddedFacts(directory: string): Promise<FactsClient> {
  const { createChdbConnection } = await import('chdb/connection');
  const connection = createChdbConnection({ path: directory });
  const client = createClient({ connection } as unknown as Parameters<typeof createClient>[0]);
  return wrapClient(client, async (database, table, path) => {
    const source = `file('${path.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}', 'Native')`;
    const names = columnList(table);
    try {
      await client.command({
        query: `INSERT INTO ${database}.${table.name} (${names}) SELECT ${names} FROM ${source} SETTINGS ${INSERT_SETTINGS}`,
      });
    } catch (cause) {
      throw translateError(cause, undefined);
    }
  });
}

/** Opens a ClickHouse server. Native blocks travel as the request body. */
export function openServerFacts(url: string): FactsClient {
  const client = createClient({ url, request_timeout: 120_000, max_open_connections: 8 });
  return wrapClient(client, async (database, table, path) => {
    try {
      const result = await client.exec({
        query: `INSERT INTO ${database}.${table.name} (${columnList(table)}) FORMAT Native`,
        values: createReadStream(path),
      });
      result.stream.resume();
    } catch (cause) {
      throw translateError(cause, undefined);
    }
  });
}
