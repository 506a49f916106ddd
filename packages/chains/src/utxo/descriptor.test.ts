import { HDKey } from '@scure/bip32';
import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import vectors from '../../vectors/wallets.json' with { type: 'json' };
import { getChain } from '../catalogue.ts';
import { formatOwner } from './address.ts';
import { deriveOwners } from './descriptor.ts';
import { descriptorChecksum, stripDescriptorChecksum } from './descriptor-checksum.ts';
import { hash160, sha256 } from './hash.ts';

const btc = getChain('btc');
const addresses = (text: string, range: Parameters<typeof deriveOwners>[2], chain = btc) =>
  deriveOwners(chain, text, range).map(({ owner }) => formatOwner(chain, owner));
const refusal = (text: string, chain = btc): string => {
  try {
    deriveOwners(chain, text, { from: 0, count: 1 });
  } catch (error) {
    if (AppError.is(error, 'invalid')) return error.message;
    throw error;
  }
  return 'accepted';
};

const ZPRV = { private: 0x04b2430c, public: 0x04b24746 };
const zpub = HDKey.fromExtendedKey(vectors.bip84.accountPrivate, ZPRV).publicExtendedKey;
const { key: xpub } = vectors.bip86;
const [A, B] = [vectors.bip32[3]![0] as string, vectors.bip32[0]![0] as string];
const POINT = '0260b2003c386519fc9eadf2b5cf124dd8eea4c4e68d5e154050a9346ea98ce600';
const UNCOMPRESSED =
  '04a34b99f22c790c4e36b2b3c2c35a36db06226e41c692fc82b8b56ac1c540c5bd5b8dec5235a0fa8722476c7709c02559e3aa73aa03918ba2d492eea75abea235';

describe('wallets of the BIPs', () => {
  test('BIP 49', () => {
    expect(addresses(vectors.bip49.key, { from: 0, count: 1 }, getChain('btc-test'))[0]).toBe(vectors.bip49.receive[0]);
  });

  test('BIP 84', () => {
    const { receive, change } = vectors.bip84;
    const found = addresses(zpub, { from: 0, count: 2 });
    expect([found[0], found[1], found[2]]).toEqual([...receive, ...change]);
  });

  test('BIP 86, by key and by descriptor', () => {
    const { receive, change } = vectors.bip86;
    const found = addresses(xpub, { from: 0, count: 2, form: 'p2tr' });
    expect([found[0], found[1], found[2]]).toEqual([...receive, ...change]);
    expect(addresses(`tr(${xpub}/<0;1>/*)`, { from: 0, count: 2 })).toEqual(found);
    expect(addresses(`tr([73c5da0a/86'/0'/0']${xpub}/0/*)`, { from: 1, count: 1 })).toEqual([receive[1]]);
  });

  test('paths name the branch and index', () => {
    expect(deriveOwners(btc, xpub, { from: 7, count: 2 }).map(({ path }) => path)).toEqual([
      '0/7',
      '0/8',
      '1/7',
      '1/8',
    ]);
    expect(deriveOwners(btc, `wpkh(${POINT})`, { from: 3, count: 9 })).toMatchObject([{ path: '' }]);
  });

  test('Litecoin and Dogecoin', () => {
    const range = { from: 0, count: 1 };
    expect(addresses(xpub, range, getChain('ltc'))[0]).toMatch(/^L/);
    expect(addresses(xpub, range, getChain('doge'))[0]).toMatch(/^D/);
    expect(addresses(xpub, { ...range, form: 'p2wpkh' }, getChain('ltc'))[0]).toMatch(/^ltc1q/);
    expect(() => addresses(xpub, { ...range, form: 'p2wpkh' }, getChain('doge'))).toThrow('no segwit addresses');
    expect(refusal(`wpkh(${xpub}/*)`, getChain('bch'))).toContain('Bitcoin Cash has no wpkh() outputs');
  });
});

describe('descriptors', () => {
  const owner = (text: string) => deriveOwners(btc, text, { from: 0, count: 1 })[0]!.owner;
  const point = decodeHex(POINT);

  test('single keys', () => {
    const payload = hash160(point);
    expect(owner(`pkh(${POINT})`)).toEqual({ type: 'p2pkh', payload });
    expect(owner(`pk(${POINT})`)).toEqual({ type: 'p2pkh', payload });
    expect(owner(`pkh(${UNCOMPRESSED})`)).toEqual({ type: 'p2pkh', payload: hash160(decodeHex(UNCOMPRESSED)) });
    expect(owner(`wpkh([deadbeef/0'/0h/0H]${POINT})`)).toEqual({ type: 'p2wpkh', payload });
    expect(owner(`sh(wpkh(${POINT}))`)).toEqual({ type: 'p2sh', payload: hash160(Uint8Array.of(0, 20, ...payload)) });
  });

  test('wrapped scripts', () => {
    const pk = Uint8Array.of(33, ...point, 0xac);
    expect(owner(`sh(pk(${POINT}))`)).toEqual({ type: 'p2sh', payload: hash160(pk) });
    expect(owner(`wsh(pk(${POINT}))`)).toEqual({ type: 'p2wsh', payload: sha256(pk) });
    expect(owner(`sh(wsh(pk(${POINT})))`)).toEqual({
      type: 'p2sh',
      payload: hash160(Uint8Array.of(0, 32, ...sha256(pk))),
    });
  });

  test('multisig keeps the order of keys or sorts them', () => {
    const multi = (name: string, keys: string[]) => formatOwner(btc, owner(`wsh(${name}(1,${keys.join(',')}))`));
    const keys = [`${A}/0/*`, `${B}/0/*`];
    expect(multi('multi', keys)).not.toBe(multi('multi', keys.toReversed()));
    expect(multi('sortedmulti', keys)).toBe(multi('sortedmulti', keys.toReversed()));
    expect(owner(`multi(1,${POINT},${POINT})`).type).toBe('multisig');
    const branches = deriveOwners(btc, `wsh(multi(2,${A}/<1;2;3>/*,${B}/0/*))`, { from: 0, count: 2 });
    expect(branches.map(({ path }) => path)).toEqual(['1/0', '1/1', '2/0', '2/1', '3/0', '3/1']);
    expect(new Set(branches.map((entry) => formatOwner(btc, entry.owner))).size).toBe(6);
  });

  test.each([
    ['key missing', 'wpkh()', 'a key is missing'],
    ['uncompressed in segwit', `wpkh(${UNCOMPRESSED})`, 'compressed keys only'],
    ['uncompressed in wsh', `wsh(pk(${UNCOMPRESSED}))`, 'compressed keys only'],
    ['not a point', `pkh(02${'ff'.repeat(32)})`, 'not a point of the curve'],
    ['hardened step', `pkh(${xpub}/0h/*)`, 'hardened'],
    ['hardened children', `pkh(${xpub}/*h)`, 'hardened'],
    ['star in the middle', `pkh(${xpub}/*/0)`, '"*" is the last step'],
    ['two tuples', `pkh(${xpub}/<0;1>/<2;3>)`, 'at most one'],
    ['empty tuple', `wpkh(${xpub}/<>/*)`, 'a derivation step'],
    ['tuple of one', `wpkh(${xpub}/<0>/*)`, 'two or more different'],
    ['tuple with a repeat', `wpkh(${xpub}/<0;0>/*)`, 'two or more different'],
    ['tuple without end', `wpkh(${xpub}/<0/*)`, 'a derivation step'],
    ['tuple with a gap', `wpkh(${xpub}/<0;>/*)`, 'a derivation step'],
    ['tuples of different length', `sh(multi(1,${A}/<1;2;3>/*,${B}/<3;4>/*))`, 'same number of values'],
    ['tuple in the origin', `pkh([deadbeef/<0;1>]${xpub}/0)`, 'key origin'],
    ['star in the origin', `pkh([deadbeef/0h/*]${POINT})`, 'key origin'],
    ['slash at the end of the origin', `pkh([deadbeef/0h/]${POINT})`, 'key origin'],
    ['short fingerprint', `pkh([deadbef/0h]${POINT})`, 'key origin'],
    ['step too large', `pkh(${xpub}/2147483648)`, 'a derivation step'],
    ['unknown function', `foo(${POINT})`, '"foo" is not supported'],
    ['sh in sh', `sh(sh(pk(${POINT})))`, '"sh" is not supported'],
    ['wpkh in wsh', `wsh(wpkh(${POINT}))`, '"wpkh" is not supported'],
    ['key hash in a script tree', `tr(${POINT},pkh(${POINT}))`, '"pkh" is not supported in a script tree'],
    ['too few keys', `multi(3,${POINT},${POINT})`, 'asks for 3 signatures of 2 keys'],
    ['no number', `multi(${POINT})`, 'number of signatures'],
    ['too large for P2SH', `sh(multi(1,${Array(16).fill(POINT).join(',')}))`, '520 bytes'],
    ['not closed', `wpkh(${POINT}`, '"name(…)" is expected'],
  ])('%s', (_, text, message) => expect(refusal(text)).toContain(message));

  test('private keys are refused wherever they are', () => {
    const wif = 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1';
    const tprv = vectors.bip84.accountPrivate;
    for (const text of [`wpkh(${wif})`, `sh(multi(1,${POINT},${tprv}/0/*))`, `tr([deadbeef/0h]${tprv}/<0;1>/*)`]) {
      expect(refusal(text)).toBe('This is a private key. Private keys must never be entered here.');
    }
  });

  test('the range is checked', () => {
    for (const range of [
      { from: -1, count: 1 },
      { from: 0, count: 10_001 },
      { from: 0.5, count: 1 },
      { from: 2 ** 31, count: 1 },
    ]) {
      expect(() => deriveOwners(btc, xpub, range)).toThrow(AppError);
    }
  });

  test('any text is owners or an AppError', () => {
    const word = fc.constantFrom(
      'sh(',
      'wsh(',
      'tr(',
      'multi(',
      '1',
      ',',
      ')',
      '/',
      '*',
      '<',
      ';',
      '>',
      '[',
      ']',
      POINT,
      xpub,
      '#',
      'é',
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => typeof refusal(words.join('')) === 'string'),
      { numRuns: 2000 },
    );
  });
});

describe('descriptor checksums (BIP 380)', () => {
  test('good, absent and bad ones', () => {
    expect(descriptorChecksum('raw(deadbeef)')).toBe('89f8spxm');
    expect(stripDescriptorChecksum('raw(deadbeef)#89f8spxm')).toBe('raw(deadbeef)');
    expect(stripDescriptorChecksum('raw(deadbeef)')).toBe('raw(deadbeef)');
    for (const text of [
      'raw(deadbeef)#',
      'raw(deadbeef)#89f8spxmx',
      'raw(deadbeef)#89f8spx',
      'raw(deedbeef)##9f8spxm',
    ]) {
      expect(() => stripDescriptorChecksum(text)).toThrow('eight characters');
    }
    expect(() => stripDescriptorChecksum('raw(deedbeef)#89f8spxm')).toThrow('checksum of this descriptor fails');
    expect(() => stripDescriptorChecksum('raw(Ü)#00000000')).toThrow('descriptors never use');
  });

  test('one changed character is always noticed', () => {
    const text = `wpkh(${xpub}/0/*)`;
    const checksum = descriptorChecksum(text);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'0123456789abcdefxyzABCXYZ()/*<>;,'), (at, character) => {
        const changed = text.slice(0, at) + character + text.slice(at + 1);
        if (changed !== text) expect(() => stripDescriptorChecksum(`${changed}#${checksum}`)).toThrow(AppError);
      }),
    );
  });
});
