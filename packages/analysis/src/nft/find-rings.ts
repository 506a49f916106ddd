import { ITEM_EVENT_KINDS } from '@trailmark/core/nft';
import { closeCycle } from './close-cycle.ts';
import { CycleFinder } from './cycles.ts';
import { TokenGraph } from './token-graph.ts';
import type { WashFinding, WashWorld } from './wash-rule.ts';

const DAY = 86_400;
/** Steps of the search for cycles of one token. Tokens that need more are listed as not searched to the end. */
const MAX_STEPS = 100_000;
/** Steps over all tokens of a collection, and rings that are kept of it: tokens beyond are listed as not searched too. */
const MOST_STEPS_TOGETHER = 20_000_000;
const MOST_RINGS = 20_000;
const LEAST_SALES = 2;
/** How a token changes hands: sales, and transfers that nothing shows to be something else. */
const COUNTED = new Uint8Array(ITEM_EVENT_KINDS.map((kind) => (kind === 'sale' || kind === 'transfer' ? 1 : 0)));

interface Found {
  readonly wallets: readonly number[];
  readonly sales: Set<number>;
  readonly events: number[];
}

/** Payments between the wallets of a cycle around the time it took: they show how the money went back. */
function paymentsOf({ table, payments, params }: WashWorld, { wallets, events }: Found): number[] {
  if (!payments) return [];
  const around = params.paymentDays * DAY;
  const times = events.map((event) => table.events.time[event] as number);
  const keys = wallets.map((wallet) => table.wallets[wallet] as string);
  return payments.among(keys, Math.min(...times) - around, Math.max(...times) + around);
}

/** Cycles of one token, those of the same wallets together. */
function findToken(world: WashWorld, graph: TokenGraph, finder: CycleFinder): { found: Found[]; isWhole: boolean } {
  const { params, table } = world;
  const rings = new Map<string, Found>();
  const limits = { minLength: 3, maxLength: params.longestRing, maxSteps: MAX_STEPS };
  const isWhole = finder.find(graph, limits, (path) => {
    const closed = closeCycle(graph, path, table.events.time, params.ringDays * DAY);
    for (const events of closed) {
      const sales = events.map((event) => table.events.sale[event] as number).filter((sale) => sale >= 0);
      if (sales.length < LEAST_SALES) continue;
      const wallets = events.map((event) => table.events.from[event] as number);
      const key = wallets.toSorted((a, b) => a - b).join();
      const known = rings.get(key) ?? { wallets, sales: new Set<number>(), events: [...events] };
      for (const sale of sales) known.sales.add(sale);
      rings.set(key, known);
    }
  });
  return { found: [...rings.values()], isWhole };
}

/** A cycle of a token as a finding of whatever rule reads it. */
export type Ring = Pick<WashFinding, 'sales' | 'wallets' | 'token' | 'events' | 'payments'>;

interface RingSearch {
  readonly rings: readonly Ring[];
  /** Tokens whose graph had more paths than the search may follow. */
  readonly unsearched: readonly number[];
}

/** One search serves every rule about rings. */
const searched = new WeakMap<WashWorld, RingSearch>();

/** Every ring of a world, by token. */
export function findRings(world: WashWorld): RingSearch {
  const known = searched.get(world);
  if (known) return known;
  const graph = new TokenGraph(world.table, world.eventsByToken, COUNTED);
  const finder = new CycleFinder();
  const unsearched: number[] = [];
  const rings: Ring[] = [];
  let steps = 0;
  for (let token = 0; token < world.table.tokens.length; token++) {
    // Of editions another piece may come back.
    if (world.table.isEdition[token] || !graph.open(token)) continue;
    if (steps >= MOST_STEPS_TOGETHER || rings.length >= MOST_RINGS) {
      unsearched.push(token);
      continue;
    }
    const { found, isWhole } = findToken(world, graph, finder);
    steps += finder.steps;
    if (!isWhole) unsearched.push(token);
    for (const each of found) {
      const sales = [...each.sales].toSorted((a, b) => a - b);
      rings.push({ sales, wallets: each.wallets, token, events: each.events, payments: paymentsOf(world, each) });
    }
  }
  const search = { rings, unsearched };
  searched.set(world, search);
  return search;
}
