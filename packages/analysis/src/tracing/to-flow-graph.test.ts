import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { AccountStep, OutputStep, Trace, TraceLeaf } from '@trailmark/core/trace/trace';
import { DEFAULT_STOPS, type TraceRequest } from '@trailmark/core/trace/trace-request';
import { describe, expect, it } from 'vitest';
import * as ofCanonicalTrace from './canonical-trace.ts';
import type { FlowContext } from './flow-graph/flow-context.ts';
import * as ofToFlowGraph from './to-flow-graph.ts';

const recorded = new WatchedResults();
const { canonicalGraph, canonicalTrace } = recorded.watch(ofCanonicalTrace);
const { toFlowGraph } = recorded.watch(ofToFlowGraph);

const REQUEST: TraceRequest = {
  chain: 'btc',
  asset: undefined,
  direction: 'forward',
  seeds: [{ kind: 'output', txid: 'a'.repeat(64), vout: 0 }],
  incident: undefined,
  method: 'fifo/1',
  params: {},
  stops: DEFAULT_STOPS,
  choices: [],
  budget: 100,
};

const CONTEXT: FlowContext = {
  chain: 'btc',
  currency: 'USD',
  partiesOf: () => new Map(),
  assetOf: (asset) => ({ id: asset === '' ? 'btc' : `btc:${asset}`, symbol: 'BTC', decimals: 8, isVerified: true }),
  fiat: (_asset, amount, time) => (time < 1_000 ? undefined : amount * 2n),
};

function txid(number: number): string {
  return number.toString(16).padStart(64, '0');
}

function step(number: number, parts: Partial<OutputStep>): OutputStep {
  return {
    family: 'outputs',
    txid: txid(number),
    height: number,
    index: 0,
    time: 1_000 + number,
    timeEstimated: false,
    hop: number,
    inputs: [],
    outputs: [],
    fee: 0n,
    feeTainted: 0n,
    added: 0n,
    change: { vout: null, by: 'nobody', rules: [], isDisputed: false },
    coinJoin: null,
    ...parts,
  };
}

function leaf(parts: Partial<TraceLeaf>): TraceLeaf {
  return {
    ref: `${txid(1)}:0`,
    address: 'x',
    asset: '',
    amount: 0n,
    hop: 1,
    height: 1,
    time: 1_001,
    reason: 'unspent',
    detail: 'Not spent.',
    party: null,
    onward: null,
    shares: null,
    ...parts,
  };
}

function trace(parts: Partial<Trace>): Trace {
  return {
    request: REQUEST,
    seeds: [{ ref: `${'a'.repeat(64)}:0`, address: 'seed', asset: '', amount: 100n, height: 0, time: 1_000 }],
    state: 'complete',
    steps: [],
    accounts: [],
    leaves: [],
    cuts: [],
    peelChains: [],
    sums: [],
    gaps: [],
    counts: { transactionsRead: 0, rounds: 0 },
    ...parts,
  };
}

function ended(graph: FlowGraph): bigint {
  return graph.nodes.flatMap(({ stops }) => stops).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
}

/** A small generator that repeats itself. */
function createDice(start: number): (sides: number) => number {
  let state = start;
  return (sides) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * sides);
  };
}

/** A random forward trace that conserves: unspent outputs are spent, cut or left until nothing is open. */
function randomTrace(start: number): Trace {
  const dice = createDice(start);
  const open = [{ ref: `${'a'.repeat(64)}:0`, address: 'seed', amount: 1_000_000n, hop: 0 }];
  const steps: OutputStep[] = [];
  const leaves: TraceLeaf[] = [];
  const cuts: Trace['cuts'][number][] = [];
  let fees = 0n;
  while (open.length > 0) {
    const spent = open.splice(dice(open.length), 1 + dice(2));
    const number = steps.length + 1;
    const hop = 1 + Math.min(...spent.map((output) => output.hop));
    const total = spent.reduce((sum, { amount }) => sum + amount, 0n);
    if (number > 60 || total < 4n || dice(6) === 0) {
      for (const { ref, address, amount } of spent) leaves.push(leaf({ ref, address, amount, hop }));
      continue;
    }
    const feeTainted = BigInt(dice(3));
    const first = (total - feeTainted) / BigInt(1 + dice(4));
    const amounts = [first, total - feeTainted - first].filter((amount) => amount > 0n);
    const outputs = amounts.map((amount, vout) => ({
      ref: `${txid(number)}:${vout}`,
      address: `a${dice(40)}`,
      amount: amount + BigInt(dice(5)),
      tainted: amount,
    }));
    fees += feeTainted;
    steps.push(
      step(number, {
        hop,
        inputs: spent.map(({ ref, address, amount }) => ({ ref, address, amount, tainted: amount })),
        outputs,
        feeTainted,
        fee: feeTainted,
      }),
    );
    // What is cut stays an output of its transaction; nobody spends it in the trace.
    const cut = dice(5) === 0 ? outputs[0] : undefined;
    if (cut) {
      cuts.push({ at: txid(number), hop, kind: 'fan-out', asset: '', count: 1, amount: cut.tainted, detail: '' });
    }
    for (const output of outputs) {
      const { ref, address, tainted } = output;
      if (output !== cut) open.push({ ref, address, amount: tainted, hop });
    }
  }
  const ends = [...leaves, ...cuts].reduce((sum, { amount }) => sum + amount, 0n);
  expect(ends + fees).toBe(1_000_000n);
  return trace({ steps, leaves, cuts });
}

function peelTrace(): Trace {
  const steps = [1, 2, 3].map((number) =>
    step(number, {
      fee: 1n,
      feeTainted: 1n,
      inputs: [
        {
          ref: number === 1 ? `${'a'.repeat(64)}:0` : `${txid(number - 1)}:1`,
          address: number === 1 ? 'seed' : `rest${number - 1}`,
          amount: 100n - 11n * BigInt(number - 1),
          tainted: 100n - 11n * BigInt(number - 1),
        },
      ],
      outputs: [
        { ref: `${txid(number)}:0`, address: `peeled${number}`, amount: 10n, tainted: 10n },
        {
          ref: `${txid(number)}:1`,
          address: `rest${number}`,
          amount: 89n - 11n * BigInt(number - 1),
          tainted: 89n - 11n * BigInt(number - 1),
        },
      ],
    }),
  );
  const peeled = steps.flatMap(({ outputs }) => outputs.slice(0, 1));
  return trace({
    steps,
    leaves: [
      ...peeled.map(({ ref, address, tainted }) => leaf({ ref, address, amount: tainted })),
      leaf({ ref: `${txid(3)}:1`, address: 'rest3', amount: 67n, hop: 3 }),
    ],
    peelChains: [
      {
        txids: steps.map((one) => one.txid),
        entered: `${'a'.repeat(64)}:0`,
        left: `${txid(3)}:1`,
        enteredAmount: 100n,
        leftAmount: 67n,
        peeledAmount: 30n,
        peeled,
        firstTime: 1_001,
        lastTime: 1_003,
      },
    ],
  });
}

describe('The graph of a trace', () => {
  it('conserves: what ends at its nodes is what it began with, less fees', () => {
    for (let start = 1; start <= 60; start++) {
      const random = randomTrace(start);
      const graph = toFlowGraph(random, CONTEXT);
      const fees = random.steps.reduce((sum, { feeTainted }) => sum + feeTainted, 0n);
      expect(ended(graph) + fees).toBe(1_000_000n);
      const ids = graph.nodes.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      expect(graph.edges.every(({ from, to }) => ids.includes(from) && ids.includes(to))).toBe(true);
      for (const node of graph.nodes.filter(({ kind }) => kind === 'transaction')) {
        const [amount] = node.amounts;
        expect(BigInt(amount?.taintedIn ?? 0) - BigInt(amount?.taintedOut ?? 0) - BigInt(node.fee ?? 0)).toBe(0n);
      }
    }
  });

  it('is the same for the same trace, and so is its text', () => {
    expect(canonicalGraph(toFlowGraph(randomTrace(7), CONTEXT))).toBe(
      canonicalGraph(toFlowGraph(randomTrace(7), CONTEXT)),
    );
    const other = { ...randomTrace(7), counts: { transactionsRead: 9, rounds: 3 } };
    expect(canonicalTrace(other)).toBe(canonicalTrace(randomTrace(7)));
    expect(canonicalTrace(randomTrace(8))).not.toBe(canonicalTrace(randomTrace(7)));
  });

  it('draws a peel chain as one node with its peeled payments around it', () => {
    const graph = toFlowGraph(peelTrace(), CONTEXT);
    const [peel] = graph.nodes.filter(({ kind }) => kind === 'peel-chain');
    expect(peel).toMatchObject({ id: `p:btc:${txid(1)}`, fee: '3', peel: { peeled: '30', left: '67' } });
    expect(graph.nodes.filter(({ kind }) => kind === 'transaction')).toEqual([]);
    expect(graph.nodes.map(({ text }) => text)).not.toContain('rest1');
    expect(graph.edges.filter(({ from }) => from === peel?.id)).toHaveLength(4);
    expect(peel?.amounts[0]).toMatchObject({ taintedIn: '100', taintedOut: '97' });
    expect(ended(graph)).toBe(97n);
    const open = toFlowGraph(peelTrace(), CONTEXT, { collapsePeels: false });
    expect(open.nodes.filter(({ kind }) => kind === 'transaction')).toHaveLength(3);
    expect(ended(open)).toBe(97n);
  });

  it('says what untraced money came in with the traced, without drawing who paid it', () => {
    const one = step(1, {
      inputs: [
        { ref: `${txid(9)}:0`, address: 'seed', amount: 100n, tainted: 100n },
        { ref: `${txid(9)}:1`, address: 'stranger', amount: 40n, tainted: 0n },
        { ref: `${txid(9)}:2`, address: null, amount: null, tainted: 0n },
      ],
      outputs: [{ ref: `${txid(1)}:0`, address: 'x', amount: 140n, tainted: 100n }],
    });
    const graph = toFlowGraph(trace({ steps: [one] }), CONTEXT);
    const bar = graph.nodes.find(({ kind }) => kind === 'transaction');
    expect(bar?.amounts).toEqual([{ asset: 'btc', taintedIn: '100', taintedOut: '100', otherIn: '40' }]);
    expect(graph.nodes.map(({ text }) => text)).not.toContain('stranger');
    expect(graph.edges.find(({ kind }) => kind === 'output')?.fiat).toEqual({
      currency: 'USD',
      micro: '280',
      unpriced: 0,
    });
  });

  it('leaves a value without a price unknown', () => {
    const one = step(1, {
      time: 10,
      inputs: [{ ref: `${txid(9)}:0`, address: 'seed', amount: 100n, tainted: 100n }],
      outputs: [{ ref: `${txid(1)}:0`, address: 'x', amount: 100n, tainted: 100n }],
    });
    expect(toFlowGraph(trace({ steps: [one] }), CONTEXT).edges.map(({ fiat }) => fiat)).toEqual([null, null]);
  });

  it('draws burnt and newly issued money where it ends', () => {
    const one = step(1, {
      inputs: [{ ref: `${txid(9)}:0`, address: 'seed', amount: 5n, tainted: 5n }],
      outputs: [{ ref: `${txid(1)}:0`, address: null, amount: 5n, tainted: 5n }],
    });
    const burnt = leaf({ ref: `${txid(1)}:0`, address: null, amount: 5n, reason: 'unspendable' });
    const issued = leaf({ ref: `${txid(4)}:0`, address: 'miner', amount: 7n, reason: 'issued' });
    const graph = toFlowGraph(trace({ steps: [one], leaves: [burnt, issued] }), CONTEXT);
    expect(graph.nodes.find(({ kind }) => kind === 'unspendable')?.stops).toHaveLength(1);
    expect(graph.nodes.find(({ id }) => id === `s:btc:${txid(4)}`)?.stops[0]).toMatchObject({ amount: '7' });
    expect(graph.edges.some(({ from }) => from === `s:btc:${txid(4)}`)).toBe(true);
  });

  it('folds more than twenty parallel transfers into one counted edge, and keeps swaps apart', () => {
    const transfers = (count: number): AccountStep[] =>
      Array.from({ length: count }, (_, i) => ({
        ...step(i + 1, {}),
        family: 'accounts',
        hop: 1,
        transfers: [
          { ref: `${txid(i + 1)}#0`, kind: 'native', asset: '', from: 'a', to: 'b', amount: 3n, tainted: 2n },
        ],
        conversions:
          i > 0
            ? []
            : [
                {
                  kind: 'swap',
                  rule: 'uniswap-v2/1',
                  protocol: 'Uniswap V2',
                  account: 'b',
                  from: { asset: '', amount: 3n, tainted: 2n },
                  to: { asset: 'token', amount: 9n, tainted: 6n },
                  certainty: 'proven',
                },
              ],
        feeTainted: 0n,
        added: 0n,
      })) as AccountStep[];
    const many = toFlowGraph(trace({ steps: transfers(60) }), CONTEXT);
    const [folded, ...rest] = many.edges.filter(({ kind }) => kind === 'transfer');
    expect(rest).toEqual([]);
    expect(folded).toMatchObject({ id: 'transfer:a:btc:a>a:btc:b:btc', count: 60, amount: '180', tainted: '120' });
    expect(folded?.refs).toHaveLength(50);
    expect(many.edges.filter(({ kind }) => kind === 'swap').map(({ rule, basis }) => [rule, basis])).toEqual([
      ['Uniswap V2 (uniswap-v2/1, proven)', 'inference'],
      ['Uniswap V2 (uniswap-v2/1, proven)', 'inference'],
    ]);
    expect(many.assets.map(({ id }) => id)).toEqual(['btc', 'btc:token']);
    expect(
      toFlowGraph(trace({ steps: transfers(20) }), CONTEXT).edges.filter(({ kind }) => kind === 'transfer'),
    ).toHaveLength(20);
  });

  it('stays within what a canvas holds and says what it leaves out', () => {
    const steps = Array.from({ length: 9_000 }, (_, i) =>
      step(i + 1, {
        hop: 1,
        inputs: [{ ref: `${txid(99_999)}:${i}`, address: 'seed', amount: 2n, tainted: 2n }],
        outputs: [{ ref: `${txid(i + 1)}:0`, address: `to${i}`, amount: 2n, tainted: 2n }],
      }),
    );
    const leaves = steps.map((one, i) => leaf({ ref: `${one.txid}:0`, address: `to${i}`, amount: 2n }));
    const graph = toFlowGraph(trace({ steps, leaves }), CONTEXT);
    expect(graph.nodes.length).toBeLessThan(10_000);
    expect(graph.edges.length).toBeLessThan(20_000);
    expect(ended(graph)).toBe(18_000n);
    const gap = graph.nodes.find(({ id }) => id === 'g:btc:trace:not-drawn');
    expect(gap?.text).toMatch(/^\d+ transactions not drawn$/);
    expect(graph.edges.find(({ to }) => to === gap?.id)?.kind).toBe('cut');
  });
});

it('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/to-flow-graph.txt');
});
