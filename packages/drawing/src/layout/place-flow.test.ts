import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import { createEdge, createNode, createTree } from '@trailmark/core/flow/testing/flow-parts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HALF_COLUMN } from '../flow/half-column.ts';
import { visibleGraph } from '../flow/visible-graph.ts';
import { toLayoutInput } from './layout-input.ts';
import type { LayoutEdge, LayoutInput, LayoutNode, Places } from './layout-job.ts';
import { placeFlow } from './place-flow.ts';
import { settleRows } from './settle-rows.ts';

const place = (id: string, rest: Partial<LayoutNode> = {}): LayoutNode => ({
  id,
  isBar: id.startsWith('t'),
  isSeed: false,
  value: 1,
  order: 1,
  height: 80,
  place: null,
  ...rest,
});
const arrow = (text: string): LayoutEdge => ({ from: text[0] ?? '', to: text[1] ?? '', order: Number(text[2] ?? 1) });
const lay = (nodes: readonly LayoutNode[], arrows: string, rest: Partial<LayoutInput> = {}) =>
  placeFlow({ mode: 'transactions', anew: false, nodes, edges: arrows.split(' ').filter(Boolean).map(arrow), ...rest });
const columns = (places: Places) =>
  Object.fromEntries(Object.entries(places).map(([id, { x }]) => [id, x / HALF_COLUMN]));

const graph: fc.Arbitrary<{ nodes: LayoutNode[]; edges: LayoutEdge[] }> = fc
  .record({
    kinds: fc.array(fc.boolean(), { minLength: 1, maxLength: 40 }),
    pairs: fc.array(fc.tuple(fc.nat(39), fc.nat(39), fc.nat(9)), { maxLength: 60 }),
    values: fc.array(fc.nat(5), { minLength: 40, maxLength: 40 }),
    seed: fc.nat(39),
  })
  .map(({ kinds, pairs, values, seed }) => {
    const nodes = kinds.map((isBar, i) =>
      place(`n${i}`, { isBar, value: values[i] ?? 0, isSeed: i === seed, height: isBar ? 60 : 80 }),
    );
    const edges = pairs.map(([from, to, order]) => ({
      from: `n${from % kinds.length}`,
      to: `n${to % kinds.length}`,
      order,
    }));
    return { nodes, edges };
  });

function overlaps(nodes: readonly LayoutNode[], places: Places): string[] {
  const spots = nodes.map(({ id, height }) => ({ id, height, ...(places[id] ?? { x: 0, y: 0 }) }));
  return spots.flatMap((a, i) =>
    spots
      .slice(i + 1)
      .filter((b) => a.x === b.x && Math.abs(a.y - b.y) < (a.height + b.height) / 2 - 1.5)
      .map((b) => `${a.id} ${b.id}`),
  );
}

describe('the places of a flow', () => {
  it('are hops from the seed, to the right along the money and to the left against it', () => {
    const nodes = [place('s', { isSeed: true }), place('t'), place('a'), place('b'), place('c')];
    expect(columns(lay(nodes, 'st ta ab cs'))).toEqual({ s: 0, t: 1, a: 2, b: 4, c: -2 });
  });

  it('put the larger of two outputs on top, and of equal ones the earlier', () => {
    const nodes = [place('t', { isSeed: true }), place('a'), place('b', { value: 9 }), place('c', { order: 0 })];
    const places = lay(nodes, 'ta tb tc');
    expect(
      Object.keys(places)
        .filter((id) => id !== 't')
        .sort((a, b) => places[a]!.y - places[b]!.y),
    ).toEqual(['b', 'c', 'a']);
  });

  it('follow the longest way in relation mode, and lead back only against time within a cycle', () => {
    const nodes = ['a', 'b', 'c', 'd'].map((id) => place(id, { isSeed: id === 'a' }));
    expect(columns(lay(nodes, 'ab1 bc2 ac1 cd3 db4', { mode: 'relations' }))).toEqual({ a: 0, b: 2, c: 4, d: 6 });
  });

  it('are the same for the same graph, in whatever order it comes, without two in one place', () => {
    fc.assert(
      fc.property(graph, fc.constantFrom('transactions', 'relations'), ({ nodes, edges }, mode) => {
        const input = { mode, anew: false, nodes, edges } as const;
        const places = placeFlow(input);
        expect(Object.keys(places)).toHaveLength(nodes.length);
        expect(placeFlow({ ...input, nodes: [...nodes].reverse(), edges: [...edges].reverse() })).toEqual(places);
        expect(overlaps(nodes, places)).toEqual([]);
      }),
    );
  });

  it('never move when something is added, and what is added covers nothing', () => {
    fc.assert(
      fc.property(graph, fc.nat(39), ({ nodes, edges }, cut) => {
        const held = nodes.slice(0, cut);
        const before = placeFlow({ mode: 'transactions', anew: false, nodes: held, edges });
        const known = nodes.map((node) => ({ ...node, place: before[node.id] ?? null }));
        const after = placeFlow({ mode: 'transactions', anew: false, nodes: known, edges });
        expect(after).toMatchObject(before);
        expect(overlaps(nodes, after)).toEqual([]);
      }),
    );
  });

  it('leave what is pinned where it is when all is laid out again', () => {
    const nodes = [place('s', { isSeed: true }), place('a', { place: { x: 5, y: 900 } }), place('b')];
    const places = lay(nodes, 'sa sb', { anew: true });
    expect(places.a).toEqual({ x: 5, y: 900 });
    expect(places.b?.x).toBe(2 * HALF_COLUMN);
  });

  it('take a trail of two thousand steps and a hub of five thousand in good time', () => {
    const trail = Array.from({ length: 2_000 }, (_, i) => createNode(`a:${i}`, { isSeed: i === 0 }));
    const steps = trail.slice(1).map(({ id }, i) => createEdge(`a:${i}`, id, 5));
    const hub = Array.from({ length: 5_000 }, (_, i) => createNode(`b:${i}`));
    const spokes = hub.map(({ id }) => createEdge('a:9', id, 7));
    const all = { ...createFlowDocument('x'), nodes: {}, edges: {} };
    const nodes = Object.fromEntries([...trail, ...hub].map((node) => [node.id, node]));
    const edges = Object.fromEntries([...steps, ...spokes].map((edge) => [edge.id, edge]));
    for (const mode of ['transactions', 'relations'] as const) {
      const input = toLayoutInput(visibleGraph({ ...all, nodes, edges }, mode), mode, { keep: 'all' });
      expect(Object.keys(placeFlow(input))).toHaveLength(7_000);
    }
  });

  it('set a tree out without overlaps', () => {
    const { nodes, edges } = createTree(60, 3);
    const document = {
      ...createFlowDocument('x'),
      nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
      edges: Object.fromEntries(edges.map((edge) => [edge.id, edge])),
    };
    const input = toLayoutInput(visibleGraph(document), 'transactions', { keep: 'all' });
    expect(overlaps(input.nodes, placeFlow(input))).toEqual([]);
  });
});

describe('rows of a column', () => {
  it('are where they wish to be, or as near as the others let them', () => {
    const row = (wish: number) => ({ wish, height: 10 });
    expect(settleRows([row(0), row(100)])).toEqual([0, 100]);
    expect(settleRows([row(50), row(50)])).toEqual([45, 55]);
    expect(settleRows([row(0), row(0), row(0), row(100)])).toEqual([-10, 0, 10, 100]);
    expect(settleRows([])).toEqual([]);
  });
});
