import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofShownName from './shown-name.ts';

const recorded = new WatchedResults();
const { toFileName, toShownName } = recorded.watch(ofShownName);

const shown = (text: string) => toShownName(Buffer.from(text));

test.each([
  ['report final.pdf', 'report final.pdf'],
  ['Cafe\u0301.txt', 'Café.txt'],
  ['invoice\u202efdp.exe', 'invoice[U+202E]fdp.exe'],
  ['a\nb', 'a[U+000A]b'],
  ['zero\u200bwidth', 'zero[U+200B]width'],
  ['../../etc/passwd', '..[U+002F]..[U+002F]etc[U+002F]passwd'],
  ['c:\\x', 'c:[U+005C]x'],
  ['\u{e0001}', '[U+E0001]'],
  ['🙂.png', '🙂.png'],
])('%j is shown as %j', (name, text) => {
  expect(shown(name)).toBe(text);
});

test('bytes that are no text are shown as what they are', () => {
  expect(toShownName(Buffer.from([0x61, 0xff, 0x80, 0x7f]))).toBe('a[0xff][0x80][U+007F]');
});

test('a name takes at most 255 bytes, and is never cut within a character', () => {
  expect(shown('x'.repeat(255))).toBe('x'.repeat(255));
  expect(shown('x'.repeat(256))).toBe(`${'x'.repeat(252)}…`);
  expect(shown('€'.repeat(100))).toBe(`${'€'.repeat(84)}…`);
  expect(shown('🙂'.repeat(100))).toBe(`${'🙂'.repeat(63)}…`);
});

test.each([
  ['report final.pdf', 'E-1-report_final.pdf'],
  ['../../etc/passwd', 'E-1-etc_passwd'],
  ['Café.txt', 'E-1-Cafe_.txt'],
  ['a...b', 'E-1-a.b'],
  ['.hidden', 'E-1-hidden'],
  ['日本', 'E-1'],
  ['', 'E-1'],
  [`${'a'.repeat(100)}.${'b'.repeat(119)}`, `E-1-${'b'.repeat(119)}`],
])('%j is downloaded as %j', (name, file) => {
  expect(toFileName('E-1', Buffer.from(name))).toBe(file);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/shown-name.txt');
});
