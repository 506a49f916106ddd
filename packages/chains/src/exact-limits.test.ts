import { encodeHex } from '@trailmark/core/hex';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofAccountAddress from './account/account-address.ts';
import * as ofAccountCatalogue from './account-catalogue.ts';
import * as ofCallFrame from './evm/call-frame.ts';
import * as ofTokenAnswer from './evm/token-answer.ts';
import * as ofDisassemble from './utxo/disassemble.ts';
import * as ofQuoteData from './utxo/quote-data.ts';

const recorded = new WatchedResults();
const { parseAccount } = recorded.watch(ofAccountAddress);
const { getAccountChain } = recorded.watch(ofAccountCatalogue);
const { readFailure } = recorded.watch(ofCallFrame);
const { decodeTokenText } = recorded.watch(ofTokenAnswer);
const { disassemble } = recorded.watch(ofDisassemble);
const { quoteData } = recorded.watch(ofQuoteData);

// What is cut, kept back or refused from a length on: each at its last length and at the next.

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

test('a text of up to 48 characters is named where it is no address, a longer one may be a private key and is not', () => {
  const say = (length: number): string => {
    try {
      return parseAccount(getAccountChain('eth'), 'z'.repeat(length));
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(say(48)).toContain(`"${'z'.repeat(48)}" is not an address of Ethereum`);
  expect(say(49)).toMatch(/^This text is not an address of Ethereum/);
});

test('data in the chain is quoted up to 128 characters, the last of which marks a cut', () => {
  expect(quoteData(bytesOf('a'.repeat(127)))).toBe(`"${'a'.repeat(127)}"`);
  expect(quoteData(bytesOf('a'.repeat(128)))).toBe(`"${'a'.repeat(127)}…"`);
  expect(quoteData(new Uint8Array(63))).toBe('00'.repeat(63));
  expect(quoteData(new Uint8Array(64))).toBe(`${'00'.repeat(63)}…`);
  // A character that the last byte read cuts in two is no fault of the text.
  expect(quoteData(bytesOf(`${'a'.repeat(1_023)}é`))).toBe(`"${'a'.repeat(127)}…"`);
  expect(quoteData(bytesOf('a'.repeat(1_025)).fill(0xff, 1_024))).toBe(`"${'a'.repeat(127)}…"`);
  expect(quoteData(bytesOf('a'.repeat(1_024)).fill(0xff, 1_023))).toMatch(/^61616161/);
});

test('what a token answers for its name is kept up to 128 characters', () => {
  const word = (value: number): string => value.toString(16).padStart(64, '0');
  const answer = (length: number): string => {
    const hex = encodeHex(bytesOf('n'.repeat(length)));
    return `0x${word(32)}${word(length)}${hex.padEnd(Math.ceil(hex.length / 64) * 64, '0')}`;
  };
  expect(decodeTokenText(answer(128))).toBe('n'.repeat(128));
  expect(decodeTokenText(answer(129))).toBe('n'.repeat(128));
  expect(decodeTokenText(answer(1))).toBe('n');
});

test('the reason of a failed call is kept up to 200 characters; none is none, and what is no text is a failure', () => {
  expect(readFailure('r'.repeat(201))).toBe('r'.repeat(200));
  expect([undefined, null, ''].map(readFailure)).toEqual([undefined, undefined, undefined]);
  expect([0, {}, false].map(readFailure)).toEqual(['failed', 'failed', 'failed']);
});

test('a script is written out up to 20,000 characters, and what is left out is marked', () => {
  // OP_NOP is six characters and a space.
  const nops = (count: number): string => disassemble(new Uint8Array(count).fill(0x61));
  expect(nops(2_857)).toBe(Array(2_857).fill('OP_NOP').join(' '));
  expect(nops(2_858)).toBe(`${Array(2_857).fill('OP_NOP').join(' ')} […]`);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/exact-limits.txt');
});
