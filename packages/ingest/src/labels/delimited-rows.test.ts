import { countCpuMs } from '@trailmark/core/testing/count-cpu-ms';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { detectDelimiter, openTable, readDelimited } from './delimited-rows.ts';

function rows(text: string, delimiter = ','): readonly (readonly string[])[] {
  return [...readDelimited(text, delimiter)].map(({ cells }) => cells);
}

test('quoted cells hold delimiters, line ends and doubled quotation marks', () => {
  expect(rows('a,"b,c","d ""e""",f\r\n"1\n2",3,4,5\n')).toEqual([
    ['a', 'b,c', 'd "e"', 'f'],
    ['1\n2', '3', '4', '5'],
  ]);
});

test('lines are counted through quoted cells and empty lines', () => {
  const lines = [...readDelimited('\ufeffh\n\n"x\ny"\nlast', ',')].map(({ line, cells }) => [line, cells[0]]);
  expect(lines).toEqual([
    [1, 'h'],
    [3, 'x\ny'],
    [5, 'last'],
  ]);
});

test('an unclosed quotation mark costs its own line only', () => {
  const read = [...readDelimited('a,b\n"never closed,1\nc,d\n', ',')];
  expect(read.map(({ line, fault }) => [line, fault !== undefined])).toEqual([
    [1, false],
    [2, true],
    [3, false],
  ]);
  expect(read[2]?.cells).toEqual(['c', 'd']);
});

test('a row that goes on and on is refused and not kept', () => {
  const [row] = [...readDelimited('x'.repeat(100_000), ',')];
  expect(row?.fault).toBe('the row is too long');
  expect(row?.cells[0]).toHaveLength(200);
});

test('comma, semicolon, tab and bar are distinguished by the header', () => {
  expect(detectDelimiter('address;label;note, if any')).toBe(';');
  expect(detectDelimiter('address\tlabel')).toBe('\t');
  expect(detectDelimiter('address|label|x')).toBe('|');
  expect(detectDelimiter('address')).toBe(',');
  expect(openTable('address ; label\n1;2\n').columns).toEqual(['address', 'label']);
});

test('whatever is written by the rules of RFC 4180 is read back', () => {
  const cell = fc.string({ maxLength: 12 }).map((text) => text.replaceAll('\r', ''));
  const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(table, fc.constantFrom(',', ';', '\t'), (cells, delimiter) => {
      const text = cells
        .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(delimiter))
        .join('\r\n');
      expect(rows(text, delimiter)).toEqual(cells);
    }),
  );
});

test('200,000 lines take no time that grows with their square', async () => {
  const text = 'a,b\n'.repeat(200_000);
  let count = 0;
  const readAll = () => {
    for (const _ of readDelimited(text, ',')) count += 1;
  };
  expect(await countCpuMs(readAll)).toBeLessThan(5_000);
  expect(count).toBe(200_000);
});
