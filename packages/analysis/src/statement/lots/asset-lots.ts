import type { AssetId } from '@trailmark/core/ledger';
import type { AssetLots, Lot, LotResult, LotSpend } from '@trailmark/core/statement/lots';
import type { SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { LotMethod } from '@trailmark/core/statement/statement';
import { createAverageLots } from './average-lots.ts';
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
  /** Fees of the asset included. */
  readonly lost: bigint;
  readonly gainedValue: bigint | undefined;
  readonly lostValue: bigint | undefined;
  readonly isInPeriod: boolean;
}

interface Sums {
  readonly taken: Map<string, bigint>;
  proceeds: bigint;
  cost: bigint;
  unknown: bigint;
}

function nameOf(lot: number): string {
  return `L${lot + 1}`;
}

function nameParts(parts: readonly LotPart[]): { readonly lot: string; readonly amount: bigint }[] {
  return parts.map(({ lot, amount }) => ({ lot: nameOf(lot), amount }));
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
    this.sums = new Map(methods.map((method) => [method, { taken: new Map(), proceeds: 0n, cost: 0n, unknown: 0n }]));
  }

  add(event: LotEvent): void {
    const lot = event.gained > 0n ? this.openLot(event) : undefined;
    const lotOf = () => lot ?? this.openLot({ ...event, gained: 0n, gainedValue: undefined });
    const left = this.coins?.move(event.transaction, lotOf).left ?? [];
    if (event.lost === 0n) return;
    const takes: { -readonly [M in LotMethod]?: LotSpend['takes'][M] } = {};
    for (const book of this.books) {
      const { parts, cost } = book.take(event.lost);
      this.note(book.method, parts, cost, event);
      if (parts.length > 0) takes[book.method] = nameParts(parts);
    }
    if (this.coins) {
      this.note('coin-exact', left, costOf(left, this.lots), event);
      takes['coin-exact'] = nameParts(left);
    }
    this.noteSpend(takes, event);
  }

  close(): AssetLots {
    const results = [...this.sums].map(([method, { taken, proceeds, cost, unknown }]): LotResult => {
      const book = this.books.find((one) => one.method === method);
      const left = book?.left() ?? this.coins?.left() ?? 0n;
      return { method, asset: this.asset, taken, left, proceeds, cost, gain: proceeds - cost, unknown };
    });
    const shown = this.lots.filter(({ id, line }) => line !== undefined || results.some(({ taken }) => taken.has(id)));
    const { asset, spends, spendCount } = this;
    const lots = shown.slice(0, MOST_LISTED);
    return { asset, lots, lotCount: shown.length, results, spends, spendCount, missing: undefined };
  }

  private openLot({ gained, gainedValue, transaction, line }: LotEvent): number {
    const { lots, asset } = this;
    lots.push({ id: nameOf(lots.length), asset, time: transaction.time, line, amount: gained, cost: gainedValue });
    if (gained > 0n) for (const book of this.books) book.add(lots.length - 1, gained, gainedValue);
    return lots.length - 1;
  }

  private note(method: LotMethod, parts: readonly LotPart[], cost: bigint | undefined, event: LotEvent): void {
    const sum = this.sums.get(method);
    if (!sum || !event.isInPeriod) return;
    for (const { lot, amount } of nameParts(parts))
      if (sum.taken.has(lot) || sum.taken.size < MOST_LISTED) sum.taken.set(lot, (sum.taken.get(lot) ?? 0n) + amount);
    if (cost === undefined || event.lostValue === undefined) {
      sum.unknown += event.lost;
      return;
    }
    sum.cost += cost;
    sum.proceeds -= event.lostValue;
  }

  private noteSpend(takes: LotSpend['takes'], { transaction, line, lost, isInPeriod }: LotEvent): void {
    if (!isInPeriod || line === undefined) return;
    this.spendCount += 1;
    if (this.spends.length >= MOST_LISTED) return;
    const coins = transaction.spent.map(({ source, vout }) => `${source ?? '?'}:${vout}`);
    this.spends.push({ line, amount: lost, takes, coins });
  }
}
