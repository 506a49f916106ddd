import type { AssetExposure, PartyExposure } from '@trailmark/core/screening/exposure';
import type { Screening } from '@trailmark/core/screening/screening';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import * as ofSummarise from './summarise.ts';

const recorded = new WatchedResults();
const { summarise } = recorded.watch(ofSummarise);

/** Everything sent in parts, each to another party of one category, each share rounded down as an answer has it. */
function sent(
  amounts: readonly (readonly ['direct' | 'indirect', bigint])[],
  total: bigint,
  unknown: readonly bigint[],
) {
  const parties = amounts.map(
    ([ring, amount]) => ({ way: 'out', ring, category: 'scam', amount, sharePpm: 333_333 }) as PartyExposure,
  );
  const remainders = unknown.map((amount) => ({ way: 'out', remainder: 'limits', amount, sharePpm: 0 }) as const);
  const exposure = {
    ...{ asset: 'native', symbol: 'BTC', decimals: 8 },
    ...{ sides: [{ way: 'out', total }], parties, remainders },
  } as unknown as AssetExposure;
  return { exposure: [exposure], own: [], inherited: [], verdict: { fired: [] } } as unknown as Screening;
}

test('what several parties share whole is a whole, and what lacks one unit is not', () => {
  const whole = summarise(
    sent(
      [
        ['direct', 1n],
        ['direct', 1n],
        ['indirect', 1n],
      ],
      3n,
      [],
    ),
    1,
  );
  expect(whole.exposure.scam).toMatchObject({ directPpm: 666_666, indirectPpm: 333_334, amount: '3' });
  const less = summarise(
    sent(
      [
        ['direct', 1_999_999_999n],
        ['indirect', 1n],
      ],
      2_000_000_001n,
      [],
    ),
    1,
  );
  expect(less.exposure.scam).toMatchObject({ directPpm: 999_999, indirectPpm: 0 });
});

test('what is unknown for several reasons is summed before it is rounded', () => {
  expect(summarise(sent([], 3n, [1n, 1n, 1n]), 1).unknownPpm).toBe(1_000_000);
});

test('a direction of which not even the sum is known is unknown whole', () => {
  const screening = sent([], 0n, []);
  const sides = [{ way: 'out', total: 0n, isPartial: true }];
  const partial = { ...screening, exposure: screening.exposure.map((one) => ({ ...one, sides })) };
  expect(summarise(partial as unknown as Screening, 1).unknownPpm).toBe(1_000_000);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/summarise.txt');
});
