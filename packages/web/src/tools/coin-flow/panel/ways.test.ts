import { createEdge, createNode } from '@trailmark/core/flow/testing/flow-parts';
import { describe, expect, test } from 'vitest';
import { findPathGrounds } from './path-grounds.ts';
import { findWayBetween } from './way-between.ts';

const [A, B, C, D] = ['a:btc:a', 'a:btc:b', 'a:btc:c', 'a:btc:d'] as const;

describe('the way between two nodes', () => {
  const edges = [createEdge(A, B, 10), createEdge(B, D, 1), createEdge(A, C, 50), createEdge(C, D, 40)];

  test('is the shortest, of equals the one that begins with the most', () => {
    const found = findWayBetween(edges, A, D);
    expect(found?.filter((id) => id.startsWith('a:'))).toEqual([A, C, D]);
    expect(found).toHaveLength(5);
  });

  test('runs along the money, whichever node is named first', () => {
    expect(findWayBetween(edges, D, A)).toEqual(findWayBetween(edges, A, D));
  });

  test('is none where no payment leads from either to the other', () => {
    expect(findWayBetween(edges, B, C)).toBeUndefined();
  });
});

describe('what a path rests on', () => {
  const steps = [
    { ref: 'x:0', txid: 'x', from: null },
    { ref: 'y:1', txid: 'y', from: null },
  ];
  const graph = (second: Parameters<typeof createEdge>[3]) => ({
    assets: [],
    nodes: [createNode(A), createNode(B), createNode(C)],
    edges: [createEdge(A, B, 10, { refs: ['x:0'] }), createEdge(B, C, 10, { refs: ['y:1'], ...second })],
  });

  test('are facts where every hop is a payment', () => {
    const grounds = findPathGrounds(steps, graph({}));
    expect(grounds.basis).toBe('fact');
    expect(grounds.ids).toEqual(expect.arrayContaining([A, B, C]));
  });

  test('is the weakest hop, by its number and rule', () => {
    const grounds = findPathGrounds(steps, graph({ basis: 'inference', rule: 'dex-swap/1' }));
    expect(grounds).toMatchObject({ basis: 'inference', words: 'Rests in hop 2 on dex-swap/1.' });
  });
});
