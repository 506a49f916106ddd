import type { ReportDocument } from '../../packages/core/src/report/report-document.ts';
import { writeReportDocx } from '../../packages/documents/src/report/report-docx.ts';
import { writeReportHtml } from '../../packages/documents/src/report/report-html.ts';
import { writeReportPdf } from '../../packages/documents/src/report/report-pdf.ts';
import { sealBundle } from '../../packages/evidence/src/bundle/build-bundle.ts';
import { encodeJson } from '../../packages/evidence/src/bundle/strict-json.ts';
import { buildSample, type Sample, signBundle } from './sample-bundle.ts';

const DOCUMENT: ReportDocument = {
  ...{
    title: 'First coins',
    caseNumber: '2026-04170',
    caseTitle: 'First coins',
    version: 1,
    classification: 'Restricted',
  },
  ...{ agency: 'North', madeAt: 1_795_183_500, software: 'Trailmark', asOf: ['btc block 496'], second: null },
  examiner: 'Lead investigator',
  sections: [
    {
      ...{ id: 'summary', number: '1', title: 'Summary' },
      blocks: [{ kind: 'answer', text: [{ claim: 'I-01', text: '40.00000000 BTC' }, ' was traced.'] }],
    },
  ],
};

/** A report with all its files over a core bundle. */
export function createSampleReport({ built, bytes, content }: Sample): Uint8Array {
  const core = { name: 'core.evb', mediaType: 'application/zip', description: 'Evidence bundle', bytes };
  const files = new Map<string, Uint8Array>([
    ['core.evb', bytes],
    ['report.docx', writeReportDocx(DOCUMENT, built.digest)],
    ['report.html', new TextEncoder().encode(writeReportHtml(DOCUMENT, built.digest))],
    ['report.json', encodeJson({ core: built.digest, document: DOCUMENT })],
    ['report.pdf', writeReportPdf(DOCUMENT, core, built.digest)],
  ]);
  const outer = buildSample({ ...content, head: { ...content.head, kind: 'report' }, files, lists: new Map() });
  return sealBundle(outer, [signBundle(outer.digest)]);
}
