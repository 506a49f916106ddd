import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openAccountTrace } from '@trailmark/analysis/tracing/accounts/open-account-trace';
import { STATED_USD } from '@trailmark/core/asset';
import type { Trace } from '@trailmark/core/trace/trace';
import type { AccountTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { DEFAULT_STOPS, type TraceRequest } from '@trailmark/core/trace/trace-request';
import { createArrayAccountReader } from '../../packages/store/src/testing/array-account-reader.ts';
import { listFlowBlocks } from '../account-data/illicit-flows.ts';
import type { Share } from './wilson.ts';

/** Cases whose payments, sources and ends people checked by hand. */
export const TRACED_CASES = [
  { id: 'HB', title: 'Harmony bridge, January 2023' },
  { id: 'LIFI', title: 'LI.FI, July 2024' },
  { id: 'TxPhish', title: 'Phishing of a vault, August 2024' },
] as const;

const FOLDER = 'evm/illicit-flows';
const BUDGETS = [25, 100, 500, 5_000] as const;
const HOPS = [3, 6, 12, 25] as const;
const UNBOUNDED = { budget: 100_000, maxHops: 1_000 };

export const TRACED_FILES = TRACED_CASES.flatMap(({ id }) => [
  `${FOLDER}/${id}/${id}.csv`,
  `${FOLDER}/${id}/source addresses.csv`,
  `${FOLDER}/${id}/terminal addresses.csv`,
]);

/** One auto-trace of one case. */
export interface TraceRow {
  readonly limit: string;
  readonly terminals: Share;
  /** Nodes of the trace that are in the verified payments. */
  readonly verified: Share;
  readonly transactions: number;
}

export interface TracedCase {
  readonly title: string;
  readonly payments: number;
  readonly addresses: number;
  /** Listed ends that any payment of the file goes to: others cannot be reached. */
  readonly ends: Share;
  readonly rows: readonly TraceRow[];
}

/** The zero address, to which money is destroyed: the ledger's words have nobody there. */
export const NOBODY = `0x${'0'.repeat(40)}`;

const nameOf = (key: string): string => (key === '' ? NOBODY : `0x${key}`);

/** No labels: what a trace finds here it finds by the payments alone. */
export const NO_NAMES: AccountTraceKnowledge = {
  partiesOf: () => new Map(),
  formatAddress: (address) => `0x${address}`,
  parseAddress: (text) => text.toLowerCase().replace(/^0x/, ''),
};

/** A list of addresses of a case, each once, in lower case. */
export function readFlowAddresses(data: string, id: string, list: string): string[] {
  const text = readFileSync(join(data, FOLDER, id, `${list} addresses.csv`), 'utf8');
  return [
    ...new Set(
      text
        .split(/\s+/)
        .filter((word) => /^0x[0-9a-fA-F]{40}$/.test(word))
        .map((word) => word.toLowerCase()),
    ),
  ];
}

function toRequest(
  sources: readonly string[],
  limits: { readonly budget: number; readonly maxHops: number },
): TraceRequest {
  return {
    chain: 'eth',
    asset: STATED_USD,
    direction: 'forward',
    seeds: sources.map((address) => ({ kind: 'address', address })),
    incident: undefined,
    method: 'poison/1',
    params: {},
    stops: { ...DEFAULT_STOPS, contracts: false, maxHops: limits.maxHops, maxFanOut: 5_000, hubTransfers: 100_000 },
    choices: [],
    budget: limits.budget,
  };
}

/** Addresses that traced money came to. */
export function listReached({ steps }: Trace): Set<string> {
  const reached = new Set<string>();
  for (const step of steps) {
    if (step.family !== 'accounts') continue;
    for (const { to, tainted } of step.transfers) if (tainted > 0n) reached.add(to ?? NOBODY);
  }
  return reached;
}

function toShare(part: Iterable<string>, whole: ReadonlySet<string>): number {
  return [...part].filter((address) => whole.has(address)).length;
}

async function measureCase(data: string, { id, title }: (typeof TRACED_CASES)[number]): Promise<TracedCase> {
  const blocks = listFlowBlocks(join(data, 'evm'), id);
  const reader = createArrayAccountReader(blocks);
  const moves = blocks.flatMap(({ transactions }) => transactions.flatMap((transaction) => transaction.moves));
  const verified = new Set(moves.flatMap(({ from, to }) => [nameOf(from), nameOf(to)]));
  const paid = new Set(moves.map(({ to }) => nameOf(to)));
  const [sources, terminals] = [readFlowAddresses(data, id, 'source'), readFlowAddresses(data, id, 'terminal')];
  const limits = [
    ...BUDGETS.map((budget) => ({ ...UNBOUNDED, budget, limit: `${budget} transactions` })),
    ...HOPS.map((maxHops) => ({ ...UNBOUNDED, maxHops, limit: `${maxHops} hops` })),
    { ...UNBOUNDED, limit: 'none' },
  ];
  const rows: TraceRow[] = [];
  for (const limit of limits) {
    const session = await openAccountTrace({ chain: 'eth', reader, knowledge: NO_NAMES }, toRequest(sources, limit));
    const trace = await session.run(limit.budget);
    const reached = listReached(trace);
    rows.push({
      limit: limit.limit,
      terminals: { hits: toShare(terminals, reached), total: terminals.length },
      verified: { hits: toShare(reached, verified), total: reached.size },
      transactions: trace.steps.length,
    });
  }
  const ends = { hits: toShare(terminals, paid), total: terminals.length };
  return { title, payments: moves.length, addresses: verified.size, ends, rows };
}

/** Auto-traces of the verified cases at growing limits. Throws where the files are absent. */
export async function measureTraces(data: string): Promise<readonly TracedCase[]> {
  const cases: TracedCase[] = [];
  for (const each of TRACED_CASES) cases.push(await measureCase(data, each));
  return cases;
}
