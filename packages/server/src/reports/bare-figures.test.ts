import type { ReportAudience, ReportBlock } from '@trailmark/core/report/report-document';
import { REPORT_AUDIENCES } from '@trailmark/core/report/report-document';
import { writeReportPdf } from '@trailmark/documents/report/report-pdf';
import { checkPdf } from '@trailmark/documents/testing/check-pdf';
import type { Claim } from '@trailmark/evidence/bundle/bundle-format';
import { expect, test } from 'vitest';
import { listBareFigures } from './bare-figures.ts';
import { composeReport } from './compose-report.ts';
import type { FactItem } from './report-facts.ts';
import { createItem, createTrace, draftSample, factSample, SERVICE } from './testing/sample-facts.ts';

const CLAIM: Claim = {
  ...({
    id: 'I-01',
    mark: 'inference',
    rule: 'trace-sum/1',
    inputs: {},
    text: ['Traced: ', { amount: 'amount' }],
  } as const),
  result: { amount: '5', decimals: 0, symbol: 'BTC' },
};

const bareIn = (...blocks: readonly ReportBlock[]) =>
  listBareFigures({ sections: [{ id: 'findings', number: '4', title: 'Findings', blocks }] }, [CLAIM]);

const cell = (
  ...text: readonly (string | { readonly code: string } | { readonly claim: string; readonly text: string })[]
) =>
  ({
    ...({ kind: 'table', caption: '', columns: [] } as const),
    rows: [{ mark: null, isSum: false, cells: [text] }],
  }) satisfies ReportBlock;

test.each(['5 BTC', '1,234.50 USD', 'of 2026-11-20', '37', 'about 12.5 %', '0.5BTC'])('“%s” is a figure', (text) => {
  expect(bareIn(cell(text))).toEqual([text]);
  expect(bareIn({ kind: 'answer', text: [text] })).toEqual([text]);
  expect(bareIn({ kind: 'list', isFixed: true, items: [[text]] })).toEqual([text]);
  expect(bareIn({ kind: 'pairs', caption: '', rows: [{ name: 'Of', text: [text], ids: '' }] })).toEqual([text]);
  expect(bareIn(cell({ code: text }))).toEqual([]);
  expect(bareIn(cell({ claim: 'I-01', text }))).toEqual([]);
  expect(bareIn(cell({ claim: 'I-02', text }))).toEqual([text]);
});

test.each(['A-1', 'T-12', 'section 4', 'F-01 to F-03', '–', 'fifo/1', 'Exchange 24'])('“%s” is none', (text) => {
  expect(bareIn(cell(text))).toEqual([]);
});

const CONTENT = {
  balances: [{ chain: 'btc', asset: { id: 'btc', symbol: 'BTC', decimals: 8 }, in: '1', out: '1', fees: '0' }],
  ...{ lineCount: 3, transactionCount: 3, unpricedCount: 0, spamCount: 0, addressCount: 1, hash: 'ab', rules: 'a/1' },
  request: {
    ...{ subjects: [{ kind: 'address', chain: 'btc', text: 'address 1' }], from: 1_600_000_000, to: 1_600_086_400 },
    ...{ zone: 'UTC', currency: 'USD', priceRule: 'close', spam: false },
  },
};
const ITEMS: readonly FactItem[] = [
  createItem([createTrace([SERVICE, null]), createTrace([null], 'T-2')]),
  createItem([], { number: 'A-2', kind: 'statement', kindName: 'Statement', content: CONTENT }),
];

const ACT = {
  at: '2023-11-10T12:00:00Z',
  who: 'Lead investigator',
  act: 'pin',
  what: 'A-1',
  sha256: null,
  how: 'GET /x',
};

const compose = (audience: ReportAudience) =>
  composeReport({ ...factSample(ITEMS), custody: [ACT] }, draftSample({ audience }), 1);

test.each(REPORT_AUDIENCES)('each figure of a report for “%s” is a claim, in every block', (audience) => {
  const { document, claims } = compose(audience);
  expect(listBareFigures(document, claims)).toEqual([]);
});

test('each amount and day in the text of the PDF is one of a claim', () => {
  const { document } = compose('prosecutor');
  const core = { name: 'core.evb', mediaType: 'application/zip', description: 'Bundle', bytes: Uint8Array.of(1) };
  const { pages } = checkPdf(Buffer.from(writeReportPdf(document, core, 'ab'.repeat(32))), 3);
  const text = pages.join(' ').replaceAll(/\s+/g, ' ');
  const sections = JSON.stringify(document.sections);
  const stated = [...sections.matchAll(/"claim":"[^"]+","text":"([^"]*)"/g)].map(([, run]) => run).join(' | ');
  const amounts = [...text.matchAll(/\b\d[\d.]* BTC\b|\b20\d\d-\d\d-\d\d\b/g)].map(([found]) => found);
  expect(amounts.length).toBeGreaterThan(20);
  const ownDay = new Date(document.madeAt * 1000).toISOString().slice(0, 10);
  const bare = amounts.filter((found) => found !== ownDay && !stated.includes(found));
  expect(bare).toEqual([]);
});
