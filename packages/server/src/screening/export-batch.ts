import { CATEGORIES, CATEGORY_IDS, type CategoryId } from '@trailmark/core/category';
import { listBatchRows } from '@trailmark/store/cases/screenings/screening-lists';
import type { ScreeningRow, ScreeningSummary } from '@trailmark/store/cases/screenings/screening-rows';
import { EXPORT_FORMATS, type ExportSource } from '../answers/export-rows.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { describeContest, listContests, placeKey } from '../casework/contested-claims.ts';
import { readOwn } from '../casework/own-account.ts';
import { FileStream } from '../http/file-stream.ts';
import { getBatch } from './compare-batches.ts';
import { toWireRow } from './stored-screenings.ts';

const PAGE = 500;
const SUMMARY_HEAD = [
  'category',
  'direct_percent',
  'indirect_percent',
  'amount_units',
  'asset',
  'direction',
  'label',
  'label_from_cluster',
  'height',
];
const HEAD = [
  'chain',
  'kind',
  'subject',
  'screen_status',
  'risk',
  'score',
  'risk_reason',
  ...SUMMARY_HEAD,
  'as_of_labels',
  'result_sha256',
  'contested_labels',
];

/** A row with what the agency states today against labels of its address: the row was stored, and its hash has none of it. */
type ExportedRow = ScreeningRow & { readonly contested: readonly string[] };

/** Words of the column `screen_status`: a failure and a row that waits are never a level. */
const STATUS: Readonly<Record<string, string>> = {
  unknown: 'unknown',
  none: 'screened, no rule fired',
  zero: 'screened, only rules without weight',
  scored: 'screened',
  failed: 'not screened',
};

function toPercent(ppm: number): string {
  return `${Math.floor(ppm / 10_000)}.${String(ppm % 10_000).padStart(4, '0')}`;
}

function toShare(row: ScreeningRow, category: string): string {
  // A row that was not read has no share of anything: an empty cell and not 0.
  if (row.shares === null || row.state === 'unknown' || row.summary?.unknownPpm === null) return '';
  return toPercent(row.shares[category] ?? 0);
}

/** The category that counts most with its exposure. */
function exposureCells(summary: ScreeningSummary): (string | null)[] {
  const { category, exposure } = summary;
  if (category === null) return [null, null, null, null, null, null];
  const name = CATEGORIES[category as CategoryId]?.name ?? category;
  const exposed = exposure[category];
  if (!exposed) return [name, null, null, null, null, null];
  const { directPpm, indirectPpm, amount, symbol, way } = exposed;
  return [name, toPercent(directPpm), toPercent(indirectPpm), amount, symbol, way === 'in' ? 'received' : 'sent'];
}

/** Exposure, label and height of a row; empty where it was not screened. */
function summaryCells({ summary }: ScreeningRow): (string | null)[] {
  if (summary === null) return Array.from({ length: SUMMARY_HEAD.length }, () => null);
  const { label, height } = summary;
  return [
    ...exposureCells(summary),
    label?.text ?? null,
    label && (label.isInherited ? 'yes' : 'no'),
    height === null ? null : String(height),
  ];
}

async function withContests(
  casework: CaseworkContext,
  caller: Caller,
  rows: readonly ScreeningRow[],
): Promise<readonly ExportedRow[]> {
  const places = rows.flatMap(({ chain, kind, subject }) => (kind === 'address' ? [{ chain, address: subject }] : []));
  const found = Map.groupBy(await listContests(casework, caller, places), placeKey);
  return rows.map((row) => {
    const own = row.kind === 'address' ? (found.get(placeKey({ chain: row.chain, address: row.subject })) ?? []) : [];
    return { ...row, contested: own.map(({ claim, contest }) => `${claim}: ${describeContest(contest)}`) };
  });
}

/** Every row of a batch with one column for each category, in percent, as tools for compliance write them. */
export async function exportBatch(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  format: keyof typeof EXPORT_FORMATS,
): Promise<FileStream> {
  const batch = await readOwn(casework, caller, (tx) => getBatch(tx, id));
  async function* pages(): AsyncGenerator<readonly ExportedRow[]> {
    for (let offset = 0; ; offset += PAGE) {
      const page = { sort: 'number', order: 'ascending', offset, limit: PAGE } as const;
      const rows = await readOwn(casework, caller, (tx) => listBatchRows(tx, id, {}, page));
      if (rows.length > 0) yield await withContests(casework, caller, rows);
      if (rows.length < PAGE) return;
    }
  }
  const stated = casework.now().toISOString();
  const about = {
    batch: batch.name,
    ruleSet: batch.ruleSetHash,
    total: batch.total,
    refused: batch.refusedCount,
    contestedAsOf: stated,
  };
  const source: ExportSource<ExportedRow> = {
    facts: [
      ['batch', batch.name],
      ['rule_set_sha256', batch.ruleSetHash],
      ['subjects', String(batch.total)],
      ['refused_lines', String(batch.refusedCount)],
      ['contested_labels_as_of', stated],
      [
        'note',
        'Low and unknown are not clearances. Shares are the larger of received and sent, in percent, direct and indirect.',
      ],
    ],
    sheet: 'Screenings',
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
      ...summaryCells(row),
      row.labels,
      row.hash,
      row.contested.length === 0 ? null : row.contested.join('; '),
      ...CATEGORY_IDS.map((category) => toShare(row, category)),
    ],
    encode: ({ contested, ...row }) => ({ ...toWireRow(row), ...(contested.length > 0 && { contested }) }),
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
