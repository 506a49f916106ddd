import { normaliseAddress } from '@trailmark/chains/chain-address';
import { type IdentifierType, PERSON_KINDS, type PersonKind } from '@trailmark/core/case-people';
import { CHAIN_IDS, type ChainId, isChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { type DelimitedRow, detectDelimiter, readDelimited } from '@trailmark/ingest/labels/delimited-rows';
import { type ReadIdentifier, readIdentifier } from './person-identifiers.ts';

/** Columns a table may have, and those it has where its first line does not name them. */
const COLUMNS = [
  ...(['kind', 'name', 'detail', 'chain', 'address', 'link', 'source'] as const),
  ...(['phone', 'domain', 'handle', 'account'] as const),
];
type Column = (typeof COLUMNS)[number];
const USUAL: readonly Column[] = ['kind', 'name', 'chain', 'address', 'link', 'source'];

const LIMITS: Readonly<Record<Column, number>> = {
  ...{ kind: 40, name: 160, detail: 80, chain: 40, address: 200, link: 200, source: 300 },
  ...{ phone: 60, domain: 253, handle: 253, account: 253 },
};
const MAX_ROWS = 1_000;

/** What an entity of a kind is known by, where its line names it only once. */
const NAMED_BY: Partial<Record<PersonKind, IdentifierType>> = {
  ...{ 'exchange-account': 'account', domain: 'domain', phone: 'phone', handle: 'handle' },
};

/** For cells that a line leaves empty. */
export interface TableDefaults {
  readonly chain: ChainId | null;
  readonly link: string;
  readonly source: string;
}

/** One line of the table, understood. */
export interface PersonLine {
  /** From 1, in the text as it came. */
  readonly line: number;
  /** Lines of the text that it covers: more than one where a quoted cell has line ends. */
  readonly lines: number;
  readonly kind: PersonKind;
  readonly name: string;
  readonly detail: string;
  readonly identifiers: readonly ReadIdentifier[];
  readonly link: {
    readonly chain: ChainId;
    readonly address: string;
    readonly relation: string;
    readonly source: string;
  } | null;
}

export interface RefusedLine extends Pick<PersonLine, 'line' | 'lines'> {
  readonly why: string;
}

export interface PeopleTable {
  readonly hasHeader: boolean;
  readonly lines: readonly PersonLine[];
  readonly refused: readonly RefusedLine[];
}

function refuse(why: string): never {
  throw new AppError('invalid', why, { context: { field: 'text' } });
}

const isColumn = (text: string): text is Column => (COLUMNS as readonly string[]).includes(text);

/** The columns that the first row names; undefined where it is a row like the others. Throws `invalid` for an unknown one. */
function readHeader({ cells }: DelimitedRow): readonly Column[] | undefined {
  const names = cells.map((cell) => cell.trim().toLowerCase());
  if (!(names.includes('kind') && names.includes('name'))) return undefined;
  return names.map((name) =>
    isColumn(name) ? name : refuse(`There is no column “${name.slice(0, 40)}”. Columns are ${COLUMNS.join(', ')}.`),
  );
}

type Cells = Readonly<Record<Column, string>>;

function readCells(columns: readonly Column[], { cells }: DelimitedRow): Cells {
  if (cells.length > columns.length) {
    refuse(`It has ${cells.length} cells, and there are ${columns.length} columns: ${columns.join(', ')}.`);
  }
  const texts = Object.fromEntries(COLUMNS.map((column) => [column, ''])) as Record<Column, string>;
  for (const [i, column] of columns.entries()) texts[column] = (cells[i] ?? '').trim().normalize('NFC');
  for (const column of COLUMNS) {
    if (texts[column].length > LIMITS[column]) refuse(`The ${column} has more than ${LIMITS[column]} characters.`);
    if (/\p{Cc}/u.test(texts[column])) refuse(`The ${column} has a line end or another control character.`);
  }
  return texts;
}

function readKind(text: string): PersonKind {
  const word = text.toLowerCase().replaceAll(' ', '-');
  const kind = PERSON_KINDS.find((one) => one === word);
  return kind ?? refuse(`“${text.slice(0, 40)}” is no kind. Kinds are ${PERSON_KINDS.join(', ')}.`);
}

/** `Telegram: tide_ops` for a name at a service. */
function toIdentifier(type: IdentifierType, text: string): ReadIdentifier {
  const cut = type === 'handle' || type === 'account' ? text.indexOf(':') : -1;
  return readIdentifier({ type, service: text.slice(0, Math.max(cut, 0)).trim(), value: text.slice(cut + 1).trim() });
}

function readIdentifiersOf(kind: PersonKind, cells: Cells): readonly ReadIdentifier[] {
  const own = NAMED_BY[kind];
  const named = own !== undefined && cells[own] === '' ? { ...cells, [own]: cells.name } : cells;
  return (['phone', 'domain', 'handle', 'account'] as const).flatMap((type) =>
    named[type] === '' ? [] : [toIdentifier(type, named[type])],
  );
}

function isAddressOf(chain: ChainId, address: string): boolean {
  try {
    return normaliseAddress(chain, address) !== '';
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** The chain that the line names, or the default, or the only one that has such an address. */
function readChain({ chain, address }: Cells, given: ChainId | null): ChainId {
  const named = chain.toLowerCase();
  if (named !== '')
    return isChainId(named) ? named : refuse(`“${chain}” is no chain. Chains are ${CHAIN_IDS.join(', ')}.`);
  if (given) return given;
  const fitting = CHAIN_IDS.filter((one) => isAddressOf(one, address));
  const [only] = fitting;
  if (only === undefined) return refuse(`“${address.slice(0, 80)}” is an address of no chain.`);
  return fitting.length === 1 ? only : refuse(`This address can be of ${fitting.join(', ')}: write its chain.`);
}

function readLink(cells: Cells, { chain: given, link, source }: TableDefaults): PersonLine['link'] {
  if (cells.address === '') {
    if (cells.chain !== '') refuse('It names a chain and no address.');
    return null;
  }
  const chain = readChain(cells, given);
  const words = { relation: cells.link || link, source: cells.source || source };
  if (words.relation === '') refuse('It does not state what the link says, such as “controls the key”.');
  if (words.source === '') refuse('It names no source, such as “EV-11, entry 3”.');
  return { chain, address: normaliseAddress(chain, cells.address), ...words };
}

function readLine(
  columns: readonly Column[],
  row: DelimitedRow,
  defaults: TableDefaults,
): Omit<PersonLine, 'line' | 'lines'> {
  if (row.fault !== undefined) refuse(`It cannot be read: ${row.fault}.`);
  const cells = readCells(columns, row);
  const kind = readKind(cells.kind);
  if (cells.name === '') refuse('It names nobody.');
  const { name, detail } = cells;
  return { kind, name, detail, identifiers: readIdentifiersOf(kind, cells), link: readLink(cells, defaults) };
}

const lineEnds = (cells: readonly string[]) => cells.join('').split('\n').length;

/**
 * Reads a pasted table of people and their addresses: comma, semicolon, tab or bar, with or without a line that names the
 * columns. Each line that is not understood is listed with its reason. Throws `invalid` for a text that is no such table.
 */
export function readPeopleTable(text: string, defaults: TableDefaults): PeopleTable {
  const [first = ''] = text.trimStart().split('\n', 1);
  const rows = [...readDelimited(text, detectDelimiter(first))];
  const [top] = rows;
  if (!top) return refuse('There is no line with text.');
  const header = readHeader(top);
  const body = header ? rows.slice(1) : rows;
  if (body.length > MAX_ROWS) refuse(`It has ${body.length} lines. Send ${MAX_ROWS} at a time.`);
  const lines: PersonLine[] = [];
  const refused: RefusedLine[] = [];
  for (const row of body) {
    const place = { line: row.line, lines: row.fault === undefined ? lineEnds(row.cells) : 1 };
    try {
      lines.push({ ...place, ...readLine(header ?? USUAL, row, defaults) });
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'invalid')) throw error;
      refused.push({ ...place, why: error.message });
    }
  }
  return { hasHeader: header !== undefined, lines, refused };
}
