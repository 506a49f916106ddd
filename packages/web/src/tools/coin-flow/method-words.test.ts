import { expect, test } from 'vitest';
import { shortenMethodName } from './method-words.ts';

test.each([
  ['First in, first out (FIFO)', 'FIFO'],
  ['Haircut (in proportion)', 'Haircut'],
  ['Exact outputs', 'Exact outputs'],
  ['Poison (everything it touches)', 'Poison'],
])('%s is written as %s where there is little room', (name, short) => {
  expect(shortenMethodName(name)).toBe(short);
});
