import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { buildWeb, isWebBuilt } from '../scripts/build-web.mjs';
import { fillFromTemplate } from '../test/data-template.ts';
import { PROGRAM } from '../test/program.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const STARTS_WITHIN_MS = 240_000;
const STOPS_WITHIN_MS = 60_000;
export const BUILDS_WITHIN_MS = 480_000;

/** Chromium that sends no requests of its own. */
export const CHROMIUM_ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

function isOlderThan(folder: string, ms: number): boolean {
  try {
    return Date.now() - statSync(folder).mtimeMs > ms;
  } catch {
    return false;
  }
}

function takeLock(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch {
    // Another test file builds; a lock that outlived its build is broken.
    if (isOlderThan(folder, BUILDS_WITHIN_MS)) rmdirSync(folder);
    return false;
  }
}

/** Builds the web application unless it is built, or another folder is named; test files that run at the same time build it once. */
export async function ensureWeb(): Promise<void> {
  if (process.env.TRAILMARK_WEB_DIR) return;
  const lock = join(tmpdir(), `trailmark-web-build-${Buffer.from(ROOT).toString('hex').slice(-40)}`);
  while (!isWebBuilt()) {
    if (!takeLock(lock)) {
      await wait(200);
      continue;
    }
    try {
      const { ok, output } = isWebBuilt() ? { ok: true, output: '' } : buildWeb();
      if (!ok) throw new Error(`The web application could not be built.\n${output}`);
    } finally {
      rmdirSync(lock);
    }
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

export interface ServerOptions {
  /** Further flags of `serve`: `--demo`. */
  readonly flags?: readonly string[];
  /** Settings of its surroundings. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The real server on a data folder and port of its own; it can be stopped and started again on both. */
export class TrailmarkServer {
  readonly #options: ServerOptions;
  #output = '';
  readonly #dataDir: string;
  #process: ChildProcess | undefined;
  #port = 0;

  /** On an empty folder of its own, or on the one that is named. */
  constructor(options: ServerOptions = {}, dataDir = mkdtempSync(join(tmpdir(), 'trailmark-e2e-'))) {
    this.#options = options;
    this.#dataDir = dataDir;
    // PostgreSQL may run as another user, who has to get here; else its files are kept elsewhere, and stay there.
    chmodSync(dataDir, 0o755);
  }

  /** Everything it printed since its first start. */
  get output(): string {
    return this.#output;
  }

  /** Folder of its data: the command line hands its work to the running server through it. */
  get dataDir(): string {
    return this.#dataDir;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Puts what a first start makes into the data folder while it is empty, in a test run; elsewhere that start makes it. */
  async prepare(): Promise<void> {
    const { flags = [] } = this.#options;
    const first = await fillFromTemplate(this.#dataDir, { flags, isBundled: true }, async (dataDir) => {
      const server = new TrailmarkServer({ flags }, dataDir);
      try {
        await server.#launch();
      } finally {
        await server.stop();
      }
      return server.output;
    });
    this.#output += first?.output ?? '';
  }

  /** Comes back once it answers. The first start finds the bundled data loaded, or loads it. */
  async start(): Promise<void> {
    await this.prepare();
    await this.#launch();
  }

  async #launch(): Promise<void> {
    this.#port ||= await findFreePort();
    const args = ['--disable-warning=ExperimentalWarning', PROGRAM, 'serve'];
    const { flags = [], env = {} } = this.#options;
    const options = ['--data-dir', this.#dataDir, '--port', String(this.#port), ...flags];
    const child = spawn(process.execPath, [...args, ...options], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    this.#process = child;
    let output = '';
    const keep = (bytes: Buffer) => {
      output += bytes;
      this.#output += bytes;
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    const deadline = Date.now() + STARTS_WITHIN_MS;
    while (!output.includes('Trailmark answers on')) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start.\n${output}`);
      await wait(50);
    }
  }

  async stop(): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null) return;
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), STOPS_WITHIN_MS);
    await gone;
    clearTimeout(timer);
    this.#process = undefined;
  }

  /** Asks it to stop and does not wait: this process ends. */
  end(): void {
    this.#process?.kill('SIGTERM');
  }

  /** Stops and forgets everything. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}
