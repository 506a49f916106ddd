import type { AssetIdOf } from '@trailmark/core/flow/bridge-edge';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import type { Crossing, CrossingEnd } from '@trailmark/core/trace/crossing';
import type { Trace } from '@trailmark/core/trace/trace';
import { expect, test } from 'vitest';
import { keyOf, type PlainMove, tracePlain, transferAt } from '../accounts/testing/plain-chain.ts';
import type { FlowContext } from '../flow-graph/flow-context.ts';
import { toFlowGraph } from '../to-flow-graph.ts';
import { type DrawnLeg, joinGraphs } from './join-graphs.ts';

const CONTEXT: FlowContext = {
  chain: 'eth',
  currency: 'USD',
  partiesOf: () => new Map(),
  assetOf: () => ({ id: 'eth', symbol: 'ETH', decimals: 18, isVerified: true }),
};
const idOf: AssetIdOf = ({ chain }) => chain;
const pay = (height: number, from: string, to: string, amount: bigint): PlainMove => ({ height, from, to, amount });

/** A bridge pays `b` 100 and 50, and `b` pays all of it, and 20 of its own, to `c`, in one payment. */
const MOVES = [
  pay(1, '', 'bridge', 150n),
  pay(2, 'bridge', 'b', 100n),
  pay(3, 'bridge', 'b', 50n),
  pay(4, '', 'b', 20n),
  pay(5, 'b', 'c', 170n),
];

const end = (txid: string): CrossingEnd => ({
  ...{ chain: 'eth', ref: `${txid}#0`, txid, address: null, asset: '', amount: 1n, tainted: 1n, height: 1, time: 1 },
});
const crossing: Crossing = {
  ...{ protocol: 'A bridge', rule: 'a/1', certainty: 'proven', message: null, seconds: 1, basis: 'A test.' },
  ...{ from: end('aa'), to: end('bb') },
};

function legOf(trace: Trace): DrawnLeg {
  return { parent: 0, crossing, trace, graph: toFlowGraph(trace, CONTEXT) };
}

async function join(method: string): Promise<FlowGraph> {
  const run = (height: number) => tracePlain({ moves: MOVES }, { seeds: [transferAt(height)], method });
  const first = await tracePlain({ moves: [pay(1, 'x', 'y', 1n)] }, { seeds: [transferAt(1)] });
  const legs = [legOf(await run(2)), legOf(await run(3))];
  const graph: FlowGraph = { assets: [], nodes: [], edges: [] };
  return joinGraphs({ trace: first, graph }, legs, [], { idOf, most: { nodes: 100, edges: 100 } });
}

const nodeOf = ({ nodes }: FlowGraph, name: string) => nodes.find(({ id }) => id === `a:eth:${keyOf(name)}`);
const paid = ({ edges }: FlowGraph) => edges.find(({ to }) => to === `a:eth:${keyOf('c')}`);

test('what two legs bring to one place adds up there, in its payments and where it ends', async () => {
  const graph = await join('fifo/1');
  expect(paid(graph)).toMatchObject({ amount: '170', tainted: '150', count: 1 });
  expect(nodeOf(graph, 'b')?.amounts).toMatchObject([{ taintedIn: '150', taintedOut: '150' }]);
  expect(nodeOf(graph, 'c')?.amounts).toMatchObject([{ taintedIn: '150' }]);
  expect(nodeOf(graph, 'c')?.stops).toMatchObject([{ reason: 'held', amount: '150', count: 2 }]);
});

test('a payment that a method traces whole for both legs is no larger than what was paid', async () => {
  const graph = await join('poison/1');
  expect(paid(graph)).toMatchObject({ amount: '170', tainted: '170' });
  expect(nodeOf(graph, 'c')?.amounts).toMatchObject([{ taintedIn: '170' }]);
  expect(nodeOf(graph, 'c')?.stops).toMatchObject([{ amount: '170' }]);
});
