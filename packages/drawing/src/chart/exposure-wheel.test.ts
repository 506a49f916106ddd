import { describe, expect, test } from 'vitest';
import { drawExposureWheel, WHEEL_BOX, type WheelShare } from './exposure-wheel.ts';

const DIRECT: readonly WheelShare[] = [
  { kind: 'exchange', ppm: 226_000 },
  { kind: 'mixer', ppm: 342_000 },
  { kind: 'darknet_market', ppm: 94_000 },
];
const BEHIND: readonly WheelShare[] = [
  { kind: 'unknown', ppm: 64_000 },
  { kind: 'mixer', ppm: 115_000 },
  { kind: 'exchange', ppm: 159_000 },
];

/** Angle of a point of a path from the top, clockwise, in degrees. */
function angleOf(path: string): number {
  const [, x = 0, y = 0] = /^M(-?[\d.]+),(-?[\d.]+)/.exec(path)?.map(Number) ?? [];
  return ((Math.atan2(x, -y) * 180) / Math.PI + 360) % 360;
}

describe('an exposure wheel', () => {
  test('orders arcs by hue, and the share behind addresses nobody names is last', () => {
    const { arcs } = drawExposureWheel({ direct: DIRECT, behind: BEHIND });
    const kindsOf = (ring: string) => arcs.filter((one) => one.ring === ring).map(({ kind }) => kind);
    expect(kindsOf('direct')).toEqual(['darknet_market', 'mixer', 'exchange', 'unhosted']);
    expect(kindsOf('behind')).toEqual(['mixer', 'exchange', 'unknown']);
  });

  test('has one scale on both rings: the inner ring begins below the arc that it opens up', () => {
    const { arcs } = drawExposureWheel({ direct: DIRECT, behind: BEHIND });
    const unhosted = arcs.find(({ kind }) => kind === 'unhosted');
    const first = arcs.find(({ ring }) => ring === 'behind');
    expect(unhosted?.ppm).toBe(338_000);
    expect(angleOf(first?.path ?? '')).toBeCloseTo(angleOf(unhosted?.path ?? ''), 0);
    expect(angleOf(unhosted?.path ?? '')).toBeCloseTo(0.662 * 360 + 0.9, 0);
  });

  test('hatches only what nobody knows', () => {
    const { arcs } = drawExposureWheel({ direct: DIRECT, behind: BEHIND });
    expect(arcs.filter(({ isHatched }) => isHatched).map(({ kind }) => kind)).toEqual(['unknown']);
  });

  test('draws a ring of one share whole, and nothing where nothing moved', () => {
    const whole = drawExposureWheel({ direct: [{ kind: 'exchange', ppm: 1_000_000 }], behind: [] });
    expect(whole.arcs).toHaveLength(1);
    expect(whole.arcs[0]?.path.match(/A/g)?.length).toBe(4);
    expect(drawExposureWheel({ direct: [], behind: [] })).toEqual({ arcs: [], well: '', labels: [] });
    expect(drawExposureWheel({ direct: [], behind: [{ kind: 'unknown', ppm: 5 }] }).well).toBe('');
  });

  test('adds up one kind, and folds what is beyond eight kinds into the rest', () => {
    const kinds = ['scam', 'hack', 'phishing', 'ponzi', 'mixer', 'bridge', 'exchange', 'dex', 'defi', 'fund'] as const;
    const direct = kinds.map((kind, i) => ({ kind, ppm: 100_000 - i }));
    const { arcs } = drawExposureWheel({ direct: [...direct, { kind: 'scam', ppm: 45 }], behind: [] });
    expect(arcs).toHaveLength(8);
    expect(arcs.reduce((sum, { ppm }) => sum + ppm, 0)).toBe(1_000_000);
    expect(arcs.at(-1)).toMatchObject({ kind: 'rest', ppm: 299_976 });
    expect(arcs.find(({ kind }) => kind === 'scam')?.ppm).toBe(100_045);
  });

  test('keeps labels apart and inside the drawing', () => {
    const kinds = ['scam', 'hack', 'phishing', 'ponzi', 'mixer', 'bridge', 'dex'] as const;
    const direct = [...kinds.map((kind) => ({ kind, ppm: 11_000 })), { kind: 'exchange' as const, ppm: 923_000 }];
    const { labels } = drawExposureWheel({ direct, behind: [] });
    expect(labels).toHaveLength(8);
    const right = labels
      .filter(({ x }) => x > 0)
      .map(({ y }) => y)
      .sort((a, b) => a - b);
    for (const [i, y] of right.entries()) if (i > 0) expect(y - (right[i - 1] ?? 0)).toBeGreaterThanOrEqual(15.9);
    for (const { x, y } of labels) {
      expect(x).toBeGreaterThanOrEqual(WHEEL_BOX.left);
      expect(x + 62).toBeLessThanOrEqual(WHEEL_BOX.left + WHEEL_BOX.width);
      expect(Math.abs(y)).toBeLessThanOrEqual(WHEEL_BOX.height / 2 - 8);
    }
  });
});
