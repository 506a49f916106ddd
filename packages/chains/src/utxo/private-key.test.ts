import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofBase58Address from './base58-address.ts';
import * as ofPrivateKey from './private-key.ts';

const recorded = new WatchedResults();
const { encodeBase58Check } = recorded.watch(ofBase58Address);
const { holdsPrivateKey, isPrivateKey } = recorded.watch(ofPrivateKey);

/** Text of so many bytes that begin with a version; the others are 0x11, but for those given. */
function spell(length: number, version: readonly number[], others: Readonly<Record<number, number>> = {}): string {
  const bytes = new Uint8Array(length).fill(0x11);
  bytes.set(version);
  for (const [at, byte] of Object.entries(others)) bytes[Number(at)] = byte;
  return encodeBase58Check(bytes);
}

/** From BIP 32, BIP 38 and the wiki of Bitcoin: keys that everybody knows. */
const KNOWN = [
  'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
  '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ',
  'KwdMAjGmerYanjeui5SHS7JkmpZvVipYvB2LJGU1ZxJwYvP98617',
  '6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg',
];
const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

describe('a private key', () => {
  test.each(KNOWN)('is %s', (text) => {
    expect(isPrivateKey(text)).toBe(true);
  });

  test.each([
    ...Array.from('xyztuvYZUV', (letter) => [`${letter}prv`, 107] as const),
    ...['Ltpv', 'Mtpv', 'ttpv', 'dgpv', 'tgpv'].map((name) => [name, 107] as const),
    ...['5H', '5J', '5K', '91', '92', '93'].map((name) => [name, 49] as const),
    ...['K', 'L', 'c'].map((name) => [name, 51] as const),
    ['6P', 56] as const,
  ])('is what begins with %s and is as long as one, though its checksum fails', (name, more) => {
    const text = name + ALPHABET.repeat(2).slice(0, more);
    expect(isPrivateKey(text)).toBe(true);
    expect(isPrivateKey(`${text.slice(0, -1)}0`)).toBe(false);
  });

  test('is an extended key of any version whose key field begins with zero, and no other extended key', () => {
    expect(isPrivateKey(spell(78, [0x01, 0x02, 0x03, 0x04], { 45: 0 }))).toBe(true);
    for (const sign of [1, 2, 3]) expect(isPrivateKey(spell(78, [0x04, 0x88, 0xb2, 0x1e], { 45: sign }))).toBe(false);
    for (const length of [77, 79]) expect(isPrivateKey(spell(length, [0x01], { 44: 0, 45: 0, 46: 0 }))).toBe(false);
  });

  test('is a key of 32 bytes with a version from 0x80 on, compressed or not, and nothing of another length', () => {
    for (const version of [0x80, 0x9e, 0xb0, 0xff]) {
      for (const length of [33, 34]) expect(isPrivateKey(spell(length, [version]))).toBe(true);
      for (const length of [32, 35, 36]) expect(isPrivateKey(spell(length, [version]))).toBe(false);
    }
    for (const length of [33, 34]) expect(isPrivateKey(spell(length, [0x4f]))).toBe(false);
    expect(isPrivateKey(spell(33, [0x7f]))).toBe(false);
  });

  test('is no address, no transaction and no word', () => {
    for (const text of ['', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'a'.repeat(64), '1'.repeat(60)])
      expect(isPrivateKey(text)).toBe(false);
  });
});

test('a private key is found wherever it is in a text', () => {
  for (const key of KNOWN) {
    expect(holdsPrivateKey(key)).toBe(true);
    expect(holdsPrivateKey(`wpkh([d34db33f/84h]${key}/0/*)#cjjspncu`)).toBe(true);
  }
  expect(holdsPrivateKey('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa and others')).toBe(false);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/private-key.txt');
});
