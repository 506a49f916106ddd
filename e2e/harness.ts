import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { buildWeb, isWebBuilt } from '../scripts/build-web.mjs';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const STARTS_WITHIN_MS = 90_000;
const STOPS_WITHIN_MS = 10_000;
const BUILDS_WITHIN_MS = 120_000;

/** Chromium that asks nobody for anything by itself. */
const CHROMIUM_ARGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Block 170 and who took part in it: in the bundled data, known to everybody. */
export const BLOCK_170 = {
  height: 170,
  hash: '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee',
  txid: 'f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16',
  sender: '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S',
  recipient: '1Q2TWHE3GMdB6BZKafqwxXtWAWgFt5Jvm3',
} as const;

/** An address with 180 transactions between heights 100,000 and 102,999, where times are estimates. */
export const MID_CHAIN_ADDRESS = '13SecR7EGTXQ4LHGWvYhbAEUbMnFpyMWHG';

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

/** Builds the web application unless it is built; test files that run at the same time build it once. */
async function ensureWeb(): Promise<void> {
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

/** The real server on a data folder and port of its own; it can be stopped and started again on both. */
export class TrailmarkServer {
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'trailmark-e2e-'));
  #process: ChildProcess | undefined;
  #port = 0;

  get origin(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** Comes back once it answers. The first start loads the bundled data. */
  async start(): Promise<void> {
    this.#port ||= await findFreePort();
    const args = ['--disable-warning=ExperimentalWarning', 'packages/server/src/main.ts', 'serve'];
    const options = ['--data-dir', this.#dataDir, '--port', String(this.#port)];
    const child = spawn(process.execPath, [...args, ...options], { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    let output = '';
    child.stdout.on('data', (bytes) => {
      output += bytes;
    });
    child.stderr.on('data', (bytes) => {
      output += bytes;
    });
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

  /** Stops and forgets everything. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }
}

/** What a test may do that is a fault elsewhere. */
export interface Expected {
  /** Answers of the server that the test asks for: [400, 404] for bad input. */
  readonly statuses?: readonly number[];
  /** What the console may complain of. */
  readonly console?: RegExp;
  /** The server is away on purpose: requests may fail. */
  readonly outage?: boolean;
}

/** Everything a page does that a sound page does not; a test without reason to expect one fails on it. */
function watchPage(page: Page, origin: string, { statuses = [], console, outage = false }: Expected): string[] {
  const faults: string[] = [];
  const isRefusal = (text: string) => statuses.some((status) => text.includes(`a status of ${status} `));
  const isOutage = (text: string) => outage && text.includes('net::ERR_');
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() !== 'error' || isRefusal(text) || isOutage(text) || console?.test(text)) return;
    faults.push(`console: ${text}`);
  });
  page.on('pageerror', (error) => faults.push(`page: ${error.message}`));
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && url.protocol !== 'blob:') faults.push(`leaves the server: ${request.url()}`);
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that is left cancels what it still waits for.
    if (reason !== 'net::ERR_ABORTED' && !outage) faults.push(`failed: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    const status = response.status();
    if (status >= 400 && !statuses.includes(status)) faults.push(`${status}: ${response.url()}`);
  });
  return faults;
}

export type Visit = (
  path: string,
  run: (page: Page) => Promise<void>,
  options?: BrowserContextOptions & { readonly expected?: Expected; readonly dark?: boolean },
) => Promise<void>;

export interface Site {
  readonly server: TrailmarkServer;
  /** Opens a path in a fresh browser session and fails if the page does what a sound page does not. */
  readonly visit: Visit;
}

/** Starts server and browser for the tests of a file and ends both after them. */
export function openSite(chromiumPath: string): Site {
  const server = new TrailmarkServer();
  let browser: Browser | undefined;
  beforeAll(async () => {
    await ensureWeb();
    [browser] = await Promise.all([
      chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS }),
      server.start(),
    ]);
  }, STARTS_WITHIN_MS + BUILDS_WITHIN_MS);
  afterAll(async () => {
    await browser?.close();
    await server.remove();
  });
  const visit: Visit = async (path, run, { expected = {}, dark = false, ...options } = {}) => {
    if (!browser) throw new Error('The browser did not start.');
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
    context.setDefaultTimeout(15_000);
    if (dark) await context.addInitScript("sessionStorage.setItem('darkMode', 'true')");
    const page = await context.newPage();
    const faults = watchPage(page, server.origin, expected);
    try {
      await page.goto(server.origin + path);
      await run(page);
      expect(faults).toEqual([]);
    } catch (error) {
      // A page that broke explains a wait in vain better than the wait does.
      if (error instanceof Error && faults.length > 0) error.message += `\nThe page: ${faults.join('\n')}`;
      throw error;
    } finally {
      await context.close();
    }
  };
  return { server, visit };
}

/** Text as it is painted, line breaks included. */
export function readText(locator: Locator): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: what is painted is what is tested
  return locator.innerText();
}

/** The value below a label in the row of figures, as text. */
export async function readFigure(page: Page, label: string): Promise<string> {
  const cell = page.locator('.tm-figs > div').filter({ has: page.locator('dt', { hasText: label }) });
  return (await readText(cell.locator('dd.v'))).trim();
}
