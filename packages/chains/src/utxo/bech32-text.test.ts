import { bech32, bech32m } from '@scure/base';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofBech32Text from './bech32-text.ts';

const recorded = new WatchedResults();
const { encodeBech32Program } = recorded.watch(ofBech32Text);

test('writes the addresses of BIP 173 and BIP 350', () => {
  const hash = Uint8Array.from(Buffer.from('751e76e8199196d454941c45d1b3a323f1433bd6', 'hex'));
  expect(encodeBech32Program('bc', 0, hash)).toBe('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
  const key = Uint8Array.from(Buffer.from('79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798', 'hex'));
  expect(encodeBech32Program('bc', 1, key)).toBe('bc1p0xlxvlhemja6c4dqv22uapctqupfhlxm9h8z3k2e72q4k9hcz7vqzk5jj0');
});

test('writes what a library writes, for every length, version and prefix', () => {
  for (const hrp of ['bc', 'tb', 'bcrt', 'ltc']) {
    for (let version = 0; version <= 16; version++) {
      for (let length = 2; length <= 40; length++) {
        const program = Uint8Array.from({ length }, (_, i) => (i * 151 + length * 37 + version * 13) & 255);
        const codec = version === 0 ? bech32 : bech32m;
        const expected = codec.encode(hrp, [version, ...codec.toWords(program)]);
        expect(encodeBech32Program(hrp, version, program)).toBe(expected);
      }
    }
  }
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/bech32-text.txt');
});
