import { base58 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { CHAIN_IDS, type ChainId, isOutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { decodeHex } from '@trailmark/core/hex';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import descriptors from '../../vectors/descriptors.json' with { type: 'json' };
import vectors from '../../vectors/wallets.json' with { type: 'json' };
import * as ofKeyBranches from './key-branches.ts';

const recorded = new WatchedResults();
const { listKeyBranches } = recorded.watch(ofKeyBranches);

/** The root of the phrase "test test test test test test test test test test test junk" of development nodes. */
const JUNK = HDKey.fromMasterSeed(
  decodeHex(
    '9dfc3c64c2f8bede1533b6a79f8570e5943e0b8fd1cf77107adf7b72cef42185d564a3aee24cab43f80e3c4538087d70fc824eabbad596a23c97b6ee8322ccc0',
  ),
);
const publicKey = (path: string): string => JUNK.derive(path).publicExtendedKey;

const summary = (chain: ChainId, key: string): string[] =>
  listKeyBranches(chain, key).map(({ form, role, path }) => `${form} ${role} ${path}`);
const first = (chain: ChainId, key: string, count = 1): string[] =>
  listKeyBranches(chain, key).flatMap((branch) =>
    Array.from({ length: count }, (_, index) => branch.derive(index).map(({ address }) => address)).flat(),
  );
function refusal(chain: ChainId, key: string): string {
  try {
    listKeyBranches(chain, key);
  } catch (error) {
    if (AppError.is(error, 'invalid')) return error.message;
    throw error;
  }
  return 'accepted';
}

describe('branches of extended keys', () => {
  test('a bare xpub is every form of address, each with receive and change', () => {
    expect(summary('btc', vectors.bip86.key)).toEqual([
      'p2wpkh receive 0/*',
      'p2wpkh change 1/*',
      'p2pkh receive 0/*',
      'p2pkh change 1/*',
      'p2sh-p2wpkh receive 0/*',
      'p2sh-p2wpkh change 1/*',
      'p2tr receive 0/*',
      'p2tr change 1/*',
    ]);
    expect(first('btc', vectors.bip86.key).slice(-2)).toEqual([vectors.bip86.receive[0], vectors.bip86.change[0]]);
    expect(summary('doge', vectors.bip86.key)).toEqual(['p2pkh receive 0/*', 'p2pkh change 1/*']);
    expect(summary('bch', vectors.bip86.key)).toEqual(['p2pkh receive 0/*', 'p2pkh change 1/*']);
  });

  test('a spelling of SLIP-132 states the form', () => {
    expect(summary('btc-test', vectors.bip49.key)).toEqual(['p2sh-p2wpkh receive 0/*', 'p2sh-p2wpkh change 1/*']);
    expect(first('btc-test', vectors.bip49.key)[0]).toBe(vectors.bip49.receive[0]);
  });

  test('a key below that of an account may be a branch itself', () => {
    expect(summary('doge', publicKey("m/44'/3'/0'/0"))).toEqual([
      'p2pkh addresses *',
      'p2pkh receive 0/*',
      'p2pkh change 1/*',
    ]);
    expect(first('doge', publicKey("m/44'/3'/0'/0"))[0]).toBe(first('doge', publicKey("m/44'/3'/0'"))[0]);
  });

  test('accounts of Ethereum are those of a development node, on every chain of its family', () => {
    const accounts = ['0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'];
    expect(summary('eth', publicKey("m/44'/60'/0'"))).toEqual(['account receive 0/*', 'account addresses *']);
    expect(summary('eth', publicKey("m/44'/60'/0'/0"))).toEqual(['account addresses *']);
    for (const chain of CHAIN_IDS.filter((id) => !isOutputChainId(id) && id !== 'trx')) {
      expect(first(chain, publicKey("m/44'/60'/0'"), 2).slice(0, 2)).toEqual(accounts);
      expect(first(chain, publicKey("m/44'/60'/0'/0"), 2)).toEqual(accounts);
    }
  });

  test('TRON has the hash of Ethereum under its own spelling', () => {
    const key = publicKey("m/44'/195'/0'");
    const [tron, ethereum] = [listKeyBranches('trx', key), listKeyBranches('eth', key)];
    expect(tron[0]?.derive(0)[0]?.key).toBe(ethereum[0]?.derive(0)[0]?.key);
    expect(tron[0]?.derive(0)[0]?.address).toMatch(/^T[1-9A-HJ-NP-Za-km-z]{33}$/);
  });

  test('an index above the last unhardened one is refused', () => {
    const [branch] = listKeyBranches('btc', vectors.bip86.key);
    expect(branch?.derive(0x7fff_ffff)).toHaveLength(1);
    expect(() => branch?.derive(0x8000_0000)).toThrow('Hardened');
  });
});

describe('branches of descriptors', () => {
  const key = vectors.bip86.key;

  test('each value of a multipath step is a branch', () => {
    expect(summary('btc', `wpkh(${key}/<0;1>/*)`)).toEqual(['descriptor receive 0/*', 'descriptor change 1/*']);
    expect(summary('btc', `wpkh(${key}/<0;1;2>/*)`).map((line) => line.split(' ')[1])).toEqual([
      'addresses',
      'addresses',
      'addresses',
    ]);
    expect(summary('btc', `wpkh(${key}/0/*)`)).toEqual(['descriptor addresses 0/*']);
    expect(summary('btc', `tr(${key}/10/*)`)).toEqual(['descriptor addresses 10/*']);
  });

  test('combo() gives several addresses an index, a fixed key one', () => {
    const [branch] = listKeyBranches('btc', `combo(${key}/0/*)`);
    expect(branch?.derive(3).map(({ path }) => path)).toEqual(['0/3', '0/3', '0/3']);
    const [fixed] = listKeyBranches('btc', 'addr(1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa)');
    expect(fixed).toMatchObject({ isRanged: false, path: '' });
    expect(fixed?.derive(0)[0]?.address).toBe('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
  });
});

describe('refusals', () => {
  const prv = (descriptors.bip32 as [string, [string, string, string][]][])[0]?.[1][0]?.[2] ?? '';
  const WIF = 'L4rK1yDtCWekvXuE6oXD9jCYfFNV2cWRpVuPLBcCU2z8TrisoyY1';

  test('private keys are refused on every chain, and never repeated', () => {
    for (const chain of CHAIN_IDS) {
      for (const text of [prv, WIF]) {
        expect(refusal(chain, text)).toContain('private key');
        expect(refusal(chain, text)).not.toContain(text);
      }
    }
    expect(refusal('btc', `wpkh(${prv}/0/*)`)).toContain('private key');
    expect(refusal('btc', `wpkh(${WIF})`)).toContain('private key');
  });

  test('what is no key of the chain', () => {
    expect(refusal('eth', `wpkh(${vectors.bip86.key}/0/*)`)).toBe(
      'Output descriptors describe no addresses of Ethereum.',
    );
    const bytes = base58.decode(vectors.bip86.key).slice();
    expect(refusal('eth', base58.encode(bytes.fill(1)))).not.toBe('accepted');
    expect(refusal('btc', `wpkh(${vectors.bip86.key}/0h/*)`)).toContain('hardened');
    const many = Array.from({ length: 65 }, (_, i) => i).join(';');
    expect(refusal('btc', `wpkh(${vectors.bip86.key}/<${many}>/*)`)).toContain('at most 64 branches');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/key-branches.txt');
});
