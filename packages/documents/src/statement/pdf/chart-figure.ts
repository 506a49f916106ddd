import type { BalancePoint, StatementAsset } from '@trailmark/core/statement/statement';
import type { ZonedMoment } from '../zone-clock.ts';
import { showAmount } from './amounts.ts';
import { PAGE_HEIGHT, type Page } from './canvas.ts';
import type { Element, StructureTree } from './structure.ts';
import { writeDay } from './words.ts';

const HEIGHT = 46;
const TICKS = 6;

interface Chart {
  readonly asset: StatementAsset;
  readonly symbol: string;
  readonly points: readonly BalancePoint[];
  readonly clock: (seconds: number) => ZonedMoment;
  readonly from: number;
  readonly to: number;
}

function known(points: readonly BalancePoint[]): readonly { readonly time: number; readonly amount: bigint }[] {
  return points.flatMap(({ time, amount }) => (amount === undefined ? [] : [{ time, amount }]));
}

/** What the chart shows, in a sentence. */
function describeChart({ asset, symbol, points, clock }: Chart): string {
  const values = known(points);
  const [first] = values;
  if (first === undefined) return `Balance of ${symbol}: not known in the period.`;
  const highest = values.reduce((top, one) => (one.amount > top.amount ? one : top), first);
  const last = values.at(-1) ?? first;
  const at = (time: number) => writeDay(clock(time).day);
  const missing = points.length - values.length;
  const gap = missing === 0 ? '' : ` At ${missing} of ${points.length} moments the balance is not known.`;
  return `Balance of ${symbol} as a step line: ${showAmount(first.amount, asset)} on ${at(first.time)}, highest ${showAmount(highest.amount, asset)} on ${at(highest.time)}, ${showAmount(last.amount, asset)} from ${at(last.time)}.${gap}`;
}

/** Draws the balance of one asset as a step line over the period, with its alternative text. */
export function drawChart(
  { page, tree, section }: { readonly page: Page; readonly tree: StructureTree; readonly section: Element },
  chart: Chart,
  { x, y, width }: { readonly x: number; readonly y: number; readonly width: number },
): void {
  const base = y + HEIGHT;
  const box = [x, PAGE_HEIGHT - base - 14, x + width, PAGE_HEIGHT - y];
  const figure = tree.open('Figure', section, { alt: describeChart(chart), box });
  page.mark(figure, () => {
    drawSteps(page, chart, { x, base, width });
    drawAxis(page, chart, { x, base, width });
  });
  tree.close(figure);
}

interface Frame {
  readonly x: number;
  readonly base: number;
  readonly width: number;
}

/** Thousandths are enough for a picture, and keep amounts of any size exact until here. */
function heightOf(amount: bigint, top: bigint): number {
  if (amount <= 0n || top <= 0n) return 0;
  return (Number((amount * 10_000n) / top) / 10_000) * (HEIGHT - 10);
}

function highestOf(points: readonly BalancePoint[]): bigint {
  let highest = 0n;
  for (const { amount } of points) if (amount !== undefined && amount > highest) highest = amount;
  return highest;
}

function drawSteps(page: Page, { asset, points, from, to }: Chart, { x, base, width }: Frame): void {
  const top = highestOf(points);
  const at = (time: number) => x + width * Math.min(1, Math.max(0, (time - from) / Math.max(1, to - from)));
  for (const [i, { time, amount }] of points.entries()) {
    const [left, right] = [at(time), at(points[i + 1]?.time ?? to)];
    if (amount === undefined) {
      // Strokes across what is not known: an empty stretch could be read as zero.
      for (let place = left; place < right; place += 5)
        page.path(
          [
            [place, base],
            [place + 4, base - HEIGHT + 12],
          ],
          'S',
          0.4,
        );
      continue;
    }
    const height = heightOf(amount, top);
    page.fill(left, base - height, right - left, height, 0.92);
    const before = points[i - 1]?.amount;
    const start = before === undefined ? height : heightOf(before, top);
    page.path(
      [
        [left, base - start],
        [left, base - height],
        [right, base - height],
      ],
      'S',
      1,
    );
  }
  const last = points.at(-1)?.amount;
  if (last !== undefined)
    page.text(showAmount(last, asset), x + width, base - heightOf(last, top) - 3, {
      face: 'bold',
      size: 7.5,
      align: 'right',
    });
  const peak = points.find(({ amount }) => amount === top);
  if (peak && top !== last)
    page.text(showAmount(top, asset), Math.min(at(peak.time), x + width - 110), base - HEIGHT + 7, { size: 7.5 });
}

function drawAxis(page: Page, { clock, from, to }: Chart, { x, base, width }: Frame): void {
  page.rule(x, base, width, 0.75);
  for (let i = 0; i <= TICKS; i++) {
    const place = x + (width * i) / TICKS;
    const { day } = clock(i === TICKS ? Math.max(from, to - 1) : Math.round(from + ((to - from) * i) / TICKS));
    const [, month, date] = writeDay(day).match(/^(\d+ \w+) (\d+)$/) ?? [];
    page.fill(place - (i === TICKS ? 0.75 : 0), base, 0.75, 3);
    const align = i === 0 ? 'left' : i === TICKS ? 'right' : 'middle';
    const text = i === 0 || i === TICKS ? `${month} ${date}` : (month ?? '');
    page.text(text, place, base + 11, { size: 6.8, gray: 0.2, align });
  }
}
