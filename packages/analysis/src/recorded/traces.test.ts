import { writeResult } from '@trailmark/core/testing/watch-results';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceDirection, TraceRequest } from '@trailmark/core/trace/trace-request';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openAccountTrace } from '../tracing/accounts/open-account-trace.ts';
import {
  openPlainChain,
  type PlainChain,
  plainKnowledge,
  requestOf as requestOfAccounts,
  transferAt,
} from '../tracing/accounts/testing/plain-chain.ts';
import { listSeeds, randomMoves } from '../tracing/accounts/testing/random-chain.ts';
import { toAuditGroups } from '../tracing/audit-rows.ts';
import { compareMethods } from '../tracing/compare-methods.ts';
import { findEnds } from '../tracing/ends/find-ends.ts';
import type { FlowContext } from '../tracing/flow-graph/flow-context.ts';
import { openOutputTrace } from '../tracing/outputs/open-output-trace.ts';
import { findAccountPaths } from '../tracing/paths/find-account-paths.ts';
import { PATH_BUDGET, PATH_ENDS } from '../tracing/paths/path-search.ts';
import { type Draft, knowledgeOf, requestOf, ScriptedOutputs, txidOf } from '../tracing/testing/output-ledger.ts';
import { drawLedger } from '../tracing/testing/random-output-ledger.ts';
import { toFlowGraph } from '../tracing/to-flow-graph.ts';
import { toTransactionGroups } from '../tracing/transaction-audit.ts';
import { createDice } from './testing/create-dice.ts';

// What traces over invented ledgers give, word for word: a change of a figure, an order or a sentence shows here, and is read before it is
// recorded with `npx vitest run packages/analysis/src/recorded -u`. That the figures are right is what other tests say.

const SEEDS = Array.from({ length: 14 }, (_, i) => i + 1);
const METHODS = ['fifo/1', 'haircut/1', 'lifo/1', 'poison/1'];
const COMPARED = METHODS.slice(0, 3).map((id) => ({ id, name: id }));
const DIRECTIONS: readonly TraceDirection[] = ['forward', 'backward'];

/** Limits of a trace, other ones for each seed. */
function stopsOf(seed: number): Partial<TraceRequest['stops']> {
  const all: Partial<TraceRequest['stops']>[] = [
    {},
    { maxHops: 2 },
    { maxFanOut: 1, labelled: true },
    { minAmount: 3n, maxFanOut: 2 },
    { minSharePpm: 200_000 },
    { dormantDays: 1, labelled: true },
    { toTime: 1_300_000_000 + 10 * 21_600 },
  ];
  return all[seed % all.length] ?? {};
}

const CONTEXT: FlowContext = {
  chain: 'btc',
  currency: 'USD',
  partiesOf: (addresses) => knowledgeOf(PARTIES).partiesOf(addresses) as never,
  assetOf: (asset) => ({ id: `btc${asset}`, symbol: null, decimals: null, isVerified: false }),
};

const PARTIES: Readonly<Record<string, Partial<KnownParty>>> = {
  a1: { kind: 'service', category: 'exchange' },
  a2: { kind: 'mixer', name: 'Blender', key: 'blender' },
  a5: { kind: 'named', category: 'individual', name: 'Somebody', key: 'somebody' },
  a6: { kind: 'named', category: 'scam', name: 'A fraud', key: 'fraud' },
};

/** The trace, and what is drawn and audited of it. */
function resultsOf(trace: Trace, seed: number): unknown[] {
  const { steps, leaves, cuts, sums, gaps, accounts } = trace as Trace & { gaps?: unknown; accounts?: unknown };
  return [
    { leaves, cuts, sums, gaps },
    { steps, accounts },
    toFlowGraph(trace, CONTEXT, { collapsePeels: seed % 2 === 0 }),
    toAuditGroups(trace),
    toTransactionGroups(trace),
  ];
}

function openOutputs(seed: number) {
  const drafts = drawLedger(createDice(seed), { transactions: 24, owners: 8, reward: seed % 2 === 0 ? 60 : 90_000 });
  const missingHeights = seed % 5 === 0 ? new Set([3, 9]) : undefined;
  const reader = new ScriptedOutputs(drafts, { missingHeights, keepsValues: seed % 2 === 0 });
  const knowledge = knowledgeOf(seed % 3 === 0 ? {} : PARTIES, {
    changeOf: ({ outputs }) => ({
      vout: seed % 4 === 1 && outputs.length === 2 ? 1 : null,
      rules: [],
      isDisputed: seed % 4 === 2,
    }),
    coinJoinOf: ({ outputs }) =>
      seed % 7 === 3 && outputs.length === 4
        ? ({ kind: 'joinmarket', confidence: 80, detector: 'joinmarket', version: 2 } as never)
        : undefined,
  });
  const run = async (request: TraceRequest): Promise<Trace> =>
    (await openOutputTrace({ reader, knowledge }, request)).run(request.budget);
  return { drafts, run };
}

function seedOf(drafts: readonly Draft[], isLate: boolean) {
  const places = drafts.flatMap(({ pays }, number) =>
    number === 0
      ? []
      : pays.flatMap(({ to, amount }, vout) => (to !== undefined && amount > 2n ? [{ number, vout }] : [])),
  );
  const { number, vout } = places.at(isLate ? -2 : 1) ?? { number: 0, vout: 0 };
  return { kind: 'output' as const, txid: txidOf(number), vout };
}

async function writeEach(lines: string[], name: string, make: () => Promise<readonly unknown[]>): Promise<void> {
  const results = await make().catch((cause: Error) => [cause.message]);
  for (const [i, result] of results.entries()) lines.push(writeResult(`${name} ${i}`, result));
}

async function assertRecorded(name: string, lines: readonly string[]): Promise<void> {
  await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot(`results/${name}.txt`);
}

test('traces over random outputs are as recorded', async () => {
  const lines: string[] = [];
  for (const seed of SEEDS) {
    const { drafts, run } = openOutputs(seed);
    for (const direction of DIRECTIONS) {
      const ask = { seeds: [seedOf(drafts, direction === 'backward')], direction, stops: stopsOf(seed) };
      const method = METHODS[seed % METHODS.length] ?? '';
      await writeEach(lines, `${seed} ${direction} ${method}`, async () =>
        resultsOf(await run(requestOf({ ...ask, method })), seed),
      );
    }
  }
  await assertRecorded('outputs', lines);
});

function chainOf(seed: number): PlainChain {
  const [moves = []] = fc.sample(randomMoves(seed % 3 === 0, seed % 4 === 1), { seed, numRuns: 1 });
  return {
    moves,
    ...(seed % 2 === 0 ? { parties: { d: 'service' as const, e: 'mixer' as const } } : {}),
    ...(seed % 5 === 1 ? { contracts: ['c'] } : {}),
    ...(seed % 5 === 2 ? { firstHeight: 4 } : {}),
    ...(seed % 5 === 3 ? { holds: 1, failed: [5, 6] } : {}),
    ...(seed % 5 === 4 ? { firstHeight: 6, fetched: { a: { toHeight: 20, holds: 15 } } } : {}),
  };
}

function openAccounts(seed: number) {
  const chain = chainOf(seed);
  const context = { chain: 'eth', reader: openPlainChain(chain), knowledge: plainKnowledge(chain.parties) } as const;
  const run = async (request: TraceRequest): Promise<Trace> =>
    (await openAccountTrace(context, request)).run(request.budget);
  const seeds = listSeeds(chain.moves);
  const at = (index: number) => {
    const { height = 1, slot = 0 } = seeds.at(index) ?? {};
    return transferAt(height, slot);
  };
  return { chain, context, run, at };
}

/** As `stopsOf`, at the hours of these chains. */
function accountStopsOf(seed: number): Partial<TraceRequest['stops']> {
  const { toTime, ...stops } = stopsOf(seed);
  return toTime === undefined ? { ...stops, hubTransfers: 5 + seed } : { fromTime: 2 * 3_600, toTime: 12 * 3_600 };
}

test('traces over random payments of accounts are as recorded', async () => {
  const lines: string[] = [];
  for (const seed of SEEDS) {
    const { run, at } = openAccounts(seed);
    for (const direction of DIRECTIONS) {
      const method = [...METHODS, ...(direction === 'forward' ? ['libr/1', 'pro-rata/1'] : [])][seed % 6] ?? 'fifo/1';
      const stops = accountStopsOf(seed);
      const ask = { seeds: [at(direction === 'forward' ? 1 : -2), at(4)], direction, stops, method };
      await writeEach(lines, `${seed} ${direction} ${method}`, async () =>
        resultsOf(await run(requestOfAccounts(ask)), seed),
      );
    }
  }
  await assertRecorded('accounts', lines);
});

test('ends and comparisons of methods are as recorded', async () => {
  const lines: string[] = [];
  for (const seed of SEEDS) {
    const outputs = openOutputs(seed);
    const accounts = openAccounts(seed);
    const stops = seed % 2 === 0 ? { maxHops: 2, maxFanOut: 2 } : {};
    const asked = requestOf({ seeds: [seedOf(outputs.drafts, false)], stops, budget: 400 });
    const askedOfAccounts = requestOfAccounts({ seeds: [accounts.at(1)], stops, budget: 400 });
    await writeEach(lines, `${seed} outputs ends`, async () => [(await findEnds(asked, outputs.run)).ends]);
    await writeEach(lines, `${seed} accounts ends`, async () => [
      (await findEnds(askedOfAccounts, accounts.run, 900)).ends,
    ]);
    await writeEach(lines, `${seed} outputs methods`, async () => [await compareMethods(asked, COMPARED, outputs.run)]);
    await writeEach(lines, `${seed} accounts methods`, async () => [
      await compareMethods(askedOfAccounts, COMPARED, accounts.run),
    ]);
  }
  await assertRecorded('ends', lines);
});

test('paths over random payments of accounts are as recorded', async () => {
  const lines: string[] = [];
  for (const seed of SEEDS) {
    const { context } = openAccounts(seed);
    const question = {
      ...{ from: 'a', to: seed % 4 === 0 ? undefined : 'c', asset: '', ends: PATH_ENDS },
      ...{ mode: (['all', 'strongest', 'shortest'] as const)[seed % 3] ?? 'all', maxHops: 3 + (seed % 3), limit: 20 },
      ...{ fromTime: undefined, toTime: undefined, budget: seed % 5 === 0 ? 8 : PATH_BUDGET },
    };
    for (const direction of DIRECTIONS)
      await writeEach(lines, `${seed} ${direction}`, async () => {
        const { paths, searched } = await findAccountPaths(context, { ...question, direction });
        return [searched, paths];
      });
  }
  await assertRecorded('paths', lines);
});
