import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCsvReader from './csv-reader.ts';
import { seemsCsv } from './csv-reader.ts';

const recorded = new WatchedResults();
const { readCsvOutline } = recorded.watch(ofCsvReader);

const BTC = '12cbQLTFMXRnSzktFkuoG3eHoMeFtpTu3S';
const ETH = '0x52908400098527886E0F7030069857D2E4169EE7';
const read = (...lines: readonly string[]) => readCsvOutline(lines.join('\r\n'));
const whys = (...lines: readonly string[]) => read(...lines).notUnderstood.map(({ what, why }) => `${what}: ${why}`);

describe('a table of people', () => {
  test('has people and entities, with their aliases and identifiers', () => {
    const { outline, notUnderstood } = read(
      'kind,name,aliases,identifiers,note',
      'suspect,"Doe, ""J""","Joe; Jay","phone +1 555 0100; account Example Exchange u-17","Two',
      'lines"',
      'company,Shell Ltd,,,',
    );
    expect(notUnderstood).toEqual([]);
    expect(outline.people).toMatchObject([
      {
        ...{ kind: 'suspect', name: 'Doe, "J"', aliases: ['Joe', 'Jay'], note: 'Two\nlines' },
        identifiers: [
          { type: 'phone', service: '', value: '+1 555 0100' },
          { type: 'account', service: 'Example Exchange', value: 'u-17' },
        ],
      },
      { kind: 'company', name: 'Shell Ltd' },
    ]);
  });

  test.each([
    [',', ','],
    [';', ';'],
    ['a tab', '\t'],
  ])('is read with %s between cells, with a mark at its begin and names in any case', (_, mark) => {
    const { outline } = read(`\uFEFFName${mark}KIND`, `A${mark}witness`);
    expect(outline.people).toMatchObject([{ kind: 'witness', name: 'A' }]);
  });

  test('names each line that cannot be read, by its number in the file, and reads the others', () => {
    const lines = ['kind,name,note', 'suspect,A,"two', 'lines"', 'thief,B,', 'victim,,', 'victim,C,x,y', 'victim,"D'];
    expect(whys(...lines)).toEqual([
      expect.stringMatching(/^Line 4: “thief” is no kind of a person or entity: suspect, victim, /),
      'Line 5: the name is empty.',
      'Line 6: it has 4 cells, and the file has 3 columns.',
      'Line 7: a quotation mark is not closed or stands in the wrong place.',
    ]);
    expect(read(...lines).outline.people.map(({ name }) => name)).toEqual(['A']);
    expect(whys('kind,name,identifiers', 'suspect,A,<b>x</b>')).toEqual([
      expect.stringContaining('“<b>x</b>” is no identifier'),
    ]);
  });

  test('names two hundred lines, and counts the others', () => {
    const { notUnderstood } = read('kind,name', ...Array.from({ length: 300 }, () => 'x,y'));
    expect(notUnderstood).toHaveLength(201);
    expect(notUnderstood.at(-1)).toMatchObject({ what: 'Further lines', count: 100 });
  });

  test('of a stranger stays text: formulas, control characters and a cell that says “address”', () => {
    const { outline } = read(
      'kind,name,detail,note',
      `suspect,"'=HYPERLINK(""http://x"")",a\u0007b\u202Ec,<script>alert(1)</script>`,
      'suspect,address,,address',
    );
    expect(outline.people).toMatchObject([
      { name: '=HYPERLINK("http://x")', detail: 'a b\u202Ec', note: '<script>alert(1)</script>' },
      { name: 'address', note: 'address' },
    ]);
  });
});

describe('a table of addresses', () => {
  test('has claims about addresses of the chain it names, or of one that they fit', () => {
    const { outline, notUnderstood } = read(
      'chain,address,label,source,colour',
      `btc,${BTC},Deposit,Letter,red`,
      `,${ETH},,,`,
    );
    expect(outline.labels).toEqual([
      { chain: 'btc', address: BTC, text: 'Deposit', mark: 'claim', source: 'Letter' },
      {
        ...{ chain: 'eth', address: expect.stringMatching(/^0x/i), source: 'Imported CSV', mark: 'claim' },
        text: 'Named in the file (chain not stated)',
      },
    ]);
    expect(notUnderstood.map(({ what }) => what)).toEqual(['Chains of addresses', 'Column “colour”']);
  });

  test('names what is no address, no chain, and what occurs twice', () => {
    expect(
      whys('chain,address', `btc,${BTC}`, `btc,${BTC}`, `eth,${BTC}`, `moon,${BTC}`, ',hello', `btc,${BTC.slice(1)}`),
    ).toEqual([
      expect.stringMatching(/^Line 3: the address .* is in the file already/),
      expect.stringMatching(/^Line 4: .* is no address of eth/),
      expect.stringMatching(/^Line 5: “moon” is no chain/),
      expect.stringMatching(/^Line 6: “hello” is no address of a chain/),
      expect.stringMatching(/^Line 7: .* is no address of btc/),
    ]);
  });
});

describe('a file', () => {
  test('of two tables with the facts of ours is read whole', () => {
    const { outline } = read(
      ...['export,Case 2026-1: people', 'left_out,"name, address"', 'number,kind,name', 'P-1,suspect,A', 'rows,1'],
      ...[`sha256_of_rows,${'a'.repeat(64)}`, 'export,Case 2026-1: addresses', 'chain,address', `btc,${BTC}`, 'rows,1'],
    );
    expect([outline.people.length, outline.labels.length, outline.title]).toEqual([1, 1, 'Case 2026-1: people']);
  });

  test.each<[string, readonly string[], string]>([
    ['without names of columns', ['hello', 'world'], 'The first line has the names of the columns'],
    ['that was cut', ['kind,name', 'suspect,A', 'rows,3'], 'says that it has “3” rows, and has 1'],
    ['of another encoding', ['kind,name', 'suspect,M\uFFFDller'], 'CSV UTF-8'],
    ['with too many rows', ['kind,name', ...Array.from({ length: 50_001 }, () => 'suspect,A')], 'at most 50000 rows'],
  ])('%s is refused', (_, lines, why) => {
    expect(() => read(...lines)).toThrow(why);
  });

  test('that begins as JSON is none', () => {
    expect(['{}', ' [1]', '\uFEFF{"a":1}', 'kind,name', '"kind","name"'].map(seemsCsv)).toEqual([
      ...[false, false, false, true, true],
    ]);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/csv-reader.txt');
});
