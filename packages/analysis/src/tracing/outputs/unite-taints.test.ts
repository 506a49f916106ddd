import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofUniteTaints from './unite-taints.ts';

const recorded = new WatchedResults();
const { uniteTaints } = recorded.watch(ofUniteTaints);

function spans(...all: bigint[]) {
  let amount = 0n;
  for (let i = 0; i < all.length; i += 2) amount += (all[i + 1] ?? 0n) - (all[i] ?? 0n);
  return { amount, spans: all };
}

describe('what two things state about one output', () => {
  test.each([
    ['apart', spans(0n, 2n), spans(4n, 6n), spans(0n, 2n, 4n, 6n)],
    ['touching', spans(0n, 2n), spans(2n, 6n), spans(0n, 6n)],
    ['overlapping', spans(0n, 5n), spans(3n, 9n), spans(0n, 9n)],
    ['one within the other', spans(0n, 9n), spans(3n, 5n), spans(0n, 9n)],
    ['the same', spans(1n, 4n), spans(1n, 4n), spans(1n, 4n)],
    ['with one beginning', spans(1n, 4n), spans(1n, 7n), spans(1n, 7n)],
    ['bridging a gap', spans(0n, 2n, 6n, 8n), spans(1n, 7n), spans(0n, 8n)],
    ['of nothing and something', spans(), spans(2n, 3n), spans(2n, 3n)],
  ])('spans %s: every unit counts once, and none is lost', (_what, a, b, both) => {
    expect(uniteTaints(a, b)).toEqual(both);
    expect(uniteTaints(b, a)).toEqual(both);
  });

  test('agrees with counting unit by unit, whatever the spans', () => {
    let seed = 7;
    const random = (most: number): number => {
      seed = (seed * 48_271) % 2_147_483_647;
      return seed % most;
    };
    const draw = () => {
      const all: bigint[] = [];
      let at = random(3);
      for (let i = random(4); i > 0; i--) {
        const end = at + 1 + random(5);
        all.push(BigInt(at), BigInt(end));
        at = end + 1 + random(4);
      }
      return spans(...all);
    };
    for (let round = 0; round < 500; round++) {
      const [a, b] = [draw(), draw()];
      const units = new Set<bigint>();
      for (const { spans: own } of [a, b])
        for (let i = 0; i < own.length; i += 2) for (let u = own[i] ?? 0n; u < (own[i + 1] ?? 0n); u++) units.add(u);
      expect(uniteTaints(a, b).amount).toBe(BigInt(units.size));
    }
  });

  test('of methods without units is the larger amount', () => {
    const [small, large] = [
      { amount: 3n, spans: [] },
      { amount: 8n, spans: [] },
    ];
    expect(uniteTaints(small, large)).toEqual(large);
    expect(uniteTaints(large, small)).toEqual(large);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/unite-taints.txt');
});
