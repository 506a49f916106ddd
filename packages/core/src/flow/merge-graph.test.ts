import { describe, expect, it } from 'vitest';
import { createFlowDocument } from './flow-document.ts';
import type { FlowEdge, FlowGraph, FlowNode } from './flow-graph.ts';
import { mergeGraph } from './merge-graph.ts';
import { createEdge as edge, createNode as node } from './testing/flow-parts.ts';
import { visibleGraph } from './visible-graph.ts';

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

describe('what is drawn', () => {
  const document = hold({
    nodes: [node('a', { isSeed: true }), node('b'), node('c'), node('alone')],
    edges: [
      edge('a', 'b', '50', { tainted: '50', firstTime: 100, lastTime: 200, lastHeight: 7 }),
      edge('b', 'c', '4', { firstTime: 300, lastTime: 300, lastHeight: 8 }),
    ],
  });
  const drawn = (change: object) => {
    const { nodes, edges } = visibleGraph({ ...document, ...change });
    return [nodes.map((each) => each.node.id), edges.map((each) => `${each.edge.from}${each.edge.to}`)];
  };
  const filters = (change: object) => ({ filters: { ...document.filters, ...change } });

  it('is everything as long as nothing is filtered or hidden', () => {
    expect(drawn({})).toEqual([
      ['a', 'b', 'c', 'alone'],
      ['ab', 'bc'],
    ]);
  });

  it('leaves out small, untraced, earlier and later payments and what hung on nothing else', () => {
    const onlyFirst = [['a', 'b', 'alone'], ['ab']];
    expect(drawn(filters({ minAmount: { btc: '5' } }))).toEqual(onlyFirst);
    expect(drawn(filters({ tracedOnly: true }))).toEqual(onlyFirst);
    expect(drawn(filters({ toTime: 250 }))).toEqual(onlyFirst);
    expect(drawn(filters({ fromTime: 201 }))).toEqual([['a', 'b', 'c', 'alone'], ['bc']]);
    expect(drawn(filters({ laterThan: { a: 8 * 2 ** 20 } }))).toEqual([['a', 'b', 'c', 'alone'], ['bc']]);
  });

  it('keeps what somebody marked', () => {
    expect(drawn({ ...filters({ tracedOnly: true }), marks: { c: { label: 'Mine' } } })[0]).toContain('c');
  });

  it('leaves out what is hidden and counts it', () => {
    expect(drawn({ hidden: ['b'] })).toEqual([['a', 'alone'], []]);
    expect(visibleGraph({ ...document, hidden: ['b'] }).notDrawn).toEqual({ hidden: 1, nodes: 2, edges: 2 });
  });

  it('dims what a hypothesis dropped', () => {
    const hypotheses = [{ id: 'h', title: 'Other way', discarded: ['c'], reason: 'Change' }];
    const { nodes, edges } = visibleGraph({ ...document, hypotheses });
    expect(nodes.filter(({ isDimmed }) => isDimmed).map((each) => each.node.id)).toEqual(['c']);
    expect(edges.map(({ isDimmed }) => isDimmed)).toEqual([false, true]);
  });

  it('has places of its own in each mode', () => {
    const placed = { ...document, places: { a: { x: 1, y: 2 }, 'r:a': { x: 3, y: 4 } } };
    expect(visibleGraph(placed, 'relations').nodes[0]?.place).toEqual({ x: 3, y: 4 });
    expect(visibleGraph(placed, 'transactions').nodes[0]?.place).toEqual({ x: 1, y: 2 });
  });
});
