import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { findDemoPassword, INVESTIGATOR, signInTo } from '../test/demo-session.ts';
import { PROGRAM } from '../test/program.ts';
import { type ChildOptions, type ChildResult, runScript, treePeakKiB } from './harness.ts';

export const REPOSITORY = join(import.meta.dirname, '..');
/** Another program with the same commands can take the place of ours, to try the benchmark itself. */
const MAIN = process.env.TRAILMARK_BENCH_MAIN ?? PROGRAM;
const API = '/api/v1/btc-regtest';
const START_MILLISECONDS = 60_000;
const ANSWER_MILLISECONDS = 60_000;
/** Without the settings of whoever runs this: the benchmark must not write into another store. */
const ENVIRONMENT = {
  ...process.env,
  TRAILMARK_DATA_DIR: '',
  TRAILMARK_BUNDLED: 'off',
  CLICKHOUSE_URL: '',
  DATABASE_URL: '',
  HOST: '',
  PORT: '',
};

/** Reads a directory of block files into a data directory, to the end. Hands the work to a server that runs on it. */
export function ingest(blocks: string, dataDirectory: string, options?: ChildOptions): Promise<ChildResult> {
  const args = ['ingest', 'btc-regtest', '--blocks', blocks, '--data-dir', dataDirectory];
  return runScript(MAIN, args, { cwd: REPOSITORY, env: ENVIRONMENT, ...options });
}

export interface Answer {
  readonly milliseconds: number;
  readonly body: string;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

/** A running server, queried over one kept connection, one request after the other. */
export class TrailmarkServer {
  readonly #child: ChildProcess;
  readonly #port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 });
  #log = '';
  #session: Readonly<Record<string, string>> = {};

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.#port = port;
    const keep = (text: string): void => {
      this.#log = (this.#log + text).slice(-4000);
    };
    child.stdout?.setEncoding('utf8').on('data', keep);
    child.stderr?.setEncoding('utf8').on('data', keep);
  }

  static async start(dataDirectory: string): Promise<TrailmarkServer> {
    const port = await freePort();
    const args = [...process.execArgv, MAIN, 'serve', '--demo-people'];
    args.push('--data-dir', dataDirectory, '--port', String(port));
    const child = spawn(process.execPath, args, {
      cwd: REPOSITORY,
      env: ENVIRONMENT,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const server = new TrailmarkServer(child, port);
    await server.#ready();
    await server.#signIn(join(dataDirectory, 'bench-password'));
    return server;
  }

  get peakRssMiB(): number {
    return Math.round(treePeakKiB(this.#child.pid ?? 0) / 1024);
  }

  /** First page of an address: 25 rows with amounts, times and counterparties. */
  page(address: string): Promise<Answer> {
    return this.#ask('GET', `${API}/addresses/${address}/transactions?limit=25`);
  }

  /** Who is signed in: a request without the ledger, of which the connection, the session and a short answer are left. */
  bare(): Promise<Answer> {
    return this.#ask('GET', '/api/v1/me');
  }

  bulk(addresses: readonly string[]): Promise<Answer> {
    return this.#ask('POST', `${API}/addresses/bulk`, JSON.stringify({ addresses }));
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const closed = once(this.#child, 'close');
    this.#child.kill('SIGTERM');
    const killer = setTimeout(() => this.#child.kill('SIGKILL'), 20_000);
    await closed;
    clearTimeout(killer);
  }

  /** Passwords are printed at the first start on a folder only; later runs on it need the same one. */
  async #signIn(passwordFile: string): Promise<void> {
    if (!existsSync(passwordFile)) writeFileSync(passwordFile, findDemoPassword(this.#log, INVESTIGATOR));
    const password = readFileSync(passwordFile, 'utf8');
    this.#session = { ...(await signInTo(`http://127.0.0.1:${this.#port}`, INVESTIGATOR, password)) };
  }

  async #ready(): Promise<void> {
    const until = performance.now() + START_MILLISECONDS;
    while (performance.now() < until && this.#child.exitCode === null) {
      const isUp = await this.#ask('GET', '/api/v1/chains').then(
        () => true,
        () => false,
      );
      if (isUp) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await this.stop();
    throw new Error(`The server did not start: ${this.#log}`);
  }

  /** Time from sending to the last byte. Rejects unless the status is 200. */
  #ask(method: string, path: string, body?: string): Promise<Answer> {
    const started = performance.now();
    const type = body && { 'content-type': 'application/json' };
    const headers = { accept: 'application/json', ...this.#session, ...type };
    return new Promise((resolve, reject) => {
      const call = request(
        { host: '127.0.0.1', port: this.#port, method, path, headers, agent: this.#agent },
        (response) => {
          let text = '';
          response.setEncoding('utf8').on('data', (part: string) => {
            text += part;
          });
          response.on('error', reject).on('end', () => {
            const milliseconds = performance.now() - started;
            if (response.statusCode === 200) resolve({ milliseconds, body: text });
            else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text.slice(0, 300)}`));
          });
        },
      );
      call.setTimeout(ANSWER_MILLISECONDS, () => call.destroy(new Error(`${method} ${path} did not answer.`)));
      call.on('error', reject);
      call.end(body);
    });
  }
}
