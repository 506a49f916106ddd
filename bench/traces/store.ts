import { setImmediate } from 'node:timers/promises';
/**
 * Traces from a store on demand: `store.ts <data directory> <chain>`. The store holds the chain. Prints a JSON line.
 */
import { createCoinJoinDetection } from '@trailmark/analysis/coinjoin/detect-coinjoin';
import { openOutputTrace } from '@trailmark/analysis/tracing/outputs/open-output-trace';
import { findOutputPaths } from '@trailmark/analysis/tracing/paths/find-output-paths';
import { PATH_BUDGET, PATH_ENDS } from '@trailmark/analysis/tracing/paths/path-search';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import type { OutputLedger, OutputPlace, TransactionRecord } from '@trailmark/core/output-ledger';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { DEFAULT_STOPS, type TraceRequest } from '@trailmark/core/trace/trace-request';
import type { FactsClient } from '@trailmark/store/facts/client';
import { openFactsStore } from '@trailmark/store/open-store';
import { createRandom } from '../chain/random.ts';
import { readColumn } from './chain-columns.ts';
import { findServices, readAddresses } from './services.ts';

const CHAIN = 'btc-regtest';
const BUDGET = 100_000;
const SEEDS = 500;
const PATHS = 200;
const SPENDS = 5_000;

export interface StoreResult {
  readonly trace: {
    readonly seconds: number;
    /** Of the processor, the store's own threads included: what a busy machine adds to the time is not in it. */
    readonly cpuSeconds: number;
    readonly transactions: number;
    readonly hops: number;
    readonly rounds: number;
    readonly isBalanced: boolean;
    readonly rssMiB: number;
  };
  readonly paths: { readonly services: number; readonly found: number; readonly milliseconds: readonly number[] };
  /** Of a query of the store that reads nothing. */
  readonly bareMilliseconds: readonly number[];
  /** Spenders requested in one batch are those requested in small ones. */
  readonly areSpendersAlike: boolean;
}

const [dataDirectory = '', directory = ''] = process.argv.slice(2);

function serviceAt(key: string): KnownParty {
  const claim = { category: undefined, basis: 'claim', source: 'generator', asOf: undefined, via: undefined } as const;
  return { kind: 'service', name: key, confidence: 100, key, ...claim };
}

function createKnowledge(services: ReadonlySet<string>): OutputTraceKnowledge {
  const chain = getChain(CHAIN);
  const detection = createCoinJoinDetection({ chain: 'btc-regtest' });
  return {
    formatOwner: (owner) => formatOwner(chain, owner),
    parseAddress: (text) => parseOwner(chain, text),
    coinJoinOf: (record) => detection.detect(record, { kindAt: () => undefined }),
    changeOf: () => ({ vout: null, rules: [], isDisputed: false }),
    partiesOf: (addresses) =>
      new Map(addresses.flatMap((address) => (services.has(address) ? [[address, serviceAt(address)] as const] : []))),
  };
}

async function timeTrace(reader: OutputLedger): Promise<StoreResult['trace']> {
  const positions = (await reader.blockPositions(150)).slice(1, SEEDS + 1);
  const seeds = (await reader.records(positions)).flatMap((record) =>
    record ? [{ kind: 'transaction' as const, txid: record.txid }] : [],
  );
  const request: TraceRequest = {
    ...{ chain: CHAIN, asset: undefined, direction: 'forward', seeds, incident: undefined, method: 'haircut/1' },
    ...{ params: {}, stops: { ...DEFAULT_STOPS, maxFanOut: 10 }, choices: [], budget: BUDGET },
  };
  const started = performance.now();
  const before = process.cpuUsage();
  const session = await openOutputTrace({ reader, knowledge: createKnowledge(new Set()), rest: setImmediate }, request);
  const { counts, steps, sums } = await session.run(BUDGET);
  const { user, system } = process.cpuUsage(before);
  return {
    seconds: (performance.now() - started) / 1000,
    cpuSeconds: (user + system) / 1e6,
    transactions: counts.transactionsRead,
    hops: steps.reduce((most, { hop }) => Math.max(most, hop), 0),
    rounds: counts.rounds,
    isBalanced: sums.every(({ difference }) => difference === 0n),
    rssMiB: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

async function timePaths(reader: OutputLedger): Promise<StoreResult['paths']> {
  const stored = { directory, reader, chain: CHAIN } as const;
  const services = await findServices(stored);
  const knowledge = createKnowledge(services);
  const random = createRandom(17);
  const total = readColumn(directory, 'output-address').length;
  const subjects = await readAddresses(
    stored,
    Array.from({ length: PATHS + 40 }, () => random.below(total)),
  );
  const milliseconds: number[] = [];
  let found = 0;
  for (const from of subjects.filter((address) => !services.has(address)).slice(0, PATHS)) {
    const started = performance.now();
    const question = { from, to: undefined, ends: PATH_ENDS, direction: 'forward', mode: 'shortest' } as const;
    const bounds = { maxHops: 8, limit: 1, fromTime: undefined, toTime: undefined, budget: PATH_BUDGET };
    const { paths } = await findOutputPaths({ reader, knowledge }, { ...question, ...bounds });
    milliseconds.push(performance.now() - started);
    if (paths.length > 0) found++;
  }
  return { services: services.size, found, milliseconds };
}

async function compareSpenders(reader: OutputLedger): Promise<boolean> {
  const positions = await reader.blockPositions(200);
  const records = (await reader.records(positions)).filter((record): record is TransactionRecord => Boolean(record));
  const places = records.flatMap(({ position, outputs }) =>
    outputs.flatMap(({ owner }, vout): OutputPlace[] => (owner ? [{ position, vout, owner }] : [])),
  );
  const asked = places.slice(0, SPENDS);
  const whole = await reader.spenders(asked);
  const parts: [string, unknown][] = [];
  for (let at = 0; at < asked.length; at += 250) parts.push(...(await reader.spenders(asked.slice(at, at + 250))));
  return (
    parts.length === whole.size &&
    parts.every(([key, spender]) => JSON.stringify(whole.get(key)) === JSON.stringify(spender))
  );
}

async function timeBareQueries(facts: FactsClient): Promise<number[]> {
  const milliseconds: number[] = [];
  for (let i = 0; i < PATHS; i++) {
    const started = performance.now();
    await facts.query('SELECT 1');
    milliseconds.push(performance.now() - started);
  }
  return milliseconds;
}

const store = await openFactsStore({ dataDirectory });
const { reader } = await store.chain(CHAIN);
const trace = await timeTrace(reader);
const result: StoreResult = {
  trace,
  paths: await timePaths(reader),
  bareMilliseconds: await timeBareQueries(store.facts),
  areSpendersAlike: await compareSpenders(reader),
};
await store.close();
console.log(JSON.stringify(result));
