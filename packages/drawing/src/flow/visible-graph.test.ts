import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import { createEdge as edge, createNode as node } from '@trailmark/core/flow/testing/flow-parts';
import { describe, expect, it } from 'vitest';
import { visibleGraph } from './visible-graph.ts';

function hold({ nodes, edges }: Pick<FlowGraph, 'nodes' | 'edges'>) {
  return {
    ...createFlowDocument('Test'),
    nodes: Object.fromEntries(nodes.map((each) => [each.id, each])),
    edges: Object.fromEntries(edges.map((each) => [each.id, each])),
  };
}

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
