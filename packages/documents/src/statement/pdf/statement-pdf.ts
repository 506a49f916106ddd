import { groupDigits } from '../../request-packet-figures.ts';
import type { StatementDocument, StatementHead } from '../statement-document.ts';
import { readItems } from '../statement-items.ts';
import { StatementJson } from '../statement-json.ts';
import { createZoneClock } from '../zone-clock.ts';
import { writeAllBalances, writeLots, writeMethod, writeRates, writeTotals } from './annexes.ts';
import { AssetNames } from './asset-names.ts';
import { Book, Part } from './book.ts';
import { Cover } from './cover.ts';
import { COVER_ASSETS, type ContentsRow } from './cover-parts.ts';
import { LinesPart } from './lines-part.ts';
import { drawFootWith, groupHash, type PageFoot } from './page-foot.ts';
import { Sheet, type SheetHead } from './sheet.ts';
import { joinWords, type SecondLanguage, writeDay } from './words.ts';

export interface StatementPdfOptions {
  /** Language of the words below the English heads. */
  readonly second?: SecondLanguage | undefined;
}

function describePeriod({ from, to, request }: StatementHead): string {
  const clock = createZoneClock(request.zone);
  return `${writeDay(clock(from).day)} to ${writeDay(clock(Math.max(from, to - 1)).day)}`;
}

function sheetHead(head: StatementHead): SheetHead {
  const { title, subjects, particulars, classification } = head;
  const about = `${subjects[0] ?? ''}, ${describePeriod(head)}`;
  return { title, about, right: particulars.find(({ name }) => name === 'Case')?.value ?? '', classification };
}

/** What each page ends in: who, as of when, the digest and how to make it again. */
function toFoot(head: StatementHead, sha256: string): PageFoot {
  const blocks = joinWords(head.asOf.map(({ name, height }) => `${name} ${groupDigits(String(height))}`));
  const versions = head.versions.map(({ name, value }) => ` ${name} ${value}.`).join('');
  return {
    who: [head.agency, head.unit].filter((part) => part !== undefined).join(', ') || head.title,
    asOf: `As of ${blocks}.${versions}`,
    digest: `SHA-256 of the JSON file ${groupHash(sha256)}`,
    again: `Reproduce with: ${head.command}`,
  };
}

/** Parts after the lines, by what the statement is for. */
function writeAnnexes(
  document: StatementDocument,
  open: (title: string) => Sheet,
  { names, sha256 }: { readonly names: AssetNames; readonly sha256: string },
): void {
  const { balances, totals, lots, rates, head } = document;
  const write = (title: string, draw: (sheet: Sheet) => void) => {
    const sheet = open(title);
    draw(sheet);
    sheet.finish();
  };
  const isLong = balances.length > COVER_ASSETS || balances.some(({ asset }) => asset.isUnverified);
  if (isLong) write('All balances', (sheet) => writeAllBalances(sheet, document, names));
  if (head.request.template !== 'bank' && lots.length > 0) write('Lots', (sheet) => writeLots(sheet, document, names));
  if (Object.values(totals).some(({ length }) => length > 0))
    write('Totals', (sheet) => writeTotals(sheet, document, names));
  if (rates.length > 0) write('Prices', (sheet) => writeRates(sheet, document, names));
  write('Method and sources', (sheet) => writeMethod(sheet, document, sha256));
}

function describeLines({ lineCount }: StatementHead): string {
  return lineCount === 0 ? 'Lines: none in the period' : `Lines 1 to ${lineCount}`;
}

/**
 * The statement as a tagged archival PDF (PDF/A-2a, PDF/UA-1), page by page as lines are read; the cover is written last, when all
 * is known. Memory grows by some bytes per line.
 */
export async function* streamStatementPdf(
  document: StatementDocument,
  { second }: StatementPdfOptions = {},
): AsyncGenerator<Uint8Array> {
  const { head, balances } = document;
  const about = `${head.subjects[0] ?? ''}, ${describePeriod(head)}`;
  const author = head.agency ?? head.software;
  const date = Math.max(head.to, ...head.asOf.map(({ time }) => time));
  const info = {
    title: `${head.title}, ${about}`,
    author,
    subject: about,
    software: head.software,
    date,
    language: 'en',
  };
  const book = new Book(info);
  const names = new AssetNames(document);
  const cover = book.tree.open('Sect', book.tree.document);
  const parts = [new Part(head.title)];
  const open = (title: string): Sheet => {
    const part = new Part(title);
    parts.push(part);
    return new Sheet(book, part, book.tree.open('Sect', book.tree.document), sheetHead(head), second);
  };

  const json = new StatementJson();
  json.begin(document);
  const seen = async function* () {
    for await (const lines of document.lines) {
      json.batch(lines);
      yield lines;
    }
  };
  const sheet = open(describeLines(head));
  const lines = new LinesPart(sheet, head, balances, names);
  for await (const items of readItems({ balances, lines: seen() })) {
    for (const item of items) lines.add(item);
    const ready = book.file.take();
    if (ready) yield ready;
  }
  lines.finish();
  sheet.finish();
  json.end();
  const sha256 = json.digest();

  writeAnnexes(document, open, { names, sha256 });
  let at = 2;
  const contents: ContentsRow[] = parts.slice(1).map(({ title, leaves }) => {
    const row = { title, page: at };
    at += leaves.length;
    return row;
  });
  const [first = new Part(head.title)] = parts;
  new Cover(book, cover, document, names, second).draw(first, [
    { title: 'Summary and balances', page: 1 },
    ...contents,
  ]);
  book.finish(parts, drawFootWith(toFoot(head, sha256)), sha256.slice(0, 32));
  const rest = book.file.take(0);
  if (rest) yield rest;
}
