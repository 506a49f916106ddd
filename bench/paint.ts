import { type Browser, chromium } from 'playwright-core';
import { FIRST_VIEWS, loadFirst, readLargestPaintMs } from '../e2e/first-view.ts';
import { CHROMIUM_ARGS, ensureWeb, TrailmarkServer } from '../e2e/trailmark-server.ts';
import { serveBarePage } from './bare-page.ts';
import { type Bar, type Base, median, missed, percentiles, type Section, timesBar } from './harness.ts';
import { requireChromium } from './programs.ts';

const PAINT = { most: 15, target: 1_500 };
const SLOWDOWN = 4;
const TRIES = 3;
const BARE_TRIES = 7;

/** When the largest part of a page is painted that was never opened before, milliseconds, so many times. */
async function timePaints(browser: Browser, url: string, tries: number): Promise<number[]> {
  const paints: number[] = [];
  for (let i = 0; i < tries; i++) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await loadFirst(page, url, SLOWDOWN);
    paints.push(await readLargestPaintMs(page));
    await context.close();
  }
  return paints;
}

async function timeBarePage(browser: Browser): Promise<Base> {
  const { url, close } = await serveBarePage('heading');
  try {
    return { name: 'a page with one heading', times: percentiles(await timePaints(browser, url, BARE_TRIES)) };
  } finally {
    close();
  }
}

/** First views of the public site in a real browser, on a processor four times slower: when their largest part is painted. */
export async function benchPaint(): Promise<Section> {
  let executablePath: string;
  try {
    executablePath = requireChromium();
  } catch (error) {
    return { name: 'Paint', bars: [missed('first views in Chromium', 'they are painted', error)], figures: null };
  }
  await ensureWeb();
  const server = new TrailmarkServer({ flags: ['--demo-people'] });
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
  const bars: Bar[] = [];
  const figures: Record<string, readonly number[]> = {};
  try {
    await server.start();
    const base = await timeBarePage(browser);
    figures.bare = [base.times.p50, base.times.max];
    for (const path of FIRST_VIEWS) {
      const paints = await timePaints(browser, server.origin + path, TRIES);
      figures[path] = paints;
      const work = `first view of ${path}, largest paint, processor ${SLOWDOWN} times slower`;
      bars.push(timesBar({ ...PAINT, work, base, milliseconds: median(paints) }));
    }
  } catch (error) {
    bars.push(missed('first views in Chromium', 'they are painted', error));
  } finally {
    await browser.close();
    await server.remove();
  }
  return { name: 'Paint', bars, figures };
}
