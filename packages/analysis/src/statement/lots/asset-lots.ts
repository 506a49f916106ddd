import type { AssetId } from '@trailmark/core/ledger';
import type { AssetLots, Lot, LotResult, LotSpend } from '@trailmark/core/statement/lots';
import type { SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { LotMethod } from '@trailmark/core/statement/statement';
import { createAverageLots } from './average-lots.ts';
import type { CarriedCosts, CarriedLot } from './carried-lots.ts';
import { type CoinLots, createCoinLots } from './coin-lots.ts';
import { type LotBook, type LotPart, shareOf } from './lot-book.ts';
import { createQueueLots } from './queue-lots.ts';

/** Lots and spends listed one by one. */
const MOST_LISTED = 1_000;

/** What one transaction changed in one asset, and what that was worth. */
export interface LotEvent {
  readonly transaction: SetTransaction;
  /** The first line of the period that shows it; undefined before the period. */
  readonly line: number | undefined;
  readonly gained: bigint;
  /** What was sold, fees of the asset included. */
  readonly lost: bigint;
  /** What left without being sold. */
  readonly unsold: bigint;
  /** What came in the place of something else, which is no part of `gained`. */
  readonly carried: CarriedLot | undefined;
  readonly gainedValue: bigint | undefined;
  readonly lostValue: bigint | undefined;
  readonly isInPeriod: boolean;
}

interface Sums {
  readonly taken: Map<string, bigint>;
  proceeds: bigint;
  cost: bigint;
  unknown: bigint;
  unsold: bigint;
}

type Takes = { -readonly [M in LotMethod]?: LotSpend['takes'][M] };

function nameOf(lot: number): string {
  return `L${lot + 1}`;
}

function nameParts(parts: readonly LotPart[]): { readonly lot: string; readonly amount: bigint }[] {
  return parts.map(({ lot, amount }) => ({ lot: nameOf(lot), amount }));
}

function noteTaken({ taken }: Sums, parts: readonly LotPart[]): void {
  for (const { lot, amount } of nameParts(parts))
    if (taken.has(lot) || taken.size < MOST_LISTED) taken.set(lot, (taken.get(lot) ?? 0n) + amount);
}

/** The cost of parts of lots by what each lot cost; undefined where one has no price. Rounded down for each part. */
function costOf(parts: readonly LotPart[], lots: readonly Lot[]): bigint | undefined {
  let total = 0n;
  for (const { lot, amount } of parts) {
    const from = lots[lot];
    const share = from && shareOf(from.cost, amount, from.amount);
    if (share === undefined) return undefined;
    total += share;
  }
  return total;
}

/** Lots of one asset by every method that applies. */
export class LotsOfAsset {
  private readonly asset: AssetId;
  private readonly lots: Lot[] = [];
  private readonly books: readonly LotBook[] = [createQueueLots('fifo'), createQueueLots('lifo'), createAverageLots()];
  private readonly coins: CoinLots | undefined;
  private readonly sums: ReadonlyMap<LotMethod, Sums>;
  private readonly spends: LotSpend[] = [];
  private spendCount = 0;

  /** `hasCoins`: the chain has outputs, so the coins themselves can be followed. */
  constructor(asset: AssetId, hasCoins: boolean) {
    this.asset = asset;
    this.coins = hasCoins ? createCoinLots() : undefined;
    const methods: LotMethod[] = hasCoins ? ['fifo', 'lifo', 'average', 'coin-exact'] : ['fifo', 'lifo', 'average'];
    this.sums = new Map(
      methods.map((method) => [method, { taken: new Map(), proceeds: 0n, cost: 0n, unknown: 0n, unsold: 0n }]),
    );
  }

  /** Returns what left without a sale cost by each method that keeps a book. */
  add(event: LotEvent): CarriedCosts {
    if (event.carried) this.openCarried(event, event.carried);
    const lot = event.gained > 0n ? this.openLot(event) : undefined;
    const lotOf = () => lot ?? this.openLot({ ...event, gained: 0n, gainedValue: undefined });
    const left = this.coins?.move(event.transaction, lotOf).left ?? [];
    const takes: Takes = {};
    const costs = this.takeUnsold(event, takes);
    if (event.lost > 0n) this.takeSold(event, left, takes);
    if (event.lost + event.unsold > 0n) this.noteSpend(takes, event);
    return costs;
  }

  private takeUnsold({ unsold, isInPeriod }: LotEvent, takes: Takes): CarriedCosts {
    const costs = new Map<LotMethod, bigint | undefined>();
    if (unsold === 0n) return costs;
    for (const { method, take } of this.books.map((book) => ({ method: book.method, take: book.take(unsold) }))) {
      costs.set(method, take.cost);
      if (take.parts.length > 0) takes[method] = nameParts(take.parts);
      const sum = this.sums.get(method);
      if (!sum || !isInPeriod) continue;
      sum.unsold += unsold;
      noteTaken(sum, take.parts);
    }
    return costs;
  }

  private takeSold(event: LotEvent, left: readonly LotPart[], takes: Takes): void {
    for (const book of this.books) {
      const { parts, cost } = book.take(event.lost);
      this.note(book.method, parts, cost, event);
      if (parts.length > 0) takes[book.method] = [...(takes[book.method] ?? []), ...nameParts(parts)];
    }
    if (!this.coins) return;
    this.note('coin-exact', left, costOf(left, this.lots), event);
    takes['coin-exact'] = nameParts(left);
  }

  close(): AssetLots {
    const results = [...this.sums].map(([method, { taken, proceeds, cost, unknown, unsold }]): LotResult => {
      const book = this.books.find((one) => one.method === method);
      const left = book?.left() ?? this.coins?.left() ?? 0n;
      return { method, asset: this.asset, taken, left, proceeds, cost, gain: proceeds - cost, unknown, unsold };
    });
    const shown = this.lots.filter(({ id, line }) => line !== undefined || results.some(({ taken }) => taken.has(id)));
    const { asset, spends, spendCount } = this;
    const lots = shown.slice(0, MOST_LISTED);
    return { asset, lots, lotCount: shown.length, results, spends, spendCount, missing: undefined };
  }

  private openLot({ gained, gainedValue, transaction, line }: LotEvent): number {
    const { lots, asset } = this;
    const id = nameOf(lots.length);
    lots.push({ id, asset, time: transaction.time, line, amount: gained, cost: gainedValue, from: undefined });
    if (gained > 0n) for (const book of this.books) book.add(lots.length - 1, gained, gainedValue);
    return lots.length - 1;
  }

  /** Each method keeps the cost that it took; the list of lots shows that of the oldest first. */
  private openCarried({ transaction, line }: LotEvent, { amount, costs, from }: CarriedLot): void {
    const { lots, asset } = this;
    lots.push({ id: nameOf(lots.length), asset, time: transaction.time, line, amount, cost: costs.get('fifo'), from });
    for (const book of this.books) book.add(lots.length - 1, amount, costs.get(book.method));
  }

  private note(method: LotMethod, parts: readonly LotPart[], cost: bigint | undefined, event: LotEvent): void {
    const sum = this.sums.get(method);
    if (!sum || !event.isInPeriod) return;
    noteTaken(sum, parts);
    if (cost === undefined || event.lostValue === undefined) {
      sum.unknown += event.lost;
      return;
    }
    sum.cost += cost;
    sum.proceeds -= event.lostValue;
  }

  private noteSpend(takes: LotSpend['takes'], { transaction, line, lost, unsold, isInPeriod }: LotEvent): void {
    if (!isInPeriod || line === undefined) return;
    this.spendCount += 1;
    if (this.spends.length >= MOST_LISTED) return;
    const coins = transaction.spent.map(({ source, vout }) => `${source ?? '?'}:${vout}`);
    this.spends.push({ line, amount: lost + unsold, takes, coins });
  }
}
