import { type ExposureQuestion, firstHop, toExposureTrace } from '@trailmark/analysis/screening/exposure-request';
import {
  type ExposureContext,
  listTradedAssets,
  measureExposure,
  type UnreadPart,
  type UntracedWay,
} from '@trailmark/analysis/screening/measure-exposure';
import { findNothing, isTooManyReceipts } from '@trailmark/analysis/tracing/seed-refusals';
import type { RunOptions } from '@trailmark/analysis/tracing/trace-session';
import { traitsOf } from '@trailmark/chains/chain-traits';
import type { AssetKey } from '@trailmark/core/asset';
import { AppError } from '@trailmark/core/errors';
import type { AssetExposure, ExposureWay } from '@trailmark/core/screening/exposure';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { getTracingEngine } from '../tracing/engines/get-tracing-engine.ts';
import type { SubjectCluster } from '../tracing/subject-cluster.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { createCounterpartyLabels } from './counterparty-labels.ts';
import type { Places } from './places.ts';
import { readSpentCoins, type SpentCoins } from './spent-coins.ts';
import { describeUnread, NEWEST_READ, type UnreadOf } from './unread-part.ts';

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
  /** The subject has too many payments to be read whole: shares rest on its newest. */
  readonly isBounded: boolean;
}

/**
 * The rule that answers for a subject with too many payments for a trace. Its version counts what it reads and what it states: 1
 * did so on chains of outputs alone.
 */
export const BOUNDED_READ = 'newest-payments/2';

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

const NOTHING_SPENT: SpentCoins = { seeds: [], unread: undefined };

/** The coins that a transaction under examination spends: what it sent begins with them. */
async function listSpent(
  { ledgers }: TraceDeps,
  { chain, subject }: ScreeningRequest,
  { way }: TraceQuestion,
  { signal }: RunLimits,
): Promise<SpentCoins> {
  if (subject.kind === 'address' || way === 'in') return NOTHING_SPENT;
  const ledger = ledgers.get(chain);
  if (ledger.family === 'accounts') return NOTHING_SPENT;
  return await readSpentCoins(ledger.reader, subject.text, signal ? { signal } : {});
}

/** The trace behind one direction, and whether it began with the newest payments alone. */
interface TracedWay {
  readonly trace: Trace;
  readonly isBounded: boolean;
  /** What of a transaction no trace begins with. */
  readonly unread: UnreadPart | undefined;
}

const toOwnAddress = ({ kind, text }: ScreeningRequest['subject']): string[] => (kind === 'address' ? [text] : []);

/** Runs the trace behind one direction; of a subject that received too much, from its newest payments. */
async function traceSubject(
  deps: TraceDeps,
  request: ScreeningRequest,
  question: TraceQuestion,
  limits: RunLimits,
): Promise<TracedWay> {
  const { seeds: spent, unread } = await listSpent(deps, request, question, limits);
  // What comes back to the subject is its own; of others whom nobody names only the sums are stated.
  const apart = question.members === undefined ? [request.subject].flatMap(toOwnAddress) : undefined;
  const run = (newest?: number): Promise<Trace> =>
    runTrace(deps, toExposureTrace(request, { ...question, spent, newest }), { ...limits, isBrief: true, apart });
  try {
    return { trace: await run(), isBounded: false, unread };
  } catch (error) {
    if (!isTooManyReceipts(error) || question.members !== undefined) throw error;
    return { trace: await run(NEWEST_READ), isBounded: true, unread };
  }
}

/** A direction without a trace: `none` where nothing was paid in it, `unseen` where the index knows nothing, else it was refused. */
interface Missing {
  readonly sentence: string;
  readonly why: 'none' | 'unseen' | 'refused';
}

type TracedDirection = TracedWay & { readonly way: ExposureWay };
type MissingWay = Missing & { readonly way: ExposureWay };

function toMissing(error: unknown): Missing {
  if (AppError.is(error, 'not-found')) return { sentence: error.message, why: 'unseen' };
  if (!AppError.is(error, 'invalid')) throw error;
  const nothing = findNothing(error);
  return { sentence: error.message, why: nothing === 'used' ? 'none' : (nothing ?? 'refused') };
}

/** The same, with its direction; of one without a trace why there is none. */
async function traceWay(
  ...[deps, request, question, limits]: Parameters<typeof traceSubject>
): Promise<TracedDirection | MissingWay> {
  const { way } = question;
  try {
    return { way, ...(await traceSubject(deps, request, question, limits)) };
  } catch (error) {
    return { way, ...toMissing(error) };
  }
}

/** A direction without a trace as a side: none where the index knows nothing of the subject. */
function toUntraced({ way, why, sentence }: MissingWay, unreadOf: UnreadOf | undefined): UntracedWay[] {
  if (why === 'unseen') return [];
  return [
    { way, unread: why === 'refused' ? (unreadOf?.(way, sentence) ?? { whole: undefined, sentence }) : undefined },
  ];
}

function partOf(found: readonly (TracedDirection | MissingWay)[], way: ExposureWay): UnreadPart | undefined {
  return found.flatMap((one) => ('trace' in one && one.way === way ? (one.unread ?? []) : []))[0];
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
  const traces = found.flatMap((one) => ('trace' in one ? [one.trace] : []));
  const missing = found.flatMap((one) => ('why' in one ? [one] : []));
  const isBounded = found.some((one) => 'trace' in one && one.isBounded);
  const labelsAt = createCounterpartyLabels(deps.knowledge.labels(), request.chain);
  const followed = listTradedAssets(traces, asset);
  const stated = followed.slice(0, MOST_TRADED);
  const context = await engine.openContext({ assets: [asset, ...stated], currency }, read);
  const symbol = context.assetOf(asset).symbol ?? 'unknown token';
  const isUnread = isBounded || missing.some(({ why }) => why === 'refused');
  const hasCluster = cluster !== undefined;
  const unreadOf = isUnread
    ? await describeUnread(deps, request, { asset, symbol, isBounded, hasCluster }, read)
    : undefined;
  const toContext = (key: AssetKey, tradedFrom?: AssetKey): ExposureContext => ({
    isOwn: (address) =>
      cluster?.has(address) ?? (request.subject.kind === 'address' && address === request.subject.text),
    asset: key,
    tradedFrom,
    symbol: context.assetOf(key).symbol ?? 'unknown token',
    decimals: context.assetOf(key).decimals ?? 0,
    firstHop: firstHop(hasOutputs),
    fiat: (amount, time) => context.fiat?.(key, amount, time),
    // What was not read is an amount of the subject's own asset.
    unreadOf:
      tradedFrom === undefined ? (way) => partOf(found, way) ?? (isBounded ? unreadOf?.(way) : undefined) : undefined,
    listingsOf: (party, address) => labelsAt(party, address).listings,
    claimsOf: (party, address) => labelsAt(party, address).claims,
  });
  return {
    exposure: measureExposure(
      found.flatMap((one): (Trace | UntracedWay)[] => ('trace' in one ? [one.trace] : toUntraced(one, unreadOf))),
      toContext(asset),
    ),
    traded: stated.map((key) => measureExposure(traces, toContext(key, asset))),
    tradedLeft: followed.length - stated.length,
    traces,
    missing: missing.map(({ sentence }) => sentence),
    isBounded,
  };
}
