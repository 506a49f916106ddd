import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import { toPosition } from '@trailmark/core/position';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceDirection } from '@trailmark/core/trace/trace-request';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openAccountTrace } from './accounts/open-account-trace.ts';
import { hashOf, openPlainChain, plainKnowledge } from './accounts/testing/plain-chain.ts';
import { listSeeds, randomMoves } from './accounts/testing/random-chain.ts';
import { differenceOf, toAuditGroups } from './audit-rows.ts';
import type { FlowContext } from './flow-graph/flow-context.ts';
import { openOutputTrace } from './outputs/open-output-trace.ts';
import { knowledgeOf, requestOf, ScriptedOutputs, txidOf } from './testing/output-ledger.ts';
import { randomLedger } from './testing/random-output-ledger.ts';
import { toFlowGraph } from './to-flow-graph.ts';

const CONTEXT: FlowContext = {
  chain: 'btc',
  currency: 'USD',
  partiesOf: () => new Map(),
  assetOf: (asset) => ({ id: `btc${asset}`, symbol: null, decimals: null, isVerified: false }),
};

function sumOf(amounts: Iterable<bigint | string>): bigint {
  return [...amounts].reduce<bigint>((sum, amount) => sum + BigInt(amount), 0n);
}

function holds(trace: Trace, graph: FlowGraph): void {
  const ids = new Set(graph.nodes.map(({ id }) => id));
  expect(ids.size).toBe(graph.nodes.length);
  expect(new Set(graph.edges.map(({ id }) => id)).size).toBe(graph.edges.length);
  for (const { from, to } of graph.edges) expect(ids.has(from) && ids.has(to)).toBe(true);
  for (const { asset, began, added, fees, convertedIn, convertedOut } of trace.sums) {
    const stops = graph.nodes.flatMap((node) => node.stops.filter((stop) => stop.asset === `btc${asset}`));
    const ended = sumOf(stops.map(({ amount }) => amount));
    expect(ended + fees + convertedOut).toBe(began + added + convertedIn);
  }
}

/** What came to a bar and left it differs by its fee and by what the method added, as its step says. */
function balances(trace: Trace, graph: FlowGraph): void {
  const steps = new Map(trace.steps.map((step) => [step.txid, step]));
  for (const { kind, text, amounts } of graph.nodes) {
    const step = steps.get(text);
    if (kind !== 'transaction' || step?.family !== 'outputs') continue;
    const [sum] = amounts;
    const difference = BigInt(sum?.taintedIn ?? 0) - BigInt(sum?.taintedOut ?? 0);
    const { added, feeTainted } = step;
    expect(difference).toBe(trace.request.direction === 'forward' ? feeTainted - added : added - feeTainted);
  }
}

test('what ends at the nodes of any trace over outputs is what it began with, and every step of its audit adds up', async () => {
  const setting = fc.record({
    drafts: randomLedger(),
    pick: fc.nat({ max: 500 }),
    method: fc.constantFrom('exact/1', 'fifo/1', 'haircut/1', 'lifo/1', 'poison/1'),
    direction: fc.constantFrom<TraceDirection>('forward', 'backward'),
    maxFanOut: fc.constantFrom(1, 2, 50),
    maxHops: fc.constantFrom(1, 3, 100),
    minAmount: fc.constantFrom(0n, 3n),
    collapsePeels: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(setting, async ({ drafts, pick, method, direction, collapsePeels, ...stops }) => {
      const places = drafts.flatMap(({ pays }, number) =>
        number === 0
          ? []
          : pays.flatMap(({ to, amount }, vout) => (to !== undefined && amount > 0n ? [{ number, vout }] : [])),
      );
      const place = places[pick % Math.max(1, places.length)];
      if (!place) return;
      const seeds = [{ kind: 'output' as const, txid: txidOf(place.number), vout: place.vout }];
      const request = requestOf({ seeds, method, direction, stops });
      const session = await openOutputTrace({ reader: new ScriptedOutputs(drafts), knowledge: knowledgeOf() }, request);
      const trace = await session.run(5_000);
      const graph = toFlowGraph(trace, CONTEXT, { collapsePeels });
      holds(trace, graph);
      balances(trace, graph);
      for (const group of toAuditGroups(trace)) expect(differenceOf(group)).toBe(0n);
    }),
    { numRuns: 150, endOnFailure: true },
  );
});

test('so does any trace over accounts', async () => {
  const setting = fc.record({
    moves: randomMoves(true),
    pick: fc.nat(),
    method: fc.constantFrom('fifo/1', 'haircut/1', 'lifo/1', 'libr/1', 'poison/1', 'pro-rata/1'),
    isForward: fc.boolean(),
    maxFanOut: fc.constantFrom(1, 2, 50),
    maxHops: fc.constantFrom(1, 3, 100),
  });
  await fc.assert(
    fc.asyncProperty(setting, async ({ moves, pick, method, isForward, ...stops }) => {
      const all = listSeeds(moves);
      const seed = all[pick % Math.max(1, all.length)];
      if (!seed) return;
      const isBackward = !isForward && (method === 'fifo/1' || method === 'haircut/1');
      const seeds = [{ kind: 'transfer' as const, txid: hashOf(toPosition(seed.height, 0)), slot: seed.slot }];
      const request = {
        ...requestOf({ seeds, method, direction: isBackward ? 'backward' : 'forward', stops }),
        chain: 'eth' as const,
      };
      const session = await openAccountTrace(
        { chain: 'eth', reader: openPlainChain({ moves }), knowledge: plainKnowledge() },
        request,
      );
      const trace = await session.run(5_000);
      holds(trace, toFlowGraph(trace, CONTEXT));
      for (const group of toAuditGroups(trace)) expect([group.title, differenceOf(group)]).toEqual([group.title, 0n]);
    }),
    { numRuns: 150, endOnFailure: true },
  );
});
