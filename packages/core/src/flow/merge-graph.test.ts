import { describe, expect, it } from 'vitest';
import type { CrossingEnd } from '../trace/crossing.ts';
import { toBridgeEdge } from './bridge-edge.ts';
import { createFlowDocument } from './flow-document.ts';
import type { FlowEdge, FlowGraph, FlowNode } from './flow-graph.ts';
import { mergeGraph } from './merge-graph.ts';
import { createEdge as edge, createNode as node } from './testing/flow-parts.ts';

const graph = (nodes: FlowNode[], edges: FlowEdge[] = []): FlowGraph => ({ assets: [], nodes, edges });

function hold({ nodes, edges }: Pick<FlowGraph, 'nodes' | 'edges'>) {
  return {
    ...createFlowDocument('Test'),
    nodes: Object.fromEntries(nodes.map((each) => [each.id, each])),
    edges: Object.fromEntries(edges.map((each) => [each.id, each])),
  };
}

describe('a graph merged into a document', () => {
  it('changes nothing the second time', () => {
    const come = graph([node('a', { isSeed: true, hop: 0 }), node('b')], [edge('a', 'b', '5', { tainted: '3' })]);
    const once = mergeGraph(hold({ nodes: [], edges: [] }), come);
    expect([once.nodes.length, once.edges.length]).toEqual([2, 1]);
    expect(mergeGraph(hold(once), come)).toEqual({ assets: [], nodes: [], edges: [] });
  });

  it('traces what was only seen, and never takes a traced amount back', () => {
    const seen = graph([node('a'), node('b')], [edge('a', 'b', '5')]);
    const traced = graph(
      [node('a', { hop: 2 }), node('b')],
      [edge('a', 'b', '4', { tainted: '4', count: 2, refs: ['x'] })],
    );
    expect(mergeGraph(hold(seen), traced).edges).toMatchObject([{ amount: '5', tainted: '4', count: 2, refs: ['x'] }]);
    expect(mergeGraph(hold(traced), seen).edges).toMatchObject([{ amount: '5', tainted: '4', count: 2 }]);
    expect(mergeGraph(hold(traced), seen).nodes).toEqual([]);
  });

  it('keeps the other side of a bridge', () => {
    const crossing = {
      ...{ protocol: 'A bridge', certainty: 'proven' as const, asset: 'eth', amount: '9', tainted: '8' },
      ...{ message: 'ab', seconds: 12, basis: 'Both sides log one id.' },
    };
    const bridge = graph([node('a'), node('b')], [edge('a', 'b', '5', { kind: 'bridge', crossing })]);
    const plain = graph([node('a'), node('b')], [edge('a', 'b', '6', { id: bridge.edges[0]?.id ?? '' })]);
    expect(mergeGraph(hold(bridge), plain).edges).toMatchObject([{ amount: '6', crossing }]);
    expect(mergeGraph(hold(bridge), bridge).edges).toEqual([]);
  });

  it('draws every message of one transaction, and finds a bridge again that an older document names by its transaction', () => {
    const side = (ref: string, amount: bigint): CrossingEnd => ({
      ...{ chain: 'eth', ref, txid: ref.split('#')[0] ?? '', address: null, asset: '', amount, tainted: amount },
      ...{ height: 1, time: 1 },
    });
    const over = (message: string, slot: number, amount: bigint) =>
      toBridgeEdge(
        {
          ...{ protocol: 'A bridge', rule: 'a/1', certainty: 'proven', message, seconds: 1, basis: 'One id.' },
          ...{ from: side(`aa#${slot}`, amount), to: side(`bb#${slot}`, amount) },
        },
        { from: 'a', to: 'b' },
        ({ chain }) => chain,
      );
    const [one, other] = [over('m1', 0, 100n), over('m2', 1, 50n)];
    const both = mergeGraph(hold({ nodes: [], edges: [] }), graph([node('a'), node('b')], [one, other]));
    expect(both.edges.map(({ amount, tainted }) => [amount, tainted])).toEqual([
      ['100', '100'],
      ['50', '50'],
    ]);
    const older = { ...one, id: 'bridge:a>b:eth:aa' };
    const changes = mergeGraph(hold({ nodes: [node('a'), node('b')], edges: [older] }), graph([], [one, other]));
    expect(changes.edges.map(({ id }) => id)).toEqual([other.id]);
  });

  it('keeps the cluster of an address that is seen again without one', () => {
    const cluster = { root: 'r', size: 3 };
    const held = hold({ nodes: [node('a', { cluster })], edges: [] });
    const changes = mergeGraph(held, graph([node('a', { hop: 1 })]));
    expect(changes.nodes).toMatchObject([{ hop: 1, cluster }]);
    expect(mergeGraph(held, graph([node('a', { cluster: null })])).nodes).toMatchObject([{ cluster: null }]);
  });

  it('keeps why a trace ended when the place is merely seen again', () => {
    const stop = { reason: 'hop-cap', asset: 'btc', amount: '5', count: 1, detail: '' } as const;
    const held = hold({ nodes: [node('a', { stops: [stop] })], edges: [] });
    expect(mergeGraph(held, graph([node('a')])).nodes).toEqual([]);
  });

  it('is refused where it would grow past the limit, and names the limit', () => {
    const many = graph(Array.from({ length: 10_001 }, (_, i) => node(`n${i}`)));
    expect(() => mergeGraph(createFlowDocument('Test'), many)).toThrow('at most 10000 nodes');
  });
});
