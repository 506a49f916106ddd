import { writeMoney } from '../rules/figures.ts';
import { defineBehaviour } from './behaviour-rule.ts';
import type { Flow } from './history.ts';
import { RankCounter } from './rank-counter.ts';
import { HOUR, slide } from './slide.ts';
import { formatCount, formatDate, sumMoney } from './wording.ts';

interface Valued extends Flow {
  readonly money: bigint;
}

interface Request {
  readonly minimum: number;
  readonly seconds: number;
  readonly earlier: number;
  /** Parts of a hundred of earlier amounts that may be as large. */
  readonly largestPercent: number;
}

/** The smallest amount of a window that only moves on. */
class WindowLow {
  readonly #flows: readonly Valued[];
  /** Places of amounts that no later amount is below, ascending. */
  readonly #places: number[] = [];
  #head = 0;

  constructor(flows: readonly Valued[]) {
    this.#flows = flows;
  }

  #moneyAt(place: number | undefined): bigint {
    return this.#flows[place ?? -1]?.money ?? 0n;
  }

  /** Takes the place in as the newest, and lets go of what is before `start`. */
  move(start: number, place: number): bigint {
    while (this.#places.length > this.#head && this.#moneyAt(this.#places.at(-1)) >= this.#moneyAt(place))
      this.#places.pop();
    this.#places.push(place);
    while ((this.#places[this.#head] ?? start) < start) this.#head++;
    return this.#moneyAt(this.#places[this.#head]);
  }
}

/** The longest run in one window of large amounts that nearly all earlier amounts are below. */
function findBurst(flows: readonly Valued[], least: bigint, request: Request): readonly Valued[] {
  const counter = new RankCounter(flows.map(({ money }) => money));
  const large = flows.filter(({ money }) => money > least);
  const places = new Map(flows.map((flow, place) => [flow, place] as const));
  const low = new WindowLow(large);
  let [best, added] = [{ start: 0, end: 0 }, 0];
  for (const { start, end } of slide(large, request.seconds)) {
    const lowest = low.move(start, end - 1);
    if (end - start < request.minimum || end - start <= best.end - best.start) continue;
    const first = large[start];
    const before = (first && places.get(first)) ?? 0;
    for (; added < before; added++) counter.add(flows[added]?.money ?? 0n);
    const isRare = counter.countAtLeast(lowest) * 100 <= counter.size * request.largestPercent;
    if (counter.size >= request.earlier && isRare) best = { start, end };
  }
  return large.slice(best.start, best.end);
}

/** Several amounts in one day that are high in themselves and for this address. */
export const highValueBurst = defineBehaviour({
  id: 'high-value-burst',
  version: 1,
  title: 'High-value burst',
  nature: 'risk',
  limits: { minimumTransfers: 3, windowHours: 24, minimumMoney: 10_000, minimumEarlier: 10, largestPercent: 1 },
  needsWhole: true,
  look({ subject, received, paid }, limits) {
    const request = {
      minimum: limits.minimumTransfers,
      seconds: limits.windowHours * HOUR,
      earlier: limits.minimumEarlier,
      largestPercent: limits.largestPercent,
    };
    const least = BigInt(limits.minimumMoney) * 1_000_000n;
    const [into, out] = [received, paid].map((flows) => {
      const valued = flows.flatMap((flow) => (flow.money === undefined ? [] : [{ ...flow, money: flow.money }]));
      return findBurst(valued, least, request);
    });
    const isReceived = (into?.length ?? 0) >= (out?.length ?? 0);
    const run = (isReceived ? into : out) ?? [];
    if (run.length === 0) return undefined;
    const what = formatCount(run.length, isReceived ? 'receipt' : 'payment');
    return {
      sentence: `${what} within ${limits.windowHours} hours from ${formatDate(run[0]?.time ?? 0)}, ${writeMoney(sumMoney(run), subject.currency)} in all, each above ${writeMoney(least, subject.currency)} and above 99 % of what came before.`,
      transactions: run.map(({ transaction }) => transaction),
    };
  },
});
