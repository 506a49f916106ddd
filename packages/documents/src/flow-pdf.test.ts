import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import { describe, expect, test } from 'vitest';
import { selectFlow } from './flow-files/flow-selection.ts';
import { writeFlowPdf } from './flow-pdf.ts';
import { readPdf } from './testing/read-pdf.ts';
import { accountFlow, bitcoinFlow, RECEIVER, SEED, sampleEdge, sampleNode, TXID } from './testing/sample-flow.ts';

const FACTS = { documentHash: 'ab'.repeat(32), at: 1_767_225_600, software: 'Trailmark test' };

async function write(document: FlowDocument) {
  const bytes = Buffer.from(await writeFlowPdf(document, { only: undefined, paper: 'a4', facts: FACTS }));
  const { pieces } = readPdf(bytes);
  const pages = Map.groupBy(pieces, ({ page }) => page);
  return { texts: [...pages.values()].map((own) => own.map(({ text }) => text)) };
}

/** One address that pays many, each far from the next. */
function wideFlow(count: number): FlowDocument {
  const nodes = Array.from({ length: count + 1 }, (_, i) => {
    const text = `0x${i.toString(16).padStart(40, '0')}`;
    return sampleNode({ id: `a:eth:${text}`, text, chain: 'eth', hop: i === 0 ? 0 : 1, isSeed: i === 0 });
  });
  const edges = nodes.slice(1).map(({ id }, i) =>
    sampleEdge({
      ...{ id: `transfer:${i}`, from: nodes[0]?.id ?? '', to: id, amount: String(10 ** 6 + i), asset: 'eth:usd' },
      refs: [`${i.toString(16).padStart(64, '0')}#0`],
    }),
  );
  return {
    ...accountFlow(),
    nodes: Object.fromEntries(nodes.map((node) => [node.id, node])),
    edges: Object.fromEntries(edges.map((edge) => [edge.id, edge])),
    places: Object.fromEntries(nodes.map(({ id }, i) => [id, { x: i === 0 ? 0 : 400, y: i * 90 }])),
    marks: {},
    hidden: [],
  };
}

describe('a coin flow on paper', () => {
  test('lists every payment with its ends, amount and transaction', async () => {
    const { texts } = await write(bitcoinFlow());
    const table = texts.slice(1).flat().join('\n');
    for (const text of [SEED, RECEIVER, TXID]) expect(table).toContain(text);
    expect(table).toContain('50.00000000 BTC');
    expect(table).toContain('49.99990000 BTC');
    expect(table).toContain(`${selectFlow(bitcoinFlow(), undefined).edges.length} payments of`);
    expect(texts.map((page) => page.at(-1))).toEqual(texts.map((_, i) => `Page ${i + 1} of ${texts.length}`));
  });

  test('is shown once more in parts that can be read where one sheet is too small for it', async () => {
    const { texts } = await write(wideFlow(60));
    const feet = texts.map((page) => page.join('\n'));
    expect(feet[0]).toMatch(/Drawn at \d+ % of its size\. The next \d+ pages show it in parts\./);
    expect(
      feet.filter((foot) => /Part of the drawing: row \d+ of \d+, column \d+ of \d+, at 70 % of its size/.test(foot))
        .length,
    ).toBeGreaterThan(1);
    const table = feet.filter((foot) => foot.includes('Payments.')).join('\n');
    for (let i = 0; i < 60; i++) expect(table).toContain(i.toString(16).padStart(64, '0'));
  });
});
