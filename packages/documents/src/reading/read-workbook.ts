import { AppError } from '@trailmark/core/errors';
import { type Archive, openArchive } from './open-archive.ts';
import {
  decodeXmlText,
  listDateStyles,
  readAttributes,
  readColumn,
  readNumber,
  readRichText,
  readSerialDate,
} from './workbook-cells.ts';

/** Bytes of one part of a workbook when unpacked. */
const LARGEST_PART = 256 * 2 ** 20;
const MOST_SHEETS = 200;
const MOST_COLUMNS = 200;

/** One row of a sheet: its number there, and its cells as text. */
export interface WorkbookRow {
  readonly line: number;
  readonly cells: readonly string[];
}

export interface Workbook {
  /** Names of the sheets that are shown, in their order. */
  readonly sheets: readonly string[];
  /**
   * Rows with a cell that is not empty. Dates are ISO text without a zone, numbers have their digits, a formula has the value that
   * the file stores; one without a stored value is its text, never calculated. Throws `invalid` for a sheet that is not there.
   */
  rows(sheet: string): Generator<WorkbookRow>;
}

interface Part {
  readonly name: string;
  readonly path: string;
}

function readText(archive: Archive, path: string): string {
  const text = archive.read(path, LARGEST_PART).toString('utf8');
  // Entities of its own would let a file of a kilobyte grow to gigabytes; no workbook has any.
  if (/<!(?:DOCTYPE|ENTITY)/i.test(text.slice(0, 10_000)))
    throw new AppError('invalid', 'This is no workbook that can be read: it declares entities of its own.');
  return text;
}

function resolvePath(target: string): string {
  return target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;
}

function listSheets(archive: Archive, workbook: string): Part[] {
  const links = new Map<string, string>();
  for (const [tag] of readText(archive, 'xl/_rels/workbook.xml.rels').matchAll(/<(?:\w+:)?Relationship\s[^>]*>/g)) {
    const attributes = readAttributes(tag);
    links.set(attributes.get('Id') ?? '', resolvePath(attributes.get('Target') ?? ''));
  }
  const parts: Part[] = [];
  for (const [tag] of workbook.matchAll(/<(?:\w+:)?sheet\s[^>]*>/g)) {
    // The id of the link has a prefix, the number of the sheet another name.
    const [, id = ''] = /\b\w+:id\s*=\s*"([^"]*)"/.exec(tag) ?? [];
    const attributes = readAttributes(tag);
    const path = links.get(id);
    if (path === undefined || (attributes.get('state') ?? 'visible') !== 'visible') continue;
    parts.push({ name: attributes.get('name') ?? '', path });
    if (parts.length >= MOST_SHEETS) break;
  }
  return parts;
}

function readSharedTexts(archive: Archive): string[] {
  if (!archive.has('xl/sharedStrings.xml')) return [];
  const xml = readText(archive, 'xl/sharedStrings.xml');
  return [...xml.matchAll(/<(?:\w+:)?si(?:\s[^>]*)?(?:\/>|>([\s\S]*?)<\/(?:\w+:)?si>)/g)].map(([, body = '']) =>
    readRichText(body),
  );
}

interface CellWorld {
  readonly texts: readonly string[];
  readonly dateStyles: ReadonlySet<number>;
  readonly is1904: boolean;
}

const VALUE = /<(?:\w+:)?v(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?v>/;
const FORMULA = /<(?:\w+:)?f(?:\s[^>]*)?>([\s\S]*?)<\/(?:\w+:)?f>/;

/** The text of a stored value, by the type of its cell (18.18.11). */
function readValue(value: string, attributes: ReadonlyMap<string, string>, world: CellWorld): string {
  const type = attributes.get('t') ?? 'n';
  if (type === 's') return world.texts[Number(value)] ?? '';
  if (type === 'b') return value === '1' ? 'true' : 'false';
  if (type !== 'n') return value;
  const isDate = world.dateStyles.has(Number(attributes.get('s') ?? -1));
  return (isDate ? readSerialDate(value, world.is1904) : undefined) ?? readNumber(value);
}

function readCell(attributes: ReadonlyMap<string, string>, body: string, world: CellWorld): string {
  if (attributes.get('t') === 'inlineStr') return readRichText(body);
  const stored = VALUE.exec(body)?.[1];
  if (stored !== undefined) return readValue(decodeXmlText(stored), attributes, world);
  const formula = FORMULA.exec(body)?.[1];
  return formula === undefined ? '' : `=${decodeXmlText(formula)}`;
}

const ROW = /<(?:\w+:)?row\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?row>)/g;
const CELL = /<(?:\w+:)?c\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:\w+:)?c>)/g;

function readCells(row: string, world: CellWorld): string[] {
  const cells: string[] = [];
  for (const [, tag = '', body = ''] of row.matchAll(CELL)) {
    const attributes = readAttributes(tag);
    const at = readColumn(attributes.get('r') ?? '') ?? cells.length;
    if (at >= MOST_COLUMNS) continue;
    while (cells.length < at) cells.push('');
    cells[at] = readCell(attributes, body, world).trim();
  }
  return cells;
}

function* readRows(xml: string, world: CellWorld): Generator<WorkbookRow> {
  let line = 0;
  for (const [, tag = '', body = ''] of xml.matchAll(ROW)) {
    line = Number(readAttributes(tag).get('r') ?? line + 1);
    const cells = readCells(body, world);
    if (cells.some((cell) => cell !== '')) yield { line, cells };
  }
}

/** Opens an XLSX workbook (ECMA-376) from its bytes. Nothing in it is calculated or fetched. Throws `invalid` for anything else. */
export function readWorkbook(bytes: Buffer): Workbook {
  const archive = openArchive(bytes);
  const workbook = readText(archive, 'xl/workbook.xml');
  const parts = listSheets(archive, workbook);
  if (parts.length === 0) throw new AppError('invalid', 'The workbook has no sheet that is shown.');
  const [properties = ''] = /<(?:\w+:)?workbookPr\b[^>]*>/.exec(workbook) ?? [];
  const is1904 = ['1', 'true'].includes(readAttributes(properties).get('date1904') ?? '');
  let world: CellWorld | undefined;
  const openWorld = (): CellWorld => {
    const styles = archive.has('xl/styles.xml') ? readText(archive, 'xl/styles.xml') : '';
    world ??= { texts: readSharedTexts(archive), dateStyles: listDateStyles(styles), is1904 };
    return world;
  };
  return {
    sheets: parts.map(({ name }) => name),
    *rows(sheet) {
      const part = parts.find(({ name }) => name === sheet);
      if (!part) throw new AppError('invalid', `The workbook has no sheet “${sheet.slice(0, 60)}”.`);
      yield* readRows(readText(archive, part.path), openWorld());
    },
  };
}
