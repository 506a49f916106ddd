import type { Trace, TraceLeaf } from '@trailmark/core/trace/trace';
import type { EndsPass, TraceEnd, TraceEnds } from '@trailmark/core/trace/trace-ends';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { least, most } from '../accounts/account-apportioning.ts';
import { describeEnds } from './describe-ends.ts';
import { compareStandings, isEnd, standingOf } from './end-standing.ts';
import { ENDS_WORK, toPass, widen } from './escalate.ts';

/** The methods whose amounts make the range of an end. */
const RANGE_METHODS = ['fifo/1', 'haircut/1', 'lifo/1'] as const;
const REACH = 'reach/1';
/** Ends that are listed; the rest is counted. */
const MOST_ENDS = 2_000;

/** How far the search is: which pass, and what the ones before it read. */
export interface EndsStage {
  readonly stage: string;
  readonly readBefore: number;
}

/** Runs one request to its end or its budget. */
export type RunStage = (request: TraceRequest, stage: EndsStage) => Promise<Trace>;

export interface EndsFound {
  readonly ends: TraceEnds;
  /** The trace by the method of the request, within the limits that were needed. Its request gives it again. */
  readonly trace: Trace;
}

/** What is being put together. */
interface Draft {
  readonly leaf: TraceLeaf;
  readonly amounts: bigint[];
  reach: bigint;
  hop: number;
  address: string | null;
}

function keyOf({ party, address, ref, asset }: TraceLeaf): string {
  const key = (party?.kind === 'named' ? undefined : party?.key) ?? address ?? ref;
  return JSON.stringify([party !== null && party.kind !== 'named', key, asset]);
}

/** Ends of the search and of the methods, each place once. `at`: which method; undefined the search. */
function collect(reach: Trace, traces: readonly Trace[]): Draft[] {
  const drafts = new Map<string, Draft>();
  const add = (leaf: TraceLeaf, at: number | undefined): void => {
    const key = keyOf(leaf);
    const draft = drafts.get(key) ?? {
      ...{ leaf, amounts: traces.map(() => 0n), reach: 0n, hop: leaf.hop, address: leaf.address },
    };
    if (at === undefined) draft.reach += leaf.amount;
    else draft.amounts[at] = (draft.amounts[at] ?? 0n) + leaf.amount;
    draft.hop = Math.min(draft.hop, leaf.hop);
    if (draft.address !== leaf.address) draft.address = null;
    drafts.set(key, draft);
  };
  for (const [at, { leaves }] of traces.entries()) for (const leaf of leaves) if (isEnd(leaf)) add(leaf, at);
  for (const leaf of reach.leaves) if (isEnd(leaf)) add(leaf, undefined);
  return [...drafts.values()];
}

function toEnd({ leaf, amounts, reach, hop, address }: Draft, ranged: readonly number[], trace: Trace): TraceEnd {
  const { party, asset, reason, ref } = leaf;
  const own = ranged.map((at) => amounts[at] ?? 0n);
  const [lowest, highest] = [own.reduce(least, own[0] ?? 0n), own.reduce(most, 0n)];
  return {
    key: (party?.kind === 'named' ? undefined : party?.key) ?? address ?? ref,
    name: party?.name ?? address ?? ref,
    ...{ address, asset, reason, party, amounts, hop },
    ...standingOf(leaf, trace.request.chain),
    ...{ least: lowest, most: highest, reach: most(reach, highest) },
  };
}

const byAmount = (x: bigint, y: bigint): number => (x > y ? -1 : x < y ? 1 : 0);
const byText = (x: string, y: string): number => (x < y ? -1 : x > y ? 1 : 0);

/** The most urgent first; among equals what every method agrees on, then what most can be there. */
function compareEnds(a: TraceEnd, b: TraceEnd): number {
  // What only the bound reaches ranks below everything that a method sends money to.
  const byClass = Number(a.most === 0n) - Number(b.most === 0n);
  return (
    byClass ||
    compareStandings(a.standing, b.standing) ||
    byAmount(a.least, b.least) ||
    byAmount(a.most, b.most) ||
    byAmount(a.reach, b.reach) ||
    byText(a.key, b.key) ||
    byText(a.asset, b.asset)
  );
}

function countPlaces({ leaves }: Trace): number {
  return new Set(leaves.filter(isEnd).map(keyOf)).size;
}

/** Seeds that paid more than they received begin with all that went through them: the rest would be lost. */
function widenSeeds(request: TraceRequest, { gaps }: Trace): { request: TraceRequest; widened: string[] } {
  const short = new Set(gaps.filter(({ kind }) => kind === 'unbegun').map(({ where }) => where));
  if (short.size === 0) return { request, widened: [] };
  const seeds = request.seeds.map((seed) =>
    seed.kind === 'address' && short.has(seed.address) && seed.side === undefined
      ? ({ ...seed, side: 'all' } as const)
      : seed,
  );
  const widened = request.seeds.flatMap((seed) =>
    seed.kind === 'address' && short.has(seed.address) && seed.side === undefined ? [seed.address] : [],
  );
  return { request: { ...request, seeds }, widened };
}

/** The order of moves is the same for all methods; other parameters stay with the method they are of. */
function sharedParams({ params: { order } }: TraceRequest): TraceRequest['params'] {
  return order === undefined ? {} : { order };
}

interface Search {
  readonly request: TraceRequest;
  readonly reach: Trace;
  readonly passes: readonly EndsPass[];
  readonly widened: readonly string[];
  readonly spent: number;
}

/** Searches for every place that money can have reached, with limits that widen where they are in the way. */
async function search(asked: TraceRequest, run: RunStage, work: number): Promise<Search> {
  let request = asked;
  const passes: EndsPass[] = [];
  let widened: readonly string[] = [];
  let spent = 0;
  for (;;) {
    const { maxFanOut, maxHops } = request.stops;
    const stage = `Searching for places, pass ${passes.length + 1}: ${maxFanOut} payments a step, ${maxHops} hops`;
    const reach = await run({ ...request, method: REACH, params: sharedParams(request) }, { stage, readBefore: spent });
    spent += reach.counts.transactionsRead;
    passes.push(toPass(request, reach, countPlaces(reach)));
    const wider = widenSeeds(request, reach);
    const next = widen(wider.request, reach, work, passes.length);
    if (wider.widened.length > 0) widened = wider.widened;
    if (next === undefined && wider.widened.length === 0) return { request, reach, passes, widened, spent };
    request = next ?? wider.request;
  }
}

/** Ids of the methods an end gets amounts of: the one of the request first. */
function listMethods({ method }: TraceRequest): readonly string[] {
  return [...new Set([method, ...RANGE_METHODS])];
}

/**
 * Every place that money of a request can have reached, each with its range over the methods that divide, the most urgent first.
 * First `reach` searches within the limits of the request; where one of them is in the way it is widened and the search made
 * again, up to `work` transactions. Then each method runs within the limits that were needed.
 */
export async function findEnds(asked: TraceRequest, run: RunStage, work = ENDS_WORK): Promise<EndsFound> {
  const { request, reach, passes, widened, spent } = await search(asked, run, work);
  const methods = listMethods(asked);
  const traces: Trace[] = [];
  let read = spent;
  for (const method of methods) {
    const params = method === asked.method ? request.params : sharedParams(request);
    const trace = await run({ ...request, method, params }, { stage: `Dividing by ${method}`, readBefore: read });
    read += trace.counts.transactionsRead;
    traces.push(trace);
  }
  const [trace = reach] = traces;
  const ranged = methods.flatMap((id, at) => ((RANGE_METHODS as readonly string[]).includes(id) ? [at] : []));
  const items = collect(reach, traces)
    .map((draft) => toEnd(draft, ranged, trace))
    .sort(compareEnds);
  const found = {
    methods,
    items: items.slice(0, MOST_ENDS),
    total: items.length,
    passes,
    transactionsRead: read,
    widened,
  };
  return { ends: { ...found, sentences: describeEnds(found, items, reach) }, trace };
}
