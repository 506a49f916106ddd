import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { openSite } from './harness.ts';

/** Bytes of script that travel for the first view of the public site. */
const SCRIPT_BUDGET_BYTES = 200_000;
const LARGEST_PAINT_BUDGET_MS = 1_500;
const CPU_SLOWDOWN = 4;
/** After this long nothing of the first view is still on its way. */
const SETTLED_MS = 3_000;
const TRIES = 3;

interface FirstLoad {
  readonly scriptBytes: number;
  readonly largestPaintMs: number;
}

async function measure(page: Page, url: string): Promise<FirstLoad> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const scripts = new Set<string>();
  let scriptBytes = 0;
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
  });
  await page.goto(url);
  await page.waitForTimeout(SETTLED_MS);
  const largestPaintMs = await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
  await session.detach();
  return { scriptBytes, largestPaintMs };
}

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium);

  test.each([
    '/',
    '/products/Tools',
    '/training',
    '/resources/publications',
    '/Support/contactUS',
    '/Track',
    '/Track/eth/address/0x88A69B4E698A4B090DF6CF5Bd7B2D47325Ad30A3',
  ])('the first view of %s takes less than 200 kB of script and is painted within 1.5 s', async (path) => {
    const loads: FirstLoad[] = [];
    for (let i = 0; i < TRIES; i++) {
      await visit('/about-us', async (page) => {
        loads.push(await measure(page, server.origin + path));
      });
    }
    expect(Math.min(...loads.map(({ scriptBytes }) => scriptBytes))).toBeGreaterThan(0);
    expect(Math.max(...loads.map(({ scriptBytes }) => scriptBytes))).toBeLessThan(SCRIPT_BUDGET_BYTES);
    // The best of the tries is the program's; the others are also what else the machine did.
    expect(Math.min(...loads.map(({ largestPaintMs }) => largestPaintMs))).toBeLessThan(LARGEST_PAINT_BUDGET_MS);
  });

  test.each([
    '/products/exchange-lookup',
    '/products/CryptoWallets',
    '/training/schedule',
    '/training/AdvancedCrypto',
    '/resources/caseStudies/block-546',
    '/resources/methods',
    '/resources/le-portal',
    '/about-us',
    '/login',
    '/register',
  ])('the first view of %s takes less than 200 kB of script', async (path) => {
    await visit('/', async (page) => {
      expect((await measure(page, server.origin + path)).scriptBytes).toBeLessThan(SCRIPT_BUDGET_BYTES);
    });
  });
});
