import { API_BASE } from '@trailmark/api/contract';
import { createFlowDocument, type FlowDocument } from '@trailmark/core/flow/flow-document';
import { visibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { signInHeaders, toStorageState } from '../e2e/people.ts';
import { CHROMIUM_ARGS, ensureWeb, TrailmarkServer } from '../e2e/trailmark-server.ts';
import { createTree } from '../packages/core/src/flow/testing/flow-parts.ts';
import { toLayoutInput } from '../packages/drawing/src/layout/layout-input.ts';
import { placeFlow } from '../packages/drawing/src/layout/place-flow.ts';
import { serveBarePage } from './bare-page.ts';
import { type Bar, median, missed, type Percentiles, percentiles, type Section, timesBar } from './harness.ts';
import { requireChromium } from './programs.ts';

const LIMITS = {
  paint: { most: 12, target: 1_000 },
  /** Of the frames that a canvas with one shape has in the same browser. */
  framesShare: 0.95,
  worst: { most: 15, target: 250 },
};
const VIEWPORT = { width: 1440, height: 900 };
const MOVES = 120;
const PAINTS = 5;
const SIZES = [500, 1_000, 5_000] as const;

interface Frames {
  readonly framesASecond: number;
  /** Milliseconds from frame to frame. */
  readonly gaps: Percentiles;
}

/** A page with the least canvas, in the browser and under the movements of ours. */
interface Bare {
  readonly paints: readonly number[];
  readonly pan: Frames;
  readonly zoom: Frames;
}

function createDocument(nodes: number): FlowDocument {
  const graph = createTree(Math.round(nodes / 3), 2);
  const document = {
    ...createFlowDocument(`Generated, ${nodes} nodes`),
    assets: Object.fromEntries(graph.assets.map((asset) => [asset.id, asset])),
    nodes: Object.fromEntries(graph.nodes.map((node) => [node.id, node])),
    edges: Object.fromEntries(graph.edges.map((edge) => [edge.id, edge])),
  };
  const input = toLayoutInput(visibleGraph(document), 'transactions', { keep: 'all' });
  return { ...document, places: placeFlow(input) };
}

/** Notes the time of every frame until stopped. */
const RECORD = () => {
  const held = window as unknown as { frames: number[]; isOver: boolean };
  held.frames = [];
  held.isOver = false;
  const step = (at: number) => {
    held.frames.push(at);
    if (!held.isOver) requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
};
const STOP = () => {
  const held = window as unknown as { frames: number[]; isOver: boolean };
  held.isOver = true;
  return held.frames;
};

function toFrames(times: readonly number[]): Frames {
  const gaps = times.slice(1).map((at, i) => at - (times[i] ?? at));
  const lasted = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return { framesASecond: (gaps.length * 1_000) / lasted, gaps: percentiles(gaps) };
}

async function measure(page: Page, move: (step: number) => Promise<void>): Promise<Frames> {
  await page.evaluate(RECORD);
  for (let step = 0; step < MOVES; step++) await move(step);
  return toFrames(await page.evaluate(STOP));
}

/** From the address bar to shapes on the canvas, through the real page. */
async function openFlow(page: Page, address: string): Promise<number> {
  await page.goto('about:blank');
  const started = performance.now();
  await page.goto(address, { waitUntil: 'commit' });
  await page.waitForFunction(
    () => {
      const canvas = document.querySelector<HTMLCanvasElement>('.tm-flowcanvas .layers > div + canvas');
      const pen = canvas && canvas.width > 0 ? canvas.getContext('2d') : null;
      if (!canvas || !pen) return false;
      return pen.getImageData(0, 0, canvas.width, canvas.height).data.some((part) => part > 0);
    },
    undefined,
    { polling: 16 },
  );
  return performance.now() - started;
}

async function moveAround(page: Page): Promise<{ readonly pan: Frames; readonly zoom: Frames }> {
  const box = await page.locator('.tm-flowcanvas').boundingBox();
  if (!box) throw new Error('The page shows no canvas.');
  const [x, y] = [box.x + box.width / 2, box.y + 70];
  const zoom = await measure(page, async (step) => {
    await page.mouse.move(x, y + 200);
    await page.mouse.wheel(0, step % 40 < 20 ? -40 : 40);
    await page.waitForTimeout(8);
  });
  await page.mouse.move(x, y);
  await page.mouse.down();
  const pan = await measure(page, (step) => page.mouse.move(x + 200 * Math.sin(step / 9), y + (step % 60) * 3));
  await page.mouse.up();
  return { pan, zoom };
}

/** Up to a thousand nodes a frame is missed no more often than by a canvas with one shape; above, none is very late. */
function toBar(nodes: number, { pan, zoom }: Pick<Bare, 'pan' | 'zoom'>, bare: Bare): Bar {
  const late = Math.max(pan.gaps.max, zoom.gaps.max);
  const rates = `${pan.framesASecond.toFixed(1)} a second panning, ${zoom.framesASecond.toFixed(1)} zooming`;
  if (nodes > 1_000) {
    const base = { name: 'a frame of a canvas with one shape', times: bare.pan.gaps };
    const work = `canvas of ${nodes} nodes, frames`;
    return timesBar({ ...LIMITS.worst, work, figure: 'worst', milliseconds: late, base, note: rates });
  }
  const share = Math.min(pan.framesASecond / bare.pan.framesASecond, zoom.framesASecond / bare.zoom.framesASecond);
  const others = `${bare.pan.framesASecond.toFixed(1)} and ${bare.zoom.framesASecond.toFixed(1)}`;
  return {
    work: `canvas of ${nodes} nodes, frames a second`,
    measured: `${share.toFixed(2)}x (${rates}, against ${others}; worst frame ${late.toFixed(0)} ms)`,
    bar: `>= ${LIMITS.framesShare}x a canvas with one shape`,
    isMet: share >= LIMITS.framesShare,
  };
}

async function openAndMove(context: BrowserContext, address: string): Promise<Bare> {
  const page = await context.newPage();
  const paints: number[] = [];
  for (let i = 0; i < PAINTS; i++) paints.push(await openFlow(page, address));
  await page.waitForTimeout(1_000);
  const frames = await moveAround(page);
  await page.close();
  return { paints, ...frames };
}

async function measureBare(context: BrowserContext): Promise<Bare> {
  const { url, close } = await serveBarePage('canvas');
  try {
    return await openAndMove(context, url);
  } finally {
    close();
  }
}

/** The canvas of coin flow in a real browser without a graphics card: first paint of a saved flow, and frames while it moves. */
export async function benchCanvas(): Promise<Section> {
  let executablePath: string;
  try {
    executablePath = requireChromium();
  } catch (error) {
    return { name: 'Canvas', bars: [missed('canvas in Chromium', 'it runs', error)], figures: null };
  }
  await ensureWeb();
  const server = new TrailmarkServer({ flags: ['--demo-people'] });
  const bars: Bar[] = [];
  const figures: Record<string, unknown> = {};
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_ARGS] });
  try {
    await server.start();
    const headers = await signInHeaders(server, 'allowed');
    const context = await browser.newContext({ viewport: VIEWPORT, storageState: toStorageState(server, headers) });
    const bare = await measureBare(context);
    figures.bare = bare;
    for (const nodes of SIZES) {
      const response = await fetch(`${server.origin}${API_BASE}/flows`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ document: createDocument(nodes) }),
      });
      if (!response.ok) throw new Error(`The flow could not be saved: ${response.status}.`);
      const { id } = (await response.json()) as { readonly id: string };
      const shown = await openAndMove(context, `${server.origin}/coin-flow/${id}`);
      figures[nodes] = shown;
      if (nodes === SIZES[0]) {
        const base = { name: 'a page with one shape on a canvas', times: percentiles(bare.paints) };
        const work = `first paint of a saved flow of ${nodes} nodes`;
        bars.push(timesBar({ ...LIMITS.paint, work, milliseconds: median(shown.paints), base }));
      }
      bars.push(toBar(nodes, shown, bare));
    }
  } catch (error) {
    bars.push(missed('canvas in Chromium', 'it runs', error));
  } finally {
    await browser.close();
    await server.remove();
  }
  return { name: 'Canvas', bars, figures };
}
