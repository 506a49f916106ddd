import type { FigureNode, ReportFigure } from '@trailmark/core/report/report-document';
import { describe, expect, test } from 'vitest';
import { type FigureLayout, layoutFigure } from './figure-layout.ts';
import { legendOf } from './figure-legend.ts';
import { type Box, doBoxesMeet, NODE_RADIUS, wrapName } from './figure-words.ts';
import { figureMarkup } from './report-markup.ts';

type Link = readonly [from: string, to: string, amount?: string];
const WIDTH = 508;

/** Nodes by the first letter of their names, a column each. */
function figureOf(names: string, links: readonly Link[], more: (id: string) => Partial<FigureNode> = () => ({})) {
  const nodes = names.split(' ').map((id): FigureNode => {
    const column = id.charCodeAt(0) - 97;
    return { id, column, label: `1${id}YPEL…5TMs`, about: '', exhibit: null, kind: 'address', ...more(id) };
  });
  const columns = Array.from({ length: Math.max(...nodes.map(({ column }) => column)) + 1 }, (_, i) => `Hop ${i}`);
  const edges = links.map(([from, to, amount = '12.3456']) => ({ from, to, amount, isInference: true }));
  return { ...{ alt: '', caption: '', left: '' }, columns, nodes, edges } satisfies ReportFigure;
}

/** From one payer to three hops, past and into each other, as one person's payments look. */
const SKIPPING = figureOf('a1 b1 c1 d1 d2 e1 e2 f1', [
  ['a1', 'b1'],
  ['a1', 'c1'],
  ['a1', 'd1'],
  ['a1', 'e1'],
  ['c1', 'd2'],
  ['d1', 'e2'],
  ['e2', 'f1'],
  ['e1', 'f1'],
]);
const FAN = figureOf('a1 b1 b2 b3 b4 b5 b6 b7 b8 c1 c2 c3', [
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((n): Link => ['a1', `b${n}`]),
  ...[1, 2, 3, 4, 5, 6, 7, 8].map((n): Link => [`b${n}`, `c${(n % 3) + 1}`]),
]);
const NAMED = figureOf(
  'a1 b1 b2 c1 c2 d1 e1 f1 g1 g2',
  [
    ['a1', 'b1'],
    ['a1', 'b2'],
    ['b1', 'c1'],
    ['b2', 'c2'],
    ['b1', 'd1'],
    ['c1', 'd1'],
    ['d1', 'e1'],
    ['e1', 'f1'],
    ['f1', 'g1'],
    ['c2', 'g2', '< 0.0001'],
  ],
  (id) => ({ about: '“Exchange of a long nam…”', exhibit: id === 'c1' ? 'E12' : null }),
);
const FIGURES = [
  ['that passes columns', SKIPPING],
  ['of a fan that joins again', FAN],
  ['with a name at each node', NAMED],
] as const;

/** Whether a line comes into a box. */
function crosses(points: FigureLayout['edges'][number]['points'], box: Box): boolean {
  return points.slice(1).some(([toX, toY], i) => {
    const [fromX, fromY] = points[i] ?? [toX, toY];
    return Array.from({ length: 21 }, (_, step) => step / 20).some((share) => {
      const [x, y] = [fromX + (toX - fromX) * share, fromY + (toY - fromY) * share];
      return x > box.left && x < box.right && y > box.top && y < box.bottom;
    });
  });
}

/** The room of what is written under a node. */
const wordsOf = ({ box, y }: FigureLayout['nodes'][number]): Box => ({ ...box, top: y + NODE_RADIUS + 1 });

describe.each(FIGURES)('a figure %s', (_, figure) => {
  const layout = layoutFigure(figure, WIDTH);

  test('has no line through a node of another, and none through the words of any', () => {
    for (const { from, to, points } of layout.edges) {
      for (const node of layout.nodes) {
        if (node.id !== from && node.id !== to) expect([from, to, node.id, crosses(points, node.box)]).toContain(false);
        expect([from, to, node.id, crosses(points, wordsOf(node))]).toContain(false);
      }
    }
  });

  test('has lines that begin and end at the borders of their nodes', () => {
    const places = new Map(layout.nodes.map(({ id, x, y }) => [id, [x, y]] as const));
    for (const { from, to, points } of layout.edges) {
      const [[fromX = 0, fromY] = [], [toX = 0, toY] = []] = [places.get(from), places.get(to)];
      expect([points[0], points.at(-1)]).toEqual([
        [fromX + NODE_RADIUS, fromY],
        [toX - NODE_RADIUS, toY],
      ]);
    }
  });

  test('has no amount upon another, or upon the words of a node, or outside', () => {
    const amounts = layout.edges.map(({ labelBox }) => labelBox);
    for (const [i, box] of amounts.entries()) {
      expect(amounts.filter((other, at) => at !== i && doBoxesMeet(box, other))).toEqual([]);
      expect(
        layout.nodes.filter(({ rooms }) => rooms.some((room) => doBoxesMeet(box, room))).map(({ id }) => id),
      ).toEqual([]);
      expect(box.left).toBeGreaterThanOrEqual(0);
      expect(box.right).toBeLessThanOrEqual(WIDTH);
    }
  });

  test('has no node upon another, and all of them within it', () => {
    for (const [i, { box, id }] of layout.nodes.entries()) {
      expect(
        layout.nodes.filter((node, at) => at !== i && doBoxesMeet(node.box, box)).map((node) => [id, node.id]),
      ).toEqual([]);
      expect([box.top >= 20, box.bottom <= layout.height + 2]).toEqual([true, true]);
    }
  });
});

test('an amount too small for four places has a line of a width, and leaves the others theirs', () => {
  const { edges } = layoutFigure(
    figureOf('a1 b1 b2', [
      ['a1', 'b1', '< 0.0001'],
      ['a1', 'b2', '5'],
    ]),
    WIDTH,
  );
  expect(edges.map(({ width }) => Number(width.toFixed(1)))).toEqual([0.8, 4]);
});

test('a figure of more lines than a page is high is pressed together to fit one', () => {
  const links = Array.from({ length: 60 }, (_, i): Link => [`a${i % 4}`, `c${i % 8}`]);
  const names = ['a0 a1 a2 a3', 'b1', ...Array.from({ length: 8 }, (_, i) => `c${i}`)].join(' ');
  expect(layoutFigure(figureOf(names, [['a0', 'b1'], ...links]), WIDTH).height).toBeLessThan(600);
});

test('a name is broken into two lines, and what has no room ends with a mark within its quotes', () => {
  expect(wrapName('“Northgate”', 80, 6)).toEqual(['“Northgate”']);
  expect(wrapName('“Northgate of the river”', 48, 6)).toEqual(['“Northgate of the', 'river”']);
  expect(wrapName('“A very long name of many words”', 40, 6)).toEqual(['“A very long', 'name of m…”']);
  expect(wrapName('', 40, 6)).toEqual([]);
});

test('a legend explains the signs that a figure has, and no others', () => {
  const plain = legendOf({ ...SKIPPING, left: '3 addresses are in the table.' });
  expect(plain).toContain('Thin ring: on the way.');
  expect(plain).toMatch(/3 addresses are in the table\.$/);
  for (const sign of ['Black disc', 'Thick ring', 'exhibit', 'quotation', '0.0001']) expect(plain).not.toContain(sign);
  for (const sign of ['exhibit', 'quotation', '0.0001']) expect(legendOf(NAMED)).toContain(sign);
  expect(JSON.stringify(figureMarkup(NAMED))).toContain(legendOf(NAMED));
});
