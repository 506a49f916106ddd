import { NETWORK_IDS, type NetworkId } from '@trailmark/core/network';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import * as ofBase58Text from './network/base58-text.ts';
import * as ofNetworkAddress from './network-address.ts';
import * as ofAddress from './utxo/address.ts';

const recorded = new WatchedResults();
const { getChain } = recorded.watch(ofCatalogue);
const { decodeBase58 } = recorded.watch(ofBase58Text);
const { detectNetworks, parseNetworkAddress } = recorded.watch(ofNetworkAddress);
const { encodeAddress } = recorded.watch(ofAddress);

/** From the documents of each network: EIP-55, SEP-23, CIP-19, the nodes' own test vectors; and well-known accounts. */
const VALID: readonly [NetworkId, string][] = [
  ['btc', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['btc', '3P14159f73E4gFr7JterCCQh9QjiTjiZrG'],
  ['btc', 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'],
  ['btc', 'bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0'],
  ['bsv', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa'],
  ['bch', 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'],
  ['eth', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
  ['eth', '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359'],
  ['trx', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'],
  ['sol', 'So11111111111111111111111111111111111111112'],
  ['sol', '11111111111111111111111111111111'],
  ['xrp', 'rHb9CJAWyB4rj91VRWn96DkukG4bwdtyTh'],
  ['xlm', 'GA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJVSGZ'],
  ['xlm', 'MA7QYNF7SOWQ3GLR2BGMZEHXAVIRZA4KVWLTJJFC7MGXUA74P7UJUAAAAAAAAAAAACJUQ'],
  ['xmr', '44AFFq5kSiGBoZ4NMDwYtN18obc8AemS33DBLWs3H7otXft3XjrpDtQGv7SqSsaBYBb98uNbr2VBBEt7f2wfn3RVGQBEP3A'],
  ['algo', 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAY5HFKQ'],
  ['ada', 'addr1qx2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzer3n0d3vllmyqwsx5wktcd8cc3sq835lu7drv2xwl2wywfgse35a3x'],
  ['ada', 'Ae2tdPwUPEZFRbyhz3cpfC2CumGzNkFBN2L42rcUc2yjQpEkxDbkPodpMAi'],
  ['dot', '15oF4uVJwmo4TdGW7VfQxNLavjCXviqxT9S1MgbjMNHr6Sp5'],
  ['ton', 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N'],
  ['near', 'relay.aurora'],
  ['near', 'binance.near'],
  ['eos', 'eosio.token'],
  ['sui', `0x${'2a'.repeat(32)}`],
];

describe('addresses of any network', () => {
  test.each(VALID)('%s accepts %s unchanged', (network, text) => {
    expect(parseNetworkAddress(network, text)).toEqual({ ok: true, address: text });
    expect(parseNetworkAddress(network, `  ${text}\n`)).toEqual({ ok: true, address: text });
  });

  test.each(VALID.filter(([network]) => !['sol', 'near', 'eos', 'sui'].includes(network)))(
    '%s refuses %s with one character changed',
    (network, text) => {
      const index = text.length - 6;
      const other = text[index] === '7' ? '6' : '7';
      const changed = text.slice(0, index) + other + text.slice(index + 1);
      expect(parseNetworkAddress(network, changed).ok).toBe(false);
    },
  );

  test.each([
    ['btc', 'p2wpkh', 20],
    ['btc', 'p2wsh', 32],
    ['btc', 'p2tr', 32],
    ['btc', 'p2pkh', 20],
    ['ltc', 'p2wpkh', 20],
    ['ltc', 'p2sh', 20],
    ['bch', 'p2pkh', 20],
    ['bch', 'p2sh32', 32],
  ] as const)('%s spells %s as its ledger does, in either letter case of Bech32', (network, type, length) => {
    for (let seed = 0; seed < 20; seed++) {
      const payload = Uint8Array.from({ length }, (_, i) => (seed * 73 + i * i * 31 + 7) % 256);
      const address = encodeAddress(getChain(network), { type, payload }) ?? '';
      expect(parseNetworkAddress(network, address)).toEqual({ ok: true, address });
      if (!type.startsWith('p2w') && type !== 'p2tr') continue;
      expect(parseNetworkAddress(network, address.toUpperCase())).toEqual({ ok: true, address });
    }
  });

  test('every network refuses an empty text, a word and a text of a thousand characters', () => {
    for (const network of NETWORK_IDS) {
      for (const text of ['', ' ', 'Not-An-Address', '1'.repeat(1000)]) {
        expect(parseNetworkAddress(network, text).ok, `${network} ${text}`).toBe(false);
      }
    }
  });

  test('a lower-cased Base58 address is refused', () => {
    expect(parseNetworkAddress('btc', '1a1zp1ep5qgefi2dmptftl5slmv7divfna').ok).toBe(false);
    expect(detectNetworks('tr7nhqjekqxgtci8q8zy4pl8otszgjlj6t')).toEqual([]);
  });

  test('an EVM address in one letter case is spelt with its checksum, and a wrong mixture is refused', () => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    expect(parseNetworkAddress('bsc', address.toLowerCase())).toEqual({ ok: true, address });
    expect(parseNetworkAddress('eth', `0x${address.slice(2).toUpperCase()}`)).toEqual({ ok: true, address });
    expect(parseNetworkAddress('eth', '0x5AAeb6053F3E94C9b9A09f33669435E7Ef1BeAed')).toEqual({
      ok: false,
      reason: 'the checksum in its letter case fails (EIP-55)',
    });
  });

  test('other spellings become the canonical one', () => {
    const trx = parseNetworkAddress('trx', '41a614f803b6fd780986a42c78ec9c7f77e6ded13c');
    expect(trx).toEqual({ ok: true, address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t' });
    const raw = '0:83dfd552e63729b472fcbcc8c45ebcc6691702558b68ec7527e1ba403a0f31a8';
    expect(parseNetworkAddress('ton', raw)).toEqual({
      ok: true,
      address: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
    });
    expect(parseNetworkAddress('ton', 'UQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqEBI')).toMatchObject({
      ok: true,
      address: 'EQCD39VS5jcptHL8vMjEXrzGaRcCVYto7HUn4bpAOg8xqB2N',
    });
    const cash = { ok: true, address: 'bitcoincash:qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy' };
    expect(parseNetworkAddress('bch', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toEqual(cash);
    expect(parseNetworkAddress('bch', 'qp3wjpa3tjlj042z2wv7hahsldgwhwy0rq9sywjpyy')).toEqual(cash);
    expect(parseNetworkAddress('btc', 'BC1QW508D6QEJXTDG4Y5R3ZARVARY0C5XW7KV8F3T4')).toMatchObject({
      address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
    });
  });

  test('look-alike and invisible characters are refused by their code point', () => {
    const cyrillic = parseNetworkAddress('btc', '1\u04101zP1eP5QGefi2DMPTfTL5SLmv7DivfNa');
    expect(cyrillic).toMatchObject({ ok: false, reason: expect.stringContaining('U+0410') });
    const invisible = parseNetworkAddress('eth', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeA\u200bed');
    expect(invisible).toMatchObject({ ok: false, reason: expect.stringContaining('U+200B') });
    expect(detectNetworks('1\u04101zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toEqual([]);
  });

  test('test networks have no addresses here', () => {
    expect(parseNetworkAddress('btc', 'tb1qw508d6qejxtdg4y5r3zarvary0c5xw7kxpjzsx').ok).toBe(false);
    expect(parseNetworkAddress('btc', 'mipcBbFg9gMiCh81Kj8tqqdgoZub1ZJRfn').ok).toBe(false);
  });

  test('a script form is no address', () => {
    expect(parseNetworkAddress('btc', `script:${'00'.repeat(32)}`).ok).toBe(false);
  });
});

describe('networks that a text fits', () => {
  test('every network reports its own address, except where there is only a name', () => {
    for (const [network, text] of VALID) {
      const found = detectNetworks(text);
      if (network === 'eos') expect(found).toEqual([]);
      else expect(found, text).toContain(network);
    }
  });

  test('Bitcoin comes before its forks, and Ethereum before the other EVM networks', () => {
    expect(detectNetworks('1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toEqual(['btc', 'bch', 'bsv']);
    expect(detectNetworks('0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed')[0]).toBe('eth');
  });

  test('64 hexadecimal digits are a hash more often than an address', () => {
    expect(detectNetworks('4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b')).toEqual([]);
  });
});

test('base 58 digits become the bytes they represent', () => {
  expect(decodeBase58('StV1DL6CwTryKyV')).toEqual(new TextEncoder().encode('hello world'));
  expect(decodeBase58('1112')).toEqual(Uint8Array.of(0, 0, 0, 1));
  expect(decodeBase58('0')).toBeUndefined();
  expect(decodeBase58('1'.repeat(121))).toBeUndefined();
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/network-address.txt');
});
