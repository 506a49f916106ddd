import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofPasswordShape from './password-shape.ts';

const recorded = new WatchedResults();
const { countFreeCharacters, foldPassword, isStep, periodOf, unmask } = recorded.watch(ofPasswordShape);

test('digits and signs in place of letters are read as letters, a one in both ways', () => {
  expect(unmask('p4$$w0rd1')).toEqual(['passwordl', 'passwordi']);
  expect(unmask('3571@!')).toEqual(['estlai', 'estiai']);
  expect(unmask('z9')).toEqual(['z9', 'z9']);
});

test('width and case of letters are no difference', () => {
  expect(foldPassword('ＰａＳＳ①')).toBe('pass1');
});

test.each([
  ['', 0],
  ['a', 1],
  ['aa', 1],
  ['abab', 2],
  ['ababa', 2],
  ['abcabc', 3],
  ['abcabd', 6],
  ['🙂🙂', 1],
])('%j repeats every %d characters', (text, period) => {
  expect(periodOf(text)).toBe(period);
});

test('the next key of an alphabet, a row or a column goes on, both ways, and any other does not', () => {
  for (const [a, b] of ['aa', 'ab', 'ba', 'qw', 'wq', '90', '09', 'tz', '1q', 'az', 'qa'].map((pair) => [...pair]))
    expect([a, b, isStep(a ?? '', b ?? '')]).toEqual([a, b, true]);
  for (const [a, b] of ['ac', 'qe', '13', 'pq1'].map((pair) => [...pair]))
    expect(isStep(a ?? '', b === 'q' ? 'z' : (b ?? ''))).toBe(false);
});

test.each([
  ['', 0],
  ['abcdefgh', 1],
  ['aaaaaaaa', 1],
  ['qwertz12', 2],
  ['1qaz2wsx3edc', 1],
  ['xkcdmwpv', 7],
])('of %j %d characters are free', (text, free) => {
  expect(countFreeCharacters(text)).toBe(free);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/password-shape.txt');
});
