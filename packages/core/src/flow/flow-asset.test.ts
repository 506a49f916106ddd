import { describe, expect, test } from 'vitest';
import { describeFlowAsset, flowAssetWord, formatFlowAmount, shortenFlowAmount } from './flow-asset.ts';

describe('describeFlowAsset', () => {
  test('a coin needs no entry, and no document can rename it', () => {
    const fake = { btc: { id: 'btc', symbol: 'FAKE', decimals: 2, isVerified: true } };
    expect(describeFlowAsset(fake, 'btc')).toMatchObject({ symbol: 'BTC', decimals: 8 });
  });

  test('an asset nobody describes is written in its smallest unit', () => {
    const asset = describeFlowAsset(undefined, 'eth:0x1111111111111111111111111111111111111111');
    expect(formatFlowAmount('1500', asset)).toBe('1500');
    expect(flowAssetWord(asset)).toBe('…11111111');
  });
});

describe('shortenFlowAmount', () => {
  const btc = describeFlowAsset(undefined, 'btc');

  test('amounts show four decimals and are cut, never rounded up', () => {
    expect(shortenFlowAmount('123456789999', btc)).toBe('1,234.5678');
  });

  test('a small amount never reads as zero', () => {
    expect(shortenFlowAmount('1', btc)).toBe('0.00000001');
    expect(shortenFlowAmount('0', btc)).toBe('0.0000');
  });
});

test('a symbol nobody vouches for is quoted and capped', () => {
  expect(flowAssetWord({ id: 'eth:0x1', symbol: 'X'.repeat(60), decimals: 6, isVerified: false })).toBe(
    `“${'X'.repeat(24)}…”`,
  );
});
