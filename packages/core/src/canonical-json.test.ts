import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toCanonicalJson, toPlain, toPlainJson } from './canonical-json.ts';

/** A double by its 64 bits, as the tables of RFC 8785 appendix B write it. */
function fromBits(bits: string): number {
  return new DataView(Uint8Array.from(bits.match(/../g)!, (byte) => Number.parseInt(byte, 16)).buffer).getFloat64(0);
}

describe('RFC 8785', () => {
  test('the sample of section 3.2.2 has the text of section 3.2.3', () => {
    const sample = {
      numbers: [Number('333333333.33333329'), 1e30, 4.5, 2e-3, 0.000000000000000000000000001],
      string: '\u20ac$\u000F\u000aA\'\u0042\u0022\u005c\\"/',
      literals: [null, true, false],
    };
    expect(toCanonicalJson(sample)).toBe(
      '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],' +
        '"string":"\u20ac$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
    );
  });

  test('members are sorted by UTF-16 code units, as in section 3.2.3', () => {
    const sample = {
      '\u20ac': 'Euro Sign',
      '\r': 'Carriage Return',
      '\ufb33': 'Hebrew Letter Dalet With Dagesh',
      '1': 'One',
      '\ud83d\ude00': 'Emoji: Grinning Face',
      '\u0080': 'Control',
      '\u00f6': 'Latin Small Letter O With Diaeresis',
    };
    const order = [...toCanonicalJson(sample).matchAll(/:"([^"]+)"/g)].map(([, name]) => name);
    expect(order).toEqual([
      'Carriage Return',
      'One',
      'Control',
      'Latin Small Letter O With Diaeresis',
      'Euro Sign',
      'Emoji: Grinning Face',
      'Hebrew Letter Dalet With Dagesh',
    ]);
  });

  test.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('the number with the bits %s is %s (appendix B)', (bits, text) => {
    expect(toCanonicalJson([fromBits(bits)])).toBe(`[${text}]`);
  });

  test.each([
    ['not a number', fromBits('7fffffffffffffff')],
    ['infinity', fromBits('7ff0000000000000')],
    ['a lone surrogate', '\udead'],
    ['a big integer', 1n],
    ['nothing in a list', undefined],
    ['a function', () => 1],
  ])('%s has no canonical form', (_, value) => {
    expect(() => toCanonicalJson([value])).toThrow('canonical form');
  });

  test('a lone surrogate in a name and a gap in a list have none either', () => {
    expect(() => toCanonicalJson({ '\udead': 1 })).toThrow('canonical form');
    expect(() => toCanonicalJson(new Array(2))).toThrow('canonical form');
  });
});

test('members that are not set are left out, and the text reads back as what it was made of', () => {
  expect(toCanonicalJson({ b: undefined, a: { d: '\u2028', c: [] } })).toBe('{"a":{"c":[],"d":"\u2028"}}');
  expect(JSON.parse(toCanonicalJson({ b: [1, { z: null, y: 'ü' }], a: {} }))).toEqual({
    b: [1, { z: null, y: 'ü' }],
    a: {},
  });
});

test('every control character is written as the RFC writes it', () => {
  const text = toCanonicalJson([Array.from({ length: 32 }, (_, code) => String.fromCharCode(code)).join('')]);
  expect(text).toBe(
    '["\\u0000\\u0001\\u0002\\u0003\\u0004\\u0005\\u0006\\u0007\\b\\t\\n\\u000b\\f\\r\\u000e\\u000f' +
      '\\u0010\\u0011\\u0012\\u0013\\u0014\\u0015\\u0016\\u0017\\u0018\\u0019\\u001a\\u001b\\u001c\\u001d\\u001e\\u001f"]',
  );
});

test('a value with amounts has the text of its plain form, which is not made for it', () => {
  const leaf = fc.oneof(fc.bigInt(), fc.string({ unit: 'binary' }), fc.integer(), fc.constantFrom(null, true));
  fc.assert(
    fc.property(fc.object({ values: [leaf] }), (value) => {
      expect(toPlainJson(value)).toBe(toCanonicalJson(toPlain(value) as object));
    }),
    { seed: 16 },
  );
  expect(toPlainJson({ b: [1n, '\udead'], a: { amount: -5n } })).toBe('{"a":{"amount":"-5"},"b":["1","\ufffd"]}');
  expect(() => toPlainJson({ a: [undefined] })).toThrow('canonical form');
});
