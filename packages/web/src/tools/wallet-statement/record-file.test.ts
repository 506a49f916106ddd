import { expect, test } from 'vitest';
import { decodeText, readRecordFile, refuseFile } from './record-file.ts';

const TEXT = 'Währung;Betrag\n€;1,5';
const utf16 = (text: string) => new Uint8Array(new Uint16Array([...text].map((letter) => letter.charCodeAt(0))).buffer);

test('text is read in the encodings that services write', () => {
  expect(decodeText(new TextEncoder().encode(TEXT))).toBe(TEXT);
  expect(decodeText(utf16(`\ufeff${TEXT}`))).toBe(TEXT);
  expect(decodeText(utf16('Date,Amount'))).toBe('Date,Amount');
  expect(decodeText(new Uint8Array([0x57, 0xe4, 0x68, 0x80]))).toBe('Wäh€');
});

test('a workbook is known by its first bytes, and an old one is refused with what to do', async () => {
  const bytes = new Uint8Array([0x50, 0x4b, 0x03, 0x04, ...Array.from({ length: 70_000 }, (_, i) => i & 255)]);
  const { workbook = '' } = await readRecordFile(new File([bytes], 'records.csv'));
  expect(Uint8Array.from(atob(workbook), (letter) => letter.charCodeAt(0))).toEqual(bytes);
  const old = await readRecordFile(new File([new Uint8Array([0xd0, 0xcf, 0x11, 0xe0])], 'a.xls'));
  expect(refuseFile(old)).toMatch(/XLSX or CSV/);
  expect(refuseFile({ text: 'x'.repeat(8_000_001) })).toMatch(/eight million/);
});
