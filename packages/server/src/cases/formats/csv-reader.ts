import { IDENTIFIER_TYPES, PERSON_KINDS, type PersonKind } from '@trailmark/core/case-people';
import { isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { type DelimitedRow, detectDelimiter, readDelimited } from '@trailmark/ingest/labels/delimited-rows';
import type { ReadOutline } from './case-format.ts';
import type { LeftOut, OutlineIdentifier, OutlineLabel, OutlinePerson } from './case-outline.ts';
import { createTally, createTextReader, readPoint, type Tally, type TextReader } from './read-texts.ts';

const MAX_ROWS = 50_000;
/** Faults that are named line by line; the others are counted. */
const MAX_NAMED = 200;
const TABLES = { people: ['kind', 'name'], addresses: ['address'] } as const;
type TableName = keyof typeof TABLES;
const READ = new Set([
  ...['kind', 'name', 'detail', 'aliases', 'identifiers', 'note'],
  ...['chain', 'address', 'labels', 'label', 'label_sources', 'source'],
]);
/** Columns of our own files that say what only the case they were made of can say. */
const OURS = new Set(['number', 'pinned_as', 'as_of_height', 'as_of_block']);
const HEADER =
  'The first line has the names of the columns: people need “kind” and “name”, addresses need “address”, and “chain” where it is known.';
/** What our own files end with: how many rows there were, and their hash. */
const TRAILER = ['rows', 'sha256_of_rows'];

function refuse(sentence: string): never {
  throw new AppError('invalid', sentence);
}

/** Cells of a row by the name of their column. */
type Cells = (column: string) => string;

interface Reading {
  readonly tally: Tally;
  readonly texts: TextReader;
  readonly people: OutlinePerson[];
  readonly labels: Map<string, OutlineLabel>;
  title: string;
}

interface Header {
  readonly table: TableName;
  readonly columns: readonly string[];
}

/** Column names of a table. A second table in one file is recognised by a line of nothing but known names: a cell may say anything. */
function readHeader(cells: readonly string[], isFirst: boolean): Header | undefined {
  const columns = cells.map((cell) => cell.trim().toLowerCase().replaceAll(' ', '_'));
  if (!isFirst && !columns.every((column) => READ.has(column) || OURS.has(column))) return undefined;
  const table = (Object.keys(TABLES) as TableName[]).find((name) => TABLES[name].every((one) => columns.includes(one)));
  return table && { table, columns };
}

/** Our own files put a `'` before text that a spreadsheet would run: here it is text anyway. */
const toPlain = (cell: string): string => cell.replace(/^'(?=[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/u, '').trim();

const listOf = (cell: string): readonly string[] =>
  cell
    .split(';')
    .map(toPlain)
    .filter((part) => part !== '');

const quote = (text: string): string => `“${text.replace(/\p{C}+/gu, ' ').slice(0, 60)}”`;

function readIdentifier(text: string): OutlineIdentifier {
  const [first = '', ...rest] = text.split(' ');
  const type = IDENTIFIER_TYPES.find((one) => one === first);
  // Names at a service have the service first; a telephone number may have blanks in it.
  const isNamed = type === 'handle' || type === 'account';
  const [service, value] = isNamed ? [rest.slice(0, -1).join(' '), rest.at(-1) ?? ''] : ['', rest.join(' ')];
  if (!type || value === '') {
    refuse(
      `${quote(text)} is no identifier: it begins with ${IDENTIFIER_TYPES.join(', ')}, as “phone +15550100” does.`,
    );
  }
  if (service.length > 40 || value.length > 253) refuse(`${quote(text)} is longer than an identifier can be.`);
  return { type, service, value };
}

function addPerson({ texts, people }: Reading, cell: Cells): void {
  const [kind, name] = [toPlain(cell('kind')).toLowerCase(), texts.line(toPlain(cell('name')), 160)];
  if (!(PERSON_KINDS as readonly string[]).includes(kind)) {
    refuse(`${quote(kind)} is no kind of a person or entity: ${PERSON_KINDS.join(', ')} are.`);
  }
  if (name === '') refuse('the name is empty.');
  people.push({
    ...{ number: `F-${people.length + 1}`, kind: kind as PersonKind, name },
    detail: texts.line(toPlain(cell('detail')), 80),
    aliases: listOf(cell('aliases'))
      .slice(0, 20)
      .map((alias) => texts.line(alias, 160)),
    note: texts.text(toPlain(cell('note')), 4_000),
    identifiers: listOf(cell('identifiers'))
      .slice(0, 30)
      .map((one) => readIdentifier(texts.line(one, 300))),
  });
}

function addAddress({ tally, texts, labels }: Reading, cell: Cells): void {
  const [chain, address] = [toPlain(cell('chain')).toLowerCase(), toPlain(cell('address'))];
  if (chain !== '' && !isChainId(chain))
    refuse(`${quote(chain)} is no chain that this version knows, such as “btc” or “eth”.`);
  const point = readPoint(address, chain === '' ? {} : { chain });
  if (!point)
    refuse(`${quote(address)} is no address${chain === '' ? ' of a chain that is known here' : ` of ${chain}`}.`);
  if (point.isGuessed)
    tally.count('Chains of addresses', 'not stated: filed under the best known chain that the address fits');
  const key = `${point.chain} ${point.address}`;
  if (labels.has(key)) refuse(`the address ${quote(address)} is in the file already.`);
  const words = texts.line(toPlain(cell('labels') || cell('label')), 140) || 'Named in the file';
  const source = texts.line(toPlain(cell('label_sources') || cell('source')), 200) || 'Imported CSV';
  const text = point.isGuessed ? `${words} (chain not stated)` : words;
  labels.set(key, { chain: point.chain, address: point.address, text, mark: 'claim', source });
}

const ADD = { people: addPerson, addresses: addAddress } as const;

/** Refuses a file that was cut: our own state how many rows they have. */
function checkTrailer(cells: readonly string[], count: number): void {
  if (cells[0] !== 'rows' || Number(cells[1]) === count) return;
  refuse(
    `The file says that it has ${quote(cells[1] ?? '')} rows, and has ${count}: a part is missing, or rows were changed.`,
  );
}

class CsvReader {
  readonly reading: Reading;
  readonly faults: LeftOut[] = [];
  #header: Header | undefined;
  #count = 0;

  constructor(tally: Tally) {
    this.reading = { tally, texts: createTextReader(tally), people: [], labels: new Map(), title: '' };
  }

  take(row: DelimitedRow): void {
    const { cells, line, fault } = row;
    const header = fault === undefined ? readHeader(cells, !this.#header) : undefined;
    if (header) {
      for (const column of header.columns) {
        if (!READ.has(column)) this.reading.tally.count(`Column ${quote(column)}`, 'is not read');
      }
      [this.#header, this.#count] = [header, 0];
      return;
    }
    if (!this.#header) this.#takeFact(cells);
    else if (cells.length === 2 && TRAILER.includes(cells[0] ?? '')) checkTrailer(cells, this.#count);
    else if (this.#count++ < MAX_ROWS) this.#takeRow(this.#header, cells, line, fault);
    else refuse(`A file has at most ${MAX_ROWS} rows: split it.`);
  }

  #takeFact([name = '', value = '']: readonly string[]): void {
    if (name === 'export') this.reading.title = this.reading.texts.line(toPlain(value), 160);
  }

  #takeRow({ table, columns }: Header, cells: readonly string[], line: number, fault: string | undefined): void {
    try {
      if (fault !== undefined) refuse(`${fault}.`);
      if (cells.length > columns.length)
        refuse(`it has ${cells.length} cells, and the file has ${columns.length} columns.`);
      ADD[table](this.reading, (column) => cells[columns.indexOf(column)] ?? '');
    } catch (cause) {
      if (!AppError.is(cause)) throw cause;
      if (this.faults.length < MAX_NAMED) this.faults.push({ what: `Line ${line}`, count: 1, why: cause.message });
      else this.reading.tally.count('Further lines', 'cannot be read either');
    }
  }

  get hasHeader(): boolean {
    return this.#header !== undefined;
  }
}

/** Text that does not begin as JSON does may be CSV. */
export function seemsCsv(text: string): boolean {
  return !/^\uFEFF?\s*[{[]/u.test(text.slice(0, 1_000));
}

/**
 * People and addresses of a table (RFC 4180, UTF-8; separated by commas, semicolons, tabs or bars), ours or another's. A line that
 * cannot be read is left out and named with its number. Throws `invalid` for a file without column names, and for one that was cut.
 */
export function readCsvOutline(text: string): ReadOutline {
  if (text.includes('\uFFFD')) refuse('The file is not UTF-8. Save it as “CSV UTF-8” and import that.');
  if (text.startsWith('PK\u0003'))
    refuse('This is a zip: unpack it, and import “people.csv” or “addresses.csv” of it.');
  const tally = createTally();
  const reader = new CsvReader(tally);
  const start =
    text
      .slice(0, 20_000)
      .split('\n')
      .find((line) => /\b(?:name|address)\b/i.test(line)) ?? '';
  for (const row of readDelimited(text, detectDelimiter(start))) reader.take(row);
  if (!reader.hasHeader) refuse(`This is not a file of a case: neither JSON, nor a CSV that is read. ${HEADER}`);
  const { people, labels, title } = reader.reading;
  const outline = { title: title || 'Imported table', reference: null, status: 'new', openedAt: null, tags: [] };
  const nothing = { addresses: [], links: [], notes: [], events: [] };
  return {
    outline: { ...outline, ...nothing, people, labels: [...labels.values()] },
    notUnderstood: [...reader.faults, ...tally.list()],
  };
}
