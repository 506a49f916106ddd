import { expect, test } from 'vitest';
import { NumberTable } from './number-table.ts';

test.each([1, 64, 1_000])('a table made for %i numbers holds 20,000 in order of arrival, each once', (expected) => {
  const table = new NumberTable(expected);
  const numberOf = (index: number): number => (index * 7_919) % 1_000_003;
  let wrong = 0;
  for (let index = 0; index < 20_000; index++) {
    if (table.indexOf(numberOf(index)) !== -1 || table.add(numberOf(index)) !== index) wrong++;
    if (table.add(numberOf(index)) !== -1) wrong++;
  }
  for (let index = 0; index < 20_000; index++) {
    if (table.at(index) !== numberOf(index) || table.indexOf(numberOf(index)) !== index) wrong++;
  }
  expect([wrong, table.count]).toEqual([0, 20_000]);
  expect([table.indexOf(1_000_003), table.add(1_000_003)]).toEqual([-1, 20_000]);
});
