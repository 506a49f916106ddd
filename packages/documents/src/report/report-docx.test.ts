import type { ReportBlock, ReportDocument } from '@trailmark/core/report/report-document';
import { expect, test } from 'vitest';
import { openArchive } from '../reading/open-archive.ts';
import { findXmlFault } from '../testing/check-xml.ts';
import { writeReportDocx } from './report-docx.ts';

const heading = (title: string): ReportBlock => ({ kind: 'heading', title });
const DOCUMENT: ReportDocument = {
  ...{ title: 'T', caseNumber: '2026-00001', caseTitle: 'Harbour', version: 1, classification: 'Restricted' },
  ...{ agency: 'North', madeAt: 1_795_000_000, software: 'Trailmark', asOf: [], examiner: 'E', second: 'de' },
  sections: [
    { id: 'summary', number: '1', title: 'Summary', blocks: [heading('Questions & answers')] },
    { id: 'findings', number: '2', title: 'Findings', blocks: [heading('2.1 A <trace>'), heading('2.2 Another')] },
  ],
};

function readBody(document: ReportDocument): string {
  const archive = openArchive(Buffer.from(writeReportDocx(document, 'ab'.repeat(32))));
  for (const name of ['word/document.xml', 'word/styles.xml', 'word/footer1.xml', '[Content_Types].xml'])
    expect(findXmlFault(archive.read(name, 1_000_000).toString())).toBeUndefined();
  return archive.read('word/document.xml', 1_000_000).toString();
}

test('has a field of contents after the summary, each line of which leads to the bookmark of its head', () => {
  const body = readBody(DOCUMENT);
  const lines = [
    ...body.matchAll(/<w:pStyle w:val="TOC(\d)"\/>.*?<w:hyperlink w:anchor="(\w+)".*?<w:t [^>]*>([^<]*)</g),
  ];
  expect(lines.map(([, level, , title]) => [level, title])).toEqual([
    ['1', '1 Summary'],
    ['2', 'Questions &amp; answers'],
    ['1', '2 Findings'],
    ['2', '2.1 A &lt;trace&gt;'],
    ['2', '2.2 Another'],
  ]);
  for (const [, level, anchor, title] of lines) {
    const head = new RegExp(
      `<w:pStyle w:val="Heading${level}"/></w:pPr><w:bookmarkStart w:id="\\d+" w:name="${anchor}"/>.*?</w:p>`,
    );
    expect(head.exec(body)?.[0]).toContain(`>${title}<`);
  }
  expect(new Set(lines.map(([, , anchor]) => anchor)).size).toBe(lines.length);
  const marks = [...body.matchAll(/<w:fldChar w:fldCharType="(\w+)"\/>/g)].map(([, type]) => type);
  expect(marks).toEqual(['begin', 'separate', 'end']);
  const places = [
    '>1 Summary</w:t></w:r><w:bookmarkEnd',
    '>Contents<',
    'instrText',
    '>2.2 Another</w:t></w:r></w:hyperlink>',
    '>2 Findings</w:t></w:r><w:bookmarkEnd',
  ].map((text) => body.indexOf(text));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
});

test('has lines to sign on by hand, which stay on the page of the declaration before them', () => {
  const signature = { role: 'Examiner', name: 'A & B', lines: ['Signed', 'Place', 'Dated'] as const };
  const blocks: readonly ReportBlock[] = [
    { kind: 'text', isFixed: true, text: ['I declare it.'] },
    { kind: 'signature', signature },
  ];
  const body = readBody({ ...DOCUMENT, sections: [{ id: 'opinion', number: '1', title: 'Opinion', blocks }] });
  const paragraphs = body.match(/<w:p>.*?<\/w:p>/g) ?? [];
  const lines = paragraphs.filter((text) => text.includes('w:val="Signature"'));
  expect(lines.map((text) => />(\w+): <\/w:t><\/w:r><w:r><w:tab\/>/.exec(text)?.[1])).toEqual([...signature.lines]);
  const kept = paragraphs.filter((text) => text.includes('<w:keepNext/>'));
  expect(kept.map((text) => />([^<]+)<\/w:t>/.exec(text)?.[1])).toEqual([
    ...['I declare it.', 'A &amp; B. Examiner.', 'Signed: ', 'Place: '],
  ]);
});

test('of one section has no contents', () => {
  const body = readBody({ ...DOCUMENT, sections: DOCUMENT.sections.slice(0, 1) });
  expect(body).not.toContain('TOC');
});
