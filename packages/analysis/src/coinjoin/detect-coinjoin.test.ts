import type { TransactionRecord } from '@trailmark/core/output-ledger';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RuleParams } from '../parse-params.ts';
import { COINJOIN_DETECTORS } from './catalogue.ts';
import { createCoinJoinDetection } from './detect-coinjoin.ts';
import {
  sampleJoinMarket,
  sampleTx0,
  sampleWasabi1,
  sampleWasabi2,
  sampleWhirlpoolMix,
} from './testing/sample-mixes.ts';
import {
  atHeight,
  DATA_OUTPUT,
  ramp,
  repeat,
  sampleInputs,
  sampleOutput,
  sampleOutputs,
  sampleOwner,
  sampleRecord,
} from './testing/sample-records.ts';

const NOTHING = { kindAt: () => undefined };
const bitcoin = createCoinJoinDetection({ chain: 'btc' });
const SAMPLES: Record<string, TransactionRecord> = {
  'whirlpool-mix': sampleWhirlpoolMix(),
  'whirlpool-tx0': sampleTx0(),
  'wasabi-1': sampleWasabi1(),
  'wasabi-2': sampleWasabi2(),
  joinmarket: sampleJoinMarket(),
};

function shuffled<Item>(items: readonly Item[], order: readonly number[]): Item[] {
  return items
    .map((item, i) => ({ item, key: order[i] ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

const order = fc.array(fc.nat(), { minLength: 40, maxLength: 40 });

describe.each(Object.entries(SAMPLES))('a sample of %s', (kind, sample) => {
  test('is found as what it is', () => {
    expect(bitcoin.detect(sample, NOTHING)?.kind).toBe(kind);
  });

  test('is found whatever the order of its inputs and outputs, but for a Tx0, whose outputs are in that of its wallet', () => {
    const found = bitcoin.detect(sample, NOTHING);
    fc.assert(
      fc.property(order, order, (inputs, outputs) => {
        const record = {
          ...sample,
          inputs: shuffled(sample.inputs, inputs),
          outputs: kind === 'whirlpool-tx0' ? sample.outputs : shuffled(sample.outputs, outputs),
        };
        expect(bitcoin.detect(record, NOTHING)).toEqual(found);
      }),
    );
  });

  test('is never found where something of an input is not known', () => {
    fc.assert(
      fc.property(fc.nat({ max: sample.inputs.length - 1 }), fc.constantFrom('owner', 'value'), (index, field) => {
        const inputs = sample.inputs.map((input, i) => (i === index ? { ...input, [field]: undefined } : input));
        expect(bitcoin.detect({ ...sample, inputs }, NOTHING)).toBeUndefined();
      }),
    );
  });

  test('is no finding when it is a coinbase', () => {
    expect(bitcoin.detect({ ...sample, isCoinbase: true }, NOTHING)).toBeUndefined();
  });
});

test('a transaction without data has the same finding in every order of its inputs and outputs', () => {
  const amount = fc.constantFrom(1_000_000n, 1_003_000n, 50_000n, 10_500_000n, 21_000_000n, 262_144n, 777n);
  const inputs = fc.array(fc.tuple(fc.nat({ max: 30 }), amount), { minLength: 1, maxLength: 24 });
  const outputs = fc.array(fc.tuple(fc.nat({ max: 60 }), amount), { minLength: 3, maxLength: 24 });
  fc.assert(
    fc.property(inputs, outputs, order, order, (from, to, first, second) => {
      const record = sampleRecord(
        sampleInputs(from.map(([, value]) => value)).map((input, i) => ({ ...input, owner: sampleOwner(from[i]![0]) })),
        to.map(([owner, value]) => sampleOutput(1000 + owner, value)),
      );
      const other = { ...record, inputs: shuffled(record.inputs, first), outputs: shuffled(record.outputs, second) };
      expect(bitcoin.detect(other, NOTHING)).toEqual(bitcoin.detect(record, NOTHING));
    }),
    { numRuns: 300 },
  );
});

test('the strongest finding counts', () => {
  const brought = ramp(11, 12_000_000n, 77_777n);
  const change = [...brought.map((value) => value - 10_500_000n + 900n), 400_000n];
  const outputs = sampleOutputs([...repeat(10_500_000n, 12), ...change]);
  const record = sampleRecord(sampleInputs([...brought, 10_950_000n]), outputs);
  const detect = (params: RuleParams) => createCoinJoinDetection({ chain: 'btc', params }).detect(record, NOTHING);
  expect(detect({})).toMatchObject({ kind: 'joinmarket', confidence: 80 });
  expect(detect({ joinmarket: { minimumParticipants: 13 } })).toMatchObject({ kind: 'wasabi-1', confidence: 70 });
  expect(detect({ 'wasabi-1': { singleLevelConfidence: 80 } })).toMatchObject({ kind: 'wasabi-1', confidence: 80 });
});

test('dates count on the main chain of Bitcoin only', () => {
  const regtest = createCoinJoinDetection({ chain: 'btc-regtest' });
  for (const [kind, sample] of Object.entries(SAMPLES)) {
    const early = atHeight(sample, 100);
    expect(bitcoin.detect(early, NOTHING)).toBeUndefined();
    expect(regtest.detect(early, NOTHING)?.kind).toBe(kind);
  }
  expect(regtest.version).toContain('"fromHeight":0,"toHeight":null');
});

test('a chain has the detectors of its asset only', () => {
  const litecoin = createCoinJoinDetection({ chain: 'ltc' });
  expect(litecoin.detect(sampleJoinMarket(), NOTHING)?.kind).toBe('joinmarket');
  expect(litecoin.detect(sampleWhirlpoolMix(), NOTHING)).toBeUndefined();
  expect(litecoin.detect(sampleTx0(), NOTHING)).toBeUndefined();
  expect(createCoinJoinDetection({ chain: 'doge' }).detect(sampleJoinMarket(), NOTHING)).toBeUndefined();
});

test('the version changes with every parameter, and names each detector', () => {
  for (const { id, version } of COINJOIN_DETECTORS) expect(bitcoin.version).toContain(`${id}@${version}{`);
  const other = createCoinJoinDetection({ chain: 'btc', params: { joinmarket: { dust: 0n } } });
  expect(other.version).not.toBe(bitcoin.version);
  expect(createCoinJoinDetection({ chain: 'btc', params: { joinmarket: {} } }).version).toBe(bitcoin.version);
});

test('parameters nobody has are refused', () => {
  const create = (params: Record<string, Record<string, unknown>>) => () =>
    createCoinJoinDetection({ chain: 'btc', params });
  expect(create({ wasabi3: {} })).toThrow('There is no rule "wasabi3"; the rules are whirlpool-mix, ');
  expect(create({ joinmarket: { dusk: 1n } })).toThrow('The parameters of joinmarket do not fit: ');
  expect(create({ 'wasabi-2': { minimumInputs: 4 } })).toThrow('The parameters of wasabi-2 do not fit: minimumInputs ');
  expect(create({ joinmarket: { dust: 'much' } })).toThrow('The parameters of joinmarket do not fit: dust ');
});

test('payments of one or two inputs, and a merge of many into one, are nothing', () => {
  const pay = (inputs: number, outputs: number) =>
    sampleRecord(sampleInputs(repeat(5_000_000n, inputs)), sampleOutputs(repeat(1_000_000n, outputs)));
  for (const [inputs, outputs] of [
    [1, 2],
    [2, 2],
    [2, 12],
    [50, 1],
    [50, 2],
    [1, 40],
    [40, 40],
  ] as const) {
    expect(bitcoin.detect(pay(inputs, outputs), NOTHING)).toBeUndefined();
  }
});

test('the smallest Tx0 there can be is found', () => {
  const outputs = [DATA_OUTPUT, ...sampleOutputs([50_000n, 1_003_000n])];
  expect(bitcoin.detect(sampleRecord(sampleInputs([1_060_000n]), outputs), NOTHING)?.kind).toBe('whirlpool-tx0');
});
