import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitShares } from './split-shares.ts';
import { SHARE_RULE, toRelations } from './to-relations.ts';

function node(id: string, rest: Partial<FlowNode> = {}): FlowNode {
  const kind = id.startsWith('t') ? 'transaction' : 'address';
  const nothing = { hop: null, firstTime: null, lastTime: null, isSeed: false, amounts: [], party: null, stops: [] };
  const unknown = { fee: null, height: null, coinJoin: null, change: null, peel: null, onward: null };
  return { id, kind, chain: 'btc', text: id, ...nothing, ...unknown, ...rest };
}

function edge(from: string, to: string, amount: bigint | number, rest: Partial<FlowEdge> = {}): FlowEdge {
  const kind = to.startsWith('t') ? 'spend' : from.startsWith('t') ? 'output' : 'transfer';
  const times = { firstTime: 1, lastTime: 1, firstHeight: 1, lastHeight: 1 };
  const id = `${kind}:${from}>${to}:${rest.asset ?? 'btc'}`;
  const known = { asset: 'btc', amount: String(amount), tainted: null, count: 1, refs: [], ...times };
  return { id, kind, from, to, ...known, basis: 'fact', rule: null, fiat: null, ...rest };
}

const party: KnownParty = {
  kind: 'service',
  name: 'Northgate',
  category: 'exchange',
  basis: 'claim',
  source: 'test',
  asOf: undefined,
  confidence: 50,
  key: 'northgate',
  via: undefined,
};
const brief = (edges: readonly FlowEdge[]) =>
  edges.map(({ from, to, amount, tainted, basis }) => [from, to, amount, tainted, basis]);

describe('payments between addresses', () => {
  it('are exact through a transaction with one owner of inputs', () => {
    const { nodes, edges } = toRelations({
      nodes: [node('a'), node('t', { fee: '10' }), node('b'), node('c')],
      edges: [
        edge('a', 't', 110, { tainted: '110' }),
        edge('t', 'b', 70, { tainted: '70' }),
        edge('t', 'c', 30, { tainted: '30' }),
      ],
    });
    expect(nodes.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(brief(edges)).toEqual([
      ['a', 'b', '70', '70', 'fact'],
      ['a', 'c', '30', '30', 'fact'],
    ]);
  });

  it('are shared by inputs where there are several owners, and say by which rule', () => {
    const { edges } = toRelations({
      nodes: [node('a'), node('b'), node('t', { fee: '1' }), node('c')],
      edges: [edge('a', 't', 2), edge('b', 't', 1), edge('t', 'c', 2)],
    });
    expect(brief(edges)).toEqual([
      ['a', 'c', '1', null, 'inference'],
      ['b', 'c', '1', null, 'inference'],
    ]);
    expect(edges.map(({ rule }) => rule)).toEqual([SHARE_RULE, SHARE_RULE]);
  });

  it('leave to inputs that are not drawn what these paid', () => {
    const { edges } = toRelations({
      nodes: [node('a'), node('t', { fee: '0' }), node('b')],
      edges: [edge('a', 't', 40, { tainted: '40' }), edge('t', 'b', 100, { tainted: '40' })],
    });
    expect(brief(edges)).toEqual([['a', 'b', '40', '40', 'inference']]);
  });

  it('are summed over many transactions with their times, counts and weakest basis', () => {
    const { edges } = toRelations({
      nodes: [node('a'), node('b')],
      edges: [
        edge('a', 'b', 5, { id: 'x', refs: ['2'], firstHeight: 9, lastHeight: 9, lastTime: 90 }),
        edge('a', 'b', 6, { id: 'y', refs: ['1'], firstHeight: 3, lastHeight: 3, basis: 'claim', rule: 'file.json' }),
      ],
    });
    expect(edges).toMatchObject([
      {
        amount: '11',
        count: 2,
        refs: ['1', '2'],
        firstHeight: 3,
        lastHeight: 9,
        lastTime: 90,
        basis: 'claim',
        kind: 'relation',
      },
    ]);
  });

  it('keep a transaction that begins the trail, ends it, or changes the asset', () => {
    const graph = {
      nodes: [node('t1'), node('a'), node('t2'), node('b'), node('t3'), node('c')],
      edges: [
        edge('t1', 'a', 5),
        edge('a', 't2', 5),
        edge('b', 't3', 1, { asset: 'eth' }),
        edge('t3', 'c', 9, { asset: 'eth:usdt' }),
      ],
    };
    const { nodes, edges } = toRelations(graph);
    expect(nodes).toHaveLength(6);
    expect(edges.map(({ kind }) => kind)).toEqual(['output', 'spend', 'spend', 'output']);
  });

  it('join the addresses of one service on request, and say which', () => {
    const graph = {
      nodes: [node('a'), node('x', { party }), node('y', { party }), node('z', { party: { ...party, kind: 'named' } })],
      edges: [edge('a', 'x', 1), edge('a', 'y', 2), edge('a', 'z', 4)],
    };
    expect(toRelations(graph).nodes).toHaveLength(4);
    const { nodes, edges, members } = toRelations(graph, { mergeServices: true });
    expect(nodes.map(({ id }) => id)).toEqual(['a', 'z', 'v:btc:northgate']);
    expect(brief(edges)).toContainEqual(['a', 'v:btc:northgate', '3', null, 'fact']);
    expect(members).toEqual({ 'v:btc:northgate': ['x', 'y'] });
  });

  it('join the addresses of one cluster on request, and leave those of a service to the service', () => {
    const cluster = { root: 'b', size: 9 };
    const graph = {
      nodes: [
        node('a'),
        node('b', { cluster }),
        node('c', { cluster }),
        node('x', { cluster, party }),
        node('y', { party }),
      ],
      edges: [edge('a', 'b', 1), edge('a', 'c', 2), edge('b', 'c', 8), edge('a', 'x', 4), edge('a', 'y', 4)],
    };
    const { nodes, edges, members } = toRelations(graph, { mergeServices: true, mergeClusters: true });
    expect(nodes.map(({ id }) => id)).toEqual(['a', 'c:btc:b', 'v:btc:northgate']);
    expect(brief(edges)).toContainEqual(['a', 'c:btc:b', '3', null, 'fact']);
    // What moved within the cluster stays to be seen.
    expect(brief(edges)).toContainEqual(['c:btc:b', 'c:btc:b', '8', null, 'fact']);
    expect(members['c:btc:b']).toEqual(['b', 'c']);
  });

  it('lose and make no unit, traced or not, whatever pays whatever', () => {
    const amount = fc.bigInt(1n, 2_100_000_000_000_000n);
    fc.assert(
      fc.property(
        fc.array(amount, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(100), { minLength: 1, maxLength: 6 }),
        fc.nat(90),
        (ins, parts, fee) => {
          const total = ins.reduce((sum, each) => sum + each, 0n);
          const paid = total - (total * BigInt(fee)) / 100n;
          const outs = splitShares(paid, parts.map(BigInt));
          const traced = outs.map((each) => each / 2n);
          const { edges } = toRelations({
            nodes: [
              node('t', { fee: String(total - paid) }),
              ...ins.map((_, i) => node(`i${i}`)),
              ...outs.map((_, i) => node(`o${i}`)),
            ],
            edges: [
              ...ins.map((each, i) => edge(`i${i}`, 't', each, { tainted: String(each / 3n) })),
              ...outs.map((each, i) => edge('t', `o${i}`, each, { tainted: String(traced[i]) })),
            ],
          });
          outs.forEach((each, i) => {
            const arrived = edges.filter(({ to }) => to === `o${i}`);
            expect(arrived.reduce((sum, { amount: units }) => sum + BigInt(units), 0n)).toBe(each);
            expect(arrived.reduce((sum, { tainted }) => sum + BigInt(tainted ?? 0), 0n)).toBe(traced[i]);
          });
        },
      ),
    );
  });
});

describe('shares', () => {
  it('sum to the whole, with what is left over going to the largest remainders', () => {
    expect(splitShares(10n, [1n, 1n, 1n])).toEqual([4n, 3n, 3n]);
    expect(splitShares(7n, [3n, 1n])).toEqual([5n, 2n]);
    expect(splitShares(5n, [0n, 0n])).toEqual([5n, 0n]);
  });
});
