import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import { createEdge, createNode } from '@trailmark/core/flow/testing/flow-parts';
import { createScene } from '@trailmark/drawing/flow/picture-scene';
import { visibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { describe, expect, test } from 'vitest';
import { findBeginning } from './begin-view.ts';

/** Two beginnings, of which the second sends more, and `count` receivers below each other; against the money if `isBack`. */
function sceneOf(count: number, isBack = false) {
  const ends = Array.from({ length: count }, (_, i) => createNode(`a:btc:e${i}`, { hop: 1 }));
  const seeds = ['one', 'two'].map((id) => createNode(`a:btc:${id}`, { hop: 0, isSeed: true }));
  const edges = ends.map(({ id }, i) => {
    const seed = seeds[i === 0 ? 0 : 1]?.id ?? '';
    return isBack ? createEdge(id, seed, 10 + i) : createEdge(seed, id, 10 + i);
  });
  const nodes = [...seeds, ...ends];
  const places = Object.fromEntries(
    nodes.map(({ id, isSeed }, i) => [id, { x: isSeed === isBack ? 1_000 : 0, y: i * 72 }]),
  );
  const document = {
    ...createFlowDocument('A flow'),
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    edges: Object.fromEntries(edges.map((edge) => [edge.id, edge])),
    places,
  };
  return createScene(document, visibleGraph(document));
}

const SIZE = { width: 1_000, height: 600 };

describe('where a drawing is begun', () => {
  test('is the whole wherever names can be written on it, and of very many nodes in any case', () => {
    expect(findBeginning(sceneOf(4), SIZE, 0.5)).toBeUndefined();
    expect(findBeginning(sceneOf(500), SIZE, 0.1)).toBeUndefined();
  });

  test('is the beginning most money leaves, at the left, with names', () => {
    const found = findBeginning(sceneOf(60), SIZE, 0.12);
    expect(found?.zoom).toBeGreaterThan(0.35);
    const rowAt = (y: number) => y * (found?.zoom ?? 0) + (found?.pan.y ?? 0);
    expect(rowAt(72)).toBeGreaterThan(0);
    expect(rowAt(72)).toBeLessThanOrEqual(300);
    expect(rowAt(0)).toBeLessThan(100);
    expect(found?.pan.x).toBeGreaterThan(0);
  });

  test('is at the right for a trace back', () => {
    const found = findBeginning(sceneOf(60, true), SIZE, 0.12);
    const at = 1_000 * (found?.zoom ?? 0) + (found?.pan.x ?? 0);
    expect(at).toBeGreaterThan(700);
    expect(at).toBeLessThan(1_000);
  });

  test('is close enough to read on a phone', () => {
    expect(findBeginning(sceneOf(4), { width: 390, height: 500 }, 0.5)?.zoom).toBe(0.75);
  });
});
