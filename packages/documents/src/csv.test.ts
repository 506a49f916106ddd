import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberCell } from './cell.ts';
import { encodeCsvRow } from './csv.ts';

/** A plain reader of RFC 4180, written apart from the writer. */
function parse(text: string): string[][] {
  const rows: string[][] = [[]];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/gy;
  for (let match = field.exec(text); match; match = field.exec(text)) {
    rows.at(-1)?.push(match[1]?.replaceAll('""', '"') ?? match[2] ?? '');
    if (match[3] === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

describe('CSV', () => {
  it('is read back as it was written, guarded text with its mark', () => {
    const cells = fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 });
    fc.assert(
      fc.property(cells, (row) => {
        const [read] = parse(encodeCsvRow(row));
        expect(read?.map((text, i) => (text === row[i] ? text : text.replace(/^'|(?<=;\s*)'/g, '')))).toEqual(row);
      }),
    );
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '\r=1', '\0=1', '＝1', '  =1', "=cmd|' /C calc'!A0"])(
    'guards %j',
    (text) => {
      expect(parse(encodeCsvRow([text]))).toEqual([[`'${text}`]]);
    },
  );

  it.each([
    ['ledger;=1+1', "ledger;'=1+1"],
    ['a; +1;@b', "a; '+1;'@b"],
    ['a;b; c', 'a;b; c'],
  ])('guards %j, which a spreadsheet that parts cells at semicolons would run', (text, written) => {
    expect(parse(encodeCsvRow([text]))).toEqual([[written]]);
  });

  it('leaves numbers numbers, negative ones too', () => {
    expect(encodeCsvRow([numberCell(-5n), numberCell('-0.10'), null, 'a,b'])).toBe('-5,-0.10,,"a,b"\r\n');
  });
});
