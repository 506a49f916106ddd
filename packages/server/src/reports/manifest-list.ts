import type { ReportBlock, ReportDocument, ReportRow } from '@trailmark/core/report/report-document';
import type { Manifest } from '@trailmark/evidence/bundle/bundle-format';
import { noteCut } from './cut-note.ts';

const MOST_ROWS = 400;

/** Items of the ledger are many, and each proves itself: they come last. */
const isLedger = (path: string): boolean => path.startsWith('ledger/');

function writeManifest(digest: string, items: Manifest['items']): readonly ReportBlock[] {
  const ordered = [...items.filter(({ path }) => !isLedger(path)), ...items.filter(({ path }) => isLedger(path))];
  const rows = ordered.slice(0, MOST_ROWS).map(({ path, leaf }): ReportRow => {
    return { mark: null, cells: [[{ code: path }], [{ code: leaf }]], isSum: false };
  });
  return [
    { kind: 'heading', title: 'Hash manifest' },
    {
      kind: 'text',
      isFixed: true,
      text: [
        'SHA-256 of manifest.json of the bundle inside this PDF, which every signature is over: ',
        { code: digest },
        '.',
      ],
    },
    {
      ...{ kind: 'table', rows },
      caption:
        'Items of the bundle, as manifest.json has them. Each SHA-256 is over a salt and the content, so that a copy can leave the content out and keep the hash; the salts are in salts.json.',
      columns: [
        { title: 'Item', width: 46, align: 'left' },
        { title: 'SHA-256 of salt and content', width: 54, align: 'left' },
      ],
    },
    ...noteCut({ shown: rows.length, all: items.length }, 'items', 'manifest.json of the bundle'),
  ];
}

/** A report with the hash of every item of the bundle that it rests on, as its last appendix. */
export function addManifest(document: ReportDocument, digest: string, items: Manifest['items']): ReportDocument {
  const sections = document.sections.map((section) =>
    section.id === 'appendices'
      ? { ...section, blocks: [...section.blocks, ...writeManifest(digest, items)] }
      : section,
  );
  return { ...document, sections };
}
