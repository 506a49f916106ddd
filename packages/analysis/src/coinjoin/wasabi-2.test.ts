import type { TransactionRecord } from '@trailmark/core/output-ledger';
import { describe, expect, test } from 'vitest';
import { sampleWasabi1, sampleWasabi2 } from './testing/sample-mixes.ts';
import {
  atHeight,
  DATA_OUTPUT,
  ramp,
  repeat,
  sampleInputs,
  sampleOutputs,
  sampleOwner,
  sampleRecord,
  withInput,
  withOutput,
} from './testing/sample-records.ts';
import { wasabi2 } from './wasabi-2.ts';

const round = sampleWasabi2();
const TIERS = [...repeat(1_594_323n, 3), ...repeat(262_144n, 3), ...repeat(5_000_000n, 3)];

function detect(record: TransactionRecord, params: object = {}) {
  return wasabi2.detect(record, wasabi2.params.parse(params), { kindAt: () => undefined });
}

function roundOf(inputs: number, outputs: readonly bigint[]): TransactionRecord {
  return atHeight(sampleRecord(sampleInputs(ramp(inputs, 3_000_000n, 13n)), sampleOutputs(outputs)), 800_000);
}
const odd = (count: number): bigint[] => ramp(count, 700_001n, 1_003n);

test('many inputs and four standard amounts that repeat are a round', () => {
  expect(detect(round)).toEqual({
    detector: 'wasabi-2',
    version: 2,
    kind: 'wasabi-2',
    confidence: 60,
    isCoinJoin: true,
    participants: 3,
    denominations: [10_000_000n, 5_000_000n, 1_594_323n, 262_144n],
    notes: [],
  });
});

describe('amounts that the wallet splits into', () => {
  const roundOfTiers = (tiers: readonly bigint[]) =>
    detect(roundOf(20, [...tiers.flatMap((tier) => repeat(tier, 3)), ...odd(2)]));

  test.each<[string, bigint[]]>([
    ['powers of 2', [2n ** 13n, 2n ** 18n, 2n ** 26n]],
    ['powers of 3', [3n ** 8n, 3n ** 12n, 3n ** 16n]],
    ['doubled powers of 3', [2n * 3n ** 8n, 2n * 3n ** 12n, 2n * 3n ** 16n]],
    ['powers of 10', [10n ** 4n, 10n ** 6n, 10n ** 8n]],
    ['doubled powers of 10', [2n * 10n ** 4n, 2n * 10n ** 6n, 2n * 10n ** 8n]],
    ['five times powers of 10', [5n * 10n ** 4n, 5n * 10n ** 6n, 5n * 10n ** 8n]],
  ])('are %s', (_, tiers) => {
    expect(roundOfTiers(tiers)?.denominations).toEqual(tiers.toReversed());
  });

  test.each<[string, bigint[]]>([
    ['one more or less than a power', [2n ** 18n + 1n, 3n ** 12n - 1n, 10n ** 6n + 1n]],
    ['two more than a power of 3', [3n ** 8n + 2n, 3n ** 12n + 2n, 3n ** 14n + 2n]],
    ['three or four times powers of 10', [3n * 10n ** 5n, 4n * 10n ** 5n, 3n * 10n ** 6n]],
    ['powers of 7', [7n ** 6n, 7n ** 7n, 7n ** 8n]],
    ['trebled powers of 2', [3n * 2n ** 13n, 3n * 2n ** 18n, 3n * 2n ** 20n]],
  ])('are not %s', (_, tiers) => {
    expect(roundOfTiers(tiers)).toBeUndefined();
  });
});

describe('one condition broken is no round', () => {
  test.each<[string, TransactionRecord]>([
    ['a block before there was Wasabi 2', atHeight(round, 741_212)],
    ['nine inputs', roundOf(9, [...TIERS, ...odd(2)])],
    ['two tiers', roundOf(20, [...repeat(262_144n, 6), ...repeat(5_000_000n, 3), ...odd(2)])],
    ['no odd output', roundOf(20, TIERS)],
    ['repeated outputs that are the minority', roundOf(20, [...TIERS, ...odd(11)])],
    ['an output below the least', roundOf(20, [...TIERS, ...odd(2), 4999n])],
    [
      'one owner with more than a tenth of the inputs',
      withInput(withInput(withInput(round, 1, { owner: sampleOwner(1) }), 2, { owner: sampleOwner(1) }), 3, {
        owner: sampleOwner(1),
      }),
    ],
    ['two outputs to one owner', withOutput(round, 20, { owner: sampleOwner(1001) })],
    ['a data output', { ...round, outputs: [...round.outputs, { ...DATA_OUTPUT, value: 5000n }] }],
    [
      'amounts that repeat and are no standard ones',
      roundOf(20, [...repeat(1_594_324n, 3), ...repeat(262_145n, 3), ...repeat(5_000_000n, 3), ...odd(2)]),
    ],
    ['an input whose owner is not known', withInput(round, 3, { owner: undefined })],
    ['an input whose value is not known', withInput(round, 3, { value: undefined })],
  ])('%s', (_, record) => {
    expect(detect(record)).toBeUndefined();
  });

  test('the bounds themselves still fit', () => {
    const halfStandard = [...repeat(262_144n, 4), ...repeat(1_594_324n, 2), ...repeat(262_145n, 2)];
    expect(detect(roundOf(20, [...halfStandard, ...odd(2)]))).toBeDefined();
    expect(detect(roundOf(20, [...TIERS, ...odd(10)]))).toBeDefined();
    expect(detect(atHeight(round, 741_213))).toBeDefined();
    expect(detect(roundOf(10, [...TIERS, ...odd(2)]))).toBeDefined();
    expect(detect(roundOf(20, [...TIERS, ...odd(1), 5000n]))).toBeDefined();
    expect(
      detect(withInput(withInput(round, 1, { owner: sampleOwner(1) }), 2, { owner: sampleOwner(1) })),
    ).toBeDefined();
  });
});

test('a round of Wasabi 1 is not one of Wasabi 2', () => {
  expect(detect(atHeight(sampleWasabi1(), 800_000))).toBeUndefined();
});

test('a payout in three round tiers without odd amounts is no round', () => {
  const outputs = [...repeat(1_000_000n, 20), ...repeat(2_000_000n, 20), ...repeat(5_000_000n, 10)];
  expect(detect(roundOf(60, outputs))).toBeUndefined();
});
