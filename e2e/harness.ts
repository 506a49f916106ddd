import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import type { SessionHeaders } from '../test/demo-session.ts';
import { TEMPLATES_VARIABLE } from '../test/run-template.ts';
import { type PersonKind, signInHeaders, toStorageState } from './people.ts';
import {
  BUILDS_WITHIN_MS,
  CHROMIUM_ARGS,
  ensureWeb,
  type ServerOptions,
  STARTS_WITHIN_MS,
  TrailmarkServer,
} from './trailmark-server.ts';

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
  /** A request without a browser, by the person of the visits. */
  ask(path: string, init?: RequestInit): Promise<Response>;
}

export interface SiteOptions extends ServerOptions {
  /** Every visit is this person's of the demonstration, unless it brings a session of its own. */
  readonly as?: PersonKind;
  /** What the tests do to the server they put back, or nobody sees it: the files of a process that say so have one server. */
  readonly isShared?: boolean;
}

const PEOPLE_FLAGS = ['--demo-people'];

/** The browser of this process. It ends with it. */
let browser: Promise<Browser> | undefined;

/** The server of this process, which its tests leave as it was. */
class SharedServer extends TrailmarkServer {
  #starts: Promise<void> | undefined;

  constructor() {
    // Its files go with the run.
    super({ flags: PEOPLE_FLAGS }, mkdtempSync(join(process.env[TEMPLATES_VARIABLE] ?? tmpdir(), 'trailmark-e2e-')));
    // With this signal a process of tests is ended.
    process.once('SIGTERM', () => this.end());
  }

  override start(): Promise<void> {
    this.#starts ??= super.start();
    return this.#starts;
  }

  /** It continues for the next file. */
  override async remove(): Promise<void> {}
}
let sharedServer: SharedServer | undefined;

function findServer({ as, isShared = false, ...options }: SiteOptions): TrailmarkServer {
  if (!isShared)
    return new TrailmarkServer(as ? { ...options, flags: [...PEOPLE_FLAGS, ...(options.flags ?? [])] } : options);
  sharedServer ??= new SharedServer();
  return sharedServer;
}

/** Opens the browser and a server for the tests of a file; a server of its own ends after them. */
export function openSite(chromiumPath: string, options: SiteOptions = {}): Site {
  const server = findServer(options);
  let session: SessionHeaders | undefined;
  beforeAll(async () => {
    await ensureWeb();
    browser ??= chromium.launch({ executablePath: chromiumPath, args: CHROMIUM_ARGS });
    await Promise.all([browser, server.start()]);
    if (options.as) session = await signInHeaders(server, options.as);
  }, STARTS_WITHIN_MS + BUILDS_WITHIN_MS);
  afterAll(() => server.remove());
  const visit: Visit = async (path, run, { expected = {}, dark = false, ...options } = {}) => {
    if (!browser) throw new Error('The browser did not start.');
    const context = await (await browser).newContext({
      viewport: { width: 1440, height: 900 },
      // What moves is painted sixty times a second without a graphics card, and is nowhere what a test looks at.
      reducedMotion: 'reduce',
      ...(session && { storageState: toStorageState(server, session) }),
      ...options,
    });
    // Says only that something never comes: a machine with other work may be many times slower than a quiet one.
    context.setDefaultTimeout(60_000);
    if (dark) await context.addInitScript("sessionStorage.setItem('darkMode', 'true')");
    const page = await context.newPage();
    const faults = watchPage(page, server.origin, expected);
    try {
      await page.goto(server.origin + path);
      await run(page);
      expect(faults).toEqual([]);
    } catch (error) {
      // A page that broke explains a failed wait better than the wait does.
      if (error instanceof Error && faults.length > 0) error.message += `\nThe page: ${faults.join('\n')}`;
      throw error;
    } finally {
      await context.close();
    }
  };
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(server.origin + path, { ...init, headers: { ...session, ...(init.headers as Record<string, string>) } });
  return { server, visit, ask };
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
