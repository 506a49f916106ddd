import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import { describe, expect, it } from 'vitest';
import { cutAssetAmount, describeAsset, formatAssetAmount, quoteStrange, splitAssetAmount } from './asset.ts';

const TOKEN: AssetReference = {
  id: 'eth:0x1111111111111111111111111111111111111111',
  kind: 'token',
  contract: '0x1111111111111111111111111111111111111111',
  symbol: 'ABC',
  name: null,
  decimals: 18,
  isVerified: false,
  imitates: null,
  standard: 'ERC-20',
};

describe('amounts of assets', () => {
  it('are exact up to 2^256 - 1, without trailing zeros', () => {
    const most = 2n ** 256n - 1n;
    expect(formatAssetAmount(most, { decimals: 0 }).replaceAll(',', '')).toBe(most.toString());
    expect(formatAssetAmount(most, { decimals: 77 })).toMatch(/^1\.157920892373\d{65}$/);
    expect(formatAssetAmount(1n, { decimals: 255 })).toBe(`0.${'0'.repeat(254)}1`);
    expect(formatAssetAmount(1_500_000_000_000_000_000n, { decimals: 18 })).toBe('1.50');
    expect(formatAssetAmount(1n, { decimals: 18 })).toBe('0.000000000000000001');
  });

  it('are whole smallest units where the contract does not say its decimals', () => {
    expect(formatAssetAmount(1_234_567n, { decimals: null })).toBe('1,234,567');
  });
});

describe('names of assets', () => {
  it('of a stranger are quoted, cut, and show what hides in them', () => {
    expect(quoteStrange('US\u202eDT')).toBe('“US\\u{202e}DT”');
    expect(quoteStrange('x'.repeat(5000))).toBe(`“${'x'.repeat(16)}…”`);
    expect(describeAsset(TOKEN)).toBe('“ABC” (unverified)');
  });

  it('are the listed ones for verified tokens, and the contract where there is none', () => {
    expect(describeAsset({ ...TOKEN, isVerified: true })).toBe('ABC');
    expect(describeAsset({ ...TOKEN, symbol: null })).toBe('token 0x111111…11111111');
  });
});

describe('figures with little room', () => {
  const cut = (units: bigint, decimals: number) => cutAssetAmount(splitAssetAmount(units, { decimals }), 16).shown;

  it('stay whole where they fit, and are cut behind an ellipsis without rounding where not', () => {
    expect(cut(150_039_999_661n, 6)).toBe('150,039.999661');
    expect(cut(1_398_689_151_000_000_000_012n, 18)).toBe('1,398.689151…');
    expect(cut(2_071_474_753_060_845_347n, 18)).toBe('2.07147475306084…');
    expect(cut(1_999_999_999_999_999_999n, 18)).toBe('1.99999999999999…');
  });

  it('keep a digit that counts, and the size of what no row can hold', () => {
    expect(cut(12_345n, 18)).toBe('0.00000000000001234…');
    expect(cut(1n, 18)).toBe('0.000000000000000001');
    expect(cut(1n, 255)).toBe('1… × 10^−255');
    expect(cut(2n ** 256n - 1n, 0)).toBe('1.157… × 10^77');
    expect(cutAssetAmount(splitAssetAmount(-(2n ** 255n), { decimals: 0 }), 16).whole).toHaveLength(103);
  });
});
