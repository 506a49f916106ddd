import { chromium } from 'playwright-core';
import { FIRST_VIEWS, loadFirst, readLargestPaintMs } from '../e2e/first-view.ts';
import { CHROMIUM_ARGS, ensureWeb, TrailmarkServer } from '../e2e/trailmark-server.ts';
import { type Bar, median, missed, type Section } from './harness.ts';
import { requireChromium } from './programs.ts';

const LARGEST_PAINT_MS = 1_500;
const SLOWDOWN = 4;
const TRIES = 3;

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
    for (const path of FIRST_VIEWS) {
      const paints: number[] = [];
      for (let i = 0; i < TRIES; i++) {
        const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
        const page = await context.newPage();
        await loadFirst(page, server.origin + path, SLOWDOWN);
        paints.push(await readLargestPaintMs(page));
        await context.close();
      }
      figures[path] = paints;
      const paint = median(paints);
      bars.push({
        work: `first view of ${path}, largest paint, processor ${SLOWDOWN} times slower`,
        measured: `${paint.toFixed(0)} ms`,
        bar: `${LARGEST_PAINT_MS} ms`,
        isMet: paint < LARGEST_PAINT_MS,
      });
    }
  } catch (error) {
    bars.push(missed('first views in Chromium', 'they are painted', error));
  } finally {
    await browser.close();
    await server.remove();
  }
  return { name: 'Paint', bars, figures };
}
