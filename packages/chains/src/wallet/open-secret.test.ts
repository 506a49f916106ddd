import { HDKey } from '@scure/bip32';
import type { ChainId } from '@trailmark/core/chain';
import { encodeHex } from '@trailmark/core/hex';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import descriptors from '../../vectors/descriptors.json' with { type: 'json' };
import vectors from '../../vectors/wallets.json' with { type: 'json' };
import type { OpenedSecret } from './open-secret.ts';
import * as ofOpenSecret from './open-secret.ts';

const recorded = new WatchedResults();
const { openSecret, phraseSeed } = recorded.watch(ofOpenSecret);

const ABANDON = `${'abandon '.repeat(11)}about`;

function open(text: string, passphrase = ''): OpenedSecret {
  const opened = openSecret(text, passphrase);
  if ('fault' in opened) throw new Error(opened.fault.message);
  return opened;
}
function faultOf(text: string): string {
  const opened = openSecret(text);
  return 'fault' in opened ? opened.fault.message : 'accepted';
}
const at = (secret: OpenedSecret, chain: ChainId, path: string, index: number, account = 0): string | undefined =>
  secret
    .branches(chain, account)
    .find((branch) => branch.path === path)
    ?.derive(index)[0]?.address;

describe('addresses of a phrase', () => {
  const secret = open(ABANDON);

  test('BIP 44, 49, 84 and 86', () => {
    expect(secret.title).toBe('Seed phrase of 12 words (BIP 39, English)');
    expect(at(secret, 'btc', "m/44'/0'/0'/0/*", 0)).toBe('1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA');
    expect(at(secret, 'btc', "m/49'/0'/0'/0/*", 0)).toBe('37VucYSaXLCAsxYyAPfbSi9eh4iEcbShgf');
    expect(at(secret, 'btc-test', "m/49'/1'/0'/0/*", 0)).toBe(vectors.bip49.receive[0]);
    expect([0, 1].map((index) => at(secret, 'btc', "m/84'/0'/0'/0/*", index))).toEqual(vectors.bip84.receive);
    expect(at(secret, 'btc', "m/84'/0'/0'/1/*", 0)).toBe(vectors.bip84.change[0]);
    expect([0, 1].map((index) => at(secret, 'btc', "m/86'/0'/0'/0/*", index))).toEqual(vectors.bip86.receive);
    expect(at(secret, 'btc', "m/86'/0'/0'/1/*", 0)).toBe(vectors.bip86.change[0]);
  });

  test('other coins, each below its number of SLIP-44', () => {
    expect(at(secret, 'ltc', "m/44'/2'/0'/0/*", 0)).toBe('LUWPbpM43E2p7ZSh8cyTBEkvpHmr3cB8Ez');
    expect(at(secret, 'ltc', "m/84'/2'/0'/0/*", 0)).toBe('ltc1qjmxnz78nmc8nq77wuxh25n2es7rzm5c2rkk4wh');
    expect(at(secret, 'doge', "m/44'/3'/0'/0/*", 0)).toBe('DBus3bamQjgJULBJtYXpEzDWQRwF5iwxgC');
    expect(at(secret, 'bch', "m/44'/145'/0'/0/*", 0)).toBe('bitcoincash:qqyx49mu0kkn9ftfj6hje6g2wfer34yfnq5tahq3q6');
  });

  test('Ethereum and TRON by BIP 44, Ledger Live and the older Ledger', () => {
    expect(at(secret, 'eth', "m/44'/60'/0'/0/*", 0)).toBe('0x9858EfFD232B4033E47d90003D41EC34EcaEda94');
    expect(at(secret, 'eth', "m/44'/60'/*'/0/0", 0)).toBe(at(secret, 'eth', "m/44'/60'/0'/0/*", 0));
    const root = HDKey.fromMasterSeed(phraseSeed(ABANDON.split(' '), ''));
    for (const [path, steps] of [
      ["m/44'/60'/*'/0/0", "m/44'/60'/3'/0/0"],
      ["m/44'/60'/0'/*", "m/44'/60'/0'/3"],
      ["m/0'/0'/*'", "m/0'/0'/3'"],
    ] as const) {
      const key = encodeHex(root.derive(steps).privateKey ?? new Uint8Array(0));
      const chain = path.includes('60') ? 'eth' : 'btc';
      const branch = secret.branches(chain, 0).find((each) => each.path === path);
      const single = open(key)
        .branches(chain, 0)
        .find(({ form }) => form === branch?.form);
      expect(branch?.derive(3)[0]?.address).toBe(single?.derive(0)[0]?.address);
      expect(branch?.derive(3)[0]?.path).toBe(steps);
    }
    expect(at(secret, 'trx', "m/44'/195'/0'/0/*", 0)).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
  });

  test('accounts above 0 have the paths of the standards alone', () => {
    expect(secret.branches('btc', 1).map(({ path }) => path)).toEqual([
      "m/44'/0'/1'/0/*",
      "m/44'/0'/1'/1/*",
      "m/49'/0'/1'/0/*",
      "m/49'/0'/1'/1/*",
      "m/84'/0'/1'/0/*",
      "m/84'/0'/1'/1/*",
      "m/86'/0'/1'/0/*",
      "m/86'/0'/1'/1/*",
    ]);
    expect(secret.branches('eth', 1)).toEqual([]);
  });

  test('a passphrase leads elsewhere', () => {
    expect(at(open(ABANDON, 'TREZOR'), 'btc', "m/84'/0'/0'/0/*", 0)).not.toBe(vectors.bip84.receive[0]);
  });

  test('what was wiped derives nothing', () => {
    const wiped = open(ABANDON);
    const [branch] = wiped.branches('btc', 0);
    expect(branch?.derive(0)).toHaveLength(1);
    wiped.wipe();
    expect(() => branch?.derive(1)).toThrow();
  });
});

describe('Electrum', () => {
  test('a standard and a segwit phrase', () => {
    const standard = open('cycle rocket west magnet parrot shuffle foot correct salt library feed song');
    expect(at(standard, 'btc', 'm/0/*', 0)).toBe('1NNkttn1YvVGdqBW4PR6zvc3Zx3H5owKRf');
    const segwit = open('bitter grass shiver impose acquire brush forget axis eager alone wine silver');
    expect(at(segwit, 'btc', "m/0'/0/*", 0)).toBe('bc1q3g5tmkmlvxryhh843v4dz026avatc0zzr6h3af');
    expect(segwit.branches('eth', 0)).toEqual([]);
    expect(segwit.branches('doge', 0)).toEqual([]);
  });
});

describe('keys', () => {
  const nodes = (descriptors.bip32 as [string, [path: string, pub: string, prv: string][]][])[0]?.[1] ?? [];

  test('the root of a wallet has every path, an account its own branches', () => {
    const root = open(nodes[0]?.[2] ?? '');
    expect(root.title).toBe('Extended private key of a whole wallet (BIP 32)');
    expect(root.branches('btc', 0).length).toBeGreaterThan(20);
    const [account, same] = [open(vectors.bip84.accountPrivate), open(ABANDON)];
    expect(at(account, 'btc', '0/*', 0)).toBe(at(same, 'btc', "m/84'/0'/0'/0/*", 0));
    expect(account.branches('btc', 1)).toEqual([]);
  });

  test('single keys, in every form', () => {
    const wif = open('KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWn');
    expect(wif.branches('btc', 0).map((branch) => branch.derive(0)[0]?.address)).toEqual([
      'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
      '1BgGZ9tcN4rm9KBzDn7KprQz87SZ26SAMH',
      '3JvL6Ymt8MVWiCNHC7oWU6nLeHNJKLZGLN',
      'bc1pmfr3p9j00pfxjh0zmgp99y8zftmd3s5pmedqhyptwy6lm87hf5sspknck9',
    ]);
    const hex = open(`${'0'.repeat(63)}1`);
    expect(hex.branches('eth', 0)[0]?.derive(0)[0]?.address).toBe('0x7E5F4552091A69125d5DfCb7b8C2659029395Bdf');
    expect(hex.branches('btc', 0).map((branch) => branch.derive(0)[0]?.address)).toContain(
      '1EHNa6Q4Jz2uvNExL497mE43ikXhwF6kZm',
    );
  });

  test('a public key or a descriptor is searched as it states', () => {
    expect(open(vectors.bip86.key).branches('btc', 0)).toHaveLength(8);
    expect(open(`wpkh(${vectors.bip86.key}/<0;1>/*)`).branches('btc', 0)).toHaveLength(2);
    expect(open(vectors.bip86.key).branches('eth', 0)).toHaveLength(2);
  });

  test('what is no secret is refused without a word of it', () => {
    expect(faultOf('')).toBe('Nothing was entered.');
    expect(faultOf('f'.repeat(64))).toContain('no private key');
    expect(faultOf('6PRVWUbkzzsbcVac2qwfssoUJAN1Xhrg6bNk8J7Nzm5H7kxEbn2Nh2ZoGg')).toContain('BIP 38');
    for (const text of ['KwDiBf89QgGbjEhKnhXJuH7LrciVrZi3qYjgd9M7rFU73sVHnoWm', 'correct horse', 'a'.repeat(2 ** 20)]) {
      const message = faultOf(text);
      expect(message).not.toBe('accepted');
      expect(message).not.toContain(text);
    }
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/open-secret.txt');
});
