import { AppError } from '@trailmark/core/errors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openGeneral, openTagPack, readPlainScalar } from './tag-lines.ts';

function both(text: string) {
  const short = openTagPack('sample.yaml', text);
  const general = openGeneral('sample.yaml', text);
  const { tags: _a, ...shortHeader } = short.header;
  const { tags: _b, ...generalHeader } = general.header;
  return {
    short: { header: shortHeader, tags: [...short.tags] },
    general: { header: generalHeader, tags: [...general.tags] },
  };
}

const SAMPLES: Readonly<Record<string, string>> = {
  'the usual writing':
    'title: T\nlabel: L\ntags:\n- address: 1abc\n  label: One\n- address: 0x12\n  lastmod: 2021-11-12\n',
  'quotes, comments and empty lines':
    "title: 'a: b' # note\n\ntags:\n# first\n- address: '1''2'\n\n  label: \"x y\"\n- address: b # why\n  label: c\n",
  'indented items': 'title: T\ntags:\n  - address: a\n    label: b\n  - address: c\n',
  'context over two lines, lists and blocks':
    'title: T\ntags:\n- address: a\n  context: \'{"x": "1",\n    "y": 2}\'\n- address: b\n  concepts:\n  - exchange\n  - cold_wallet\n- address: c\n  context: |\n    - not\n    - items\n\n  label: d\n- address: e\n',
  'flow writing': 'title: T\ntags:\n- {address: a, label: b}\n- address: c\n  concepts: [x, y]\n',
  'a directive and a document mark': '%YAML 1.1\n---\ntitle: T\ntags:\n- address: a\n  is_cluster_definer: true\n',
  'keys after the list': 'tags:\n- address: a\nlabel: L\ntitle: T\n',
  'anchors and aliases': 'title: T\nx: &one\n  label: L\ntags:\n- address: a\n  context: *one\n',
  'Windows line ends': 'title: T\r\ntags:\r\n- address: a\r\n  label: b\r\n- address: c\r\n',
  'a bare dash': 'title: T\ntags:\n-\n  address: a\n- address: b\n',
};

describe('the short way and the general parser', () => {
  test.each(Object.entries(SAMPLES))('agree on %s', (_, text) => {
    const { short, general } = both(text);
    expect(short.header).toEqual(general.header);
    expect(short.tags.map(({ fields }) => fields)).toEqual(general.tags.map(({ fields }) => fields));
  });

  test('agree on the line of each tag', () => {
    const { short, general } = both(SAMPLES['quotes, comments and empty lines'] ?? '');
    expect(short.tags.map(({ line }) => line)).toEqual(general.tags.map(({ line }) => line));
  });

  test('agree on any text in any of the plain styles', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'a1:# \'-{%é~,?|>[]}&*!@`\t"\\'),
      maxLength: 10,
    });
    const style = fc.constantFrom(
      // An opening quotation mark that never closes is malformed; what is then read of the rest differs.
      (text: string) => text.replace(/^[\s'"]+/, ''),
      (text: string) => `'${text.replaceAll("'", "''")}'`,
      (text: string) => `"${text.replace(/["\\]/g, '')}"`,
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(word, style), { minLength: 1, maxLength: 4 }), (cells) => {
        const text = `title: T\ntags:\n${cells.map(([value, write]) => `- address: a\n  label: ${write(value)}\n`).join('')}`;
        let general: unknown;
        try {
          general = [...openGeneral('x', text).tags].map(({ fields }) => fields);
        } catch (error) {
          expect(AppError.is(error, 'invalid')).toBe(true);
          expect(() => [...openTagPack('x', text).tags]).toThrow(AppError);
          return;
        }
        expect([...openTagPack('x', text).tags].map(({ fields }) => fields)).toEqual(general);
      }),
      { numRuns: 500 },
    );
  });
});

describe('malformed YAML', () => {
  test.each([
    ['title: T\ntags:\n- address: a\n- address: b\n  label: "never closed\n- address: c\n', 5],
    ['title: T\ntags:\n- address: a\n   label: b\n', 3],
    ['title: T\ntags:\n- address: a\n  address: b\n', 4],
    ['title: T: U\ntags:\n- address: a\n', 1],
    ['title: T\ntags: [a, b\n', 2],
  ])('%j is refused with its line', (text, line) => {
    const read = () => [...openTagPack('broken.yaml', text).tags];
    expect(read).toThrow(AppError);
    try {
      read();
    } catch (error) {
      const { message } = error as AppError;
      const named = Number(/^broken\.yaml, line (\d+): /.exec(message)?.[1]);
      // A parser notices an unclosed quotation mark one line after its place.
      expect(named).toBeGreaterThanOrEqual(line);
      expect(named).toBeLessThanOrEqual(line + 1);
    }
  });

  test('a file without a list of tags is no tag pack', () => {
    expect(() => openTagPack('a.yaml', 'title: T\n')).toThrow('"tags"');
    expect(() => openTagPack('a.yaml', '- a\n- b\n')).toThrow(AppError);
  });

  test('a document that repeats itself into the millions is refused', () => {
    const bomb = `a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: [*d,*d,*d,*d,*d,*d,*d,*d,*d]\ntags:\n- address: a\n`;
    expect(() => openTagPack('bomb.yaml', bomb)).toThrow('repeats itself');
  });
});

test('a scalar that takes more than a line to read is left to the general parser', () => {
  expect(readPlainScalar(' plain words ')).toBe('plain words');
  expect(readPlainScalar("'it''s'")).toBe("it's");
  for (const raw of [
    '',
    '|',
    '>-',
    '[a]',
    '{a: b}',
    '&x y',
    'a: b',
    'a #b',
    '"a\\n"',
    "'open",
    '- a',
    '*x',
    '!!str a',
  ]) {
    expect(readPlainScalar(raw), raw).toBeUndefined();
  }
});
