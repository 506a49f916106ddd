import { createFlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import { createEdge, createNode, createTree } from '@trailmark/core/flow/testing/flow-parts';
import {
  amountPlace,
  binInTime,
  findQuiet,
  placeInTime,
  spanOf,
  timeTicks,
} from '@trailmark/drawing/flow/timeline-layout';
import { visibleGraph } from '@trailmark/drawing/flow/visible-graph';
import { expect, test } from 'vitest';
import { heatStep, matrixCsv, OTHERS, toMatrix } from './matrix-model.ts';
import { inOrder } from './table-order.ts';
import { openRows, toTree } from './tree-rows.ts';

function see(nodes: readonly FlowNode[], edges: readonly FlowEdge[]) {
  return visibleGraph({
    ...createFlowDocument('A flow'),
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    edges: Object.fromEntries(edges.map((edge) => [edge.id, edge])),
  });
}

const A = createNode('a:btc:a', { isSeed: true, hop: 0 });
const [B, C, D] = ['b', 'c', 'd'].map((id, i) => createNode(`a:btc:${id}`, { hop: i < 2 ? 1 : 2 })) as [
  FlowNode,
  FlowNode,
  FlowNode,
];
const DIAMOND = see(
  [A, B, C, D],
  [
    createEdge(A.id, B.id, 9, { tainted: '9' }),
    createEdge(A.id, C.id, 5, { tainted: '5' }),
    createEdge(B.id, D.id, 9, { tainted: '9' }),
    createEdge(C.id, D.id, 5, { tainted: '5' }),
    createEdge(D.id, A.id, 1, { tainted: '1' }),
  ],
);

test('a place met twice is once in the outline and is pointed to the second time', () => {
  const { rows } = toTree(DIAMOND);
  expect(rows.map(({ node, level, refersTo }) => `${level} ${node.text}${refersTo ? ' again' : ''}`)).toEqual([
    '1 a',
    '2 b',
    '3 d',
    '4 a again',
    '2 c',
    '3 d again',
  ]);
  const home = rows.find(({ key }) => key === D.id);
  expect(home?.parent).toBe(B.id);
  expect(rows.find(({ parent, refersTo }) => parent === C.id && refersTo === D.id)).toBeDefined();
  expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
});

test('the strongest branch comes first, and a closed line hides what follows it', () => {
  const { rows } = toTree(DIAMOND);
  expect(rows[1]?.amounts).toEqual([{ asset: 'btc', amount: 9n, isTraced: true, payments: 1 }]);
  expect(openRows(rows, new Set([B.id])).map(({ node }) => node.text)).toEqual(['a', 'b', 'c', 'd']);
});

test('every node of five thousand has exactly one line of its own', () => {
  const { nodes, edges } = createTree(1700);
  const { rows, unconnected } = toTree(see(nodes, edges));
  const homes = rows.filter(({ refersTo }) => refersTo === null);
  expect(homes).toHaveLength(nodes.length);
  expect(unconnected).toBe(0);
});

test('rows and columns of a matrix sum to the same, and the others are summed exactly', () => {
  const payers = Array.from({ length: 9 }, (_, i) => createNode(`a:btc:p${i}`));
  const edges = payers.map(({ id }, i) => createEdge(id, D.id, 10 ** i));
  const matrix = toMatrix(see([...payers, D], edges), 'btc', false, 4);
  expect(matrix.senders.map(({ key }) => key)).toEqual(['a:btc:p8', 'a:btc:p7', 'a:btc:p6', 'a:btc:p5', OTHERS]);
  expect(matrix.senders.at(-1)?.total).toBe(11_111n);
  expect(matrix.total).toBe(111_111_111n);
  expect(matrix.receivers[0]?.total).toBe(matrix.total);
  expect(matrix.cells[4]?.[0]?.edges).toHaveLength(5);
});

test('a matrix distinguishes a payment of nothing from no payment', () => {
  const matrix = toMatrix(see([A, B, C], [createEdge(A.id, B.id, 0), createEdge(C.id, A.id, 7)]), 'btc', false);
  const row = matrix.senders.findIndex(({ key }) => key === A.id);
  const column = (id: string) => matrix.receivers.findIndex(({ key }) => key === id);
  expect(matrix.cells[row]?.[column(B.id)]?.amount).toBe(0n);
  expect(matrix.cells[row]?.[column(A.id)]).toBeUndefined();
  expect(heatStep(0n, matrix)).toBe(0);
  expect(heatStep(7n, matrix)).toBe(5);
});

test('a name that looks like a formula is no formula in the copied table', () => {
  const matrix = toMatrix(see([A, B], [createEdge(A.id, B.id, 3)]), 'btc', false);
  const csv = matrixCsv(matrix, () => '=HYPERLINK("x")', String);
  expect(csv.split('\r\n')[1]).toBe('"\'=HYPERLINK(""x"")",3,3');
});

const at = (height: number, time: number | null) => ({
  firstHeight: height,
  lastHeight: height,
  firstTime: time,
  lastTime: time,
});

test('a payment without a time takes one from the heights around it and says so', () => {
  const { edges } = see(
    [A, B, C, D],
    [
      createEdge(A.id, B.id, 1, at(100, 1000)),
      createEdge(B.id, C.id, 1, at(105, null)),
      createEdge(C.id, D.id, 1, at(110, 2000)),
      createEdge(D.id, A.id, 1, at(120, null)),
    ],
  );
  const { payments, untimed } = placeInTime(edges);
  expect(payments.map(({ first, isEstimated }) => [first, isEstimated])).toEqual([
    [1000, false],
    [1500, true],
    [2000, false],
  ]);
  expect(untimed).toBe(1);
});

test('a long silence between payments is found, and bins hold every payment once', () => {
  const day = 86_400;
  const { edges } = see(
    [A, B, C, D],
    [
      createEdge(A.id, B.id, 1, at(1, 0)),
      createEdge(B.id, C.id, 2, at(2, day / 2)),
      createEdge(C.id, D.id, 4, at(3, 10 * day)),
    ],
  );
  const { payments } = placeInTime(edges);
  const span = spanOf(payments);
  expect(span).toEqual({ from: 0, to: 10 * day });
  if (!span) return;
  expect(findQuiet(payments, span)).toEqual([{ from: day / 2, to: 10 * day }]);
  const bins = binInTime(payments, span, 7, ({ edge }) => BigInt(edge.edge.amount));
  expect(bins.flatMap((bin) => bin.payments)).toHaveLength(3);
  expect(bins.reduce((sum, { amount }) => sum + amount, 0n)).toBe(7n);
});

test('ticks of an axis of time are round moments in UTC', () => {
  const from = Date.UTC(2024, 6, 16, 11, 4) / 1000;
  expect(
    timeTicks({ from, to: from + 5 * 86_400 }, 6).map((tick) => new Date(tick * 1000).toISOString().slice(5, 16)),
  ).toEqual(['07-17T00:00', '07-18T00:00', '07-19T00:00', '07-20T00:00', '07-21T00:00']);
  expect(
    timeTicks({ from, to: from + 400 * 86_400 }, 5).map((tick) => new Date(tick * 1000).toISOString().slice(0, 10)),
  ).toEqual(['2024-10-01', '2025-01-01', '2025-04-01', '2025-07-01']);
});

test('the largest amount is at the top of either axis', () => {
  expect(amountPlace(100n, 1n, 100n, false)).toBe(1);
  expect(amountPlace(100n, 1n, 100n, true)).toBeCloseTo(1);
  expect(amountPlace(10n, 1n, 100n, true)).toBeCloseTo(0.53);
});

test('the table is in the order of the chain, and what has no place in it comes last', () => {
  const at = (id: string, firstHeight: number | null) => ({ ...createEdge(A.id, id, 1), firstHeight, firstTime: null });
  const rows = inOrder(see([A, B, C, D], [at(B.id, null), at(C.id, 12), at(D.id, 7)]));
  expect(rows.map(({ edge }) => edge.to)).toEqual([D.id, C.id, B.id]);
});
