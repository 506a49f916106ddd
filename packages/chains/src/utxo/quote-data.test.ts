import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { quoteData } from './quote-data.ts';

const utf8 = (text: string) => new TextEncoder().encode(text);

describe('quoteData', () => {
  test.each([
    ['plain', 'charley loves heidi', '"charley loves heidi"'],
    ['emoji', 'gm taproot 🥕', '"gm taproot 🥕"'],
    ['line break', 'first line\nsecond', '"first line\\u{a}second"'],
    ['right-to-left override', 'invoice\u202egpj.exe', '"invoice\\u{202e}gpj.exe"'],
    ['zero width', 'pay\u200bpal.com\ufeff', '"pay\\u{200b}pal.com\\u{feff}"'],
    ['escape sequence', '\u001b[31mred alert', '"\\u{1b}[31mred alert"'],
    ['backslash stays distinguishable', 'a\\u{202e}b', '"a\\\\u{202e}b"'],
    ['tags', 'x\u{e0041}yz', '"x\\u{e0041}yz"'],
  ])('%s', (_, text, quoted) => expect(quoteData(utf8(text))).toBe(quoted));

  test('bytes that are no text are hex', () => {
    expect(quoteData(Uint8Array.of(0xff, 0xfe, 0x00))).toBe('fffe00');
    expect(quoteData(new Uint8Array(0))).toBe('');
    expect(quoteData(new Uint8Array(20))).toBe('00'.repeat(20));
  });

  test.each([125, 126, 127, 128, 300])('of %i letters what fits is shown, and that there is more', (length) => {
    const text = quoteData(utf8('x'.repeat(length)));
    expect(text).toBe(length < 128 ? `"${'x'.repeat(length)}"` : `"${'x'.repeat(127)}…"`);
  });

  test('is capped, and shows no character that could hide something', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string({ unit: 'binary' }).map(utf8)), (bytes) => {
        const text = quoteData(bytes);
        expect([...text].length).toBeLessThanOrEqual(130);
        expect(text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]/u);
      }),
    );
  });
});
