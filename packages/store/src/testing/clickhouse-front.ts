import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

/** A stand-in for a ClickHouse server: its HTTP interface, as far as the store uses it, over chDB in a process of its own. */
export interface ClickHouseFront {
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Ends at once, as a server that is killed does. */
  kill(): Promise<void>;
}

export interface FrontOptions {
  readonly directory: string;
  /** 0 for any. */
  readonly port?: number;
  /** The profile of the user forbids setting `readonly`. */
  readonly pinsReadonly?: boolean;
}

const USER = 'trailmark';
const PASSWORD = 'p&ss:w"rd';
/** ClickHouse's own limits: `http_max_uri_size` and `http_max_field_value_size`. */
const LONGEST_URI = 1_048_576;
const LONGEST_FIELD = 131_072;

export async function startClickHouseFront(options: FrontOptions): Promise<ClickHouseFront> {
  const settings = JSON.stringify({ port: 0, pinsReadonly: false, ...options });
  const child = spawn(
    process.execPath,
    [`--max-http-header-size=${LONGEST_URI + 8192}`, fileURLToPath(import.meta.url), settings],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    url: `http://127.0.0.1:${Number(String(line).trim())}`,
    username: USER,
    password: PASSWORD,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

interface ChdbResult {
  bytes(): Buffer;
}

interface ChdbSession {
  queryAsync(sql: string, options: { format?: string; signal?: AbortSignal }): Promise<ChdbResult>;
  queryBindAsync(
    sql: string,
    parameters: Readonly<Record<string, string>>,
    options: { format?: string; signal?: AbortSignal },
  ): Promise<ChdbResult>;
}

/** Not settings of a query but of the request. */
const REQUEST_FIELDS = new Set(['query', 'query_id', 'database', 'session_id', 'default_format', 'wait_end_of_query']);

class ClickHouseError extends Error {
  readonly code: number;
  constructor(code: number, type: string, message: string) {
    super(`Code: ${code}. DB::Exception: ${message} (${type})`);
    this.code = code;
  }
}

/** What a request asks for: its SQL, the bound parameters and the settings of its URL. */
interface FrontQuery {
  readonly sql: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly settings: ReadonlyMap<string, string>;
}

class Front {
  private readonly session: ChdbSession;
  private readonly pinsReadonly: boolean;
  private readonly scratch = mkdtempSync(join(tmpdir(), 'clickhouse-front-'));
  private known: Promise<ReadonlySet<string>> | undefined;
  private files = 0;

  constructor(session: ChdbSession, pinsReadonly: boolean) {
    this.session = session;
    this.pinsReadonly = pinsReadonly;
  }

  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const closed = new AbortController();
    response.on('close', () => closed.abort());
    try {
      const bytes = await this.run(request, closed.signal);
      response.writeHead(200, { 'content-type': 'application/json', 'x-clickhouse-format': 'JSONCompact' });
      response.end(bytes);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const code = Number(/Code: (\d+)/.exec(message)?.[1] ?? 1000);
      if (response.writableEnded || response.destroyed) return;
      response.writeHead(code === 516 ? 403 : 500, { 'x-clickhouse-exception-code': String(code) });
      response.end(`${message} (version 26.5.1.1 (front))\n`);
    }
  }

  private async run(request: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
    const url = new URL(request.url ?? '/', 'http://front');
    if (url.pathname === '/ping') return Buffer.from('Ok.\n');
    checkUser(request);
    checkFields(url);
    const inUrl = url.searchParams.get('query');
    if (inUrl !== null && /^INSERT INTO [\s\S]* FORMAT Native$/.test(inUrl.trim())) {
      await this.checkSettings(settingsOf(url));
      return this.insert(inUrl.trim(), request);
    }
    const query: FrontQuery = {
      sql: inUrl ?? (await readText(request)),
      parameters: parametersOf(url),
      settings: settingsOf(url),
    };
    await this.checkSettings(query.settings);
    return this.execute(query, signal);
  }

  private async insert(sql: string, request: IncomingMessage): Promise<Buffer> {
    const path = join(this.scratch, String(this.files++));
    await pipeline(request, createWriteStream(path));
    const [, target, names] = /^INSERT INTO (\S+) \(([^)]*)\)/.exec(sql) ?? [];
    try {
      await this.session.queryAsync(
        `INSERT INTO ${target} (${names}) SELECT ${names} FROM file('${path}', 'Native') SETTINGS max_insert_block_size = 100000000, min_insert_block_size_rows = 0, min_insert_block_size_bytes = 0, max_threads = 1, max_block_size = 100000000`,
        {},
      );
    } finally {
      rmSync(path, { force: true });
    }
    return Buffer.alloc(0);
  }

  private async execute({ sql, parameters, settings }: FrontQuery, signal: AbortSignal): Promise<Buffer> {
    const isRead = /^\s*(SELECT|WITH|SHOW|DESCRIBE)\b/i.test(sql);
    if (!isRead && settings.get('readonly') === '1') {
      throw new ClickHouseError(164, 'READONLY', 'Cannot execute query in readonly mode.');
    }
    const longest = Number(settings.get('max_query_size') ?? 262_144);
    if (sql.length > longest) {
      throw new ClickHouseError(62, 'SYNTAX_ERROR', 'Syntax error: Max query size exceeded.');
    }
    const texts = [...settings].map(([name, value]) => `${name} = ${/^\d+$/.test(value) ? value : `'${value}'`}`);
    const full = isRead && texts.length > 0 ? `${sql.trimEnd()} SETTINGS ${texts.join(', ')}` : sql;
    const options = { format: 'TabSeparated', signal };
    const result =
      Object.keys(parameters).length > 0
        ? await this.session.queryBindAsync(full, parameters, options)
        : await this.session.queryAsync(full, options);
    return result.bytes();
  }

  private async checkSettings(settings: ReadonlyMap<string, string>): Promise<void> {
    this.known ??= this.session
      .queryAsync('SELECT name FROM system.settings', { format: 'TabSeparated' })
      .then((result) => new Set(result.bytes().toString('utf8').split('\n')));
    const known = await this.known;
    for (const [name] of settings) {
      if (!known.has(name)) throw new ClickHouseError(115, 'UNKNOWN_SETTING', `Setting ${name} is neither a builtin.`);
    }
    if (this.pinsReadonly && settings.has('readonly')) {
      throw new ClickHouseError(452, 'SETTING_CONSTRAINT_VIOLATION', 'Setting readonly should not be changed.');
    }
  }
}

function checkUser(request: IncomingMessage): void {
  const [kind, text] = (request.headers.authorization ?? '').split(' ');
  if (kind !== 'Basic' || Buffer.from(text ?? '', 'base64').toString() !== `${USER}:${PASSWORD}`) {
    throw new ClickHouseError(516, 'AUTHENTICATION_FAILED', `${USER}: Authentication failed.`);
  }
}

function checkFields(url: URL): void {
  if (url.href.length > LONGEST_URI) throw new ClickHouseError(1000, 'POCO_EXCEPTION', 'URI Too Long');
  for (const part of url.search.slice(1).split('&')) {
    if (part.length > LONGEST_FIELD)
      throw new ClickHouseError(1000, 'POCO_EXCEPTION', 'HTML Form Exception: Field value too long');
  }
}

function settingsOf(url: URL): Map<string, string> {
  const fields = [...url.searchParams].filter(([name]) => !name.startsWith('param_') && !REQUEST_FIELDS.has(name));
  return new Map(fields);
}

/** Parameters travel in the escaped form of TSV; the session binds plain text. */
function parametersOf(url: URL): Record<string, string> {
  const fields = [...url.searchParams].filter(([name]) => name.startsWith('param_'));
  const escapes: Record<string, string> = { t: '\t', n: '\n', r: '\r', '0': '\0' };
  return Object.fromEntries(
    fields.map(([name, value]) => [
      name.slice('param_'.length),
      value.startsWith('[') ? value : value.replaceAll(/\\(.)/g, (_, next: string) => escapes[next] ?? next),
    ]),
  );
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function serve(options: Required<FrontOptions>): void {
  const { Session } = createRequire(import.meta.url)('chdb') as { Session: new (path: string) => ChdbSession };
  const front = new Front(new Session(options.directory), options.pinsReadonly);
  const server = createServer((request, response) => void front.answer(request, response));
  server.listen(options.port, '127.0.0.1', () => console.log((server.address() as AddressInfo).port));
}

if (import.meta.main) serve(JSON.parse(process.argv[2] ?? '{}') as Required<FrontOptions>);
