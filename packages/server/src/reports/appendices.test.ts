import type { ReportBlock, ReportDocument, ReportText } from '@trailmark/core/report/report-document';
import { writeReportPdf } from '@trailmark/documents/report/report-pdf';
import { checkPdf } from '@trailmark/documents/testing/check-pdf';
import { writeClaim } from '@trailmark/evidence/bundle/claim-text';
import { expect, test } from 'vitest';
import type { FactParty } from './report-facts.ts';
import { composeSample, createItem, createTrace, SERVICE, TXID } from './testing/sample-facts.ts';

const blocksOf = ({ sections }: ReportDocument, id: string): readonly ReportBlock[] =>
  sections.find((section) => section.id === id)?.blocks ?? [];
const words = (text: ReportText): string =>
  text.map((run) => (typeof run === 'string' ? run : 'text' in run ? run.text : run.code)).join('');
const pairsOf = (blocks: readonly ReportBlock[]) => blocks.flatMap((block) => (block.kind === 'pairs' ? [block] : []));

test('attribution states of every label its source, its date, its confidence, and whether it is direct or inherited', () => {
  const inherited: FactParty = {
    ...{ ...SERVICE, key: 'e', name: 'Eastgate', basis: 'inference', source: 'a pack' },
    ...{ asOf: '2024-05-06', confidence: 35 },
  };
  const { document, claims } = composeSample('court', [createItem([createTrace([SERVICE, inherited, null])])]);
  const [table] = blocksOf(document, 'attribution').flatMap((block) => (block.kind === 'table' ? [block] : []));
  expect(table?.columns.map(({ title }) => title)).toEqual([
    ...['Address', 'Name', 'Source', 'As of', 'Confidence', 'Basis', 'Claim'],
  ]);
  const rows = table?.rows.map(({ cells }) => cells.map(words)) ?? [];
  expect(rows.map((cells) => cells.slice(0, 6))).toEqual([
    ['address 0', 'Northgate', 'a list', 'not known', '60', 'direct'],
    ['address 1', 'Eastgate', 'a pack', '2024-05-06', '35', 'inherited from its cluster'],
  ]);
  const labels = claims.filter(({ rule }) => rule === 'label/1');
  expect(rows.map((cells) => cells.at(-1))).toEqual(labels.map(({ id }) => id));
  // Each of them is listed as something that would change the view, and none as a fact.
  expect(labels.map(({ mark }) => mark)).toEqual(['claim', 'claim']);
  const limits = JSON.stringify(blocksOf(document, 'limits'));
  for (const { id } of labels) expect(limits).toContain(`"text":"${id}"`);
});

test('attribution quotes an entry of a sanctions list as the list states it, without a confidence', () => {
  const listing = 'On the OFAC SDN list (copy of 20 Aug 2026): SAMPLE ENTITY, programme CYBER2, listed on 5 Apr 2022.';
  const listed: FactParty = {
    ...{ ...SERVICE, key: 'l', name: 'SAMPLE ENTITY', kind: 'sanctioned', source: 'https://list.example' },
    ...{ confidence: 100, listing },
  };
  const { document, claims } = composeSample('court', [createItem([createTrace([listed, SERVICE])])]);
  const [table] = blocksOf(document, 'attribution').flatMap((block) => (block.kind === 'table' ? [block] : []));
  const cells = (table?.rows ?? []).map((row) => words(row.cells[4] ?? []));
  expect(cells).toEqual(['entry of a list', '60']);
  const [entry] = claims.filter(({ rule }) => rule === 'label/1');
  expect(entry && writeClaim(entry)).toBe(`${listing} Used for address 0 (direct).`);
  expect(entry?.result).not.toHaveProperty('confidence');
});

test('without a label attribution says that nobody names an end, and that this clears none', () => {
  const { document } = composeSample('court', [createItem([createTrace([null])])]);
  expect(JSON.stringify(blocksOf(document, 'attribution'))).toContain('That is no clearance.');
});

test('the appendices list every transaction with its time, its block and what the report states of it', () => {
  const { document, claims } = composeSample('court', [
    createItem([createTrace([null, null]), createTrace([null], 'T-2')]),
  ]);
  const table = blocksOf(document, 'appendices').find(
    (block) => block.kind === 'table' && block.caption.startsWith('Transactions of the traces'),
  );
  const rows = table?.kind === 'table' ? table.rows.map(({ cells }) => cells.map(words)) : [];
  const ids = claims.filter(({ rule }) => rule === 'output/1').map(({ id }) => id);
  expect(rows).toEqual([['2020-09-13 12:26:40', '7', TXID, 'btc', 'T-1, T-2', ids.join(', ')]]);
});

const STATEMENT = {
  request: {
    subjects: [
      { kind: 'address', chain: 'btc', text: 'address 1' },
      { kind: 'cluster', chain: 'btc', text: 'address 2' },
    ],
    ...{ from: 1_577_836_800, to: null, zone: 'Europe/Berlin', currency: 'EUR', priceRule: 'day-close', spam: false },
  },
  ...{ hash: 'cd'.repeat(32), rules: 'fee/1 own/2', balances: [], lineCount: 12, transactionCount: 9 },
  ...{ addressCount: 3, spamCount: 0 },
};

test('a statement is an appendix: of what, for when, with its counts as claims and the call that gives its lines again', () => {
  const item = { id: 's', number: 'A-2', kind: 'statement', kindName: 'Statement', title: 'Wallet' };
  const pinned = createItem([], { ...item, content: STATEMENT, call: 'POST /api/v1/statements' });
  const { document, claims } = composeSample('court', [createItem([createTrace([null])]), pinned]);
  const statement = pairsOf(blocksOf(document, 'appendices')).find(({ caption }) =>
    caption.startsWith('Statement A-2'),
  );
  const rows = statement?.rows.map(({ name, text, ids }) => [name, words(text), ids]) ?? [];
  const id = (member: string) => claims.find(({ inputs }) => JSON.stringify(inputs.at) === `["${member}"]`)?.id;
  expect(rows).toEqual([
    ['Of', 'address 1 (btc); cluster of address 2 (btc)', ''],
    ['Period', 'from 2020-01-01 00:00:00 UTC, as far as history is known; days of Europe/Berlin', id('request","from')],
    ['Lines', '12', id('lineCount')],
    ['Transactions', '9', id('transactionCount')],
    ['Lines with an amount that has no price', 'not stated by this version of the statement', ''],
    ['Left out as spam', '0', id('spamCount')],
    ['Addresses of the set', '3', id('addressCount')],
    ['Values', 'EUR, by the rule “day-close”', ''],
    ['Rules that name lines', 'fee/1 own/2', ''],
    ['SHA-256 with every line', 'cd'.repeat(32), id('hash')],
    [
      'Calls that give it again',
      'POST /api/v1/statements, and for its lines POST /api/v1/statements/lines, with the request in items/A-2.json',
      '',
    ],
  ]);
});

test('a report without a statement has no appendix of statements', () => {
  const { document } = composeSample('court', [createItem([createTrace([null])])]);
  expect(JSON.stringify(blocksOf(document, 'appendices'))).not.toContain('"Statements"');
});

test('a summary with every end its table holds, four questions, the legend and the limits is one page', () => {
  const ends = Array.from({ length: 9 }, () => null);
  const trace = createTrace(ends);
  const long = (address: string | null) => `bc1p${'q'.repeat(56)}${address?.slice(-1)}`;
  const leaves = trace.leaves.map((leaf) => ({ ...leaf, address: long(leaf.address) }));
  const questions = [
    { kind: 'where', text: 'Where did the money of the three victims go, and by which way?' },
    { kind: 'stop', text: 'Where can somebody still be asked to hold it, and who is that?' },
    { kind: 'who', text: 'Who controls the addresses at which it ends?' },
    { kind: 'own', text: 'Is the conclusion of the first report to be upheld?' },
  ] as const;
  const { document } = composeSample('court', [createItem([{ ...trace, leaves }])], { questions });
  const core = { name: 'core.evb', mediaType: 'application/zip', description: 'Bundle', bytes: Uint8Array.of(1) };
  const { faults, pages } = checkPdf(Buffer.from(writeReportPdf(document, core, 'ab'.repeat(32))), 3);
  const words = pages.map((page) => page.replaceAll('\n', ' '));
  expect(words.findIndex((page) => page.includes(' Contents '))).toBe(1);
  expect(words[0]).toMatch(/the\s+method\s+and\s+not\s+a\s+fact/);
  expect(faults).toEqual([]);
});
