import { writeMoney } from '../rules/figures.ts';
import { defineBehaviour } from './behaviour-rule.ts';
import type { Flow } from './history.ts';
import { HOUR, slide } from './slide.ts';
import { formatCount, formatDate, sumMoney } from './wording.ts';

interface Band {
  readonly low: bigint;
  readonly high: bigint;
}

interface Series {
  readonly flows: readonly Flow[];
  readonly threshold: number;
  readonly isReceived: boolean;
}

function isWithin({ money }: Flow, { low, high }: Band): boolean {
  return money !== undefined && money >= low && money < high;
}

/** Sums of the first 0, 1, 2 … flows. */
function addUp(flows: readonly Flow[], measure: (flow: Flow) => number): number[] {
  const sums = [0];
  for (const flow of flows) sums.push((sums.at(-1) ?? 0) + measure(flow));
  return sums;
}

/** The longest run in one whole window of amounts in the band, where nothing reaches the threshold and little else is paid. */
function findSeries(flows: readonly Flow[], band: Band, seconds: number, minimum: number): readonly Flow[] {
  const inside = addUp(flows, (flow) => Number(isWithin(flow, band)));
  const above = addUp(flows, ({ money = 0n }) => Number(money >= band.high));
  const countIn = (sums: readonly number[], start: number, end: number): number =>
    (sums[end] ?? 0) - (sums[start] ?? 0);
  let best: readonly Flow[] = [];
  for (const { start, end } of slide(flows, seconds)) {
    const next = flows[end];
    if (next && next.time - (flows[start]?.time ?? 0) <= seconds) continue;
    const count = countIn(inside, start, end);
    if (count < minimum || count <= best.length || countIn(above, start, end) > 0) continue;
    const all = flows.slice(start, end);
    const found = all.filter((flow) => isWithin(flow, band));
    if (sumMoney(found) * 2n >= sumMoney(all)) best = found;
  }
  return best;
}

/** Several amounts just below a reporting threshold in one day, paid by it or received. */
export const structuring = defineBehaviour({
  id: 'structuring',
  version: 1,
  title: 'Structuring below a reporting threshold',
  nature: 'risk',
  limits: { minimumTransfers: 3, windowHours: 24, lowestPercent: 80 },
  needsWhole: false,
  look({ subject, received, paid }, { minimumTransfers, windowHours, lowestPercent }) {
    const thresholds = subject.reportingThresholds.filter((each) => Number.isSafeInteger(each) && each > 0);
    const series = thresholds.flatMap((threshold): Series[] => {
      const high = BigInt(threshold) * 1_000_000n;
      const band = { low: (high * BigInt(lowestPercent)) / 100n, high };
      const find = (flows: readonly Flow[]) => findSeries(flows, band, windowHours * HOUR, minimumTransfers);
      return [
        { flows: find(received), threshold, isReceived: true },
        { flows: find(paid), threshold, isReceived: false },
      ];
    });
    const [best] = series.sort((a, b) => b.flows.length - a.flows.length);
    if (!best || best.flows.length === 0) return undefined;
    const { flows, threshold, isReceived } = best;
    const limit = writeMoney(BigInt(threshold) * 1_000_000n, subject.currency);
    const what = formatCount(flows.length, isReceived ? 'receipt' : 'payment');
    const day = formatDate(flows[0]?.time ?? 0);
    return {
      sentence: `${what} within ${windowHours} hours from ${day}, each between ${lowestPercent} % of and just below the reporting threshold of ${limit}: ${writeMoney(sumMoney(flows), subject.currency)} in all.`,
      transactions: flows.map(({ transaction }) => transaction),
    };
  },
});
