import { createHash } from 'node:crypto';
import { findBehaviours } from '@trailmark/analysis/screening/behaviours/find-behaviours';
import { judge } from '@trailmark/analysis/screening/rules/evaluate';
import { LISTING_SPLIT } from '@trailmark/analysis/screening/split-listing';
import { chainName } from '@trailmark/chains/account-catalogue';
import { normaliseAddress } from '@trailmark/chains/chain-address';
import { toPlainJson } from '@trailmark/core/canonical-json';
import type { BehaviourFinding } from '@trailmark/core/screening/behaviour';
import type { AssetExposure } from '@trailmark/core/screening/exposure';
import type { ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import type { ScreenedCluster, Screening, ScreeningRequest } from '@trailmark/core/screening/screening';
import { readAddress } from '../ledger/any-chain.ts';
import { withPooledLedgers } from '../ledger/pooled/pool-ledgers.ts';
import { getTracingEngine } from '../tracing/engines/get-tracing-engine.ts';
import { TRACE_ENGINE, type TraceAsOf, type TraceDeps, toTraceAsOf } from '../tracing/trace-as-of.ts';
import { nameLabels } from './carrying-labels.ts';
import { chooseAssets } from './choose-assets.ts';
import { listCounterpartyDisagreements } from './counterparty-labels.ts';
import type { RuleSetInForce } from './default-rules.ts';
import { withoutLabels } from './left-out-labels.ts';
import { BOUNDED_READ, type MeasuredAsset, measureAsset } from './measure-asset.ts';
import type { Places } from './places.ts';
import { readBehaviourSubject } from './read-subject.ts';
import { listLimits } from './screening-limits.ts';
import { cutLabels, readLabelsOnly, readSubjectLabels, type SubjectLabels } from './subject-labels.ts';
import { describeNature } from './subject-nature.ts';

export interface ScreeningRun {
  readonly screening: Screening;
  readonly asOf: TraceAsOf;
  readonly ruleSet: { readonly name: string; readonly hash: string };
  readonly hash: string;
}

/**
 * How an answer is put together from traces, labels and rules; counted up where the same data gives another answer. 1, which named
 * itself nowhere, took a direction that could not be traced for one without money.
 */
export const SCREENING = 'screening/2';

export interface ScreenOptions {
  readonly signal?: AbortSignal | undefined;
  /** Where many subjects are screened side by side: places for traces that are no longer small. */
  readonly large?: Places | undefined;
}

/** SHA-256 over what a screening says and rests on. */
export function hashScreening({ screening, asOf, ruleSet }: Omit<ScreeningRun, 'hash'>): string {
  return createHash('sha256').update(toPlainJson({ screening, asOf, ruleSet })).digest('hex');
}

interface Read {
  readonly labels: SubjectLabels;
  readonly cluster: ScreenedCluster | null;
  readonly exposure: readonly AssetExposure[];
  readonly behaviours: readonly BehaviourFinding[];
  readonly limits: readonly string[];
  /** Why nothing is known; undefined where something is. */
  readonly unknownReason: string | undefined;
  readonly isBounded: boolean;
}

const NO_LABELS: SubjectLabels = { own: [], inherited: [], disagreements: [] };

async function readSubject(
  deps: TraceDeps,
  request: ScreeningRequest,
  { ruleSet, signal, large }: ScreenOptions & { readonly ruleSet: ThreatRuleSet },
): Promise<Read> {
  const { chain, subject } = request;
  const ledger = deps.ledgers.find(chain);
  if (!ledger) {
    const unknownReason = `This installation has no data of ${chainName(chain)}.`;
    const labels =
      subject.kind === 'address' ? readLabelsOnly(deps.knowledge.labels(), chain, subject.text) : NO_LABELS;
    return { labels, cluster: null, exposure: [], behaviours: [], limits: [], unknownReason, isBounded: false };
  }
  const read = signal ? { signal } : {};
  const engine = getTracingEngine(deps, chain);
  const { currency, reportingThresholds: thresholds } = ruleSet;
  const isAddress = subject.kind === 'address';
  const labels = isAddress ? await readSubjectLabels(engine, subject.text) : NO_LABELS;
  const cluster = isAddress && request.withCluster ? await engine.findCluster(subject.text, request, read) : undefined;
  const { assets, left } = await chooseAssets({ ledger, engine }, request, read);
  const nature = isAddress ? await describeNature(ledger, subject.text, labels, read) : [];
  const measured: MeasuredAsset[] = [];
  for (const asset of assets)
    measured.push(await measureAsset(deps, request, asset, { currency, signal, cluster, large }));
  const traces = measured.flatMap((one) => one.traces);
  const peelChains = traces.flatMap((trace) => trace.peelChains);
  const wanted = { peelChains, thresholds, currency, signal };
  const behaved = isAddress ? await readBehaviourSubject(deps, chain, subject.text, wanted) : undefined;
  const screened = cluster?.screened ?? null;
  return {
    labels,
    cluster: screened,
    exposure: measured.flatMap(({ exposure, traded }) => [exposure, ...traded]),
    behaviours: behaved ? findBehaviours(behaved) : [],
    limits: listLimits({ request, cluster: screened, measured, left, isWhole: behaved?.isWhole ?? true, nature }),
    unknownReason: traces.length === 0 ? measured.flatMap(({ missing }) => missing)[0] : undefined,
    isBounded: measured.some((one) => one.isBounded),
  };
}

/** The request with its subject as the chain writes it. Throws `invalid` for what is no address of the chain. */
function spell(deps: TraceDeps, request: ScreeningRequest): ScreeningRequest {
  const { kind, text } = request.subject;
  const ledger = deps.ledgers.find(request.chain);
  if (kind === 'transaction') return { ...request, subject: { kind, text: text.toLowerCase().replace(/^0x/, '') } };
  const address = ledger ? readAddress(ledger, text).address : normaliseAddress(request.chain, text);
  return { ...request, subject: { kind, text: address } };
}

/**
 * Screens one subject: a pure function of the request, the ledger as of its tip, the label packs, the prices and the rules.
 * Rejects with `invalid` for a subject the chain does not know how to write, and `unavailable` when the signal aborts.
 */
export async function screen(
  { ledgers, knowledge }: TraceDeps,
  asked: ScreeningRequest,
  rules: RuleSetInForce,
  options: ScreenOptions = {},
): Promise<ScreeningRun> {
  const deps = { ledgers, knowledge: withoutLabels(knowledge, asked.withoutLabels) };
  const request = spell(deps, asked);
  // Both directions of a long history read the same; of a short one, waiting for each other costs more.
  if (options.large || !(await isLong(deps, request))) return screenOver(deps, request, rules, options);
  const pool = { signal: options.signal, isOneSubject: true };
  return withPooledLedgers(deps, pool, (pooled) => screenOver(pooled, request, rules, options));
}

/** Entries of the chain's coin from which a history is long. */
const LONG_HISTORY = 1_000;

/** The subject is an address with a long history. Throws `invalid` for what is no address of the chain. */
export async function isLong({ ledgers }: TraceDeps, { chain, subject }: ScreeningRequest): Promise<boolean> {
  const ledger = ledgers.find(chain);
  if (!ledger || subject.kind === 'transaction') return false;
  const { key } = readAddress(ledger, subject.text);
  return ((await ledger.transfers.coinBalances([key])).get(key)?.count ?? 0) >= LONG_HISTORY;
}

async function screenOver(
  deps: TraceDeps,
  request: ScreeningRequest,
  { ruleSet, hash }: RuleSetInForce,
  { signal, large }: ScreenOptions,
): Promise<ScreeningRun> {
  const { ledgers } = deps;
  const tip = ledgers.find(request.chain) ? toTraceAsOf(deps, request.chain) : unknownAsOf(deps, request);
  const { labels, cluster, exposure, behaviours, limits, unknownReason, isBounded } = await readSubject(deps, request, {
    ruleSet,
    signal,
    large,
  });
  const engine = [tip.engine, SCREENING, LISTING_SPLIT, ...(isBounded ? [BOUNDED_READ] : [])].join(' ');
  const asOf = { ...tip, engine };
  const isKnown = unknownReason === undefined;
  const { own, inherited } = labels;
  const reader = deps.knowledge.labels();
  const counterparties = listCounterpartyDisagreements(reader, request.chain, exposure);
  const cut = cutLabels({ ...labels, disagreements: [...labels.disagreements, ...counterparties] });
  const found = { own, inherited, exposure, behaviours, isKnown, unknownReason };
  const judged = judge(found, ruleSet, { withoutRules: request.withoutRules });
  const verdict = nameLabels(judged, exposure, { chain: request.chain, labels: reader, ruleSet });
  const shown = { ...cut.shown, cluster, exposure, behaviours, limits: [...limits, ...cut.limits] };
  const screening = { request, verdict, ...shown };
  const run = { screening, asOf, ruleSet: { name: ruleSet.name, hash } };
  return { ...run, hash: hashScreening(run) };
}

/** As-of of a chain that is not indexed: no block, and the versions of everything else. */
function unknownAsOf({ ledgers, knowledge }: TraceDeps, { chain }: ScreeningRequest): TraceAsOf {
  return {
    chain,
    height: null,
    hash: null,
    time: null,
    software: ledgers.software,
    engine: TRACE_ENGINE,
    labels: knowledge.labels().version,
    prices: knowledge.prices().version,
    rules: 'none',
  };
}
