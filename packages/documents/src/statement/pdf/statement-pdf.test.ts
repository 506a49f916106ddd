import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkPdf } from '../../testing/check-pdf.ts';
import { HOSTILE_LABELS, sampleStatement } from '../../testing/sample-statement.ts';
import { streamStatementJson } from '../statement-json.ts';
import { Book, Part } from './book.ts';
import type { Page } from './canvas.ts';
import { streamStatementPdf } from './statement-pdf.ts';
import type { Element, ElementType } from './structure.ts';

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

describe('a statement as PDF', () => {
  test.each([
    ['bank', undefined, 75],
    ['tax', 'de', 40],
    ['exhibit', 'fr', 3],
    ['bank', 'es', 0],
  ] as const)(
    'template %s with second language %s breaks no clause that is checked',
    async (template, second, lines) => {
      const { faults, pages } = checkPdf(
        await collect(streamStatementPdf(sampleStatement(lines, { template }), { second })),
      );
      expect(faults).toEqual([]);
      expect(pages.length).toBeGreaterThan(2);
    },
  );

  test('it states the digest of the JSON file and how to make it again on each page', async () => {
    const json = await collect(streamStatementJson(sampleStatement(75)));
    const digest = createHash('sha256').update(json).digest('hex');
    const { pages } = checkPdf(await collect(streamStatementPdf(sampleStatement(75))));
    for (const [i, page] of pages.entries()) {
      expect(page.replace(/[\s]/g, '')).toContain(digest);
      expect(page).toContain('Reproduce with: trailmark statement');
      expect(page).toContain(`Page ${i + 1} of ${pages.length}`);
    }
  });

  test('each line is on one page, with its whole transaction id, and pages end in what they carry forward', async () => {
    const { pages } = checkPdf(await collect(streamStatementPdf(sampleStatement(75))));
    const ids: string[] = [];
    for await (const lines of sampleStatement(75).lines) ids.push(...lines.map(({ txid }) => txid ?? ''));
    for (const id of ids) expect(pages.filter((page) => page.includes(`\n${id}\n`))).toHaveLength(1);
    const sheets = pages.filter((page) => page.includes('Counterparty') && page.includes('\nlines 1 to '));
    expect(sheets.length).toBeGreaterThan(2);
    for (const sheet of sheets.slice(0, -1)) expect(sheet).toContain('Carried forward, BTC');
    expect(sheets.at(-1)).toContain('Closing balance, BTC');
    expect(pages.join('')).toContain('Gap.');
  });

  test('equal statements have equal bytes, and another line gives others', async () => {
    const [first, second, other] = await Promise.all(
      [20, 20, 21].map((count) => collect(streamStatementPdf(sampleStatement(count)))),
    );
    expect(first?.equals(second ?? Buffer.alloc(0))).toBe(true);
    expect(first?.equals(other ?? Buffer.alloc(0))).toBe(false);
  });

  test('controls, direction marks and tall stacks of marks are named, and no label can end a text', async () => {
    const { pages, faults } = checkPdf(await collect(streamStatementPdf(sampleStatement(90))));
    // The checker reads each run of glyphs on a line of its own.
    const text = pages.join('').replaceAll('\n', '');
    expect(faults).toEqual([]);
    expect(text).toContain('[U+202E]gnihtyna[U+202C]');
    expect(text).toContain('[U+0302]');
    expect(text).toContain(')Tj ET /Evil Do');
    expect(HOSTILE_LABELS.length).toBeGreaterThan(10);
  });
});

const INFO = { title: 'A', author: 'B', subject: 'C', software: 'D', date: 0, language: 'en' };

/** A file of one page, of which `draw` draws the content. */
function onePage(draw: (book: Book, page: Page, section: Element) => void): Buffer {
  const book = new Book(INFO);
  const part = new Part('One');
  const section = book.tree.open('Sect', book.tree.document);
  const page = book.openPage();
  draw(book, page, section);
  book.closePage(part, page);
  book.tree.close(section);
  book.finish([part], { foot: () => undefined, number: () => undefined }, '0'.repeat(32));
  return Buffer.from(book.file.take(0) ?? []);
}

function put(book: Book, page: Page, section: Element, type: ElementType): void {
  const element = book.tree.open(type, section);
  page.mark(element, () => page.text('text', 50, 50));
  book.tree.close(element);
}

const findFaults = (bytes: Buffer) => checkPdf(bytes).faults.map(({ clause }) => clause);

describe('the checker', () => {
  test('a page with one paragraph has no fault', () => {
    expect(findFaults(onePage((book, page, section) => put(book, page, section, 'P')))).toEqual([]);
  });

  test.each([
    ['ink outside of marked content', 'PDF/UA 7.1', (_: Book, page: Page) => void page.text('loose', 50, 50)],
    [
      'a colour that the profile does not state',
      'PDF/A 6.2.4.3',
      (_: Book, page: Page) => page.artifact(() => page.add('1 0 0 rg')),
    ],
    ['marked content that is not closed', 'PDF/UA 7.1', (_: Book, page: Page) => page.add('/Artifact BMC')],
    [
      'an artifact within content',
      'PDF/UA 7.1',
      (book: Book, page: Page, section: Element) => {
        const element = book.tree.open('P', section);
        page.mark(element, () => page.artifact(() => page.rule(0, 0, 10)));
        book.tree.close(element);
      },
    ],
    [
      'a figure without words',
      'PDF/UA 7.3',
      (book: Book, page: Page, section: Element) => put(book, page, section, 'Figure'),
    ],
    [
      'a heading that skips a level',
      'PDF/UA 7.4.2',
      (book: Book, page: Page, section: Element) => put(book, page, section, 'H2'),
    ],
    [
      'a cell outside of a table',
      'PDF/UA 7.1',
      (book: Book, page: Page, section: Element) => put(book, page, section, 'TD'),
    ],
    [
      'rows of different width',
      'PDF/UA 7.5',
      (book: Book, page: Page, section: Element) => {
        const table = book.tree.open('Table', section);
        for (const [group, cells] of [
          ['THead', ['TH', 'TH']],
          ['TBody', ['TD']],
        ] as const) {
          const body = book.tree.open(group, table);
          const row = book.tree.open('TR', body);
          for (const cell of cells) put(book, page, row, cell);
          book.tree.close(row);
          book.tree.close(body);
        }
        book.tree.close(table);
      },
    ],
    [
      'text in a font that is not there',
      'PDF/A 6.2.11.4.1',
      (_: Book, page: Page) => page.artifact(() => page.add('BT /F99 9 Tf (ab)Tj ET')),
    ],
    [
      'the glyph of missing letters',
      'PDF/A 6.2.11.8',
      (_: Book, page: Page) =>
        page.artifact(() => {
          page.text('a', 50, 50);
          page.add('BT /F1 9 Tf <0000>Tj ET');
        }),
    ],
  ])('finds %s', (_, clause, draw) => {
    expect(findFaults(onePage(draw))).toContain(clause);
  });

  test.each([
    ['another part of the standard', 'PDF/A 6.6.4', '<pdfaid:part>2<', '<pdfaid:part>3<'],
    ['no identification as accessible', 'PDF/UA 5', '<pdfuaid:part>1<', '<pdfuaid:part>0<'],
    ['metadata that differ', 'PDF/A 6.6.3', 'x-default">A<', 'x-default">B<'],
    ['a header of another version', 'PDF/A 6.1.2', '%PDF-1.7', '%PDF-2.0'],
  ])('finds %s', (_, clause, from, to) => {
    const bytes = onePage((book, page, section) => put(book, page, section, 'P'));
    const text = bytes.toString('latin1');
    expect(text).toContain(from);
    expect(findFaults(Buffer.from(text.replace(from, to), 'latin1'))).toContain(clause);
  });
});
