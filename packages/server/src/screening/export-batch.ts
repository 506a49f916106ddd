import { CATEGORIES, CATEGORY_IDS } from '@trailmark/core/category';
import { listBatchRows, type ScreeningRow } from '@trailmark/store/cases/screenings/screening-rows';
import { EXPORT_FORMATS, type ExportSource } from '../answers/export-rows.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { readOwn } from '../casework/own-account.ts';
import { FileStream } from '../http/file-stream.ts';
import { getBatch } from './screening-batch.ts';
import { toWireRow } from './stored-screenings.ts';

const PAGE = 500;
const HEAD = [
  'chain',
  'kind',
  'subject',
  'screen_status',
  'risk',
  'score',
  'risk_reason',
  'as_of_labels',
  'result_sha256',
];

/** Words of the column `screen_status`: a failure and a row that waits are never a level. */
const STATUS: Readonly<Record<string, string>> = {
  unknown: 'unknown',
  none: 'screened, no rule fired',
  zero: 'screened, only rules without weight',
  scored: 'screened',
  failed: 'not screened',
};

function toShare(row: ScreeningRow, category: string): string {
  // A row that was not read has no share of anything: an empty cell and not 0.
  if (row.shares === null || row.state === 'unknown') return '';
  const ppm = row.shares[category] ?? 0;
  return `${Math.floor(ppm / 10_000)}.${String(ppm % 10_000).padStart(4, '0')}`;
}

/** Every row of a batch with one column for each category, in percent, as tools for compliance write them. */
export async function exportBatch(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  format: keyof typeof EXPORT_FORMATS,
): Promise<FileStream> {
  const batch = await readOwn(casework, caller, (tx) => getBatch(tx, id));
  async function* pages(): AsyncGenerator<readonly ScreeningRow[]> {
    for (let offset = 0; ; offset += PAGE) {
      const page = { sort: 'number', offset, limit: PAGE } as const;
      const rows = await readOwn(casework, caller, (tx) => listBatchRows(tx, { batch: id }, page));
      if (rows.length > 0) yield rows;
      if (rows.length < PAGE) return;
    }
  }
  const about = { batch: batch.name, ruleSet: batch.ruleSetHash, total: batch.total, refused: batch.refusedCount };
  const source: ExportSource<ScreeningRow> = {
    facts: [
      ['batch', batch.name],
      ['rule_set_sha256', batch.ruleSetHash],
      ['subjects', String(batch.total)],
      ['refused_lines', String(batch.refusedCount)],
      [
        'note',
        'Low and unknown are not clearances. Shares are the larger of received and sent, in percent, direct and indirect.',
      ],
    ],
    about,
    pages,
    columns: [...HEAD, ...CATEGORY_IDS.map((category) => CATEGORIES[category].name)],
    toCells: (row) => [
      row.chain,
      row.kind,
      row.subject,
      row.state === null ? 'waiting' : (STATUS[row.state] ?? row.state),
      row.level,
      row.score === null ? null : String(row.score),
      row.reason,
      row.labels,
      row.hash,
      ...CATEGORY_IDS.map((category) => toShare(row, category)),
    ],
    encode: toWireRow,
  };
  const { mediaType, stream } = EXPORT_FORMATS[format];
  const controller = new AbortController();
  return new FileStream({
    name: `screening-${batch.name.replace(/[^A-Za-z0-9-]+/g, '-').slice(0, 60)}.${format}`,
    mediaType,
    chunks: () => stream(source),
    onCancel: () => controller.abort(),
  });
}
