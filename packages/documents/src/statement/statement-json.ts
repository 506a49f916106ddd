import { createHash, type Hash } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { writeLineJson } from '@trailmark/core/statement/line-json';
import type { StatementLine } from '@trailmark/core/statement/statement';
import { lineCodec, partCodecs } from './json/statement-codec.ts';
import type { StatementDocument, StatementParts } from './statement-document.ts';

const FORMAT = 'trailmark-statement/3';
const PARTS = [
  'assets',
  'balances',
  'charts',
  'head',
  'lots',
  'rates',
  'totals',
] as const satisfies (keyof StatementParts)[];
/** Characters of one row of a file: more is no statement of ours. */
const MAX_ROW = 64 * 1024 * 1024;
/** Lines that are read before they are passed on. */
const BATCH = 500;

/**
 * Writes a statement as JSON: a member per row, a line per row, each row canonical (RFC 8785), so that equal statements have equal
 * bytes. Digests of the lines and of the whole file come with it, which other formats print.
 */
export class StatementJson {
  readonly #lines = createHash('sha256');
  readonly #file = createHash('sha256');
  #count = 0;

  #pass(text: string): string {
    this.#file.update(text);
    return text;
  }

  begin(parts: StatementParts): string {
    const rows = PARTS.map((name) => {
      const codec = partCodecs[name] as { encode(value: unknown): unknown };
      return `"${name}":${JSON.stringify(codec.encode(parts[name]))},\n`;
    });
    return this.#pass(`{"format":"${FORMAT}",\n${rows.join('')}"lines":[`);
  }

  batch(lines: readonly StatementLine[]): string {
    let text = '';
    let rows = '';
    for (const line of lines) {
      const row = writeLineJson(line);
      rows += `${row}\n`;
      text += `${this.#count === 0 ? '' : ','}\n${row}`;
      this.#count++;
    }
    this.#lines.update(rows);
    return this.#pass(text);
  }

  end(): string {
    return this.#pass(`\n],\n"lineCount":${this.#count},"sha256OfLines":"${this.#lines.digest('hex')}"}\n`);
  }

  /** SHA-256 of the file; call once, after `end`. */
  digest(): string {
    return (this.#file as Hash).digest('hex');
  }
}

/** A statement without loss: export, import, export gives the same bytes. */
export async function* streamStatementJson(document: StatementDocument): AsyncGenerator<Uint8Array> {
  const writer = new StatementJson();
  yield Buffer.from(writer.begin(document));
  for await (const lines of document.lines) yield Buffer.from(writer.batch(lines));
  yield Buffer.from(writer.end());
}

function refuse(reason: string): AppError {
  return new AppError('invalid', `This is not a statement file as Trailmark writes it: ${reason}.`);
}

async function* readRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let rest = '';
  for await (const chunk of chunks) {
    try {
      rest += decoder.decode(chunk, { stream: true });
    } catch {
      throw refuse('it is not UTF-8');
    }
    const rows = rest.split('\n');
    rest = rows.pop() ?? '';
    if (rest.length > MAX_ROW) throw refuse('a row is longer than 64 MiB');
    yield* rows;
  }
  if (rest !== '') throw refuse('it ends within a row');
}

function parseRow(row: string, place: string): unknown {
  try {
    return JSON.parse(row);
  } catch {
    throw refuse(`${place} is not JSON`);
  }
}

async function nextRow(rows: AsyncGenerator<string>, place: string): Promise<string> {
  const row = await rows.next();
  if (row.done) throw refuse(`it ends before ${place}`);
  return row.value;
}

async function readPart(rows: AsyncGenerator<string>, name: keyof StatementParts): Promise<unknown> {
  const row = await nextRow(rows, `"${name}"`);
  const start = `"${name}":`;
  if (!row.startsWith(start) || !row.endsWith(',')) throw refuse(`"${name}" is missing or out of order`);
  return partCodecs[name].decode(parseRow(row.slice(start.length, -1), `"${name}"`), name);
}

function checkEnd(row: string, count: number, sha256: string): void {
  if (row !== `"lineCount":${count},"sha256OfLines":"${sha256}"}`)
    throw refuse(`its ${count} lines are not the lines it was written with`);
}

async function* readLines(rows: AsyncGenerator<string>): AsyncGenerator<readonly StatementLine[]> {
  const hash = createHash('sha256');
  let batch: StatementLine[] = [];
  let count = 0;
  for (let row = await nextRow(rows, 'its lines end'); row !== '],'; row = await nextRow(rows, 'its lines end')) {
    const text = row.endsWith(',') ? row.slice(0, -1) : row;
    if (text === '') continue;
    count++;
    hash.update(`${text}\n`);
    batch.push(lineCodec.decode(parseRow(text, `line ${count}`), `line ${count}`));
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
  checkEnd(await nextRow(rows, 'its count of lines'), count, hash.digest('hex'));
  if (!(await rows.next()).done) throw refuse('something follows its end');
}

/**
 * Reads what `streamStatementJson` wrote; lines are read as they are used, and their count and digest are checked at the end. Throws
 * `invalid` with the place of what is wrong.
 */
export async function readStatementJson(chunks: AsyncIterable<Uint8Array>): Promise<StatementDocument> {
  const rows = readRows(chunks);
  const first = await nextRow(rows, 'its format');
  if (/^\{"format":"trailmark-statement\/\d+",$/.test(first) && !first.includes(`"${FORMAT}"`))
    throw refuse(`it is of another version than ${FORMAT}. Make it again with the command that it names`);
  if (first !== `{"format":"${FORMAT}",`) throw refuse(`it does not start with ${FORMAT}`);
  const parts: Partial<Record<keyof StatementParts, unknown>> = {};
  for (const name of PARTS) parts[name] = await readPart(rows, name);
  if ((await nextRow(rows, '"lines"')) !== '"lines":[') throw refuse('"lines" is missing or out of order');
  return { ...(parts as unknown as StatementParts), lines: readLines(rows) };
}
