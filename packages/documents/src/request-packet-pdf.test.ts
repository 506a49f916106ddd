import { describe, expect, it } from 'vitest';
import { breakLines, toPrintable } from './pdf-text.ts';
import { digestPacketRows } from './request-packet.ts';
import { streamPacketPdf } from './request-packet-pdf.ts';
import { readPdf } from './testing/read-pdf.ts';
import { BLOCK_HASH, sampleDeposit, samplePacket, TXID } from './testing/sample-packet.ts';

async function print(packet = samplePacket()): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const part of streamPacketPdf(packet)) parts.push(part);
  return Buffer.concat(parts);
}

const WIDTH = 595.28;
const HOSTILE = [
  'W'.repeat(300),
  '\u202egnp.exe\u202c and \u0000\u0007 \u200bhidden',
  'x'.repeat(40).split('').join('\u0301'.repeat(6)),
  ') Tj /JS (app.alert(1)) /OpenAction << >> endobj',
  '日本語 🏦 שלום',
  `${'very '.repeat(59)}`,
];

describe('a printed request', () => {
  it('prints full hashes on one line each, to be selected', async () => {
    const { pieces } = readPdf(await print());
    const texts = pieces.map(({ text }) => text);
    expect(texts).toContain(TXID);
    expect(texts).toContain(BLOCK_HASH);
    expect(texts).toContain('3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy');
    expect(texts).toContain('1.23456789 BTC (123456789 in the smallest unit)');
    expect(texts).toContain('56,123.46 USD (close of 2021-09-11 UTC: 45,160.123456789; Sample)');
    expect(texts).toContain(`Rows SHA-256 ${digestPacketRows(samplePacket())}`);
  });

  it('numbers its pages and repeats the case at the foot of each', async () => {
    const deposits = Array.from({ length: 20 }, (_, vout) => sampleDeposit({ vout }));
    const { pieces } = readPdf(await print(samplePacket({ deposits })));
    const pages = Math.max(...pieces.map(({ page }) => page));
    expect(pages).toBeGreaterThan(4);
    for (let page = 1; page <= pages; page++) {
      const texts = pieces.filter((piece) => piece.page === page).map(({ text }) => text);
      expect(texts).toContain(`Page ${page} of ${pages}`);
      expect(texts).toContain('Request to produce records · Case C-2026/1183');
    }
  });

  it('prints the warning of a route that is not verified, and none for one that is', async () => {
    const { pieces } = readPdf(await print());
    expect(pieces.some(({ text }) => text.startsWith('NOT VERIFIED'))).toBe(true);
    const { addressee } = samplePacket();
    const contacts = addressee.contacts.map((contact) => ({
      ...contact,
      standing: 'verified' as const,
      verifiedOn: '2026-01-02',
    }));
    const other = readPdf(await print(samplePacket({ addressee: { ...addressee, contacts } })));
    expect(other.pieces.some(({ text }) => text.includes('NOT VERIFIED'))).toBe(false);
    expect(other.pieces.some(({ text }) => text.includes('on 2026-01-02'))).toBe(true);
  });

  it('is the same bytes for the same request', async () => {
    const [first, second] = [await print(), await print()];
    expect(first.equals(second)).toBe(true);
    expect((await print(samplePacket({ madeAt: 1_795_000_001 }))).equals(first)).toBe(false);
  });

  it('has no script, action, link, form or attachment, whatever the text', async () => {
    const [, , , injected = ''] = HOSTILE;
    const { structure } = readPdf(await print(samplePacket({ authority: injected, caseNumber: injected })));
    const dictionaries = structure.replace(/\((?:\\[\s\S]|[^\\)])*\)/g, '()').replace(/<[0-9a-f]*>/g, '<>');
    expect(dictionaries).not.toMatch(/\/(?:JS|JavaScript|OpenAction|AA|Annots|URI|Launch|AcroForm|EmbeddedFiles)\b/);
  });

  it.each(HOSTILE)('keeps every line on the page with the text %j', async (text) => {
    const addressee = { ...samplePacket().addressee, name: text, legalName: undefined, jurisdictions: [text] };
    const packet = samplePacket({
      authority: text,
      caseNumber: text,
      officer: text,
      officerId: text,
      replyTo: text,
      legalBasis: text,
      asks: [text],
      notes: [text],
      addressee,
      deposits: [sampleDeposit({ basis: text })],
    });
    const { pieces } = readPdf(await print(packet));
    expect(pieces.map((piece) => piece.text)).toContain(TXID);
    const shown = pieces.map((piece) => piece.text).join('');
    expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{M}]/u);
    expect(shown).not.toContain('?');
    for (const { x, y } of pieces) {
      expect(x).toBeGreaterThanOrEqual(68);
      expect(x).toBeLessThan(WIDTH - 56);
      expect(y).toBeGreaterThan(20);
      expect(y).toBeLessThan(842);
    }
  });
});

describe('printable text', () => {
  const latin = (codePoint: number): boolean => codePoint < 0x250;

  it('shows what would steer or hide text by its number', () => {
    expect(toPrintable('a\u202eb\u200bc\u0000d', latin)).toBe('a[U+202E]b[U+200B]c[U+0000]d');
    expect(toPrintable('\u65e5\ud800', latin)).toBe('[U+65E5][U+D800]');
  });

  it('composes letters and folds blanks and line ends', () => {
    expect(toPrintable(' Dvor\u030ca\u0301k\r\n\u00a0x ', latin)).toBe('Dvořák x');
  });

  it('breaks lines at blanks, and words only where they fit no line', () => {
    const measure = (text: string): number => text.length;
    expect(breakLines('one two three', 7, measure)).toEqual(['one two', 'three']);
    expect(breakLines('a 0123456789 b', 4, measure)).toEqual(['a', '0123', '4567', '89 b']);
    expect(breakLines('', 4, measure)).toEqual(['']);
    for (const line of breakLines('🏦'.repeat(30), 8, measure)) expect(line).not.toMatch(/^[\udc00-\udfff]/);
  });
});
