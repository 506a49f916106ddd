import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { word } from '../testing/evm-answers.ts';
import { decodeValues, encodeValues } from '../testing/viem-abi.ts';
import { decodeTokenDecimals, decodeTokenText } from './token-answer.ts';

const hex = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
const abi = (text: string): string => encodeValues(['string'], [text]);
const bytes32 = (digits: string): string => `0x${digits.padEnd(64, '0')}`;

describe('the text a token answers', () => {
  test.each(['USDC', 'Wrapped Ether', '₮ether', '🦊', 'a\u0000b', '\u202egnp.exe', '<b>', ' '])(
    '%j is kept as it is',
    (text) => {
      expect(decodeTokenText(abi(text))).toBe(text);
    },
  );

  test('is a bytes32 where the contract is old', () => {
    expect(decodeTokenText(bytes32(hex('MKR')))).toBe('MKR');
    expect(decodeTokenText(bytes32(hex('x'.repeat(32))))).toBe('x'.repeat(32));
  });

  test('is cut after 128 characters, however long it is', () => {
    expect(decodeTokenText(abi('x'.repeat(200_000)))).toBe('x'.repeat(128));
    expect(decodeTokenText(abi('🦊'.repeat(500)))).toBe('🦊'.repeat(128));
    expect(decodeTokenText(abi(`a${'₮'.repeat(500)}`))).toBe(`a${'₮'.repeat(127)}`);
  });

  test.each([
    ['nothing', '0x'],
    ['an empty string', abi('')],
    ['an empty bytes32', bytes32('')],
    ['text after zeros in a bytes32', bytes32(`00${hex('a')}`)],
    ['bytes that are no UTF-8', `0x${word(32)}${word(2)}${'c328'.padEnd(64, '0')}`],
    ['a bytes32 that is no UTF-8', bytes32('ff')],
    ['a length beyond its data', `0x${word(32)}${word(64)}${hex('a').padEnd(64, '0')}`],
    ['a length of 2^256 - 1', `0x${word(32)}${word(2n ** 256n - 1n)}`],
    ['an offset beyond its data', `0x${word(4_096)}${word(1)}`],
    ['half a word', '0x1234'],
    ['no hex', 'USDC'],
    ['a JSON null', null],
    ['a JSON number', 5],
    ['an error object', { code: -32_000 }],
  ])('is unknown for %s', (_, answer) => {
    expect(decodeTokenText(answer)).toBeUndefined();
  });

  test('is what viem reads, for any text and any garbage', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        expect(decodeTokenText(abi(text))).toBe(text === '' ? undefined : [...text].slice(0, 128).join(''));
      }),
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 130 }), (bytes) => {
        const answer = `0x${Buffer.from(bytes).toString('hex')}`;
        const text = decodeTokenText(answer);
        if (text === undefined || bytes.length === 32) return;
        expect(decodeValues(['string'], answer)).toEqual([text]);
      }),
    );
  });
});

describe('the decimals a token answers', () => {
  test.each([0, 6, 18, 77, 255])('%i are taken', (decimals) =>
    expect(decodeTokenDecimals(`0x${word(decimals)}`)).toBe(decimals),
  );
  test.each([
    ['256', `0x${word(256)}`],
    ['2^256 - 1', `0x${word(2n ** 256n - 1n)}`],
    ['nothing', '0x'],
    ['a short answer', '0x12'],
    ['null', null],
  ])('%s are unknown', (_, answer) => expect(decodeTokenDecimals(answer)).toBeUndefined());
});
