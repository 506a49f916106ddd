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
