import { type Cell, numberCell } from '@trailmark/documents/cell';
import { streamZip, type ZipEntry } from '@trailmark/documents/zip-stream';
import type { FileRow } from '@trailmark/store/cases/agency-cases/case-file-rows';
import { streamCsv } from '../../answers/export-rows.ts';
import { toTimelineEvent } from '../timeline.ts';
import type { CaseFormat, CaseSource } from './case-format.ts';
import type { OutlineConfidence, OutlineEvent, OutlineLink } from './case-outline.ts';
import { readCsvOutline } from './csv-reader.ts';
import { nameAt, presentRows, rowAt } from './to-outline.ts';

/** One table of the archive: its rows as cells, in the order of its columns. */
interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
}

const cellOf = (value: unknown): Cell => {
  if (value === null || value === undefined) return null;
  return typeof value === 'number' || typeof value === 'bigint' ? numberCell(value) : String(value);
};
const toTime = (seconds: number | null): Cell =>
  seconds === null ? null : new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** `eth 0x…`, or the number of a person. */
const targetOf = ({ to }: OutlineLink): readonly Cell[] =>
  'chain' in to ? [to.chain, to.address, null] : [null, null, to.person];

const confidenceOf = (given: OutlineConfidence): readonly Cell[] =>
  given.of === 'rule' ? [null, given.rule, numberCell(given.score)] : [given.word, null, null];

function toPeopleTables({ outline }: CaseSource): readonly Table[] {
  const labelsOf = (chain: string, address: string) =>
    outline.labels.filter((label) => label.chain === chain && label.address === address);
  return [
    {
      name: 'addresses',
      columns: ['chain', 'address', 'pinned_as', 'as_of_height', 'as_of_block', 'labels', 'label_sources'],
      rows: outline.addresses.map(({ chain, address, number, asOf }) => {
        const labels = labelsOf(chain, address);
        const names = labels.map(({ text, mark }) => `${text} (${mark})`).join('; ');
        const sources = labels.map(({ source }) => source).join('; ');
        return [chain, address, number, cellOf(asOf?.height), cellOf(asOf?.hash), names, sources];
      }),
    },
    {
      name: 'people',
      columns: ['number', 'kind', 'name', 'detail', 'aliases', 'identifiers', 'note'],
      rows: outline.people.map(({ number, kind, name, detail, aliases, identifiers, note }) => {
        const named = identifiers.map(({ type, service, value }) => [type, service, value].filter(Boolean).join(' '));
        return [number, kind, name, detail, aliases.join('; '), named.join('; '), note];
      }),
    },
    {
      name: 'links',
      columns: [
        ...['person', 'chain', 'address', 'other_person', 'relation', 'basis', 'mark', 'confidence', 'rule', 'score'],
        ...['explanation', 'source', 'added_utc'],
      ],
      rows: outline.links.map((link) => [
        ...[link.person, ...targetOf(link), link.relation, link.basis, link.mark, ...confidenceOf(link.confidence)],
        ...[link.explanation, link.source, link.addedAt],
      ]),
    },
  ];
}

const toUndated = ({ number, title, mark, source }: OutlineEvent): readonly Cell[] => [
  ...['reported', number, null, null, 'not known', title, mark, source],
];

function toTimelineTable({ outline, timeline }: CaseSource): Table {
  const dated = timeline.map((row) => {
    const { lane, starts, ends, isEstimated, what, mark, source } = toTimelineEvent(row);
    const precision = isEstimated ? 'estimated' : 'exact';
    return [lane, null, toTime(starts), toTime(ends), precision, what, mark, source];
  });
  return {
    name: 'timeline',
    columns: ['lane', 'number', 'starts_utc', 'ends_utc', 'time_is', 'event', 'how_we_know', 'source'],
    rows: [...dated, ...outline.events.filter(({ starts }) => starts === null).map(toUndated)],
  };
}

const toCommentTable = (content: CaseSource['content']): Table => ({
  name: 'comments',
  columns: ['number', 'about', 'text', 'by', 'at_utc'],
  rows: presentRows(content, 'case_comment').map((row) => [
    ...[`K-${String(row.number)}`, cellOf(row.about_number), cellOf(row.text), nameAt(content, row.by_id)],
    cellOf(row.at),
  ]),
});

function toWorkTables({ content, exhibits }: CaseSource): readonly Table[] {
  const itemNumber = (row: FileRow | undefined): Cell => (row ? `A-${String(row.number)}` : null);
  return [
    {
      name: 'tasks',
      columns: ['number', 'title', 'state', 'due', 'assignee', 'note', 'done_utc'],
      rows: (content.tables.case_task ?? []).map((row) => [
        ...[`T-${String(row.number)}`, cellOf(row.title), cellOf(row.state), cellOf(row.due_on)],
        ...[nameAt(content, row.assignee_id) || null, cellOf(row.note), cellOf(row.done_at)],
      ]),
    },
    {
      name: 'evidence',
      columns: [
        ...[
          'number',
          'name',
          'size',
          'kind',
          'state',
          'sha256',
          'description',
          'source',
          'acquired_utc',
          'acquired_by',
        ],
        ...['acquired_where', 'custody_rows', 'custody_head'],
      ],
      rows: exhibits.map((one) => [
        ...[one.number, one.name, numberCell(one.size), one.kind, one.state, one.sha256, one.description, one.source],
        ...[one.acquiredAt, one.acquiredBy, one.acquiredWhere, numberCell(one.custodyCount), one.custodyHead],
      ]),
    },
    {
      name: 'requests',
      columns: ['number', 'recipient', 'kind', 'basis', 'state', 'due', 'packet', 'answer_files', 'note'],
      rows: (content.tables.case_request ?? []).map((row) => [
        ...[`R-${String(row.number)}`, cellOf(row.recipient), cellOf(row.kind), cellOf(row.basis), cellOf(row.state)],
        ...[cellOf(row.due_on), itemNumber(rowAt(content, row.item_id)), (row.files as string[]).join('; ')],
        cellOf(row.note),
      ]),
    },
    {
      name: 'results',
      columns: ['number', 'kind', 'title', 'method', 'as_of', 'sha256', 'call', 'pinned_utc', 'note'],
      rows: presentRows(content, 'case_item').map((row) => [
        ...[itemNumber(row), cellOf(row.kind), cellOf(row.title), cellOf(row.method)],
        row.as_of === null ? null : JSON.stringify(row.as_of),
        ...[cellOf(row.hash), cellOf(row.call), cellOf(row.pinned_at), cellOf(row.note)],
      ]),
    },
    {
      name: 'money',
      columns: [
        'kind',
        'state',
        'asset',
        'symbol',
        'decimals',
        'amount_raw',
        'day',
        'usd_millionths',
        'mark',
        'source',
      ],
      rows: (content.tables.case_money ?? []).map((row) => [
        ...[cellOf(row.kind), cellOf(row.state), cellOf(row.asset), cellOf(row.symbol), cellOf(row.decimals)],
        ...[cellOf(row.amount), cellOf(row.day), cellOf(row.usd), cellOf(row.mark), cellOf(row.source)],
      ]),
    },
  ];
}

function factsOf({ number, outline, agency, software, madeAt, root, leftOut }: CaseSource, table: string) {
  return [
    ['export', `Case ${number}: ${table}`],
    ['title', outline.title],
    ...(outline.tags.length > 0 ? [['tags', outline.tags.join(', ')]] : []),
    ['agency', agency],
    // A case has no height: it is as it was when the file was made, and this hash is of all that was written in it then.
    ['as_of', madeAt.toISOString()],
    ['sha256_of_case', root],
    ['software', software],
    ...leftOut.map(({ what, count, why }) => ['left_out', `${what}: ${count}, ${why}`]),
  ] as [string, string][];
}

async function* toText(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const part of bytes) yield Buffer.from(part).toString('utf8');
}

function toEntry(source: CaseSource, { name, columns, rows }: Table): ZipEntry {
  const chunks = streamCsv<readonly Cell[]>({
    facts: factsOf(source, name),
    about: {},
    pages: async function* () {
      yield rows;
    },
    columns,
    toCells: (row) => row,
    encode: (row) => row,
  });
  return { name: `${name}.csv`, chunks: toText(chunks) };
}

/** A zip of one CSV a kind (RFC 4180). Each says what it is of, and ends with the count and the hash of its rows. Two are read. */
export const csvFormat: CaseFormat = {
  id: 'csv',
  mediaType: 'application/zip',
  readText: readCsvOutline,
  write: (source) => {
    const tables = [
      ...toPeopleTables(source),
      toTimelineTable(source),
      ...toWorkTables(source),
      toCommentTable(source.content),
    ];
    return streamZip(tables.map((table) => toEntry(source, table)));
  },
};
