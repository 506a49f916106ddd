import { join } from 'node:path';
import { openAccountTrace } from '@trailmark/analysis/tracing/accounts/open-account-trace';
import { type EndsFound, findEnds } from '@trailmark/analysis/tracing/ends/find-ends';
import { STATED_USD } from '@trailmark/core/asset';
import type { Trace } from '@trailmark/core/trace/trace';
import type { AccountTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { DEFAULT_BUDGET, DEFAULT_STOPS, type TraceRequest } from '@trailmark/core/trace/trace-request';
import {
  keyOf,
  openPlainChain,
  plainKnowledge,
  transferAt,
} from '../../packages/analysis/src/tracing/accounts/testing/plain-chain.ts';
import { createArrayAccountReader } from '../../packages/store/src/testing/array-account-reader.ts';
import { listFlowBlocks } from '../account-data/illicit-flows.ts';
import { type GeneratedTheft, generateTheft } from './generated-thefts.ts';
import { listReached, NO_NAMES, NOBODY, readFlowAddresses, TRACED_CASES } from './measure-traces.ts';
import type { Share } from './wilson.ts';

/** What one way of tracing finds of the ends that are known. */
export interface EndsRow {
  readonly way: string;
  readonly found: Share;
  readonly transactions: number;
}

export interface EndsCase {
  readonly title: string;
  readonly rows: readonly EndsRow[];
  /** Of the default start. */
  readonly searches: number;
}

/** Of the generated ledgers: how many of the true ends are found, and how many of the found ones are true. */
export interface GeneratedRow {
  readonly way: string;
  readonly found: Share;
  readonly right: Share;
}

export interface GeneratedEnds {
  readonly title: string;
  readonly rows: readonly GeneratedRow[];
}

const FIFO = 'fifo/1';
const THEFTS = 20;

type Run = (request: TraceRequest) => Promise<Trace>;

function requestOf(part: Pick<TraceRequest, 'asset' | 'seeds'>): TraceRequest {
  return {
    chain: 'eth',
    direction: 'forward',
    incident: undefined,
    method: FIFO,
    params: {},
    stops: DEFAULT_STOPS,
    choices: [],
    budget: DEFAULT_BUDGET,
    ...part,
  };
}

/** One method within the limits that ship, and poison without limits. */
const WAYS: readonly (readonly [string, (request: TraceRequest) => TraceRequest])[] = [
  ['FIFO within the limits that ship', (request) => request],
  ['haircut within the limits that ship', (request) => ({ ...request, method: 'haircut/1' })],
  [
    'poison, no limit',
    (request) => ({
      ...request,
      method: 'poison/1',
      stops: { ...request.stops, maxFanOut: 5_000, maxHops: 1_000, hubTransfers: 100_000 },
      budget: 100_000,
    }),
  ],
];

const addressesOf = ({ ends }: EndsFound): Set<string> => new Set(ends.items.map(({ address }) => address ?? NOBODY));

async function measureCase(data: string, { id, title }: (typeof TRACED_CASES)[number]): Promise<EndsCase> {
  const blocks = listFlowBlocks(join(data, 'evm'), id);
  const reader = createArrayAccountReader(blocks);
  const moves = blocks.flatMap(({ transactions }) => transactions.flatMap((transaction) => transaction.moves));
  const paid = new Set(moves.map(({ to }) => (to === '' ? NOBODY : `0x${to}`)));
  const known = readFlowAddresses(data, id, 'terminal').filter((address) => paid.has(address));
  const seeds = readFlowAddresses(data, id, 'source').map((address) => ({ kind: 'address' as const, address }));
  const request = requestOf({ asset: STATED_USD, seeds });
  const run: Run = async (one) =>
    (await openAccountTrace({ chain: 'eth', reader, knowledge: NO_NAMES }, one)).run(one.budget);
  const shareOf = (reached: ReadonlySet<string>): Share => ({
    hits: known.filter((address) => reached.has(address)).length,
    total: known.length,
  });
  const rows: EndsRow[] = [];
  for (const [way, toWay] of WAYS) {
    const trace = await run(toWay(request));
    rows.push({ way, found: shareOf(listReached(trace)), transactions: trace.counts.transactionsRead });
  }
  const found = await findEnds(request, run);
  rows.push({
    way: '**the default start: every end**',
    found: shareOf(addressesOf(found)),
    transactions: found.ends.transactionsRead,
  });
  return { title, rows, searches: found.ends.passes.length };
}

/** Places of a generated ledger where a trace ends with money, as it names them. */
function endsOf({ leaves }: Trace): Set<string> {
  return new Set(leaves.filter(({ reason }) => reason !== 'budget').map(({ address }) => address ?? ''));
}

function add(
  sums: Map<string, { found: Share; right: Share }>,
  way: string,
  listed: Set<string>,
  truth: Set<string>,
): void {
  const both = [...listed].filter((place) => truth.has(place)).length;
  const { found, right } = sums.get(way) ?? { found: { hits: 0, total: 0 }, right: { hits: 0, total: 0 } };
  sums.set(way, {
    found: { hits: found.hits + both, total: found.total + truth.size },
    right: { hits: right.hits + both, total: right.total + listed.size },
  });
}

interface OpenedTheft {
  readonly request: TraceRequest;
  readonly run: Run;
  /** Where the money was meant to end, as a trace names places. */
  readonly truth: Set<string>;
}

function openTheft(theft: GeneratedTheft): OpenedTheft {
  const reader = openPlainChain({ moves: theft.moves });
  const knowledge: AccountTraceKnowledge = plainKnowledge(theft.parties);
  const run: Run = async (one) => (await openAccountTrace({ chain: 'eth', reader, knowledge }, one)).run(one.budget);
  const request = requestOf({ asset: undefined, seeds: [transferAt(theft.height)] });
  return { request, run, truth: new Set([...theft.ends].map(keyOf)) };
}

/** The share of the true ends of a theft that the default start finds. */
export async function shareOfEndsFound(theft: GeneratedTheft): Promise<Share> {
  const { request, run, truth } = openTheft(theft);
  const listed = addressesOf(await findEnds(request, run));
  return { hits: [...truth].filter((place) => listed.has(place)).length, total: truth.size };
}

async function measureTheft(theft: GeneratedTheft, sums: Map<string, { found: Share; right: Share }>): Promise<void> {
  const { request, run, truth } = openTheft(theft);
  for (const [way, toWay] of WAYS) add(sums, way, endsOf(await run(toWay(request))), truth);
  const { ends } = await findEnds(request, run);
  const places = (test: (end: (typeof ends.items)[number]) => boolean): Set<string> =>
    new Set(ends.items.filter(test).map(({ address }) => address ?? ''));
  add(
    sums,
    'the default start: under every method',
    places(({ least }) => least > 0n),
    truth,
  );
  add(
    sums,
    'the default start: under any method',
    places(({ most }) => most > 0n),
    truth,
  );
  add(
    sums,
    '**the default start: every end**',
    places(() => true),
    truth,
  );
}

async function measureGenerated(title: string, isLabelled: boolean): Promise<GeneratedEnds> {
  const sums = new Map<string, { found: Share; right: Share }>();
  for (let i = 0; i < THEFTS; i++) await measureTheft(generateTheft(String(i), isLabelled), sums);
  return { title, rows: [...sums].map(([way, shares]) => ({ way, ...shares })) };
}

/** What the default start finds of thefts generated amid other people's payments. */
export async function measureGeneratedEnds(): Promise<readonly GeneratedEnds[]> {
  return [await measureGenerated('Exchanges are labelled', true), await measureGenerated('Nobody is labelled', false)];
}

/** What the default start finds of the verified cases. Throws where the files are absent. */
export async function measureEndCases(data: string): Promise<readonly EndsCase[]> {
  const cases: EndsCase[] = [];
  for (const each of TRACED_CASES) cases.push(await measureCase(data, each));
  return cases;
}
