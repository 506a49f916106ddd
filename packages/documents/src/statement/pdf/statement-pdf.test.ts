import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkPdf } from '../../testing/check-pdf.ts';
import { HOSTILE_LABELS, sampleStatement } from '../../testing/sample-statement.ts';
import { streamStatementJson } from '../statement-json.ts';
import { streamStatementPdf } from './statement-pdf.ts';

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

describe('the checker', () => {
  const cases: readonly (readonly [string, RegExp, (text: string) => string])[] = [
    ['a tag that is not closed', /PDF\/UA 7.1/, (text) => text.replace('/Marked true', '/Marked none')],
  ];
  test.each(cases)('finds %s', async (_, _clause, change) => {
    expect(change('/Marked true')).not.toBe('/Marked true');
  });
});
