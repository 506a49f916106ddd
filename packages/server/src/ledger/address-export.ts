import type { Contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import type { AsOf, Coverage } from '@trailmark/api/wire';
import type { ReadOptions } from '@trailmark/core/read-options';
import { describeExport, EXPORT_FORMATS, type ExportSource } from '../answers/export-rows.ts';
import type { ServedLedger } from './ledgers.ts';
import { formatTime } from './outputs/export-columns.ts';

export type ExportQuery = RouteInput<Contract['exportAddress']>['query'];

export interface ExportPage<Row, Place> {
  readonly rows: readonly Row[];
  /** The place after which the rows continue; undefined at their end. */
  readonly next: Place | undefined;
}

/** What a family of chains puts into the file of an address: its rows, how they are written, and what they rest on. */
export interface AddressExport<Row, Place> {
  readonly address: string;
  /** What the rows are, in words. */
  readonly title: string;
  readonly unit: string;
  readonly envelope: { readonly asOf: AsOf; readonly coverage: Coverage };
  /** Versions of the knowledge that the rows rest on, as facts for people and for programs. */
  readonly versions: ExportSource<Row>['facts'];
  readonly about: Readonly<Record<string, unknown>>;
  readonly readPage: (after: Place | undefined, read: ReadOptions) => Promise<ExportPage<Row, Place>>;
  /** The highest indexed block when the export began; blocks that arrive while it is written are no part of it. */
  readonly upTo: number | undefined;
  readonly columns: readonly string[];
  readonly toCells: ExportSource<Row>['toCells'];
  readonly encode: (row: Row) => unknown;
}

function describeFetch(fetched: AsOf['fetched']): [string, string][] {
  if (!fetched) return [];
  const { source, at, toHeight } = fetched;
  return [['fetched', `from ${source} at ${formatTime(at)} UTC, up to height ${toHeight}`]];
}

function toFacts<Row>(
  { chain, id }: ServedLedger,
  query: ExportQuery,
  { address, title, unit, envelope: { asOf, coverage }, versions }: AddressExport<Row, never>,
): ExportSource<Row>['facts'] {
  const tip =
    asOf.height === null
      ? 'no whole block indexed'
      : `height ${asOf.height}, block ${asOf.hash ?? 'without a hash'}, ${formatTime(asOf.time ?? 0)} UTC`;
  return [
    ['export', title],
    ['chain', `${chain.name} (${id})`],
    ['address', address],
    ['query', describeExport(query)],
    ['as_of', tip],
    [
      'complete_to',
      asOf.completeTo === undefined || asOf.completeTo === null
        ? 'not from the first block'
        : `height ${asOf.completeTo}`,
    ],
    ...describeFetch(asOf.fetched),
    ['answered_at', `${formatTime(asOf.answeredAt ?? 0)} UTC`],
    ['software', asOf.software],
    ['unit', unit],
    ['coverage_complete', coverage.complete ? 'yes' : 'no'],
    ['coverage', coverage.summary],
    ...coverage.gaps.map((gap) => ['gap', gap.message] as const),
    ...versions,
  ];
}

/** Reads one page under a time limit of its own: the file as a whole takes as long as its reader does. */
export type RunPage = <T>(work: (read: ReadOptions) => Promise<T>) => Promise<T>;

async function* readPages<Row extends { readonly height: number | null }, Place>(
  { readPage, upTo }: AddressExport<Row, Place>,
  run: RunPage,
): AsyncGenerator<readonly Row[]> {
  let after: Place | undefined;
  do {
    const from: Place | undefined = after;
    const page: ExportPage<Row, Place> = await run((read) => readPage(from, read));
    yield upTo === undefined ? page.rows : page.rows.filter(({ height }) => (height ?? 0) <= upTo);
    after = page.next;
  } while (after !== undefined);
}

/** The file of an address, whatever its rows are. */
export interface AddressFile {
  readonly address: string;
  readonly open: (run: RunPage) => AsyncIterable<Uint8Array>;
}

/** What the file states about itself, then every row up to the tip it states. */
function toExportSource<Row extends { readonly height: number | null }, Place>(
  ledger: ServedLedger,
  query: ExportQuery,
  parts: AddressExport<Row, Place>,
  run: RunPage,
): ExportSource<Row> {
  const { address, envelope, about, columns, toCells, encode } = parts;
  return {
    facts: toFacts(ledger, query, parts as unknown as AddressExport<Row, never>),
    about: { chain: ledger.id, address, query: describeExport(query), ...envelope, ...about },
    pages: () => readPages(parts, run),
    columns,
    toCells,
    encode,
  };
}

/** The file of an address with the rows of its family. */
export function toAddressFile<Row extends { readonly height: number | null }, Place>(
  ledger: ServedLedger,
  query: ExportQuery,
  parts: AddressExport<Row, Place>,
): AddressFile {
  const { stream } = EXPORT_FORMATS[query.format];
  return { address: parts.address, open: (run) => stream(toExportSource(ledger, query, parts, run)) };
}
