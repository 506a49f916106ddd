import { blake2b } from '@noble/hashes/blake2.js';
import { sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base32nopad, base58, base58xmr, base64urlnopad, bech32, bech32m } from '@scure/base';
import type { NetworkId } from '@trailmark/core/network';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofNetworkAddress from '../network-address.ts';
import * as ofBase58Address from '../utxo/base58-address.ts';
import * as ofCrc from './crc.ts';

const recorded = new WatchedResults();
const { parseNetworkAddress } = recorded.watch(ofNetworkAddress);
const { encodeBase58Check } = recorded.watch(ofBase58Address);
const { crc16, crc32 } = recorded.watch(ofCrc);

const LENGTH = 'its length is wrong';
const CHARACTER = 'it contains a character that such addresses never use';
const CHECKSUM = 'the checksum fails';
const VERSION = 'its version byte is not one of this network';

/** Bytes that begin with those given; the others count up. */
function fill(length: number, ...first: number[]): Uint8Array {
  return Uint8Array.from({ length }, (_, i) => first[i] ?? (i * 7 + 3) % 256);
}

function join(...parts: readonly (Uint8Array | readonly number[])[]): Uint8Array {
  return Uint8Array.of(...parts.flatMap((part) => [...part]));
}

const tron = (version: number, length = 21): string => encodeBase58Check(fill(length, version));
const monero = (length: number, network: number): string => {
  const body = fill(length, network);
  return base58xmr.encode(join(body, keccak_256(body).subarray(0, 4)));
};
const stellar = (length: number, version: number): string => {
  const body = fill(length, version);
  return base32nopad.encode(join(body, [crc16(body) & 255, crc16(body) >> 8]));
};
const algorand = (): string => {
  const key = fill(32);
  return base32nopad.encode(join(key, sha512_256(key).subarray(-4)));
};
const polkadot = (length: number, prefix: number): string => {
  const body = fill(length, prefix);
  const hash = blake2b(join(new TextEncoder().encode('SS58PRE'), body), { dkLen: 64 });
  return base58.encode(join(body, hash.subarray(0, 2)));
};
const ton = (tag: number, workchain = 0): string => {
  const body = fill(34, tag, workchain);
  return base64urlnopad.encode(join(body, [crc16(body) >> 8, crc16(body) & 255]));
};
const byron = (start: readonly number[], mark = 0x1a): string => {
  const inner = fill(start[4] ?? 0);
  const sum = crc32(inner);
  return base58.encode(join(start, inner, [mark, sum >>> 24, (sum >>> 16) & 255, (sum >>> 8) & 255, sum & 255]));
};
const BYRON = [0x82, 0xd8, 0x18, 0x58, 0x21];
const words = (prefix: string, length: number, codec = bech32): string =>
  codec.encode(prefix, codec.toWords(fill(length)), 500);

/** The same text with another last character but one. */
function mistype(text: string, [one = '', other = '']: string): string {
  return text.slice(0, -2) + (text.at(-2) === one ? other : one) + text.slice(-1);
}

describe('an address of every form of account', () => {
  test.each<[NetworkId, string]>([
    ['trx', tron(0x41)],
    ['xmr', monero(65, 18)],
    ['xmr', monero(65, 42)],
    ['xmr', monero(73, 19)],
    ['xlm', stellar(33, 6 << 3)],
    ['xlm', stellar(41, 12 << 3)],
    ['algo', algorand()],
    ['dot', polkadot(33, 0)],
    ['ton', ton(0x11)],
    ['ton', ton(0x11, 0xff)],
    ['ada', byron(BYRON)],
    ['ada', words('stake', 29)],
    ['atom', words('cosmos', 32)],
    ['bnb', words('bnb', 20)],
    ['zec', words('zs', 43)],
    ['zec', words('u', 60, bech32m)],
    ['sol', base58.encode(fill(32, 200))],
    ['near', 'a1'.repeat(32)],
    ['near', `${'a'.repeat(59)}.near`],
    ['near', 'a-b_c.tg'],
    ['eos', 'a'.repeat(12)],
    ['eos', 'a.b'],
  ])('%s accepts %s unchanged', (network, text) => {
    expect(parseNetworkAddress(network, text)).toEqual({ ok: true, address: text });
  });

  test.each<[NetworkId, string, string]>([
    ['trx', tron(0x42), VERSION],
    ['trx', tron(0x41, 22), LENGTH],
    ['trx', mistype(tron(0x41), 'ab'), CHECKSUM],
    ['trx', `${tron(0x41).slice(0, -1)}0`, CHARACTER],
    ['bsv', encodeBase58Check(fill(21, 0x06)), VERSION],
    ['dash', encodeBase58Check(fill(21, 0x4d)), VERSION],
    ['xmr', monero(65, 19), 'its network byte is not one of the main network'],
    ['xmr', monero(65, 53), 'its network byte is not one of the main network'],
    ['xmr', monero(73, 18), 'its network byte is not one of the main network'],
    ['xmr', monero(66, 18), 'its length is wrong: it has 95 or 106 characters'],
    ['xmr', `${monero(65, 18).slice(0, -1)}0`, CHARACTER],
    ['xmr', mistype(monero(65, 18), 'ab'), CHECKSUM],
    ['xlm', `${stellar(33, 6 << 3)}A`, 'it is not G or M and base 32 digits'],
    ['xlm', stellar(41, 6 << 3), LENGTH],
    ['xlm', stellar(33, 12 << 3), LENGTH],
    ['xlm', stellar(33, (6 << 3) + 1), 'its version byte is no account'],
    ['xlm', mistype(stellar(33, 6 << 3), 'AQ'), CHECKSUM],
    ['algo', algorand().slice(1), 'it is not 58 base 32 digits'],
    ['algo', `B${algorand().slice(1)}`, CHECKSUM],
    ['dot', polkadot(33, 2), 'its prefix is not the one of Polkadot'],
    ['dot', polkadot(32, 0), LENGTH],
    ['dot', mistype(polkadot(33, 0), 'ab'), CHECKSUM],
    ['dot', `${polkadot(33, 0).slice(0, -1)}0`, CHARACTER],
    ['ton', ton(0x91), 'it is an address of the test network'],
    ['ton', ton(0x12), 'its first byte is no kind of address'],
    ['ton', mistype(ton(0x11), 'ab'), CHECKSUM],
    ['ton', ton(0x11).slice(1), 'it is not 48 base 64 digits or a workchain and 64 hex digits'],
    ['ton', `1:${'0'.repeat(64)}`, 'it is not 48 base 64 digits or a workchain and 64 hex digits'],
    ['ada', mistype(byron(BYRON), 'ab'), CHECKSUM],
    ['ada', `${byron(BYRON).slice(0, -1)}0`, CHARACTER],
    ...BYRON.slice(0, 4).map((byte, at): [NetworkId, string, string] => {
      return ['ada', byron(BYRON.with(at, byte + 1)), 'it is no Byron address'];
    }),
    ['ada', byron(BYRON, 0x1b), 'it is no Byron address'],
    ['atom', words('cosmos', 21), LENGTH],
    ['atom', words('cosmos', 60), LENGTH],
    ['atom', words('cosmosvaloper', 20), 'it does not begin with "cosmos1"'],
    ['bnb', words('bnb', 21), LENGTH],
    ['bnb', mistype(words('bnb', 20), 'qp'), CHECKSUM],
    ['bnb', words('bnb', 20).replace('bnb1', 'BNB1'), 'it mixes upper and lower case'],
    ['sol', base58.encode(fill(31, 200)), LENGTH],
    ['sol', base58.encode(fill(33, 200)), LENGTH],
    ['sol', '1'.repeat(33), LENGTH],
    ['sol', `${base58.encode(fill(32, 200)).slice(0, -1)}0`, CHARACTER],
    ['near', `${'a'.repeat(60)}.near`, 'it is neither a name ending in ".near" nor 64 lower-case hexadecimal digits'],
    ['near', 'A1'.repeat(32), 'it is neither a name ending in ".near" nor 64 lower-case hexadecimal digits'],
    ['eos', 'a'.repeat(13), 'it is not a name of 1 to 12 characters from a to z and 1 to 5'],
    ['sui', `0x${'a'.repeat(59)}`, 'it is not 0x and 64 hexadecimal digits'],
  ])('%s refuses %s: %s', (network, text, reason) => {
    expect(parseNetworkAddress(network, text)).toEqual({ ok: false, reason });
  });

  test('Sui and Aptos fill up the leading zeros that a writer dropped, four at most', () => {
    for (const network of ['sui', 'apt'] as const) {
      expect(parseNetworkAddress(network, `0x${'A'.repeat(60)}`)).toEqual({
        ok: true,
        address: `0x0000${'a'.repeat(60)}`,
      });
    }
  });

  test('the workchain of a raw TON address is in its other form', () => {
    const hash = fill(32);
    const raw = (workchain: number): string => `${workchain}:${Buffer.from(hash).toString('hex')}`;
    for (const workchain of [0, -1]) {
      const body = join([0x11, workchain & 255], hash);
      const address = base64urlnopad.encode(join(body, [crc16(body) >> 8, crc16(body) & 255]));
      expect(parseNetworkAddress('ton', raw(workchain))).toEqual({ ok: true, address });
      const plain = join([0x51, workchain & 255], hash);
      const other = base64urlnopad.encode(join(plain, [crc16(plain) >> 8, crc16(plain) & 255]));
      expect(parseNetworkAddress('ton', other)).toEqual({ ok: true, address });
    }
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/account-forms.txt');
});
