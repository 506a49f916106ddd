import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import { createEdge, createNode, createTree } from '@trailmark/core/flow/testing/flow-parts';
import { expect, test } from 'vitest';
import { layoutSankey } from './sankey-layout.ts';
import { isForwardFlow, listAssets, type Stub, sumBegan, toTracedFlow } from './traced-flow.ts';
import { visibleGraph } from './visible-graph.ts';

type Parts = {
  readonly nodes: readonly ReturnType<typeof createNode>[];
  readonly edges: readonly ReturnType<typeof createEdge>[];
};

function see({ nodes, edges }: Parts) {
  return visibleGraph({
    ...createFlowDocument('A flow'),
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    edges: Object.fromEntries(edges.map((edge) => [edge.id, edge])),
  });
}

const stop = (reason: 'unspent' | 'source-unknown', amount: string) => ({
  reason,
  asset: 'btc',
  amount,
  count: 1,
  detail: '',
});
const known = (taintedIn: string | null, taintedOut: string | null) => [{ asset: 'btc', taintedIn, taintedOut }];
const kinds = (stubs: readonly Stub[]) => stubs.map(({ kind, amount }) => `${kind} ${amount}`);

const PAYMENT: Parts = {
  nodes: [
    createNode('a:btc:seed', { isSeed: true, hop: 0, amounts: known(null, '100') }),
    createNode('t:btc:one', { hop: 0, amounts: known('100', '98') }),
    createNode('a:btc:left', { hop: 1, amounts: known('60', null), stops: [stop('unspent', '60')] }),
    createNode('a:btc:right', { hop: 1, amounts: known('38', null), stops: [stop('unspent', '38')] }),
  ],
  edges: [
    createEdge('a:btc:seed', 't:btc:one', 100, { tainted: '100' }),
    createEdge('t:btc:one', 'a:btc:left', 60, { tainted: '60' }),
    createEdge('t:btc:one', 'a:btc:right', 40, { tainted: '38' }),
  ],
};

test('a traced payment begins at the seed, pays its fee at the transaction and ends where it stops', () => {
  const flow = toTracedFlow(see(PAYMENT), 'btc');
  const at = (id: string) => flow.nodes.find(({ node }) => node.id === id);
  expect(kinds(at('a:btc:seed')?.before ?? [])).toEqual(['begin 100']);
  expect(kinds(at('t:btc:one')?.after ?? [])).toEqual(['fee 2']);
  expect(kinds(at('a:btc:left')?.after ?? [])).toEqual(['stop 60']);
  expect(sumBegan(flow)).toBe(100n);
});

test('what a filter leaves out is reported as not drawn, and is no fee', () => {
  const flow = toTracedFlow(see({ ...PAYMENT, edges: PAYMENT.edges.slice(0, 2) }), 'btc');
  const transaction = flow.nodes.find(({ node }) => node.id === 't:btc:one');
  expect(kinds(transaction?.after ?? [])).toEqual(['fee 2', 'undrawn 38']);
});

test('at every node what comes in is what goes out, to the unit', () => {
  const flow = toTracedFlow(see(createTree(60)), 'btc');
  const sum = (stubs: readonly Stub[]) => stubs.reduce((total, { amount }) => total + amount, 0n);
  for (const { in: into, out, before, after } of flow.nodes) expect(into + sum(before)).toBe(out + sum(after));
});

test('untraced payments are counted and are no part of the flow', () => {
  const visible = see({ nodes: PAYMENT.nodes, edges: [...PAYMENT.edges, createEdge('a:btc:left', 'a:btc:right', 7)] });
  const flow = toTracedFlow(visible, 'btc');
  expect(flow.untraced).toEqual({ count: 1, amount: 7n });
  expect(flow.links).toHaveLength(3);
  expect(listAssets(visible)).toEqual([{ asset: 'btc', payments: 4, traced: 3 }]);
});

test('a trace back ends on the left, where nobody knows what came before', () => {
  const visible = see({
    nodes: [
      createNode('a:btc:seed', { isSeed: true, hop: 0, amounts: known('50', null) }),
      createNode('a:btc:source', { hop: 1, amounts: known(null, '50'), stops: [stop('source-unknown', '50')] }),
    ],
    edges: [createEdge('a:btc:source', 'a:btc:seed', 50, { tainted: '50' })],
  });
  expect(isForwardFlow(visible)).toBe(false);
  const flow = toTracedFlow(visible, 'btc');
  expect(kinds(flow.nodes[1]?.before ?? [])).toEqual(['stop 50']);
  expect(kinds(flow.nodes[0]?.after ?? [])).toEqual(['begin 50']);
  const picture = layoutSankey(flow);
  expect(picture.columns.map(({ hops }) => hops)).toEqual([
    [1, 1],
    [0, 0],
  ]);
  const xs = new Map(picture.nodes.map(({ node, x }) => [node.id, x]));
  expect(xs.get('a:btc:source') ?? 0).toBeLessThan(xs.get('a:btc:seed') ?? 0);
});

test('payments lead to the right, transactions are between hops, and nodes of a column do not overlap', () => {
  const picture = layoutSankey(toTracedFlow(see(createTree(80)), 'btc'));
  expect(picture.links.every(({ isReturn }) => !isReturn)).toBe(true);
  for (const { node, column } of picture.nodes) expect(column % 2).toBe(node.kind === 'transaction' ? 1 : 0);
  const columns = Map.groupBy(picture.nodes, ({ column }) => column);
  for (const nodes of columns.values()) {
    const sorted = nodes.toSorted((a, b) => a.y - b.y);
    for (const [i, node] of sorted.entries()) {
      const above = sorted[i - 1];
      if (above) expect(node.y).toBeGreaterThanOrEqual(above.y + above.height);
    }
  }
  expect(picture.height).toBeGreaterThan(Math.max(...picture.nodes.map(({ y, height }) => y + height)));
});

test('money that comes round is drawn as one payment back', () => {
  const hop = (id: string, n: number) => createNode(id, { hop: n, isSeed: n === 0 });
  const picture = layoutSankey(
    toTracedFlow(
      see({
        nodes: [hop('a:btc:a', 0), hop('a:btc:b', 1), hop('a:btc:c', 2)],
        edges: [
          createEdge('a:btc:a', 'a:btc:b', 10, { tainted: '10', firstHeight: 1 }),
          createEdge('a:btc:b', 'a:btc:c', 10, { tainted: '10', firstHeight: 2 }),
          createEdge('a:btc:c', 'a:btc:a', 4, { tainted: '4', firstHeight: 3 }),
        ],
      }),
      'btc',
    ),
  );
  expect(picture.links.filter(({ isReturn }) => isReturn).map(({ edge }) => edge.from)).toEqual(['a:btc:c']);
  expect(picture.nodes.map(({ column }) => column)).toEqual([0, 2, 4]);
});
