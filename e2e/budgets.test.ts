import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { describeWith } from '../test/needs.ts';
import { openSite } from './harness.ts';
import { signIn } from './people.ts';

/** Bytes of script that travel for the first view of a page. */
const SCRIPT_BUDGET_BYTES = 200_000;
const LARGEST_PAINT_BUDGET_MS = 1_500;
const CPU_SLOWDOWN = 4;
/** A view that stands and has asked for no script this long asks for none any more. */
const QUIET_MS = 1_000;
const TRIES = 3;

/** Loads a page as for the first time; answers the bytes of its scripts once it stands and is quiet. */
async function loadFirst(page: Page, url: string, slowdown = 1): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const asked = new Set<string>();
  let scriptBytes = 0;
  let changedAt = performance.now();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') asked.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!asked.has(requestId)) return;
    scriptBytes += encodedDataLength;
    changedAt = performance.now();
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('main .tm-skel'));
  const stoodAt = performance.now();
  while (performance.now() - Math.max(changedAt, stoodAt) < QUIET_MS) await page.waitForTimeout(100);
  await session.detach();
  return scriptBytes;
}

function readLargestPaintMs(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}

function expectWithinBudget(scriptBytes: number): void {
  expect(scriptBytes).toBeGreaterThan(0);
  expect(scriptBytes).toBeLessThan(SCRIPT_BUDGET_BYTES);
}

describeWith('chromium', (chromium) => {
  const { server, visit } = openSite(chromium, { flags: ['--demo'] });

  test.each([
    '/',
    '/products/Tools',
    '/training',
    '/resources/publications',
    '/Support/contactUS',
    '/Track',
    '/Track/eth/address/0x88A69B4E698A4B090DF6CF5Bd7B2D47325Ad30A3',
  ])('the first view of %s takes less than 200 kB of script and is painted within 1.5 s', async (path) => {
    const paints: number[] = [];
    // The best of the tries is the program's; the others are also what else the machine did.
    for (let i = 0; i < TRIES && !paints.some((ms) => ms < LARGEST_PAINT_BUDGET_MS); i++) {
      await visit('/about-us', async (page) => {
        expectWithinBudget(await loadFirst(page, server.origin + path, CPU_SLOWDOWN));
        paints.push(await readLargestPaintMs(page));
      });
    }
    expect(Math.min(...paints)).toBeLessThan(LARGEST_PAINT_BUDGET_MS);
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
    await visit('/favicon.svg', async (page) => {
      expectWithinBudget(await loadFirst(page, server.origin + path));
    });
  });

  test.each(['/address-search', '/coin-flow', '/exchange-lookup'])(
    'the first view of %s takes less than 200 kB of script of whoever opens it signed in',
    async (path) => {
      const open = async (page: Page) => expectWithinBudget(await loadFirst(page, server.origin + path));
      await visit('/favicon.svg', open, { storageState: await signIn(server, 'allowed') });
    },
  );
});
