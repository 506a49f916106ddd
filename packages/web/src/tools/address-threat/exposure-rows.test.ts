import type { AssetExposure, PartyExposure } from '@trailmark/core/screening/exposure';
import { describe, expect, test } from 'vitest';
import { isRead, listExposureRows, toWheelInput } from './exposure-rows.ts';

const party = (over: Partial<PartyExposure>): PartyExposure => ({
  ...{ way: 'in', ring: 'direct', category: 'exchange', address: '1A', amount: 1n, sharePpm: 0, ends: 1, minHops: 1 },
  party: { kind: 'service', name: 'Northgate', basis: 'claim', source: 's', confidence: 50, key: 'n' },
  ...{ firstTime: 100, lastTime: 200, listing: null, money: 5n, refs: [] },
  ...over,
});

const exposure = (
  parties: readonly PartyExposure[],
  remainders: AssetExposure['remainders'],
  total: bigint,
): AssetExposure => ({
  ...{ asset: '', symbol: 'BTC', decimals: 8, parties, remainders },
  sides: [{ way: 'in', total, added: 0n, transactionsRead: 1, isPartial: false, gaps: [] }],
});

const SAMPLE = exposure(
  [
    party({ amount: 1n, ring: 'indirect', minHops: 4, firstTime: 50 }),
    party({ amount: 2n }),
    party({ amount: 1n, category: 'mixer', money: null, ring: 'indirect', minHops: 3 }),
  ],
  [
    { way: 'in', remainder: 'held', amount: 1n, sharePpm: 0 },
    { way: 'in', remainder: 'hops', amount: 2n, sharePpm: 0 },
    { way: 'in', remainder: 'fees', amount: 0n, sharePpm: 0 },
  ],
  7n,
);

describe('rows of the exposure table', () => {
  test('put what needs attention first, then why money reached nobody, then the sums', () => {
    expect(listExposureRows(SAMPLE).map(({ id }) => id)).toEqual(['mixer', 'exchange', 'hops', 'held', 'total']);
  });

  test('state a direction as read only where its sum is known', () => {
    const read = (total: bigint, isPartial: boolean) => {
      const { sides } = exposure([], [], total);
      return isRead({ sides: sides.map((side) => ({ ...side, isPartial })) }, 'in');
    };
    expect([read(0n, false), read(7n, true), read(0n, true)]).toEqual([true, true, false]);
    expect(isRead({ sides: [] }, 'in')).toBe(false);
  });

  test('add up to all that was received, exactly', () => {
    const rows = listExposureRows(SAMPLE);
    const parts = rows.filter(({ kind }) => kind !== 'total').reduce((sum, { received }) => sum + received, 0n);
    expect(parts).toBe(7n);
    expect(rows.at(-1)).toMatchObject({ received: 7n, sent: 0n });
  });

  test('keep direct and indirect apart, and name the nearest party', () => {
    const row = listExposureRows(SAMPLE).find(({ id }) => id === 'exchange');
    expect(row).toMatchObject({
      cells: { in: { direct: { amount: 2n, ppm: 285_714 }, indirect: { amount: 1n, ppm: 142_857 } } },
      ...{ money: 10n, firstTime: 50, minHops: 1, ends: 2 },
    });
  });

  test('say no money where one day has no price, and give nothing where nothing moved', () => {
    expect(listExposureRows(SAMPLE).find(({ id }) => id === 'mixer')).toMatchObject({ money: null });
    expect(listExposureRows(exposure([], [], 0n))).toEqual([]);
  });

  test('the wheel puts what nobody knows behind unlabelled wallets, and never divides by nothing', () => {
    const { direct, behind } = toWheelInput(SAMPLE, 'in');
    expect(direct).toEqual([{ kind: 'exchange', ppm: 285_714 }]);
    expect(behind.map(({ kind }) => kind)).toEqual(['exchange', 'mixer', 'unnamed', 'unknown']);
    expect(toWheelInput(SAMPLE, 'out')).toEqual({ direct: [], behind: [] });
  });
});
