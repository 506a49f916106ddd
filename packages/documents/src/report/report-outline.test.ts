import type { ReportBlock, ReportDocument } from '@trailmark/core/report/report-document';
import { expect, test } from 'vitest';
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
