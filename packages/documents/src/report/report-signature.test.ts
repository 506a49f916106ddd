import type { ReportBlock, ReportDocument } from '@trailmark/core/report/report-document';
import { expect, test } from 'vitest';
import { checkPdf } from '../testing/check-pdf.ts';
import { writeReportPdf } from './report-pdf.ts';

const CORE = { name: 'core.evb', mediaType: 'application/zip', description: 'Bundle', bytes: Uint8Array.of(1) };
const text = (words: string): ReportBlock => ({ kind: 'text', isFixed: true, text: [words] });
const PLACE: ReportBlock = {
  kind: 'signature',
  signature: { role: 'Examiner, who makes the declaration above', name: 'Ada', lines: ['Signed', 'Place', 'Dated'] },
};

function documentOf(blocks: readonly ReportBlock[]): ReportDocument {
  return {
    ...{ title: 'T', caseNumber: '2026-00001', caseTitle: 'Harbour', version: 1, classification: 'Restricted' },
    ...{ agency: 'North', madeAt: 1_795_000_000, software: 'Trailmark', asOf: [], examiner: 'Ada', second: null },
    sections: [{ id: 'opinion', number: '1', title: 'Opinion and declaration', blocks }],
  };
}

const write = (blocks: readonly ReportBlock[]) =>
  Buffer.from(writeReportPdf(documentOf(blocks), CORE, 'ab'.repeat(32)));

test('a place to sign by hand says who signs and what each line is for, and the file stays tagged', () => {
  const { faults, pages } = checkPdf(write([text('I declare it.'), PLACE]), 3);
  const words = pages.join('').replace(/\s+/g, '');
  for (const part of ['Ada.Examiner,whomakesthedeclarationabove.', 'Signed', 'Place', 'Dated'])
    expect(words).toContain(part);
  expect(faults).toEqual([]);
});

test('a place to sign is never on a page without what is signed, whatever is before them', () => {
  const ends = new Set<number>();
  for (let before = 20; before < 45; before++) {
    const { pages } = checkPdf(
      write([...Array.from({ length: before }, () => text('Before.')), text('Declared.'), PLACE]),
      3,
    );
    const pageOf = (word: string) => pages.findIndex((words) => words.replace(/\s+/g, '').includes(word));
    expect([before, pageOf('Signed')]).toEqual([before, pageOf('Declared.')]);
    ends.add(pageOf('Signed'));
  }
  expect([...ends]).toEqual([0, 1]);
});
