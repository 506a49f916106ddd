import { readFileSync } from 'node:fs';
import { AppError } from '@trailmark/core/errors';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import vectors from '../../vectors/transactions.json' with { type: 'json' };
import { HEADER_BYTES } from './block.ts';
import { ByteReader } from './byte-reader.ts';
import { quoteData } from './quote-data.ts';
import { describeScript } from './script.ts';
import { tokenPrefixLength } from './token-prefix.ts';
import {
  type DecodeOptions,
  decodeTransaction,
  encodeTransaction,
  readTransaction,
  type TransactionParts,
} from './transaction.ts';

const bytes = (length: number) => fc.uint8Array({ maxLength: length });
const uint32 = fc.nat(0xffff_ffff);
const parts: fc.Arbitrary<TransactionParts> = fc.record({
  version: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
  inputs: fc.array(
    fc.record({
      prevTxid: fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeHex),
      prevVout: uint32,
      script: bytes(300),
      sequence: uint32,
      witness: fc.array(bytes(80), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  outputs: fc.array(fc.record({ value: fc.bigInt(0n, 2n ** 64n - 1n), script: bytes(300) }), { maxLength: 4 }),
  lockTime: uint32,
});

const block = (height: number) => readFileSync(new URL(`../../vectors/blocks/btc-${height}.raw`, import.meta.url));
const reason = (hex: string, options: DecodeOptions = {}): string => {
  try {
    decodeTransaction(decodeHex(hex), options);
  } catch (error) {
    if (AppError.is(error, 'invalid')) return error.message;
    throw error;
  }
  return 'accepted';
};
const INPUT = `${'11'.repeat(32)}0000000000ffffffff`;
const OUTPUT = '010000000000000000';
const PLAIN = `0100000001${INPUT}01${OUTPUT}00000000`;

describe('real transactions', () => {
  test('the genesis coinbase', () => {
    const tx = readTransaction(new ByteReader(block(0), HEADER_BYTES + 1));
    expect(tx.txid).toBe('4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b');
    expect(tx).toMatchObject({ isCoinbase: true, hasWitness: false, size: 204, weight: 816, vsize: 204 });
    expect(tx.wtxid).toBe(tx.txid);
    expect(quoteData(tx.inputs[0]!.script.subarray(8))).toContain('Chancellor on brink');
  });

  test('the first payment, block 170: P2PK to P2PK', () => {
    const reader = new ByteReader(block(170), HEADER_BYTES + 1);
    readTransaction(reader);
    const tx = readTransaction(reader);
    expect(tx.txid).toBe('f4184fc596403b9d638783cf57adfe4c75c605f6356fbc91338530e9831e9e16');
    expect(tx.outputs.map((output) => output.value)).toEqual([1_000_000_000n, 4_000_000_000n]);
    expect(tx.outputs.map((output) => describeScript(output.script).type)).toEqual(['p2pk', 'p2pk']);
    expect(reader.remaining).toBe(0);
  });

  test('a Node Buffer is read without changing it', () => {
    const [bytes, before] = [block(170), Uint8Array.from(block(170))];
    const { outputs } = readTransaction(new ByteReader(bytes, HEADER_BYTES + 1));
    const { owner } = describeScript(Buffer.from(outputs[0]!.script));
    expect(Uint8Array.from(bytes)).toEqual(before);
    expect(owner!.payload.constructor).toBe(Uint8Array);
  });

  test('the first taproot key spend', () => {
    const { txid, hex } = vectors.taprootKeySpend;
    const tx = decodeTransaction(decodeHex(hex));
    expect(tx.txid).toBe(txid);
    expect(tx.wtxid).not.toBe(txid);
    expect(tx.inputs[0]!.witness.map((item) => item.length)).toEqual([64]);
    expect(tx.weight).toBe(tx.strippedSize * 3 + tx.size);
    expect(tx.vsize).toBe(Math.ceil(tx.weight / 4));
    expect(quoteData(describeScript(tx.outputs[0]!.script).data![0]!)).toBe(
      `"I like Schnorr sigs and I cannot lie. @bitbug42"`,
    );
    expect(describeScript(tx.outputs[1]!.script).type).toBe('p2tr');
    expect(encodeHex(encodeTransaction(tx, { witness: true }))).toBe(hex);
  });

  test('BIP 143: a P2PK and a P2WPKH input', () => {
    const signed = decodeTransaction(decodeHex(vectors.bip143.signed));
    expect(signed.inputs.map((input) => input.witness.length)).toEqual([0, 2]);
    expect(encodeHex(encodeTransaction(signed, { witness: true }))).toBe(vectors.bip143.signed);
    const inputs = signed.inputs.map((input) => ({ ...input, script: new Uint8Array(0), witness: [] }));
    expect(encodeHex(encodeTransaction({ ...signed, inputs }, { witness: true }))).toBe(vectors.bip143.unsigned);
    expect(decodeTransaction(decodeHex(vectors.bip143.unsigned)).lockTime).toBe(17);
  });

  test('values of the overflow of 2010 and negative versions are exact', () => {
    const values = ['e05ef8ffffffff7f', 'af63f8ffffffff7f', 'ffffffffffffffff'];
    const tx = decodeTransaction(
      decodeHex(`c05e658201${INPUT}03${values.map((value) => `${value}00`).join('')}00000000`),
    );
    expect(tx.version).toBe(-2_107_285_824);
    expect(tx.outputs.map((output) => output.value)).toEqual([
      0x7ffffffffff85ee0n,
      9_223_372_036_854_277_039n,
      18_446_744_073_709_551_615n,
    ]);
  });
});

describe('strict decoding', () => {
  test.each([
    ['nothing', '', 'byte 0'],
    ['left over bytes', `${PLAIN}00`, '1 bytes are left over'],
    ['truncated', PLAIN.slice(0, -2), '4 bytes are expected, 3 are left'],
    [
      'long compact size',
      `01000000fd0100${INPUT}01${OUTPUT}00000000`,
      'byte 4: a compact size is not in its shortest form',
    ],
    ['long compact size of 4 bytes', `01000000fe01000000${INPUT}01${OUTPUT}00000000`, 'shortest form'],
    ['long compact size of 8 bytes', `01000000ff0100000000000000${INPUT}01${OUTPUT}00000000`, 'shortest form'],
    ['more inputs than bytes', '01000000feffffffff00', 'items cannot fit'],
    ['superfluous witness', `01000000000101${INPUT}01${OUTPUT}0000000000`, 'superfluous'],
    ['unknown flag', `01000000000201${INPUT}01${OUTPUT}0000000000`, 'byte 5: unknown flags 2'],
    ['MWEB flag without asking', `01000000000801${INPUT}01${OUTPUT}0000000000`, 'unknown flags 8'],
  ])('%s', (_, hex, message) => expect(reason(hex)).toContain(message));

  test('a transaction of nothing is what Bitcoin Core reads it as', () => {
    expect(decodeTransaction(decodeHex('01000000000000000000'))).toMatchObject({ inputs: [], outputs: [] });
  });

  test('the block-ending transaction of Litecoin', () => {
    const hex = `02000000000801${INPUT}01${OUTPUT}0000000000`;
    const tx = decodeTransaction(decodeHex(hex), { mweb: true });
    expect(tx).toMatchObject({ isHogEx: true, hasWitness: false });
    expect(tx.txid).toBe(decodeTransaction(decodeHex(`0200000001${INPUT}01${OUTPUT}00000000`)).txid);
    expect(tx.wtxid).toBe(tx.txid);
    expect(encodeHex(encodeTransaction(tx, { witness: true }))).toBe(hex);
    expect(reason(`02000000000801${INPUT}01${OUTPUT}0100000000`, { mweb: true })).toContain('MWEB data');
  });

  test('CashTokens are split off the script', () => {
    const token = `ef${'bb'.repeat(32)}7202cccc05`;
    const script = `76a914${'11'.repeat(20)}88ac`;
    const length = ((token.length + script.length) / 2).toString(16);
    const hex = `0100000001${INPUT}010100000000000000${length}${token}${script}00000000`;
    const tx = decodeTransaction(decodeHex(hex), { cashTokens: true });
    expect([encodeHex(tx.outputs[0]!.token!), encodeHex(tx.outputs[0]!.script)]).toEqual([token, script]);
    expect(encodeHex(encodeTransaction(tx, { witness: true }))).toBe(hex);
    expect(decodeTransaction(decodeHex(hex)).outputs[0]!.token).toBeUndefined();
    expect(decodeTransaction(decodeHex(hex)).txid).toBe(tx.txid);
  });

  test.each([
    ['no token at all', '00'],
    ['reserved bit', '90'],
    ['capability without an NFT', '11'],
    ['capability 3', '33'],
    ['commitment without an NFT', '5001aa01'],
    ['empty commitment', '6000'],
    ['amount of nothing', '1000'],
    ['amount above the limit', '10ffffffffffffffffff'],
    ['truncated amount', '10fd'],
  ])('a malformed token prefix is no prefix: %s', (_, rest) => {
    expect(tokenPrefixLength(decodeHex(`ef${'bb'.repeat(32)}${rest}`))).toBe(0);
  });
});

describe('properties', () => {
  test('what is encoded is decoded again', () => {
    fc.assert(
      fc.property(parts, (tx) => {
        const raw = encodeTransaction(tx, { witness: true });
        const back = decodeTransaction(raw);
        expect(back).toMatchObject(tx);
        expect(back.size).toBe(raw.length);
        expect(encodeTransaction(back, { witness: true })).toEqual(raw);
        const stripped = decodeTransaction(encodeTransaction(tx, { witness: false }));
        expect([stripped.txid, stripped.wtxid, stripped.size]).toEqual([back.txid, back.txid, back.strippedSize]);
      }),
      { numRuns: 1000 },
    );
  });

  test('mutated bytes are refused with an AppError or are another transaction that encodes to them', () => {
    const edits = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(parts, edits, fc.nat(), fc.boolean(), fc.boolean(), (tx, changes, cut, mweb, cashTokens) => {
        const raw = encodeTransaction(tx, { witness: true });
        for (const [at, value] of changes) raw[at % raw.length] = value;
        const input = cut % 3 === 0 ? raw.subarray(0, cut % raw.length) : raw;
        try {
          const read = decodeTransaction(input, { mweb, cashTokens });
          expect(encodeTransaction(read, { witness: true })).toEqual(Uint8Array.from(input));
        } catch (error) {
          if (!AppError.is(error, 'invalid')) throw error;
        }
      }),
      { numRuns: 3000 },
    );
  });
});
