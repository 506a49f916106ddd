import type { ReportBlock, ReportDocument } from '@trailmark/core/report/report-document';
import { expect, test } from 'vitest';
import { PdfFile } from '../statement/pdf/pdf-file.ts';
import { checkPdf } from '../testing/check-pdf.ts';
import { PdfReader, PdfRef, type PdfValue, textOf } from '../testing/pdf-objects.ts';
import { writeReportPdf } from './report-pdf.ts';

const text = (words: string): ReportBlock => ({ kind: 'text', isFixed: true, text: [words] });
const DOCUMENT: ReportDocument = {
  ...{ title: 'T', caseNumber: '2026-00001', caseTitle: 'Harbour', version: 1, classification: 'Restricted' },
  ...{ agency: 'North', madeAt: 1_795_000_000, software: 'Trailmark', asOf: [], examiner: 'E', second: null },
  sections: [
    { id: 'summary', number: '1', title: 'Summary', blocks: [text('Nothing was traced.')] },
    {
      ...{ id: 'findings', number: '2', title: 'Findings' },
      blocks: [1, 2, 3].flatMap((n): ReportBlock[] => [
        { kind: 'heading', title: `2.${n} Exhibit ${n}` },
        ...Array.from({ length: 40 }, () => text('A line of the finding.')),
      ]),
    },
  ],
};

/** Entries as a reader shows them, each with the number of its page. */
function readOutline(bytes: Buffer): readonly (readonly [depth: number, title: string, page: number])[] {
  const reader = new PdfReader(bytes);
  const pages = reader.pages().map(({ id }) => id);
  const below = (parent: PdfValue | undefined, depth: number): (readonly [number, string, number])[] => {
    const rows: (readonly [number, string, number])[] = [];
    for (let at = reader.dict(parent).get('First'); at instanceof PdfRef; at = reader.dict(at).get('Next')) {
      const [page] = reader.list(reader.dict(at).get('Dest'));
      const number = page instanceof PdfRef ? pages.indexOf(page.id) + 1 : 0;
      rows.push([depth, textOf(reader.dict(at).get('Title')), number], ...below(at, depth + 1));
    }
    return rows;
  };
  return below(reader.dict(reader.trailer.get('Root')).get('Outlines'), 0);
}

test('each line of the contents is a link to the page whose number it states', () => {
  const core = { name: 'core.evb', mediaType: 'application/zip', description: 'Bundle', bytes: Uint8Array.of(1) };
  const bytes = Buffer.from(writeReportPdf(DOCUMENT, core, 'ab'.repeat(32)));
  const reader = new PdfReader(bytes);
  const pages = reader.pages().map(({ id }) => id);
  const links = reader
    .pages()
    .map((page) => reader.list(reader.dict(page).get('Annots')).map((one) => reader.dict(one)));
  expect(links.map(({ length }) => length)).toEqual(pages.map((_, i) => (i === 1 ? 5 : 0)));
  const lines = links.flat().map((link) => {
    const [target] = reader.list(link.get('Dest'));
    return [textOf(link.get('Contents')), target instanceof PdfRef ? pages.indexOf(target.id) + 1 : 0];
  });
  const titles = ['1 Summary', '2 Findings', '2.1 Exhibit 1', '2.2 Exhibit 2', '2.3 Exhibit 3'];
  expect(lines.map(([words]) => words)).toEqual(titles.map((title, i) => `${title}, page ${lines[i]?.[1]}`));
  expect(
    readOutline(bytes)
      .filter(([, title]) => title !== 'Contents')
      .map(([, , page]) => page),
  ).toEqual(lines.map(([, page]) => page));
});

test.each([
  ['no words', '/Contents', '/Kontents', 'PDF/UA 7.18.5'],
  ['no place in the structure', '/StructParent ', '/StructParant ', 'PDF/UA 7.18.1'],
  ['an action', '/Border', '/A[0]/X', 'PDF/A 6.5.1'],
  ['another flag', '/F 4', '/F 2', 'PDF/A 6.3.2'],
])('a link with %s is found by the checker', (_, from, to, clause) => {
  const core = { name: 'core.evb', mediaType: 'application/zip', description: 'Bundle', bytes: Uint8Array.of(1) };
  const own = PdfFile.prototype.pack;
  PdfFile.prototype.pack = function (id, body) {
    return own.call(this, id, body.startsWith('<</Type/Annot') ? body.replace(from, to) : body);
  };
  try {
    const bytes = Buffer.from(writeReportPdf(DOCUMENT, core, 'ab'.repeat(32)));
    expect(checkPdf(bytes, 3).faults.map((fault) => fault.clause)).toContain(clause);
  } finally {
    PdfFile.prototype.pack = own;
  }
});

test('the outline of a report leads to its sections and, below them, to their heads', () => {
  const core = { name: 'core.evb', mediaType: 'application/zip', description: 'Bundle', bytes: Uint8Array.of(1) };
  const bytes = Buffer.from(writeReportPdf(DOCUMENT, core, 'ab'.repeat(32)));
  const outline = readOutline(bytes);
  expect(outline.map(([depth, title]) => [depth, title])).toEqual([
    [0, '1 Summary'],
    [0, 'Contents'],
    [0, '2 Findings'],
    [1, '2.1 Exhibit 1'],
    [1, '2.2 Exhibit 2'],
    [1, '2.3 Exhibit 3'],
  ]);
  const pages = outline.map(([, , page]) => page);
  expect(pages.slice(0, 4)).toEqual([1, 2, 3, 3]);
  expect(pages[4]).toBeGreaterThanOrEqual(3);
  expect(pages[5]).toBeGreaterThan(pages[3] ?? 0);
  expect(checkPdf(bytes, 3).faults).toEqual([]);
});
