import { readFileSync } from 'node:fs';
import { decodeHex } from '@trailmark/core/hex';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import vectors from '../../vectors/transactions.json' with { type: 'json' };
import { ByteReader } from './byte-reader.ts';
import { hash160, sha256 } from './hash.ts';
import { ownerFromSpend } from './spend-forms.ts';
import { decodeTransaction, readTransaction } from './transaction.ts';

const SIGNATURE = decodeHex(`3044${'02'}20${'11'.repeat(32)}0220${'22'.repeat(32)}01`);
const KEY = decodeHex(`02${'33'.repeat(32)}`);
const REDEEM = Uint8Array.of(0x51, 33, ...KEY, 0x51, 0xae);
const EMPTY = new Uint8Array(0);
const push = (bytes: Uint8Array) => [bytes.length, ...bytes];
const spend = (script: readonly number[], witness: readonly Uint8Array[] = []) =>
  ownerFromSpend({ script: Uint8Array.from(script), witness, prevVout: 0 });

describe('ownerFromSpend', () => {
  test('keys with signatures', () => {
    expect(spend([...push(SIGNATURE), ...push(KEY)])).toEqual({ type: 'p2pkh', payload: hash160(KEY) });
    expect(spend([], [SIGNATURE, KEY])).toEqual({ type: 'p2wpkh', payload: hash160(KEY) });
  });

  test('scripts', () => {
    expect(spend([0, ...push(SIGNATURE), ...push(REDEEM)])).toEqual({ type: 'p2sh', payload: hash160(REDEEM) });
    expect(spend([], [EMPTY, SIGNATURE, REDEEM])).toEqual({ type: 'p2wsh', payload: sha256(REDEEM) });
    const nested = Uint8Array.of(0, 20, ...hash160(KEY));
    expect(spend(push(nested), [SIGNATURE, KEY])).toEqual({ type: 'p2sh', payload: hash160(nested) });
  });

  test('what leaves the owner open', () => {
    const control = Uint8Array.of(0xc0, ...new Uint8Array(32));
    expect(spend(push(SIGNATURE))).toBeUndefined();
    expect(spend([0, ...push(SIGNATURE), ...push(SIGNATURE)])).toBeUndefined();
    expect(spend([], [new Uint8Array(64)])).toBeUndefined();
    expect(spend([], [SIGNATURE, REDEEM, control])).toBeUndefined();
    expect(spend([], [SIGNATURE, REDEEM, control, Uint8Array.of(0x50, 1)])).toBeUndefined();
    expect(spend([...push(Uint8Array.of(1, 2, 3))])).toBeUndefined();
    expect(spend([0x76, ...push(SIGNATURE), ...push(KEY)])).toBeUndefined();
    expect(
      ownerFromSpend({
        script: Uint8Array.from([...push(SIGNATURE), ...push(KEY)]),
        witness: [],
        prevVout: 0xffff_ffff,
      }),
    ).toBeUndefined();
  });

  // Every byte of these is an opcode that checks a signature, so that only their shape distinguishes them from a script.
  const checksigs = (head: number, length: number): Uint8Array => Uint8Array.of(head, ...Array(length).fill(0xac));
  const leafVersions = [0x66, 0x7e, 0x80, 0x84, 0x96, 0x98, 0xba, 0xbc, 0xbe, 0xc0, 0xc2, 0xfe];

  test.each(leafVersions)('a taproot script path of leaf version %i is not read as a witness script', (version) => {
    for (const parity of [0, 1]) {
      for (const branches of [0, 1, 128]) {
        const control = checksigs(version | parity, 32 + branches * 32);
        expect(spend([], [SIGNATURE, REDEEM, control])).toBeUndefined();
        expect(spend([], [REDEEM, control])).toBeUndefined();
      }
    }
  });

  test('a taproot annex is not read as a witness script, whatever it contains', () => {
    const control = checksigs(0xc0, 32);
    for (const annex of [Uint8Array.of(0x50), checksigs(0x50, 4), checksigs(0x50, 32)]) {
      expect(spend([], [SIGNATURE, REDEEM, control, annex])).toBeUndefined();
      expect(spend([], [new Uint8Array(64), annex])).toBeUndefined();
    }
  });

  test('what only resembles a control block is a witness script', () => {
    const near = [
      checksigs(0x51, 32),
      checksigs(0x64, 32),
      checksigs(0xac, 32),
      checksigs(0xc0, 31),
      checksigs(0xc0, 33),
    ];
    for (const script of near) {
      expect(spend([], [SIGNATURE, script])).toEqual({ type: 'p2wsh', payload: sha256(script) });
    }
  });

  test('keys in every spelling that a node accepts, of their length only', () => {
    for (const first of [4, 6, 7]) {
      const key = Uint8Array.of(first, ...Array(64).fill(0xac));
      expect(spend([...push(SIGNATURE), ...push(key)])).toEqual({ type: 'p2pkh', payload: hash160(key) });
      // Witness keys are compressed.
      expect(spend([], [SIGNATURE, key])?.type).not.toBe('p2wpkh');
    }
    for (const key of [
      Uint8Array.of(5, ...new Uint8Array(64)),
      Uint8Array.of(4, ...new Uint8Array(32)),
      KEY.slice(1),
    ]) {
      expect(spend([...push(SIGNATURE), ...push(key)])).toBeUndefined();
    }
    const odd = Uint8Array.of(3, ...KEY.slice(1));
    expect(spend([], [SIGNATURE, odd])).toEqual({ type: 'p2wpkh', payload: hash160(odd) });
  });

  test('signatures of 9 to 73 bytes whose length fits', () => {
    const signature = (length: number, stated = length - 3) =>
      Uint8Array.of(0x30, stated, ...new Uint8Array(length - 2));
    const owner = { type: 'p2wpkh', payload: hash160(KEY) };
    for (const length of [9, 71, 73]) expect(spend([], [signature(length), KEY])).toEqual(owner);
    for (const wrong of [
      signature(8),
      signature(74),
      signature(71, 67),
      Uint8Array.of(0x31, ...signature(71).slice(1)),
    ]) {
      expect(spend([], [wrong, KEY])).toBeUndefined();
    }
  });

  test('nested witness programs of version 0 show their owner, later versions do not', () => {
    const wsh = Uint8Array.of(0, 32, ...sha256(REDEEM));
    expect(spend(push(wsh), [EMPTY, SIGNATURE, REDEEM])).toEqual({ type: 'p2sh', payload: hash160(wsh) });
    const taproot = Uint8Array.of(0x51, 32, ...sha256(REDEEM));
    expect(spend(push(taproot), [SIGNATURE, REDEEM])).toBeUndefined();
    expect(spend([...push(wsh), ...push(wsh)], [SIGNATURE, REDEEM])).toBeUndefined();
  });

  test('redeem scripts that check signatures in any of the four ways', () => {
    for (const code of [0xac, 0xad, 0xae, 0xaf]) {
      const redeem = Uint8Array.of(0x51, code);
      expect(spend([...push(SIGNATURE), ...push(redeem)])).toEqual({ type: 'p2sh', payload: hash160(redeem) });
      expect(spend([], [SIGNATURE, redeem])).toEqual({ type: 'p2wsh', payload: sha256(redeem) });
    }
    expect(spend([...push(SIGNATURE), ...push(Uint8Array.of(0x51, 0xb0))])).toBeUndefined();
    // A number pushed by its opcode is a push like any other; OP_RESERVED and what follows OP_16 are none.
    expect(spend([0x60, ...push(SIGNATURE), ...push(REDEEM)])?.type).toBe('p2sh');
    expect(spend([0x61, ...push(SIGNATURE), ...push(REDEEM)])).toBeUndefined();
  });

  test('a push of any width is read, one past the end is not', () => {
    const long = Uint8Array.from([...Array(300).fill(0x51), 0xac]);
    const [low, high] = [long.length & 0xff, long.length >> 8];
    const owner = { type: 'p2sh', payload: hash160(long) };
    expect(spend([...push(SIGNATURE), 0x4d, low, high, ...long])).toEqual(owner);
    expect(spend([...push(SIGNATURE), 0x4e, low, high, 0, 0, ...long])).toEqual(owner);
    expect(spend([...push(SIGNATURE), 0x4e, low, high, 0, 0x80, ...long])).toBeUndefined();
    expect(spend([...push(SIGNATURE), 0x4e, 0xff, 0xff, 0xff, 0xff, ...long])).toBeUndefined();
  });

  test('real inputs', () => {
    expect(ownerFromSpend(decodeTransaction(decodeHex(vectors.taprootKeySpend.hex)).inputs[0]!)).toBeUndefined();
    const [pk, wpkh] = decodeTransaction(decodeHex(vectors.bip143.signed)).inputs;
    expect(ownerFromSpend(pk!)).toBeUndefined();
    expect(ownerFromSpend(wpkh!)).toEqual({
      type: 'p2wpkh',
      payload: decodeHex('1d0f172a0ecb48aee1be1f2687d2963ae33f71a1'),
    });
    const reader = new ByteReader(readFileSync(new URL('../../vectors/blocks/btc-170.raw', import.meta.url)), 81);
    expect(ownerFromSpend(readTransaction(reader).inputs[0]!)).toBeUndefined();
    expect(ownerFromSpend(readTransaction(reader).inputs[0]!)).toBeUndefined();
  });

  test('never throws', () => {
    const items = fc.array(fc.uint8Array({ maxLength: 110 }), { maxLength: 4 });
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        items,
        (script, witness) => void ownerFromSpend({ script, witness, prevVout: 0 }),
      ),
    );
  });
});
