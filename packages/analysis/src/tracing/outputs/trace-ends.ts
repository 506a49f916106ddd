import { NATIVE_ASSET } from '@trailmark/core/asset';
import { type Position, positionHeight } from '@trailmark/core/position';
import type { CutKind, StopReason } from '@trailmark/core/trace/stop-reason';
import type { Trace, TraceCut, TraceLeaf, TraceSum } from '@trailmark/core/trace/trace';
import type { StopRules } from '@trailmark/core/trace/trace-request';
import { type Coin, type Ending, type Passage, taintOf } from './coin.ts';
import type { Pace } from './pace.ts';
import { formatNumber } from './sentences.ts';
import { endUnspent, leaf } from './stop-rules.ts';
import { refOfCoin } from './to-step.ts';
import type { TraceMaterial } from './trace-material.ts';

/** Putting one leaf into words. */
const COIN_WORK = 10;

type Seed = Trace['seeds'][number];

/** Height reported for a coin: of the transaction that made it, or, where that is not indexed, of the one that spends it. */
function heightOf({ position, from }: Coin): number {
  return positionHeight(position ?? from?.position ?? 0);
}

/** A seed that money of another seed reaches begins only with the rest, so that nothing counts twice. */
export function toSeed(coin: Coin, material: TraceMaterial): Seed {
  const height = heightOf(coin);
  return {
    ref: refOfCoin(coin, material),
    address: material.context.addressAt(coin.owner),
    asset: NATIVE_ASSET,
    amount: (taintOf(coin)?.amount ?? 0n) - (coin.arrived?.amount ?? 0n),
    height,
    time: material.context.timeOf(height),
  };
}

/** Why coins end that nothing before the answer ends. Each reason is put into words once, whoever shares it. */
class LateEnds {
  readonly #material: TraceMaterial;
  /** By height. */
  readonly #unspent = new Map<number, Ending>();
  readonly #unread: Ending;
  readonly #notIndexed: Ending;

  constructor(material: TraceMaterial) {
    this.#material = material;
    const unread = `Not yet read: the trace ended after ${formatNumber(material.counts.transactionsRead)} transactions.`;
    this.#unread = leaf('budget', () => unread);
    this.#notIndexed = leaf(
      material.context.isForward ? 'data-end' : 'source-unknown',
      () => 'The index names the next transaction and does not hold it.',
    );
  }

  /** Why a coin is followed no further; undefined where its next transaction took it up. */
  endOf(coin: Coin): Ending | undefined {
    const decided = coin.ending ?? coin.barrier ?? coin.entry;
    if (decided) return decided;
    const { state } = this.#material;
    const { next, isLookedUp } = coin;
    if (next !== undefined && state.passages.has(next)) return undefined;
    if (next !== undefined && state.isMissing(next)) return this.#notIndexed;
    return next === undefined && isLookedUp ? this.#unspentAt(positionHeight(coin.position ?? 0)) : this.#unread;
  }

  #unspentAt(height: number): Ending {
    const known = this.#unspent.get(height);
    if (known) return known;
    const end = endUnspent(height, this.#material.context);
    this.#unspent.set(height, end);
    return end;
  }
}

function* listCoins(passages: readonly Passage[], seeds: readonly Coin[]): Generator<Coin> {
  yield* seeds;
  for (const { coins } of passages) for (const coin of coins) if (!coin.seed) yield coin;
}

type LeafEnding = Extract<Ending, { readonly kind: 'leaf' }>;

/** A coin that is followed no further, and why. */
interface Ended {
  readonly coin: Coin;
  readonly amount: bigint;
  readonly end: LeafEnding;
  /** Where it is in the chain. */
  readonly place: number;
  /** Nobody asks for its name or words. */
  readonly isPlain: boolean;
}

/** Ends that a rule or a memo names somebody at, whether or not a label does. */
const NAMED_BY_RULE: ReadonlySet<StopReason> = new Set(['coinjoin', 'mixer', 'bridge']);

/** Ends at nobody of which only the sums are wanted: one for each reason, at the fewest hops. */
class MergedEnds {
  readonly #byReason = new Map<StopReason, { amount: bigint; hop: number }>();

  add(reason: StopReason, amount: bigint, hop: number): void {
    const sum = this.#byReason.get(reason);
    if (!sum) {
      this.#byReason.set(reason, { amount, hop });
      return;
    }
    sum.amount += amount;
    sum.hop = Math.min(sum.hop, hop);
  }

  list(): TraceLeaf[] {
    return [...this.#byReason].map(([reason, { amount, hop }]) => {
      const nowhere = {
        ref: '',
        address: null,
        height: 0,
        time: 0,
        detail: '',
        party: null,
        onward: null,
        shares: null,
      };
      return { ...nowhere, asset: NATIVE_ASSET, amount, hop, reason };
    });
  }
}

async function listEnded(
  passages: readonly Passage[],
  material: TraceMaterial,
  { merged, pace }: { readonly merged: MergedEnds; readonly pace: Pace },
): Promise<Ended[]> {
  const found: Ended[] = [];
  const { context, isBrief, apart } = material;
  const ends = new LateEnds(material);
  for (const coin of listCoins(passages, material.seeds)) {
    if (pace.isDue(COIN_WORK)) await pace.turn();
    const taint = taintOf(coin);
    const end = taint && ends.endOf(coin);
    if (!taint || end?.kind !== 'leaf') continue;
    const isNobodys = context.partyOf(coin.owner) === undefined && !NAMED_BY_RULE.has(end.reason);
    if (isBrief && isNobodys && apart?.has(coin.owner ?? -1) === false) {
      merged.add(end.reason, taint.amount, coin.hop);
      continue;
    }
    // Only a coin whose transaction is known has a place of its own to be sorted by.
    const isPlain = isBrief && isNobodys && coin.position !== undefined;
    found.push({ coin, amount: taint.amount, end, place: coin.position ?? coin.from?.position ?? 0, isPlain });
  }
  return found;
}

/** Reads the names of ends that nobody has read. */
async function nameEnds(ended: readonly Ended[], { txids, readTxids }: TraceMaterial): Promise<void> {
  const unnamed = new Set<Position>();
  for (const { coin, isPlain } of ended) {
    const { position } = coin;
    if (!isPlain && position !== undefined && !txids.has(position)) unnamed.add(position);
  }
  await readTxids([...unnamed].sort((a, b) => a - b));
}

function toLeaf({ coin, amount, end, isPlain }: Ended, material: TraceMaterial): TraceLeaf {
  const { context } = material;
  const height = heightOf(coin);
  return {
    ref: isPlain ? '' : refOfCoin(coin, material),
    address: context.addressAt(coin.owner),
    asset: NATIVE_ASSET,
    amount,
    hop: coin.hop,
    height,
    time: context.timeOf(height),
    reason: end.reason,
    detail: isPlain ? '' : end.say(),
    party: context.partyOf(coin.owner) ?? null,
    onward: end.onward ?? null,
    shares: null,
  };
}

/** Leaves in the order of the chain, and after them those that are merged. */
export async function listLeaves(
  passages: readonly Passage[],
  material: TraceMaterial,
  pace: Pace,
): Promise<TraceLeaf[]> {
  const merged = new MergedEnds();
  const ended = await listEnded(passages, material, { merged, pace });
  await nameEnds(ended, material);
  const found: { readonly ended: Ended; readonly leaf: TraceLeaf }[] = [];
  for (const one of ended) {
    found.push({ ended: one, leaf: toLeaf(one, material) });
    if (pace.isDue(COIN_WORK)) await pace.turn();
  }
  found.sort(
    (a, b) =>
      a.ended.place - b.ended.place || a.ended.coin.vout - b.ended.coin.vout || (a.leaf.ref < b.leaf.ref ? -1 : 1),
  );
  return [...found.map(({ leaf: one }) => one), ...merged.list()];
}

function formatCut(kind: CutKind, count: number, stops: StopRules): string {
  const payments = `${formatNumber(count)} ${count === 1 ? 'payment' : 'payments'}`;
  if (kind === 'fan-out') return `${payments} beyond the ${formatNumber(stops.maxFanOut)} largest.`;
  if (kind === 'min-amount') return `${payments} of less than ${formatNumber(stops.minAmount)} traced units.`;
  if (kind === 'min-share')
    return `${payments} of less than ${formatNumber(stops.minSharePpm)} millionths of the whole amounts of all seeds.`;
  return `${payments} that the examiner did not choose.`;
}

/** Cuts in the order of the chain. */
export function listCuts(passages: readonly Passage[], stops: StopRules): TraceCut[] {
  return passages.flatMap(({ held, hop, cuts }) =>
    cuts.map(({ kind, count, amount }) => ({
      at: held.txid,
      hop,
      kind,
      asset: NATIVE_ASSET,
      count,
      amount,
      detail: formatCut(kind, count, stops),
    })),
  );
}

/** Holds what began and came in against where it went. */
export function sumTrace(seeds: readonly Seed[], passages: readonly Passage[], leaves: readonly TraceLeaf[]): TraceSum {
  const began = seeds.reduce((sum, { amount }) => sum + amount, 0n);
  const added = passages.reduce((sum, passage) => sum + passage.added, 0n);
  const fees = passages.reduce((sum, { fee }) => sum + fee, 0n);
  let cut = 0n;
  for (const { cuts } of passages) for (const { amount } of cuts) cut += amount;
  const ended: Partial<Record<StopReason, bigint>> = {};
  let out = cut + fees;
  for (const { reason, amount } of leaves) {
    ended[reason] = (ended[reason] ?? 0n) + amount;
    out += amount;
  }
  return {
    asset: NATIVE_ASSET,
    began,
    added,
    convertedIn: 0n,
    convertedOut: 0n,
    ended: Object.fromEntries(Object.entries(ended).sort(([a], [b]) => (a < b ? -1 : 1))),
    cut,
    fees,
    difference: began + added - out,
  };
}
