import { type ChildProcess, spawn } from 'node:child_process';
import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { findLockHolder } from '@trailmark/store/data-lock';
import { chromium as playwright } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { CHROMIUM_ARGS, TrailmarkServer } from './trailmark-server.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ANSWERS = /Trailmark answers on (http:\/\/localhost:\d+)/g;
/** Each wait ends as soon as what it waits for happens; this only ends a wait for what never does. */
const NEVER_MS = 120_000;

/** Says to everything that watches a file that it was saved, and changes nothing in it. */
function touch(path: string): void {
  const now = new Date();
  utimesSync(join(ROOT, path), now, now);
}

const data = new TrailmarkServer();
let output = '';
let dev: ChildProcess;

function startDev(...flags: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'scripts/dev.ts', ...flags], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (bytes) => {
      output += bytes;
    });
  }
  return child;
}

/** Waits until the server has started as often as given; answers the origin it was last announced under. */
async function waitForStarts(count: number): Promise<string> {
  const deadline = Date.now() + NEVER_MS;
  for (;;) {
    const starts = [...output.matchAll(ANSWERS)];
    if (starts.length >= count) return starts.at(-1)?.[1] ?? '';
    if (dev.exitCode !== null || Date.now() > deadline) throw new Error(`The server did not start.\n${output}`);
    await wait(50);
  }
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)));
}

let origin = '';
beforeAll(async () => {
  await data.prepare();
  dev = startDev('--port', '0', '--data-dir', data.dataDir);
  origin = await waitForStarts(1);
}, 2 * NEVER_MS);
afterAll(async () => {
  if (dev.exitCode === null) {
    const ended = exitOf(dev);
    dev.kill('SIGTERM');
    await ended;
  }
  await data.remove();
});

describe('npm run dev', () => {
  test('serves the pages from their source, without the policy that would forbid reloading them', async () => {
    const page = await fetch(`${origin}/`);
    expect(page.headers.get('content-security-policy')).toBeNull();
    expect(await page.text()).toContain('/@vite/client');
    expect((await fetch(`${origin}/src/main.tsx`)).headers.get('content-type')).toContain('javascript');
  });

  test('hands calls of the API to the server, also from its own pages', async () => {
    const chains = await fetch(`${origin}/api/v1/chains`, { headers: { origin } });
    expect(chains.status).toBe(200);
    expect(await chains.json()).toHaveProperty('items');
    expect((await fetch(`${origin}/healthz`)).status).toBe(200);
  });

  test('refuses a port that does not exist, and one that is taken, with a sentence', async () => {
    for (const [port, sentence] of [
      ['70000', 'The port must be a whole number from 0 to 65535.'],
      [new URL(origin).port, 'Choose another port with --port.'],
    ] as const) {
      expect(await exitOf(startDev('--port', port))).toBe(1);
      expect(output).toContain(sentence);
    }
  });

  test(
    'restarts the server when one of its files is saved',
    async () => {
      touch('packages/server/src/main.ts');
      expect(await waitForStarts(2)).toBe(origin);
      expect((await fetch(`${origin}/api/v1/chains`)).status).toBe(200);
    },
    NEVER_MS,
  );
});

describeWith('chromium', (executablePath) => {
  test(
    'an open page takes a saved change without being loaded again',
    async () => {
      const browser = await playwright.launch({ executablePath, args: CHROMIUM_ARGS });
      try {
        const page = await browser.newPage();
        const said: string[] = [];
        page.on('console', (message) => said.push(message.text()));
        await page.goto(`${origin}/about-us`, { timeout: NEVER_MS });
        await page.waitForSelector('main h1', { timeout: NEVER_MS });
        const updated = page.waitForEvent('console', {
          predicate: (message) => message.text().includes('[vite] hot updated'),
          timeout: NEVER_MS,
        });
        touch('packages/web/src/shell/public-layout.tsx');
        await updated;
        expect(said.filter((text) => /Content Security Policy/i.test(text))).toEqual([]);
      } finally {
        await browser.close();
      }
    },
    NEVER_MS,
  );
});

test('Ctrl-C ends the pages and the server together', async () => {
  expect(findLockHolder(data.dataDir)).toBeDefined();
  const ended = exitOf(dev);
  dev.kill('SIGINT');
  expect(await ended).toBe(0);
  expect(findLockHolder(data.dataDir)).toBeUndefined();
  await expect(fetch(`${origin}/`)).rejects.toThrow();
});
