import type { Page } from 'playwright-core';

/** Public pages whose first view is light and early. */
export const FIRST_VIEWS = [
  '/',
  '/products/Tools',
  '/training',
  '/resources/publications',
  '/Support/contactUS',
  '/Track',
  '/Track/eth/address/0x88A69B4E698A4B090DF6CF5Bd7B2D47325Ad30A3',
] as const;
/** A complete view that requested no script for this long requests none any more. */
const QUIET_MS = 1_000;

/** Loads a page as for the first time, on a processor that is `slowdown` times slower; answers the bytes of its scripts once it is complete and quiet. */
export async function loadFirst(page: Page, url: string, slowdown = 1): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
  const scripts = new Set<string>();
  let scriptBytes = 0;
  let changedAt = performance.now();
  session.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!scripts.has(requestId)) return;
    scriptBytes += encodedDataLength;
    changedAt = performance.now();
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForFunction(() => document.querySelector('main h1') && !document.querySelector('main .tm-skel'));
  const completeAt = performance.now();
  while (performance.now() - Math.max(changedAt, completeAt) < QUIET_MS) await page.waitForTimeout(100);
  await session.detach();
  return scriptBytes;
}

/** When the largest part of the page was painted, milliseconds after its request. */
export function readLargestPaintMs(page: Page): Promise<number> {
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
