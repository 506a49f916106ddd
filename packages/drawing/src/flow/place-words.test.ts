import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import { createEdge, createNode } from '@trailmark/core/flow/testing/flow-parts';
import { describe, expect, it } from 'vitest';
import { measureText } from '../picture/picture-text.ts';
import { routeEdges } from './edge-route.ts';
import { listHopRules } from './hop-rules.ts';
import { createScene } from './picture-scene.ts';
import { planWords } from './place-words.ts';
import { visibleGraph } from './visible-graph.ts';

const node = (id: string, rest: Partial<FlowNode> = {}): FlowNode =>
  createNode(id, { text: `bc1q${id.repeat(24)}`.slice(0, 42), ...rest });
const edge = (from: string, to: string, rest: Partial<FlowEdge> = {}): FlowEdge =>
  createEdge(from, to, 1_000_000_000, { id: `${from}>${to}`, ...rest });
type Held = readonly (readonly [node: FlowNode, x: number, y: number])[];
const draw = (held: Held, edges: readonly FlowEdge[]) => {
  const document = {
    ...createFlowDocument('x'),
    nodes: Object.fromEntries(held.map(([each]) => [each.id, each])),
    edges: Object.fromEntries(edges.map((each) => [each.id, each])),
    places: Object.fromEntries(held.map(([{ id }, x, y]) => [id, { x, y }])),
  };
  const scene = createScene(document, visibleGraph(document));
  const routes = routeEdges(scene);
  return { scene, routes };
};

describe('words of a drawing', () => {
  it('never cover each other, however near their nodes are', () => {
    const held = Array.from({ length: 60 }, (_, i) => [node(`n${i}`), (i % 6) * 60, Math.floor(i / 6) * 26] as const);
    const edges = held.slice(1).map(([each], i) => edge(`n${i}`, each.id));
    const { scene, routes } = draw(held, edges);
    const plan = planWords(scene, routes, { scale: 1, withLines: true, withAmounts: true });
    const boxes = [...plan.nodes, ...plan.edges].flatMap(([owner, lines]) =>
      lines.map(({ text, x, y, size, font, anchor }) => {
        const width = measureText(text, size, font);
        const left = anchor === 'start' ? x : x - width / 2;
        return { owner, left, right: left + width, top: y - size * 0.8, bottom: y + size * 0.2 };
      }),
    );
    expect(boxes.length).toBeGreaterThan(5);
    const covered = boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter(
          (b) => a.owner !== b.owner && a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom,
        ),
    );
    expect(covered).toEqual([]);
    expect(plan.leftOut).toBeGreaterThan(0);
  });

  it('give a name the room before an identifier', () => {
    const party = { key: 'k', name: 'Northgate', kind: 'service', basis: 'rule' } as unknown as FlowNode['party'];
    const { scene, routes } = draw(
      [
        [node('a'), 0, 0],
        [node('b', { party }), 60, 0],
      ],
      [],
    );
    const { nodes } = planWords(scene, routes, { scale: 1, withLines: false, withAmounts: false });
    expect(nodes.get('b')?.map(({ text }) => text)).toEqual(['Northgate']);
    expect(nodes.get('a')).toEqual([]);
  });

  it('say who a trail ends at before why it ends', () => {
    const stops = [{ reason: 'data-end', asset: 'btc', amount: '1', count: 1, detail: '' }] as const;
    const { scene } = draw([[node('a', { stops }), 0, 0]], []);
    expect(scene.nodes.get('a')?.words).toMatchObject({ title: 'bc1qaaa…aaaaa', lines: ['End of the data'] });
  });
});

describe('notes of a reader', () => {
  it('are the last words below a node, escaped, and in no picture of the document alone', () => {
    const stops = [{ reason: 'data-end', asset: 'btc', amount: '1', count: 1, detail: '' }] as const;
    const held = { nodes: { a: node('a', { stops }) }, places: { a: { x: 0, y: 0 } } };
    const document = { ...createFlowDocument('x'), ...held };
    const plain = visibleGraph(document);
    const nodes = plain.nodes.map((each) => ({ ...each, notes: ['contested', 'your \u202e agency'] }));
    const linesOf = (visible: typeof plain) => createScene(document, visible).nodes.get('a')?.words.lines;
    expect(linesOf(plain)).toEqual(['End of the data']);
    expect(linesOf({ ...plain, nodes })).toEqual([
      'End of the data',
      'contested',
      expect.not.stringContaining('\u202e'),
    ]);
  });
});

describe('long payments', () => {
  it('pass next to what is between their ends', () => {
    const held: Held = [
      [node('a'), 0, 0],
      [node('b'), 208, 0],
      [node('c'), 416, 0],
      [node('d'), 624, 0],
    ];
    const { routes } = draw(held, [edge('a', 'd'), edge('a', 'b')]);
    expect(Math.abs(routes.get('a>d')?.middle[1] ?? 0)).toBeGreaterThan(20);
    expect(routes.get('a>b')?.bends).toHaveLength(2);
  });
});

describe('the heads of columns', () => {
  it('count a run drawn as one with all its hops', () => {
    const peel = { txids: ['1', '2', '3'], peeled: '1', left: '1' };
    const { scene } = draw(
      [
        [node('a', { hop: 0, isSeed: true }), 0, 0],
        [node('p', { kind: 'peel-chain', hop: 1, peel }), 208, 0],
      ],
      [],
    );
    expect(listHopRules(scene).map(({ hops }) => hops)).toEqual(['Hop 0', 'Hops 1 to 3']);
  });

  it('leave out who merely paid into a seed', () => {
    const { scene } = draw(
      [
        [node('payer', { hop: 0 }), 0, 0],
        [node('a', { hop: 0, isSeed: true }), 208, 0],
        [node('b', { hop: 1 }), 416, 0],
      ],
      [],
    );
    expect(listHopRules(scene).map(({ x, hops }) => [x, hops])).toEqual([
      [208, 'Hop 0'],
      [416, 'Hop 1'],
    ]);
  });
});

describe('the change of a transaction', () => {
  it('is marked on the output that is taken for it', () => {
    const change = { vout: 1, by: 'rules', isDisputed: false, rules: [] } as const;
    const paying = node('t', { kind: 'transaction', text: 'ff', change });
    const outs = [edge('t', 'a', { refs: ['ff:0'] }), edge('t', 'b', { refs: ['ff:1'] })];
    const { scene } = draw(
      [
        [paying, 0, 0],
        [node('a'), 104, 0],
        [node('b'), 104, 60],
      ],
      outs,
    );
    expect([...scene.edges.values()].map(({ change: by }) => by)).toEqual([undefined, 'rules']);
  });
});
