import type { ReportBlock } from '@trailmark/core/report/report-document';
import { expect, test } from 'vitest';
import type { FactItem } from './report-facts.ts';
import { composeSample, createItem, createTrace, TXID } from './testing/sample-facts.ts';

/** Blocks of a report over some results: tables by the number of their rows, and the words of its texts. */
function compose(items: readonly FactItem[]) {
  const { document, claims } = composeSample('court', items);
  const blocks: readonly ReportBlock[] = document.sections.flatMap((section) => section.blocks);
  const tables = blocks.flatMap((block) => (block.kind === 'table' ? [block] : []));
  return {
    claims,
    rowsOf: (caption: string) => tables.find((table) => table.caption.startsWith(caption))?.rows.length,
    words: JSON.stringify(document),
  };
}

const manyTrace = (count: number) => createTrace(Array.from({ length: count }, () => null));

test('a table of movements that is cut says by how many, and each movement is a claim', () => {
  const { words, rowsOf, claims } = compose([createItem([manyTrace(403)])]);
  expect(rowsOf('Movements of trace T-1')).toBe(400);
  expect(claims.filter(({ rule }) => rule === 'output/1')).toHaveLength(403);
  expect(words).toContain(
    'The table has 400 of 403 movements of trace T-1. The other 3 are in the table of claims (F-401 to F-403) and in traces/T-1.json of the bundle.',
  );
  expect(compose([createItem([manyTrace(400)])]).words).not.toContain('The table has');
});

test('a movement without a known amount is counted where it has no row', () => {
  const trace = createTrace([null, null]);
  const steps = trace.steps.map((step) => ({
    ...step,
    outputs: (step.outputs ?? []).map((part, i) => (i === 0 ? { ...part, amount: null } : part)),
  }));
  expect(compose([createItem([{ ...trace, steps }])]).words).toContain(
    'One movement has no amount that the index knows',
  );
});

test('balances of a statement beyond the fiftieth are said to be in the bundle', () => {
  const balance = { chain: 'btc', asset: { id: 'btc', symbol: 'BTC', decimals: 8 }, in: '1', out: '1', fees: '0' };
  const request = { subjects: [], from: null, to: null, zone: 'UTC', currency: 'USD', priceRule: 'close', spam: false };
  const content = { balances: Array.from({ length: 53 }, () => balance), request, hash: '', rules: '' };
  const { words, rowsOf } = compose([createItem([], { kind: 'statement', content })]);
  expect(rowsOf('Balances of A-1')).toBe(50);
  expect(words).toContain('The table has 50 of 53 balances. The other 3 are in items/A-1.json of the bundle.');
});

test('names and gaps beyond those that are listed are counted', () => {
  const party = (i: number) => ({
    ...{ key: `k${i}`, name: `Name ${i}`, kind: 'service', source: 'a list', asOf: null, confidence: 60 },
    basis: 'claim' as const,
  });
  const gaps = Array.from({ length: 22 }, (_, i) => `Gap ${i}`);
  const trace = { ...createTrace(Array.from({ length: 12 }, (_, i) => party(i))), gaps };
  const { words } = compose([createItem([trace])]);
  expect(words).toContain('2 more ends have a name that would be gone without its claim');
  expect(words).toContain('Trace T-1 states 2 more gaps');
});

test('a sum of payments that a coin flow draws is of all of them, also of those without a row', () => {
  const node = (id: string, kind: string) => [id, { id, kind, chain: 'btc', text: id }];
  const edge = (i: number) => [
    `e${i}`,
    {
      ...{ kind: 'output', from: 'payer', to: 'payee', asset: 'btc', amount: '1', count: 1, firstTime: i },
      ...{ refs: [`${TXID}:${i}`], firstHeight: 7 },
    },
  ];
  const flow = {
    nodes: Object.fromEntries([node('payer', 'address'), node('payee', 'address')]),
    edges: Object.fromEntries(Array.from({ length: 402 }, (_, i) => edge(i))),
    assets: { btc: { id: 'btc', symbol: 'BTC', decimals: 0 } },
    ...{ marks: {}, log: [] },
  } as unknown as FactItem['flow'];
  const { words, claims } = compose([createItem([], { flow })]);
  expect(claims.find(({ rule }) => rule === 'sum/1')?.result.amount).toBe('402');
  expect(words).toContain('The table has 400 of 402 payments. The other 2 are in the table of claims (F-401, F-402).');
});

test('what a timeline leaves out is said', () => {
  const traces = Array.from({ length: 9 }, (_, i) => createTrace([null], `T-${i + 1}`));
  expect(compose([createItem(traces)]).words).toContain('Not in the timeline: the payments of T-8, T-9.');
});
