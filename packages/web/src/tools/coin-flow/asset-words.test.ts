import { describe, expect, it } from 'vitest';
import { describeFlowAsset, formatFlowAmount, formatShare } from './asset-words.ts';

const TOKEN = `eth:0x${'ab'.repeat(20)}`;
const assets = { [TOKEN]: { id: TOKEN, symbol: 'USDС', decimals: 6, isVerified: false } };

describe('amounts of a flow', () => {
  it('are written with the unit of their chain and all places', () => {
    expect(formatFlowAmount({ assets: {} }, 'btc', '1120000000')).toBe('11.20000000 BTC');
    expect(formatFlowAmount({ assets: {} }, 'eth', '1500000000000000000')).toBe('1.50 ETH');
  });

  it('quote the symbol of a token that nobody vouches for', () => {
    expect(describeFlowAsset({ assets }, TOKEN).symbol).toContain('“');
    expect(formatFlowAmount({ assets }, TOKEN, 2_500_000n)).toMatch(/^2\.500000 “/);
  });

  it('are the smallest unit where nobody says how many places there are', () => {
    expect(formatFlowAmount({ assets: {} }, TOKEN, '7')).toMatch(/^7 units of /);
  });

  it('are cut to one place as a share, and never shown as zero when they are not', () => {
    expect(formatShare('2679', '10000')).toBe('26.7\u2009%');
    expect(formatShare(1n, 10_000_000n)).toBe('under 0.1\u2009%');
    expect(formatShare(1n, 0n)).toBeNull();
  });
});
