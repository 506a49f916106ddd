import { listStepParts } from '@trailmark/analysis/tracing/step-parts';
import type { FrontierView } from '@trailmark/api/contract/watch-frontier';
import { traitsOf } from '@trailmark/chains/chain-traits';
import { formatAssetId } from '@trailmark/core/asset';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import { CUT_KINDS, STOP_REASONS } from '@trailmark/core/trace/stop-reason';
import type { Trace, TraceLeaf, TraceStep } from '@trailmark/core/trace/trace';
import { readCases } from '../cases/case-scope.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { type TraceDeps, toTraceAsOf } from '../tracing/trace-as-of.ts';
import { getWatchRow } from './read-watches.ts';
import { findAssetWords } from './rule-world.ts';
import { findWatchSubject } from './subjects/catalogue.ts';
import { isArrival, isOpenEnd, runFollowed } from './subjects/follow-trace.ts';
import { readFrontier } from './subjects/frontier.ts';

/** Steps shown; the counts and sums are those of all. */
const MOST_STEPS = 500;

type Part = FrontierView['steps'][number]['to'][number];

/** Money of one asset that a step moved. */
function partsOf(step: TraceStep, asset: string, side: 'from' | 'to'): Part[] {
  const parts = listStepParts(step, side).filter((part) => part.asset === asset);
  return parts.map(({ place, address, amount }) => ({ place, address, amount }));
}

function toArrivals({ knowledge }: TraceDeps, leaves: readonly TraceLeaf[]): FrontierView['arrivals'] {
  const found = new Map<string, FrontierView['arrivals'][number]>();
  for (const { ref, address, amount, party, reason, detail, time, height } of leaves) {
    const key = party?.key ?? address ?? ref;
    const known = found.get(key);
    const place = { deposit: ref, address, amount, detail, time, height };
    if (known) {
      known.amount += amount;
      known.places.push(place);
      continue;
    }
    const { name = address ?? ref, basis = null, source = '', confidence = null, listing = null } = party ?? {};
    found.set(key, {
      key,
      name,
      basis,
      source,
      confidence: listing === null ? confidence : null,
      listing,
      reason,
      amount,
      // A label may name a party that the directory does not have: its key is no id of an organisation.
      actor: party && knowledge.labels().actor(party.key) ? party.key : null,
      places: [place],
    });
  }
  return [...found.values()].sort((a, b) => (b.amount > a.amount ? 1 : b.amount < a.amount ? -1 : 0));
}

/** Why money is followed no further, by the words of the stop rule or of the cut; the largest first. */
function toLost(leaves: readonly TraceLeaf[], cuts: Trace['cuts']): FrontierView['lostBy'] {
  const found = new Map<string, FrontierView['lostBy'][number]>();
  const add = (reason: string, amount: bigint, places: number) => {
    const known = found.get(reason) ?? { reason, amount: 0n, places: 0 };
    found.set(reason, { reason, amount: known.amount + amount, places: known.places + places });
  };
  for (const { reason, amount } of leaves) add(STOP_REASONS[reason], amount, 1);
  for (const { kind, amount, count } of cuts) add(CUT_KINDS[kind], amount, count);
  return [...found.values()].sort((a, b) => (b.amount > a.amount ? 1 : -1));
}

const sum = (parts: readonly { readonly amount: bigint }[]): bigint =>
  parts.reduce((all, { amount }) => all + amount, 0n);

function toView(deps: TraceDeps, chain: ChainId, trace: Trace): Omit<FrontierView, 'asOf' | 'watch'> {
  const asset = trace.seeds[0]?.asset ?? '';
  const { symbol = 'units', decimals = 0 } = findAssetWords(deps.knowledge, chain, formatAssetId(chain, asset)) ?? {};
  const ofAsset = trace.leaves.filter((leaf) => leaf.asset === asset);
  const [open, arrived] = [ofAsset.filter(isOpenEnd), ofAsset.filter(isArrival)];
  const sums = trace.sums.find((each) => each.asset === asset);
  const ended = sum(ofAsset);
  const { method, stops } = trace.request;
  return {
    ...{ chain, symbol, decimals, method, maxHops: stops.maxHops, minAmount: stops.minAmount, state: trace.state },
    hasPackets: traitsOf(chain).hasClusters,
    began: sums?.began ?? 0n,
    arrived: sum(arrived),
    resting: sum(open),
    lost: ended - sum(arrived) - sum(open) + (sums?.cut ?? 0n) + (sums?.convertedOut ?? 0n) - (sums?.convertedIn ?? 0n),
    lostBy: toLost(
      ofAsset.filter((leaf) => !isOpenEnd(leaf) && !isArrival(leaf)),
      trace.cuts.filter((cut) => cut.asset === asset),
    ),
    fees: sums?.fees ?? 0n,
    difference: sums?.difference ?? 0n,
    seeds: trace.seeds.map(({ ref, address, amount }) => ({ place: ref, address, amount })),
    stepCount: trace.steps.length,
    steps: trace.steps.slice(-MOST_STEPS).map((step) => ({
      ...{ txid: step.txid, hop: step.hop, height: step.height, time: step.time, fee: step.feeTainted },
      from: partsOf(step, asset, 'from'),
      to: partsOf(step, asset, 'to'),
    })),
    rests: open.map(({ ref, address, amount, height, time }) => ({ place: ref, address, amount, height, time })),
    arrivals: toArrivals(deps, arrived),
    gaps: trace.gaps.map(({ message }) => message).slice(0, 5),
  };
}

/** How far the money of a frontier came, as of the indexed blocks. Throws `conflict` for another watch, and for one that ended: nothing is read for it. */
export async function readFrontierView(
  deps: TraceDeps & { readonly casework: CaseworkContext },
  caller: Caller,
  id: string,
  read: ReadOptions,
): Promise<FrontierView> {
  const { casework } = deps;
  const row = await readCases(casework, caller, (tx) => getWatchRow(tx, id, casework.now()));
  if (findWatchSubject(row.subjectKind)?.endsAtParties !== true || row.chain === null) {
    throw new AppError('conflict', 'This watch follows no money: only the frontier of a trace has hops.');
  }
  if (row.state === 'ended') {
    throw new AppError('conflict', `This watch has ended, so nothing is read for it. ${row.stateWhy} Its alerts stay.`);
  }
  const request = readFrontier({ chain: row.chain as ChainId, text: row.subject });
  const asOf = toTraceAsOf(deps, request.chain);
  const trace = await runFollowed(deps, request, read);
  return { asOf, watch: id, ...toView(deps, request.chain, trace) };
}
