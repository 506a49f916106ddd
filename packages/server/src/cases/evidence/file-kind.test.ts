import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofFileKind from './file-kind.ts';
import { UNKNOWN_KIND } from './file-kind.ts';

const recorded = new WatchedResults();
const { describeKind, nameOfKind } = recorded.watch(ofFileKind);

const latin = (text: string) => Buffer.from(text, 'latin1');
const zip = (text: string) => latin(`PK\x03\x04 ${text}`);
const box = (brand: string) => latin(`\0\0\0\x18ftyp${brand}`);

test.each<[string, Buffer, string]>([
  ['pdf', latin('%PDF-1.7'), 'PDF'],
  ['pdf', latin(`${' '.repeat(1_019)}%PDF-`), 'PDF'],
  ['png', latin('\x89PNG\r\n\x1a\n'), 'PNG picture'],
  ['jpeg', latin('\xff\xd8\xff\xe0'), 'JPEG picture'],
  ['gif', latin('GIF87a'), 'GIF picture'],
  ['gif', latin('GIF89a'), 'GIF picture'],
  ['webp', latin('RIFF1234WEBP'), 'WebP picture'],
  ['avi', latin('RIFF1234AVI '), 'AVI video'],
  ['wav', latin('RIFF1234WAVE'), 'WAV sound'],
  ['tiff', latin('II*\0'), 'TIFF picture'],
  ['tiff', latin('MM\0*'), 'TIFF picture'],
  ['heic', box('heic'), 'HEIC picture'],
  ['heic', box('mif1'), 'HEIC picture'],
  ['mov', box('qt  '), 'QuickTime video'],
  ['mp4', box('isom'), 'MP4 video'],
  ['matroska', latin('\x1a\x45\xdf\xa3'), 'Matroska or WebM video'],
  ['mp3', latin('ID3'), 'MP3 sound'],
  ['ogg', latin('OggS'), 'Ogg sound'],
  ['word', zip('word/document.xml'), 'Word document'],
  ['spreadsheet', zip('[Content_Types].xml xl/workbook.xml'), 'Spreadsheet'],
  ['slides', zip('ppt/slides'), 'Presentation'],
  ['office', zip('[Content_Types].xml'), 'Office document'],
  ['open-document', zip('mimetypeapplication/vnd.oasis.opendocument.text'), 'OpenDocument file'],
  ['zip', zip('letter.txt'), 'Zip archive'],
  ['zip', latin('PK\x05\x06'), 'Zip archive'],
  ['gzip', latin('\x1f\x8b'), 'Gzip archive'],
  ['7z', latin('7z\xbc\xaf\x27\x1c'), '7-Zip archive'],
  ['rar', latin('Rar!\x1a\x07'), 'RAR archive'],
  ['xz', latin('\xfd7zXZ\0'), 'XZ archive'],
  ['bzip2', latin('BZh9'), 'Bzip2 archive'],
  ['zstd', latin('\x28\xb5\x2f\xfd'), 'Zstandard archive'],
  ['tar', latin(`${'a'.repeat(257)}ustar`), 'Tar archive'],
  ['old-office', latin('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'), 'Office document before 2007'],
  ['sqlite', latin('SQLite format 3\0'), 'SQLite database'],
  ['e01', latin('EVF\x09\x0d\x0a\xff\0'), 'Disk image'],
  ['virtual-disk', latin('QFI\xfb'), 'Virtual disk'],
  ['pcap', latin('\xd4\xc3\xb2\xa1'), 'Network capture'],
  ['outlook', latin('!BDN'), 'Outlook mailbox'],
  ['program', latin('MZ\x90'), 'Program'],
  ['program', latin('\x7fELF'), 'Program'],
  ['rtf', latin('{\\rtf1'), 'Rich text'],
  ['mbox', latin('From a@b.example Wed Nov 18 12:00:00 2026\n'), 'Mailbox'],
  ['eml', latin('X-Mark: 1\n folded\nFrom: a@b.example\n\nText'), 'Mail'],
  ['html', latin('\n <!DOCTYPE html>'), 'Web page'],
  ['xml', latin('<?xml version="1.0"?>'), 'XML'],
  ['json', latin('{"a": 1}'), 'JSON'],
  ['json', latin('[]'), 'JSON'],
  ['json', latin('[ -1, 2]'), 'JSON'],
  ['csv', latin('a,b\n1,"2,3"\n'), 'Table of text'],
  ['csv', latin('a;b;c\r\n1;2;3\r\n4;5;6\r\n7;8'), 'Table of text'],
  ['csv', latin('a\tb\nc\td'), 'Table of text'],
  ['text', latin('A line.\tWith a tab\r\nand another.'), 'Text'],
  ['text', Buffer.from('Grüße €', 'utf8').subarray(0, -1), 'Text'],
  [UNKNOWN_KIND, latin('text with \x01 in it'), 'Unknown'],
  [UNKNOWN_KIND, latin('Gr\xfc\xdfe'), 'Unknown'],
  ['empty', Buffer.alloc(0), 'Empty file'],
])('a file that begins like it is %s', (id, head, name) => {
  expect(describeKind(head)).toBe(id);
  expect(nameOfKind(id)).toBe(name);
});

test.each<[string, Buffer]>([
  ['a mark of PDF that comes late', latin(`${' '.repeat(1_020)}%PDF-`)],
  ['one line with commas', latin('one, two, three')],
  ['lines with other numbers of commas', latin('a,b\nc\nd,e,f\n')],
  ['lines without a separator', latin('a\nb\nc\n')],
  ['brackets that are no JSON', latin('[sic] he said')],
  ['a line that only speaks of a sender', latin('The letter says\nFrom: nobody')],
])('%s makes a file nothing but text', (_, head) => {
  expect(describeKind(head)).toBe('text');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/file-kind.txt');
});
