import { type ExposureQuestion, firstHop, toExposureTrace } from '@trailmark/analysis/screening/exposure-request';
import {
  type ExposureContext,
  listTradedAssets,
  measureExposure,
  type UnreadPart,
} from '@trailmark/analysis/screening/measure-exposure';
import { isTooManyReceipts } from '@trailmark/analysis/tracing/outputs/find-seeds';
import type { RunOptions } from '@trailmark/analysis/tracing/trace-session';
import { traitsOf } from '@trailmark/chains/chain-traits';
import type { AssetKey } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import { groupDigits } from '@trailmark/core/group-digits';
import type { LabelReader } from '@trailmark/core/label';
import { networkOfChain } from '@trailmark/core/network';
import type { ReadOptions } from '@trailmark/core/read-options';
import { readListing, type SanctionListing } from '@trailmark/core/sanction-listing';
import type { AssetExposure, ExposureWay } from '@trailmark/core/screening/exposure';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import type { Trace } from '@trailmark/core/trace/trace';
import { MAX_SEEDS, type TraceRequest, type TraceSeed } from '@trailmark/core/trace/trace-request';
import { readAddress } from '../ledger/any-chain.ts';
import { getTracingEngine } from '../tracing/engines/get-tracing-engine.ts';
import type { SubjectCluster } from '../tracing/subject-cluster.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import type { Places } from './places.ts';

/** What the rule set decides of how exposure is stated. */
export interface MeasureOptions {
  readonly currency: string;
  readonly signal?: AbortSignal | undefined;
  /** Screened as one subject with the address; undefined: the address alone. */
  readonly cluster?: SubjectCluster | undefined;
  /** Where many subjects are screened side by side: places for traces that are no longer small. */
  readonly large?: Places | undefined;
}

/** Transactions up to which a trace is small. */
const SMALL_TRACE = 1_000;

/** Assets that trades led to which are stated; the rest is counted. */
const MOST_TRADED = 8;

/** Exposure of one asset with the traces behind it; `missing` says for which directions there was nothing to trace, and why. */
export interface MeasuredAsset {
  readonly exposure: AssetExposure;
  /** What trades made of it, each in the other asset; empty where they are not followed. */
  readonly traded: readonly AssetExposure[];
  /** Assets that trades led to and that are not stated. */
  readonly tradedLeft: number;
  readonly traces: readonly Trace[];
  readonly missing: readonly string[];
  /** The subject received too much to be read whole: shares rest on its newest payments. */
  readonly isBounded: boolean;
}

/** The rule that answers for a subject which received too much for a trace. Its version counts what it reads and what it states. */
export const BOUNDED_READ = 'newest-payments/1';

/** Transactions that are read of a subject which received too much for a trace: its newest. */
export const NEWEST_READ = 1_000;

type TraceQuestion = Omit<ExposureQuestion, 'spent'>;

type RunLimits = Pick<MeasureOptions, 'signal' | 'large'>;

/** A trace run in pieces is the trace run at once: what is no longer small waits for a place before it continues. */
async function runTrace(
  deps: TraceDeps,
  asked: TraceRequest,
  { signal, large, ...answer }: RunLimits & Pick<RunOptions, 'isBrief' | 'apart'>,
): Promise<Trace> {
  const read = signal ? { signal } : {};
  const session = await getTracingEngine(deps, asked.chain).openTrace(asked, read);
  const run = (budget: number): Promise<Trace> => session.run(budget, { ...read, ...answer });
  if (!large || asked.budget <= SMALL_TRACE) return run(asked.budget);
  const small = await run(SMALL_TRACE);
  return small.state === 'complete' ? small : large.use(() => run(asked.budget - SMALL_TRACE));
}

/** The coins a transaction spends, as seeds; none where they are not indexed, or the transaction creates its coins. */
async function listSpent(
  deps: TraceDeps,
  request: ScreeningRequest,
  { way, asset, hasOutputs }: TraceQuestion,
  limits: RunLimits,
): Promise<readonly TraceSeed[]> {
  if (request.subject.kind === 'address' || way === 'in' || !hasOutputs) return [];
  const back = toExposureTrace({ ...request, maxHops: 1 }, { way: 'in', asset, hasOutputs, spent: [] });
  const { leaves } = await runTrace(deps, back, limits);
  return leaves.slice(0, MAX_SEEDS).flatMap(({ ref, hop }): TraceSeed[] => {
    const [, txid, vout] = /^([0-9a-f]{64}):(\d+)$/.exec(ref) ?? [];
    return txid === undefined || hop !== 1 ? [] : [{ kind: 'output', txid, vout: Number(vout) }];
  });
}

/** The trace behind one direction, and whether it began with the newest payments alone. */
interface TracedWay {
  readonly trace: Trace;
  readonly isBounded: boolean;
}

const toOwnAddress = ({ kind, text }: ScreeningRequest['subject']): string[] => (kind === 'address' ? [text] : []);

/** Runs the trace behind one direction; of a subject that received too much, from its newest payments. */
async function traceSubject(
  deps: TraceDeps,
  request: ScreeningRequest,
  question: TraceQuestion,
  limits: RunLimits,
): Promise<TracedWay> {
  const spent = await listSpent(deps, request, question, limits);
  // What comes back to the subject is its own; of others whom nobody names only the sums are stated.
  const apart = question.members === undefined ? [request.subject].flatMap(toOwnAddress) : undefined;
  const run = (newest?: number): Promise<Trace> =>
    runTrace(deps, toExposureTrace(request, { ...question, spent, newest }), { ...limits, isBrief: true, apart });
  try {
    return { trace: await run(), isBounded: false };
  } catch (error) {
    if (!isTooManyReceipts(error) || question.members !== undefined) throw error;
    return { trace: await run(NEWEST_READ), isBounded: true };
  }
}

/** The same; a sentence where there is nothing to trace. */
async function traceWay(...asked: Parameters<typeof traceSubject>): Promise<TracedWay | string> {
  try {
    return await traceSubject(...asked);
  } catch (error) {
    if (AppError.is(error, 'not-found') || AppError.is(error, 'invalid')) return error.message;
    throw error;
  }
}

/** What was not read of a subject that received too much, by direction. */
async function describeUnread(
  { ledgers }: TraceDeps,
  { chain, subject, fromTime, toTime }: ScreeningRequest,
  read: ReadOptions,
): Promise<(way: ExposureWay) => UnreadPart> {
  const newest = groupDigits(NEWEST_READ);
  const begin = `${subject.text} received too many outputs to be read whole: only its newest ${newest} transactions were`;
  if (fromTime !== null || toTime !== null) {
    const sentence = `${begin}, within the time window. Shares are of what these paid.`;
    return () => ({ whole: undefined, sentence });
  }
  const ledger = ledgers.get(chain);
  const { key } = readAddress(ledger, subject.text);
  const balance = (await ledger.transfers.coinBalances([key], read)).get(key);
  const sentence = `${begin}. Shares are of all it received and sent; what came before these, and its own change, is in the table as not read.`;
  return (way) => ({ whole: way === 'in' ? balance?.received : balance?.sent, sentence });
}

function findListing(
  labels: LabelReader,
  chain: ScreeningRequest['chain'],
): (address: string | null | undefined) => SanctionListing | undefined {
  const network = networkOfChain(chain);
  return (address) => {
    if (network === undefined || address === null || address === undefined) return undefined;
    return labels.labelsOf(network, address).flatMap((label) => readListing(label) ?? [])[0];
  };
}

/** Exposure in one asset, both directions. A method or parameter that does not exist rejects with `invalid`. */
export async function measureAsset(
  deps: TraceDeps,
  request: ScreeningRequest,
  asset: AssetKey,
  { currency, signal, cluster, large }: MeasureOptions,
): Promise<MeasuredAsset> {
  const engine = getTracingEngine(deps, request.chain);
  const read = signal ? { signal } : {};
  const { hasOutputs } = traitsOf(request.chain);
  const found = await Promise.all(
    request.ways.map((way) =>
      traceWay(deps, request, { way, asset, hasOutputs, members: cluster?.screened.read }, { signal, large }),
    ),
  );
  const traced = found.filter((one) => typeof one !== 'string');
  const traces = traced.map(({ trace }) => trace);
  const isBounded = traced.some((one) => one.isBounded);
  const unreadOf = isBounded ? await describeUnread(deps, request, read) : undefined;
  const listingAt = findListing(deps.knowledge.labels(), request.chain);
  const followed = listTradedAssets(traces, asset);
  const stated = followed.slice(0, MOST_TRADED);
  const context = await engine.openContext({ assets: [asset, ...stated], currency }, read);
  const toContext = (key: AssetKey, tradedFrom?: AssetKey): ExposureContext => ({
    isOwn: (address) =>
      cluster?.has(address) ?? (request.subject.kind === 'address' && address === request.subject.text),
    asset: key,
    tradedFrom,
    symbol: context.assetOf(key).symbol ?? 'unknown token',
    decimals: context.assetOf(key).decimals ?? 0,
    firstHop: firstHop(hasOutputs),
    fiat: (amount, time) => context.fiat?.(key, amount, time),
    ...(unreadOf ? { unreadOf } : {}),
    listingOf: (party, address) => listingAt(party.via ?? address),
  });
  return {
    exposure: measureExposure(traces, toContext(asset)),
    traded: stated.map((key) => measureExposure(traces, toContext(key, asset))),
    tradedLeft: followed.length - stated.length,
    traces,
    missing: found.filter((trace) => typeof trace === 'string'),
    isBounded,
  };
}
