import { createFlowDocument, type FlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowEdge, FlowNode } from '@trailmark/core/flow/flow-graph';
import { createEdge, createNode } from '@trailmark/core/flow/testing/flow-parts';
import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import { describe, expect, test } from 'vitest';
import type { PictureText } from '../picture/picture.ts';
import { toSvg } from '../picture/picture-svg.ts';
import { drawFlow } from './draw-flow.ts';

const TIME = 1_772_500_000;
const node = (id: string, given: Partial<FlowNode> = {}): FlowNode =>
  createNode(id, { text: `bc1q${id.repeat(20)}`, hop: 0, firstTime: TIME, lastTime: TIME, ...given });
const edge = (from: string, to: string, given: Partial<FlowEdge> = {}): FlowEdge =>
  createEdge(from, to, 1_000_000_000, { id: `${from}>${to}`, ...given });
const flow = (
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[],
  given: Partial<FlowDocument> = {},
): FlowDocument => ({
  ...createFlowDocument('Loss of 3 March'),
  nodes: Object.fromEntries(nodes.map((item) => [item.id, item])),
  edges: Object.fromEntries(edges.map((item) => [item.id, item])),
  places: Object.fromEntries(nodes.map((item, i) => [item.id, { x: (item.hop ?? 0) * 192, y: i * 60 }])),
  ...given,
});
const sample = flow(
  [
    node('a', { isSeed: true }),
    node('b', { hop: 1, stops: [{ reason: 'unspent', asset: 'btc', amount: '1', count: 1, detail: '' }] }),
  ],
  [edge('a', 'b', { basis: 'claim' })],
  { marks: { b: { exhibit: 2, note: 'Ask', noteBy: 'Lead investigator' } }, exhibits: 2 },
);
const wordsOf = (document: FlowDocument, options = {}): string[] =>
  drawFlow(document, { palette: 'screen-light', ...options })
    .items.filter((item): item is PictureText => item.kind === 'text')
    .map(({ text }) => text);

describe('a picture of a coin flow', () => {
  test('holds hops with dates, amounts, exhibits, notes and why a trail ends', () => {
    const words = wordsOf(sample);
    for (const text of ['Hop 1', '3 Mar 2026', '10.0000', 'E2', 'Ask Lead investigator', 'Unspent'])
      expect(words).toContain(text);
  });

  test('explains what is drawn, and nothing else', () => {
    const words = wordsOf(sample);
    expect(words).toContain('Claim');
    expect(words).toContain('Start of the trace');
    for (const text of ['Fact', 'Inference', 'Transaction', 'Gap: not followed', 'Pooled'])
      expect(words).not.toContain(text);
  });

  test('says below how much of the document it leaves out', () => {
    const text = wordsOf({ ...sample, hidden: ['b'] }, { caption: ['Version 7'] }).join(' ');
    expect(text).toContain('Version 7');
    expect(text).toContain('1 nodes and 0 payments drawn; the document holds 2 and 1. Hidden by hand: 1.');
  });

  test('of a part draws that part', () => {
    expect(wordsOf(sample, { only: ['a'] })).not.toContain('10.0000');
  });

  test('is the same for the same document', () => {
    const draw = () => toSvg(drawFlow(sample, { palette: 'paper' }));
    expect(draw()).toBe(draw());
  });

  test('of nothing is an empty sheet with its caption', () => {
    const picture = drawFlow(createFlowDocument('Empty'), { palette: 'paper' });
    expect(picture.height).toBeGreaterThan(0);
    expect(Number.isFinite(picture.width)).toBe(true);
  });

  test('on paper uses no hue, so that it can be faxed', () => {
    const svg = toSvg(drawFlow(sample, { palette: 'paper' }));
    const colours = [...svg.matchAll(/#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/g)];
    expect(colours.length).toBeGreaterThan(0);
    for (const [, r = '', g = '', b = ''] of colours) {
      const parts = [r, g, b].map((part) => Number.parseInt(part, 16));
      expect(Math.max(...parts) - Math.min(...parts)).toBeLessThan(12);
    }
  });

  test('of 1,000 nodes takes less than a second of processor', async () => {
    const nodes = Array.from({ length: 1_000 }, (_, i) => node(`n${i}`, { hop: i % 12 }));
    const edges = nodes.slice(1).map((item, i) => edge(`n${i}`, item.id));
    let svg = '';
    const draw = () => {
      svg = toSvg(drawFlow(flow(nodes, edges), { palette: 'screen-light' }));
    };
    expect(await countCpuMs(draw)).toBeLessThan(1_000);
    expect(svg.match(/<path /g)?.length).toBeGreaterThan(1_999);
  });
});

describe('SVG', () => {
  const hostile = '</text><script>alert(1)</script>\u202e\u0000" onload="x';

  test('shows both amounts of a bridge, each in its own asset', () => {
    const crossing = {
      ...{
        protocol: 'A bridge',
        certainty: 'stated' as const,
        asset: 'eth',
        amount: `9${'0'.repeat(18)}`,
        tainted: `8${'0'.repeat(18)}`,
      },
      ...{ message: null, seconds: 12, basis: 'One side names the other.' },
    };
    const assets = {
      btc: { id: 'btc', symbol: 'BTC', decimals: 8, isVerified: true },
      eth: { id: 'eth', symbol: 'ETH', decimals: 2, isVerified: true },
    };
    const bridge = edge('a', 'b', { kind: 'bridge', basis: 'inference', crossing });
    const words = wordsOf(flow([node('a', { isSeed: true }), node('b', { hop: 1 })], [bridge], { assets }));
    expect(words.join('/')).toMatch(/out: 8(?:\.0+)? ETH/);
  });

  test('carries hostile labels as text', () => {
    const svg = toSvg(
      drawFlow({ ...sample, title: hostile, marks: { a: { label: hostile, note: hostile } } }, { palette: 'paper' }),
    );
    expect(svg).not.toContain('<script');
    expect(svg).not.toContain('\u202e');
    expect(svg).not.toMatch(/\p{Cc}(?<![\n])/u);
    expect(svg).toContain('&lt;/text&gt;&lt;script&gt;');
    expect(svg).toContain('[U+202E]');
  });

  test('has no ground where it is to be transparent', () => {
    expect(toSvg(drawFlow(sample, { palette: 'screen-light' }))).toContain('<rect');
    expect(toSvg(drawFlow(sample, { palette: 'screen-light', isTransparent: true }))).not.toContain('<rect');
  });
});
