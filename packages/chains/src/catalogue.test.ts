import { OUTPUT_CHAIN_IDS } from '@trailmark/core/chain';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofCatalogue from './catalogue.ts';
import * as ofBase58Address from './utxo/base58-address.ts';
import * as ofBlock from './utxo/block.ts';

const recorded = new WatchedResults();
const { getChain, listChains } = recorded.watch(ofCatalogue);
const { encodeBase58Check } = recorded.watch(ofBase58Address);
const { decodeHeader, encodeHeader } = recorded.watch(ofBlock);

/** Genesis headers: time, nonce, bits and Merkle root from each node's chainparams. */
const BTC_ROOT = '4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b';
const LTC_ROOT = '97ddfbbae6be97fd6cdf3e7ca13232a3afff2353e29badfab7f73011edd4ced9';
const DOGE_ROOT = '5b2a3f53f605d62c53e62932dac6925e3d74afa5a4b459745c36d42d0ed26a69';
const GENESIS = {
  btc: [1231006505, 2083236893, 0x1d00ffff, BTC_ROOT],
  'btc-test': [1296688602, 414098458, 0x1d00ffff, BTC_ROOT],
  'btc-signet': [1598918400, 52613770, 0x1e0377ae, BTC_ROOT],
  'btc-regtest': [1296688602, 2, 0x207fffff, BTC_ROOT],
  bch: [1231006505, 2083236893, 0x1d00ffff, BTC_ROOT],
  'bch-test': [1296688602, 414098458, 0x1d00ffff, BTC_ROOT],
  'bch-regtest': [1296688602, 2, 0x207fffff, BTC_ROOT],
  ltc: [1317972665, 2084524493, 0x1e0ffff0, LTC_ROOT],
  'ltc-test': [1486949366, 293345, 0x1e0ffff0, LTC_ROOT],
  'ltc-regtest': [1296688602, 0, 0x207fffff, LTC_ROOT],
  doge: [1386325540, 99943, 0x1e0ffff0, DOGE_ROOT],
  'doge-test': [1391503289, 997879, 0x1e0ffff0, DOGE_ROOT],
  'doge-regtest': [1296688602, 2, 0x207fffff, DOGE_ROOT],
} as const;

/** Block file magic, easiest target, seconds between blocks and coinbase maturity, as each node's chainparams state them. */
const RULES = {
  btc: ['f9beb4d9', 0x1d00ffff, 600, 100],
  'btc-test': ['0b110907', 0x1d00ffff, 600, 100],
  'btc-signet': ['0a03cf40', 0x1e0377ae, 600, 100],
  'btc-regtest': ['fabfb5da', 0x207fffff, 600, 100],
  bch: ['f9beb4d9', 0x1d00ffff, 600, 100],
  'bch-test': ['0b110907', 0x1d00ffff, 600, 100],
  'bch-regtest': ['fabfb5da', 0x207fffff, 600, 100],
  ltc: ['fbc0b6db', 0x1e0fffff, 150, 100],
  'ltc-test': ['fdd2c8f1', 0x1e0fffff, 150, 100],
  'ltc-regtest': ['fabfb5da', 0x207fffff, 150, 100],
  doge: ['c0c0c0c0', 0x1e0fffff, 60, 240],
  'doge-test': ['fcc1b7dc', 0x1e0fffff, 60, 240],
  'doge-regtest': ['fabfb5da', 0x207fffff, 60, 240],
} as const;

const BITCOIN_CHECKPOINTS = [
  2_015, 4_031, 11_111, 33_333, 74_000, 105_000, 134_444, 168_000, 193_000, 210_000, 216_116, 225_430, 250_000, 279_000,
  295_000,
];
/** Heights of the blocks that each node's chainparams name; the hash of a checkpoint is compared at its height only. */
const CHECKPOINTS: Readonly<Record<string, readonly number[]>> = {
  btc: BITCOIN_CHECKPOINTS,
  'btc-test': [546],
  bch: [...BITCOIN_CHECKPOINTS, 478_559],
  'bch-test': [546],
  ltc: [
    1_500, 4_032, 8_064, 16_128, 23_420, 50_000, 80_000, 120_000, 161_500, 179_620, 240_000, 383_640, 409_004, 456_000,
    638_902, 721_000,
  ],
  'ltc-test': [300, 2_056, 2_352_616],
  doge: [42_279, 42_400, 104_679, 128_370, 145_000, 165_393, 186_774, 199_992],
};

const sumUntil = (id: 'btc' | 'ltc', step: number): bigint => {
  let total = 0n;
  for (let height = 0; getChain(id).subsidy(height).units > 0n; height += step) {
    total += getChain(id).subsidy(height).units * BigInt(step);
  }
  return total;
};

describe('chain catalogue', () => {
  test('lists every chain id once, under its own id', () => {
    expect(listChains().map((chain) => chain.id)).toEqual([...OUTPUT_CHAIN_IDS]);
    expect(new Set(listChains().map((chain) => chain.name)).size).toBe(OUTPUT_CHAIN_IDS.length);
  });

  test.each(OUTPUT_CHAIN_IDS)('%s: the genesis hash is the hash of the genesis header', (id) => {
    const [time, nonce, bits, merkleRoot] = GENESIS[id];
    const bytes = encodeHeader({ version: 1, prevHash: '0'.repeat(64), merkleRoot, time, bits, nonce });
    expect(decodeHeader(bytes).hash).toBe(getChain(id).genesisHash);
  });

  test.each(OUTPUT_CHAIN_IDS)('%s: the rules of its blocks are those of its node', (id) => {
    const { magic, powLimitBits, targetSpacingSeconds, coinbaseMaturity, checkpoints } = getChain(id);
    expect([magic, powLimitBits, targetSpacingSeconds, coinbaseMaturity]).toEqual(RULES[id]);
    expect(checkpoints.map(({ height }) => height)).toEqual(CHECKPOINTS[id] ?? []);
  });

  test.each(OUTPUT_CHAIN_IDS)('%s: an extended key of each version begins with its name, whatever it holds', (id) => {
    for (const { name, version } of getChain(id).extendedKeys) {
      for (const filler of [0x00, 0xff]) {
        const bytes = new Uint8Array(78).fill(filler);
        new DataView(bytes.buffer).setUint32(0, version);
        expect(encodeBase58Check(bytes).slice(0, 4)).toBe(name);
      }
    }
  });

  test('halving subsidies end at the known money supply', () => {
    expect(sumUntil('btc', 210_000)).toBe(2_099_999_997_690_000n);
    expect(sumUntil('ltc', 840_000)).toBe(8_399_999_990_760_000n);
    expect(getChain('btc').subsidy(209_999)).toEqual({ units: 5_000_000_000n, subsidyIsExact: true });
    expect(getChain('btc').subsidy(210_000).units).toBe(2_500_000_000n);
    expect(getChain('btc').subsidy(100 * 210_000).units).toBe(0n);
    expect(getChain('btc-regtest').subsidy(150).units).toBe(2_500_000_000n);
  });

  test('Dogecoin: a bound in the random era, then the schedule, then 10,000 forever', () => {
    const coins = (height: number) => getChain('doge').subsidy(height).units / 100_000_000n;
    expect(getChain('doge').subsidy(1).subsidyIsExact).toBe(false);
    expect([coins(99_999), coins(100_000), coins(144_999)]).toEqual([1_000_000n, 500_000n, 500_000n]);
    expect(getChain('doge').subsidy(145_000)).toEqual({ units: 25_000_000_000_000n, subsidyIsExact: true });
    expect([200_000, 300_000, 400_000, 500_000, 599_999].map(coins)).toEqual([
      125_000n,
      62_500n,
      31_250n,
      15_625n,
      15_625n,
    ]);
    expect([coins(600_000), coins(9_000_000)]).toEqual([10_000n, 10_000n]);
    expect(getChain('doge-regtest').subsidy(150).units).toBe(25_000_000_000_000n);
  });

  test('checkpoints rise and distinguish Bitcoin Cash from Bitcoin', () => {
    for (const { checkpoints } of listChains()) {
      const heights = checkpoints.map((point) => point.height);
      expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    }
    expect(getChain('btc').checkpoints).toHaveLength(15);
    expect(getChain('bch').checkpoints.at(-1)?.height).toBe(478_559);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/catalogue.txt');
});
