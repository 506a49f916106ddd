import { AppError } from '@trailmark/core/errors';
import type { Trace } from '@trailmark/core/trace/trace';
import type { StopRules, TraceRequest } from '@trailmark/core/trace/trace-request';
import { orderOf } from './accounts/account-params.ts';
import { collectExits, type Exit, mostAt } from './collect-exits.ts';
import { compareOrders, isReached, listOtherOrders, type OrdersCompared } from './compare-orders.ts';
import type { ComparedExit, ComparedMethod } from './compared-exit.ts';
import { describeComparison } from './comparison-sentence.ts';
import { kendallTauPpm } from './kendall-tau.ts';

/** Exits listed and ranked one by one; smaller ones become one row per reason. */
const MOST_EXITS = 500;
/** Wider than any transaction, so that it cuts nothing. */
const NO_FAN_OUT_LIMIT = 5_000;
/** How often the hop limit is lowered until every method can be run to its end. */
const MOST_ATTEMPTS = 8;

/** What a method makes of the asset the trace began with. */
export interface MethodTotals {
  readonly id: string;
  readonly began: bigint;
  readonly ended: bigint;
  readonly cut: bigint;
  readonly fees: bigint;
  readonly added: bigint;
  readonly difference: bigint;
  /** What the beginnings paid beyond their receipts, which no method accounts for; left out where that is nothing. */
  readonly unbegun?: bigint | undefined;
}

export interface MethodsCompared {
  readonly methods: readonly MethodTotals[];
  readonly exits: readonly ComparedExit[];
  readonly agreement: readonly { readonly a: string; readonly b: string; readonly tauPpm: number | null }[];
  readonly stableExits: number;
  readonly sentence: string;
  /** Hops within which every method was run. */
  readonly maxHops: number;
  /** Undefined where the order of all transfers is known. */
  readonly orders?: OrdersCompared | undefined;
}

/**
 * Rules that cut by no amount: what a method then reaches depends only on where money can go, so that every method is judged
 * on one and the same graph.
 */
function withoutAmountCuts(stops: StopRules, maxHops: number): StopRules {
  return { ...stops, maxHops, minAmount: 0n, minSharePpm: 0, maxFanOut: NO_FAN_OUT_LIMIT };
}

function nextHops(traces: readonly Trace[], maxHops: number): number {
  const open = traces.flatMap(({ leaves }) => leaves.filter(({ reason }) => reason === 'budget').map(({ hop }) => hop));
  return Math.max(1, Math.min(Math.floor(maxHops / 2), ...open));
}

/** Parameters of the request as another method takes them: its own stay with it, the order of moves is the same for all. */
function paramsFor(id: string, { method, params }: TraceRequest): TraceRequest['params'] {
  const { order } = params;
  if (id === method) return params;
  return order === undefined ? {} : { order };
}

/** Runs every method to its end within one hop limit, which is lowered until all of them fit the budget. */
async function runAll(
  request: TraceRequest,
  methods: readonly ComparedMethod[],
  run: (request: TraceRequest) => Promise<Trace>,
): Promise<{ traces: Trace[]; maxHops: number }> {
  let maxHops = request.stops.maxHops;
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const stops = withoutAmountCuts(request.stops, maxHops);
    const traces: Trace[] = [];
    for (const { id } of methods) {
      const trace = await run({ ...request, method: id, params: paramsFor(id, request), stops });
      traces.push(trace);
      if (trace.state === 'partial') break;
    }
    if (traces.every(({ state }) => state === 'complete')) return { traces, maxHops };
    if (maxHops === 1) break;
    maxHops = nextHops(traces, maxHops);
  }
  throw new AppError(
    'invalid',
    `The methods cannot be compared within a budget of ${request.budget} transactions: even one hop needs more. Raise the budget, or begin with less.`,
  );
}

function ascending({ amounts }: Exit): bigint[] {
  return amounts.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}

function mostOf(exit: Exit): bigint {
  return mostAt(exit.amounts);
}

function leastOf(exit: Exit): bigint {
  return ascending(exit)[0] ?? 0n;
}

function byAmount(first: number): (a: Exit, b: Exit) => number {
  return (a, b) => {
    const [x = 0n, y = 0n] = [a.amounts[first], b.amounts[first]];
    const [p, q] = x === y ? [mostOf(a), mostOf(b)] : [x, y];
    return p > q ? -1 : p < q ? 1 : a.head.key < b.head.key ? -1 : 1;
  };
}

function addTo(sums: bigint[], amounts: readonly bigint[]): void {
  for (const [i, amount] of amounts.entries()) sums[i] = (sums[i] ?? 0n) + amount;
}

function foldRest(rest: readonly Exit[]): Exit[] {
  const folds = new Map<string, { exit: Exit; count: number }>();
  for (const { head, amounts, otherAmounts } of rest) {
    const { asset, reason } = head;
    const id = JSON.stringify([reason, asset]);
    const fold = folds.get(id) ?? {
      count: 0,
      exit: {
        head: { key: `rest:${reason}`, name: '', address: null, asset, reason, isNamed: false },
        amounts: amounts.map(() => 0n),
        otherAmounts: otherAmounts.map(() => 0n),
      },
    };
    fold.count++;
    addTo(fold.exit.amounts, amounts);
    addTo(fold.exit.otherAmounts, otherAmounts);
    folds.set(id, fold);
  }
  return [...folds.values()].map(({ exit, count }) => ({
    ...exit,
    head: { ...exit.head, name: `${count} further places` },
  }));
}

function rankOf(exits: readonly Exit[], exit: Exit, at: number): number {
  const own = exit.amounts[at] ?? 0n;
  return 1 + exits.filter(({ head, amounts }) => head.asset === exit.head.asset && (amounts[at] ?? 0n) > own).length;
}

function toExit(exit: Exit, ranks: readonly number[]): ComparedExit {
  const { head, amounts, otherAmounts } = exit;
  const found = { ...head, amounts, least: leastOf(exit), most: mostOf(exit), ranks };
  return otherAmounts.length === 0 ? found : { ...found, otherAmounts };
}

function totalsOf(id: string, trace: Trace): MethodTotals {
  const asset = trace.seeds[0]?.asset ?? '';
  const sum = trace.sums.find((one) => one.asset === asset);
  if (!sum) return { id, began: 0n, ended: 0n, cut: 0n, fees: 0n, added: 0n, difference: 0n };
  const { began, cut, fees, added, difference, convertedIn, convertedOut } = sum;
  const ended = Object.values(sum.ended).reduce((all, amount) => all + amount, 0n);
  const totals = { id, began, ended: ended + convertedOut - convertedIn, cut, fees, added, difference };
  return sum.unbegun === undefined ? totals : { ...totals, unbegun: sum.unbegun };
}

function agreementOf(exits: readonly Exit[], methods: readonly ComparedMethod[]): MethodsCompared['agreement'] {
  return methods.flatMap((a, i) =>
    methods.slice(i + 1).map((b, k) => ({
      a: a.id,
      b: b.id,
      tauPpm: kendallTauPpm(
        exits.map(({ head, amounts }) => ({
          group: head.asset,
          a: amounts[i] ?? 0n,
          b: amounts[i + 1 + k] ?? 0n,
        })),
      ),
    })),
  );
}

/** The same traces under the other order of moves; none where no trace rests on one, undefined where it exceeds the budget. */
async function runOthers(
  traces: readonly Trace[],
  run: (request: TraceRequest) => Promise<Trace>,
): Promise<Trace[] | undefined> {
  const others: Trace[] = [];
  for (const request of listOtherOrders(traces)) {
    const trace = await run(request);
    if (trace.state === 'partial') return undefined;
    others.push(trace);
  }
  return others;
}

/**
 * What each method makes of one and the same graph: every transaction that can be reached within the hop limit under the stop
 * rules of the request, those that cut by amount left out. `run` runs one request to its end or to its budget. Throws `invalid`
 * for fewer than two methods, and where even one hop exceeds the budget.
 */
export async function compareMethods(
  request: TraceRequest,
  methods: readonly ComparedMethod[],
  run: (request: TraceRequest) => Promise<Trace>,
): Promise<MethodsCompared> {
  if (methods.length < 2) throw new AppError('invalid', 'A comparison needs at least two methods.');
  const { traces, maxHops } = await runAll(request, methods, run);
  const first = Math.max(
    0,
    methods.findIndex(({ id }) => id === request.method),
  );
  const others = await runOthers(traces, run);
  const all = collectExits(traces, others ?? []);
  const sorted = all.filter(isReached).sort(byAmount(first));
  const named = new Set(sorted.toSorted((a, b) => (mostOf(a) > mostOf(b) ? -1 : 1)).slice(0, MOST_EXITS));
  const listed = sorted.filter((exit) => named.has(exit));
  const ranked = listed.map((exit) =>
    toExit(
      exit,
      methods.map((_, at) => rankOf(listed, exit, at)),
    ),
  );
  const rest = foldRest(sorted.filter((exit) => !named.has(exit)));
  const stable = ranked.filter(({ ranks }) => ranks.every((rank) => rank === ranks[0]));
  return {
    methods: methods.flatMap(({ id }, i) => (traces[i] ? [totalsOf(id, traces[i])] : [])),
    exits: [
      ...ranked,
      ...rest.map((exit) =>
        toExit(
          exit,
          methods.map(() => 0),
        ),
      ),
    ],
    agreement: agreementOf(listed, methods),
    stableExits: stable.length,
    sentence: `${describeComparison(ranked, methods, first, request.direction === 'backward')}${maxHops < request.stops.maxHops ? ` Compared within ${maxHops} hops, because the budget holds no more under every method.` : ''}`,
    maxHops,
    ...(others?.length === 0 ? {} : { orders: compareOrders(orderOf(request.params), all, others) }),
  };
}
