import { readFileSync } from 'node:fs';
import { AppError } from '@trailmark/core/errors';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getChain } from '../catalogue.ts';
import {
  checkProofOfWork,
  compactToTarget,
  decodeHeader,
  encodeHeader,
  HEADER_BYTES,
  headerLength,
  work,
} from './block.ts';
import { ByteReader } from './byte-reader.ts';
import { isMerkleMutated, merkleRoot } from './merkle.ts';
import { readTransaction } from './transaction.ts';

const btc = getChain('btc');
const BLOCKS: Readonly<Record<number, string>> = {
  0: '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f',
  170: '00000000d1145790a8694403d4063f323d499e655c83426834d4ce2f8dd4a2ee',
  181: '00000000dc55860c8a29c58d45209318fa9e9dc2c1833a7226d86bc465afc6e5',
  546: '000000005a4ded781e667e06ceefafb71410b511fe0d5adc3e5a27ecbec34ae6',
  2812: '0000000049a63b4dda3a43450c19d085d6c28bfb4cbb2e0576815d7f31919c5d',
  2813: '000000000750cfa869e8d56efb3c8a186b23d3388df895254c8a89a2fb56db87',
  3309: '000000001d1f37e999d5718f097b0b8fe7e3deab7f4fe4f6c555a5f6eb853686',
  3645: '00000000c21019f786fd488fa69f708d66e5a383c17db5652e2adb0f4191e16d',
};
const raw = (height: string) =>
  new Uint8Array(readFileSync(new URL(`../../vectors/blocks/btc-${height}.raw`, import.meta.url)));

describe('real blocks', () => {
  test.each(Object.entries(BLOCKS))('block %s: hash, work and Merkle root recompute', (height, hash) => {
    const bytes = raw(height);
    const header = decodeHeader(bytes);
    expect(header.hash).toBe(hash);
    expect(checkProofOfWork(header, btc)).toBe(true);
    expect(encodeHeader(header)).toEqual(bytes.subarray(0, HEADER_BYTES));
    const reader = new ByteReader(bytes, headerLength(bytes, btc));
    const txids = Array.from({ length: reader.count(60) }, () => readTransaction(reader).txid);
    expect(reader.remaining).toBe(0);
    expect(merkleRoot(txids)).toBe(header.merkleRoot);
    expect(isMerkleMutated(txids)).toBe(false);
  });

  test('any changed bit of a header fails the work check', () => {
    const bytes = raw('170');
    fc.assert(
      fc.property(fc.nat(HEADER_BYTES * 8 - 1), (bit) => {
        const changed = bytes.slice(0, HEADER_BYTES);
        changed[bit >> 3] = changed[bit >> 3]! ^ (1 << (bit & 7));
        expect(checkProofOfWork(decodeHeader(changed), btc)).toBe(false);
      }),
    );
  });

  test('the work of scrypt chains is not guessed', () => {
    expect(() => checkProofOfWork(decodeHeader(raw('0')), getChain('ltc'))).toThrow(AppError);
  });

  test('a header easier than the chain allows is refused', () => {
    const easy = { ...decodeHeader(raw('0')), bits: 0x207fffff };
    expect(checkProofOfWork(easy, btc)).toBe(false);
    expect(checkProofOfWork(easy, getChain('btc-regtest'))).toBe(true);
  });
});

describe('compact targets (arith_uint256 tests of Bitcoin Core)', () => {
  test.each([
    [0x00000000, 0n],
    [0x00123456, 0n],
    [0x01003456, 0n],
    [0x01123456, 0x12n],
    [0x02123456, 0x1234n],
    [0x03123456, 0x123456n],
    [0x04123456, 0x12345600n],
    [0x05009234, 0x92340000n],
    [0x20123456, 0x123456n << 232n],
    [0x1d00ffff, 0xffffn << 208n],
    [0x00923456, 0n],
    [0x01803456, 0n],
  ])('%i', (bits, target) => expect(compactToTarget(bits)).toBe(target));

  test('negative and overflowing ones are none', () => {
    for (const bits of [0x01fedcba, 0x04923456, 0xff123456, 0x23000100, 0x22010000])
      expect(compactToTarget(bits)).toBeUndefined();
    expect(compactToTarget(0x22000001)).toBe(1n << 248n);
  });

  test('work of a block', () => {
    expect(work(0x1d00ffff)).toBe(0x100010001n);
    expect(work(0x207fffff)).toBe(2n);
    expect([work(0), work(0x04923456)]).toEqual([0n, 0n]);
  });
});

describe('headerLength', () => {
  const coinbase = `01000000${'01'}${'00'.repeat(32)}ffffffff02abcdffffffff01${'00'.repeat(8)}0000000000`;
  const proof = (branch: number) =>
    `${coinbase}${'aa'.repeat(32)}0${branch}${'bb'.repeat(32 * branch)}0000000000${'00000000'}${'cc'.repeat(80)}`;
  const header = (version: string) => `${version}${'00'.repeat(76)}`;

  test('skips a merge-mining proof on Dogecoin only, and only if the version says so', () => {
    const bytes = decodeHex(`${header('02016200')}${proof(3)}01`);
    expect(headerLength(bytes, getChain('doge'))).toBe(bytes.length - 1);
    expect(headerLength(bytes, btc)).toBe(80);
    expect(headerLength(decodeHex(`${header('02006200')}${proof(3)}`), getChain('doge'))).toBe(80);
  });

  test('a truncated proof or header is refused', () => {
    const bytes = decodeHex(`${header('02016200')}${proof(2)}`);
    fc.assert(
      fc.property(fc.nat(bytes.length - 1), (length) => {
        expect(() => headerLength(bytes.subarray(0, length), getChain('doge'))).toThrow(AppError);
      }),
    );
    expect(() => decodeHeader(new Uint8Array(79))).toThrow('Malformed at byte');
    expect(encodeHex(encodeHeader(decodeHeader(bytes)))).toBe(header('02016200'));
  });
});

describe('work at its bounds', () => {
  const sha = { name: 'Sample', powAlgorithm: 'sha256d', powLimitBits: 0x1d00ffff } as const;
  const hex = (value: bigint) => value.toString(16).padStart(64, '0');
  const check = (hash: bigint, bits: number, limit: number = sha.powLimitBits) =>
    checkProofOfWork({ hash: hex(hash), bits } as Parameters<typeof checkProofOfWork>[0], {
      ...sha,
      powLimitBits: limit,
    });
  const target = compactToTarget(0x1c00ffff) as bigint;

  test('a hash equal to its target meets it, and one above does not', () => {
    expect([check(target, 0x1c00ffff), check(target + 1n, 0x1c00ffff), check(0n, 0x1c00ffff)]).toEqual([
      true,
      false,
      true,
    ]);
  });

  test('a target may be the limit of the chain, not above it, and not zero', () => {
    expect(check(1n, 0x1d00ffff)).toBe(true);
    expect(check(1n, 0x1d010000)).toBe(false);
    for (const bits of [0, 0x01003456, 0x04923456]) expect(check(0n, bits)).toBe(false);
  });

  test('a target of 2^256 is none, and the one below is', () => {
    expect(compactToTarget(0x21010000)).toBeUndefined();
    expect(compactToTarget(0x2000ffff)).toBe(0xffffn << 232n);
    expect(compactToTarget(0x2100ffff)).toBe(0xffffn << 240n);
  });
});
