import { expect, test } from 'vitest';
import { keepRefused, showLine } from './pasted-lines.ts';

const TEXT = 'kind,name\nsuspect,A\nboss,"B\nC"\nvictim,D\nchief,E';
const REFUSED = [
  { line: 3, lines: 2, why: 'x' },
  { line: 6, lines: 1, why: 'x' },
];

test('what was refused stays, with the line that names the columns', () => {
  expect(keepRefused(TEXT, { hasHeader: true, refused: REFUSED })).toBe('kind,name\nboss,"B\nC"\nchief,E');
  expect(keepRefused(TEXT, { hasHeader: false, refused: REFUSED })).toBe('boss,"B\nC"\nchief,E');
});

test('a refused line is shown on one line, and cut where it is long', () => {
  expect(showLine(TEXT, { line: 3, lines: 2, why: 'x' })).toBe('boss,"B C"');
  expect(showLine('y'.repeat(500), { line: 1, lines: 1, why: 'x' })).toHaveLength(120);
});
