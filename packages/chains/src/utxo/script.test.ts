import { decodeHex, encodeHex } from '@trailmark/core/hex';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hash160, sha256 } from './hash.ts';
import { describeScript, ownerScript } from './script.ts';

const H20 = '11'.repeat(20);
const H32 = '22'.repeat(32);
const COMPRESSED = `02${'33'.repeat(32)}`;
const UNCOMPRESSED =
  '04678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5f';
const HYBRID = `06${UNCOMPRESSED.slice(2)}`;
const key = (hex: string) => (hex.length / 2).toString(16).padStart(2, '0') + hex;

/** Real output 60a20bd9…:0 (block 164,467), as btcd's script tests quote it. */
const REAL_MULTISIG =
  '514104cc71eb30d653c0c3163990c47b976f3fb3f37cccdcbedb169a1dfef58bbfbfaff7d8a473e7e2e6d317b87bafe8bde97e3cf8f065dec022b51d11fcdd0d348ac4' +
  '410461cbdcc5409fb4b4d42b51d33381354d80e550078cb532a34bfa2fcfdeb7d76519aecc62770f5b0e4ef8551946d8a540911abe3e7854a26f39f58b25c15342af52ae';

const CASES: readonly (readonly [name: string, hex: string, type: string, payload: string | undefined])[] = [
  ['P2PKH', `76a914${H20}88ac`, 'p2pkh', H20],
  ['P2SH', `a914${H20}87`, 'p2sh', H20],
  ['P2WPKH', `0014${H20}`, 'p2wpkh', H20],
  ['P2WSH', `0020${H32}`, 'p2wsh', H32],
  ['P2TR', `5120${H32}`, 'p2tr', H32],
  ['P2PK compressed', `${key(COMPRESSED)}ac`, 'p2pk', undefined],
  ['P2PK of the genesis block', `${key(UNCOMPRESSED)}ac`, 'p2pk', undefined],
  ['P2PK hybrid', `${key(HYBRID)}ac`, 'p2pk', undefined],
  ['P2PK with a wrong prefix byte', `${key(`05${'33'.repeat(32)}`)}ac`, 'nonstandard', undefined],
  ['P2PK with a compressed prefix on 65 bytes', `${key(`02${'33'.repeat(64)}`)}ac`, 'nonstandard', undefined],
  ['bare multisig of 2012', REAL_MULTISIG, 'multisig', undefined],
  ['multisig of data that is no point', `51${key(`02${'ff'.repeat(32)}`)}51ae`, 'multisig', undefined],
  ['multisig with a key of wrong length', `51${key('02'.repeat(32))}51ae`, 'nonstandard', undefined],
  ['multisig asking for more than it has', `52${key(COMPRESSED)}51ae`, 'nonstandard', undefined],
  ['multisig with a wrong count', `51${key(COMPRESSED)}52ae`, 'nonstandard', undefined],
  ['P2PK hybrid, odd', `${key(`07${UNCOMPRESSED.slice(2)}`)}ac`, 'p2pk', undefined],
  ['multisig of hybrid keys', `51${key(HYBRID)}51ae`, 'multisig', undefined],
  ['multisig 16 of 16', `60${key(COMPRESSED).repeat(16)}60ae`, 'multisig', undefined],
  ['multisig 16 by push', `0110${key(COMPRESSED).repeat(16)}60ae`, 'nonstandard', undefined],
  ['multisig 20 of 20', `0114${key(COMPRESSED).repeat(20)}0114ae`, 'multisig', undefined],
  ['multisig 17 by a two byte push', `021100${key(COMPRESSED).repeat(17)}0111ae`, 'nonstandard', undefined],
  ['multisig 17 by a longer push opcode', `4c0111${key(COMPRESSED).repeat(17)}0111ae`, 'nonstandard', undefined],
  ['multisig whose key is pushed by a longer opcode', `514c21${COMPRESSED}51ae`, 'multisig', undefined],
  ['version 1, 40 bytes', `5128${'ab'.repeat(40)}`, 'witness-unknown', undefined],
  ['version 1, 20 bytes', `5114${H20}`, 'witness-unknown', undefined],
  ['version by OP_RESERVED', `5020${H32}`, 'nonstandard', undefined],
  ['version by OP_1NEGATE', `4f20${H32}`, 'nonstandard', undefined],
  ['multisig 0 of 1', `00${key(COMPRESSED)}51ae`, 'nonstandard', undefined],
  ['multisig 17 of 17 by push', `0111${key(COMPRESSED).repeat(17)}0111ae`, 'multisig', undefined],
  ['multisig 1 of 21', `51${key(COMPRESSED).repeat(21)}0115ae`, 'nonstandard', undefined],
  ['multisig with a non-minimal count', `0101${key(COMPRESSED)}51ae`, 'nonstandard', undefined],
  ['anchor', '51024e73', 'anchor', undefined],
  ['version 1, other 2 byte program', '51024e74', 'witness-unknown', undefined],
  ['version 16, 40 bytes', `6028${'ab'.repeat(40)}`, 'witness-unknown', undefined],
  ['version 1, 41 bytes', `5129${'ab'.repeat(41)}`, 'nonstandard', undefined],
  ['version 2, 1 byte', '5201ab', 'nonstandard', undefined],
  ['version 0 of wrong length', `0015${'ab'.repeat(21)}`, 'nonstandard', undefined],
  ['version 0 by a longer push opcode', `004c14${H20}`, 'nonstandard', undefined],
  ['empty', '', 'nonstandard', undefined],
  ['OP_1 (cdb55321…)', '51', 'nonstandard', undefined],
  ['lost outputs of 111291fc…: DUP HASH160 0 EQUALVERIFY CHECKSIG', '76a90088ac', 'nonstandard', undefined],
  ['HASH256 puzzle (a4bfa8ab…)', `aa20${H32}87`, 'nonstandard', undefined],
  ['truncated push', '4c', 'nonstandard', undefined],
];

describe('describeScript', () => {
  test.each(CASES)('%s', (_, hex, type, payload) => {
    const script = decodeHex(hex);
    const found = describeScript(script);
    expect(found.type).toBe(type);
    expect(found.unspendable).toBe(false);
    if (payload) expect(encodeHex(found.owner!.payload)).toBe(payload);
    else if (type !== 'p2pk') expect(found.owner).toEqual({ type, payload: sha256(script) });
  });

  test('P2PK is owned like P2PKH of its key, and shows the key', () => {
    const { owner, keys } = describeScript(decodeHex(`${key(UNCOMPRESSED)}ac`));
    expect(owner).toEqual({ type: 'p2pkh', payload: hash160(decodeHex(UNCOMPRESSED)) });
    expect(encodeHex(owner!.payload)).toBe('62e907b15cbf27d5425399ebf6f0fb50ebb88f18');
    expect(keys!.map(encodeHex)).toEqual([UNCOMPRESSED]);
  });

  test('multisig shows how many signatures of which keys', () => {
    const { required, keys } = describeScript(decodeHex(REAL_MULTISIG));
    expect(required).toBe(1);
    expect(keys).toHaveLength(2);
  });

  test('p2sh32 exists only where it is requested', () => {
    const script = decodeHex(`aa20${H32}87`);
    expect(describeScript(script, { p2sh32: true }).owner).toEqual({ type: 'p2sh32', payload: decodeHex(H32) });
  });

  test('OP_RETURN is unspendable, owned by nobody, and shows its pushes, of any size', () => {
    const found = describeScript(decodeHex(`6a04deadbeef51${'4d0f27'}${'aa'.repeat(9999)}`));
    expect(found).toMatchObject({ type: 'op-return', unspendable: true });
    expect(found.owner).toBeUndefined();
    expect(found.data!.map((item) => item.length)).toEqual([4, 9999]);
    expect(describeScript(decodeHex('6a4cff00')).data).toEqual([]);
    expect(describeScript(decodeHex('6a')).data).toEqual([]);
  });

  test('scripts above 10,000 bytes can never be spent', () => {
    expect(describeScript(new Uint8Array(10_001).fill(0x51)).unspendable).toBe(true);
    expect(describeScript(new Uint8Array(10_000).fill(0x51)).unspendable).toBe(false);
  });

  test('never throws, and every owner with a script of its own gives that script back', () => {
    const opcodes = fc.constantFrom(
      0,
      0x14,
      0x20,
      0x21,
      0x41,
      0x4c,
      0x4d,
      0x4e,
      0x51,
      0x60,
      0x6a,
      0x76,
      0x87,
      0x88,
      0xa9,
      0xac,
      0xae,
    );
    const bytes = fc.array(fc.oneof(opcodes, fc.nat(255)), { maxLength: 120 });
    fc.assert(
      fc.property(bytes, fc.boolean(), (script, p2sh32) => {
        const found = describeScript(Uint8Array.from(script), { p2sh32 });
        const back = found.owner && found.type !== 'p2pk' && ownerScript(found.owner);
        if (back) expect(back).toEqual(Uint8Array.from(script));
      }),
      { numRuns: 5000 },
    );
  });
});
