import { API_BASE } from '@trailmark/api/contract';
import { createFlowDocument, type FlowDocument } from '@trailmark/core/flow/flow-document';
import { visibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { chromium, type Page } from 'playwright-core';
import { signInHeaders, toStorageState } from '../e2e/people.ts';
import { CHROMIUM_ARGS, ensureWeb, TrailmarkServer } from '../e2e/trailmark-server.ts';
import { createTree } from '../packages/core/src/flow/testing/flow-parts.ts';
import { toLayoutInput } from '../packages/drawing/src/layout/layout-input.ts';
import { placeFlow } from '../packages/drawing/src/layout/place-flow.ts';
import { type Bar, median, missed, percentiles, type Section } from './harness.ts';
import { requireChromium } from './programs.ts';

const LIMITS = { paintMs: 1_000, framesASecond: 60, worstMs: 250 };
/** A frame later than this was not one of sixty a second. */
const SLACK = 0.95;
const VIEWPORT = { width: 1440, height: 900 };
const MOVES = 120;
const PAINTS = 5;
const SIZES = [500, 1_000, 5_000] as const;

interface Frames {
  readonly framesASecond: number;
  readonly p99: number;
  readonly worst: number;
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
  const { p99 } = percentiles(gaps);
  const lasted = (times.at(-1) ?? 0) - (times[0] ?? 0);
  return { framesASecond: (gaps.length * 1_000) / lasted, p99, worst: Math.max(...gaps) };
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

function toBars(nodes: number, { pan, zoom }: { readonly pan: Frames; readonly zoom: Frames }): Bar[] {
  const least = Math.min(pan.framesASecond, zoom.framesASecond);
  const worst = Math.max(pan.worst, zoom.worst);
  const measured = `${pan.framesASecond.toFixed(1)} panning, ${zoom.framesASecond.toFixed(1)} zooming, worst frame ${worst.toFixed(0)} ms`;
  const isSmall = nodes <= 1_000;
  return [
    {
      work: `canvas of ${nodes} nodes, frames a second`,
      measured,
      bar: isSmall ? `${LIMITS.framesASecond}` : `worst frame < ${LIMITS.worstMs} ms`,
      isMet: isSmall ? least >= LIMITS.framesASecond * SLACK : worst < LIMITS.worstMs,
    },
  ];
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
    for (const nodes of SIZES) {
      const response = await fetch(`${server.origin}${API_BASE}/flows`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ document: createDocument(nodes) }),
      });
      if (!response.ok) throw new Error(`The flow could not be saved: ${response.status}.`);
      const { id } = (await response.json()) as { readonly id: string };
      const page = await context.newPage();
      const paints: number[] = [];
      for (let i = 0; i < PAINTS; i++) paints.push(await openFlow(page, `${server.origin}/coin-flow/${id}`));
      await page.waitForTimeout(1_000);
      const frames = await moveAround(page);
      figures[nodes] = { paints, ...frames };
      const paint = median(paints);
      if (nodes === SIZES[0])
        bars.push({
          work: `first paint of a saved flow of ${nodes} nodes`,
          measured: `${paint.toFixed(0)} ms`,
          bar: `${LIMITS.paintMs} ms`,
          isMet: paint < LIMITS.paintMs,
        });
      bars.push(...toBars(nodes, frames));
      await page.close();
    }
  } catch (error) {
    bars.push(missed('canvas in Chromium', 'it runs', error));
  } finally {
    await browser.close();
    await server.remove();
  }
  return { name: 'Canvas', bars, figures };
}
