import { base58 } from '@scure/base';
import { HDKey } from '@scure/bip32';
import { AppError } from '@trailmark/core/errors';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import vectors from '../../vectors/wallets.json' with { type: 'json' };
import * as ofCatalogue from '../catalogue.ts';
import * as ofBase58Address from './base58-address.ts';
import * as ofExtendedKey from './extended-key.ts';

const recorded = new WatchedResults();
const { getChain, listChains } = recorded.watch(ofCatalogue);
const { decodeBase58Check, encodeBase58Check } = recorded.watch(ofBase58Address);
const { isExtendedKeyShaped, parseExtendedKey } = recorded.watch(ofExtendedKey);

const btc = getChain('btc');
const refusal = (chain: Parameters<typeof parseExtendedKey>[0], text: string): string => {
  try {
    parseExtendedKey(chain, text);
  } catch (error) {
    if (AppError.is(error, 'invalid')) return error.message;
    throw error;
  }
  return 'accepted';
};
const respell = (text: string, version: number, change: (bytes: Uint8Array) => void = () => undefined): string => {
  const decoded = decodeBase58Check(text);
  if ('fault' in decoded) throw new Error(decoded.fault);
  new DataView(decoded.bytes.buffer).setUint32(0, version);
  change(decoded.bytes);
  return encodeBase58Check(decoded.bytes);
};

describe('extended keys', () => {
  test.each(vectors.bip32 as [string, number[], string][])('BIP 32: %s / %j', (parent, steps, child) => {
    const key = parseExtendedKey(btc, parent);
    expect(key.derive(steps)).toEqual(HDKey.fromExtendedKey(child).publicKey);
    expect(key.derive(steps)).toEqual(parseExtendedKey(btc, child).derive([]));
    expect(() => key.derive([0x8000_0000])).toThrow('Hardened');
  });

  test('every spelling of every chain is read, and states which addresses it represents', () => {
    for (const chain of listChains()) {
      for (const { name, version, form } of chain.extendedKeys) {
        const text = respell(vectors.bip86.key, version);
        expect(`${chain.id} ${text.slice(0, 4)}`).toBe(`${chain.id} ${name}`);
        expect(isExtendedKeyShaped(text)).toBe(true);
        expect(parseExtendedKey(chain, text)).toMatchObject({ name, form, depth: 3 });
      }
    }
  });

  test('private keys are refused on every chain, whatever they are spelt as', () => {
    const { accountPrivate } = vectors.bip84;
    for (const chain of listChains()) {
      expect(refusal(chain, accountPrivate)).toBe('This is a private key. Private keys must never be entered here.');
    }
    expect(refusal(btc, respell(accountPrivate, 0x0488b21e))).toContain('private key');
    expect(refusal(btc, 'KyZpNDKnfs94vbrwhJneDi77V6jF64PWPF8x5cdJb8ifgg2DUc9d')).toContain('private key');
  });

  test('says what is wrong', () => {
    const { key } = vectors.bip86;
    expect(refusal(btc, `${key.slice(0, -1)}t`)).toBe('This is not a valid extended public key: the checksum fails.');
    expect(refusal(btc, vectors.bip49.key)).toBe('This is a Bitcoin testnet key, not a Bitcoin one.');
    expect(refusal(getChain('doge'), respell(key, 0x04b24746))).toBe('This is a Bitcoin key, not a Dogecoin one.');
    expect(refusal(btc, respell(key, 0x02aa7ed3))).toContain('output descriptor');
    expect(refusal(btc, respell(key, 0x12345678))).toContain('version is unknown');
    expect(refusal(btc, '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa')).toContain('length is wrong');
    expect(
      refusal(
        btc,
        respell(key, 0x0488b21e, (bytes) => bytes.fill(0xff, 46)),
      ),
    ).toContain('malformed');
    expect(
      refusal(
        btc,
        respell(key, 0x0488b21e, (bytes) => bytes.fill(0, 4, 5)),
      ),
    ).toContain('malformed');
    expect(refusal(btc, base58.encode(new Uint8Array(3)))).toContain('too short');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/extended-key.txt');
});
