import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from '../catalogue.ts';
import * as ofAddress from '../utxo/address.ts';
import * as ofBase58Address from '../utxo/base58-address.ts';
import * as ofUtxoForm from './utxo-form.ts';

const recorded = new WatchedResults();
const { getChain } = recorded.watch(ofCatalogue);
const { encodeAddress } = recorded.watch(ofAddress);
const { base58Versions, encodeBase58Check } = recorded.watch(ofBase58Address);
const { utxoForm } = recorded.watch(ofUtxoForm);

const HASH = Uint8Array.from({ length: 20 }, (_, i) => i * 11);

function spell(version: number): string {
  return encodeBase58Check(Uint8Array.of(version, ...HASH));
}

function read(id: 'btc' | 'ltc' | 'doge' | 'bch', text: string): string | undefined {
  const form = utxoForm(id)(text);
  return form.ok ? form.address : undefined;
}

describe.each(['btc', 'ltc', 'doge', 'bch'] as const)('an address of %s', (id) => {
  test.each(['p2pkh', 'p2sh'] as const)(
    'of the form %s has one spelling, whichever version byte it was written with',
    (type) => {
      const chain = getChain(id);
      const written = encodeAddress(chain, { type, payload: HASH });
      for (const version of base58Versions(chain, type)) expect(read(id, spell(version))).toBe(written);
    },
  );
});

test('the two spellings of a Litecoin script hash, from 3 and from M, are one address that begins with M', () => {
  const [old, current] = [spell(0x05), spell(0x32)];
  expect([old[0], current[0]]).toEqual(['3', 'M']);
  expect([read('ltc', old), read('ltc', current)]).toEqual([current, current]);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/utxo-form.txt');
});
