import type { TransactionRecord } from '@trailmark/core/output-ledger';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleInputs, sampleOutput, sampleOwner, withInput } from '../coinjoin/testing/sample-records.ts';
import { CHANGE_HEURISTICS } from './catalogue.ts';
import { createChangeConsensus } from './consensus.ts';
import type { ChangeContext } from './heuristic.ts';
import { contextOf, GAPS, payment, paymentOf } from './testing/payments.ts';

const consensus = createChangeConsensus();
const SILENT = { opinions: [], vout: undefined, rules: [], isDisputed: false };

/** A round payment to a used address, and a new, odd output smaller than both inputs. */
const clear = payment([7_000_001n, 6_000_001n], [9_000_000n, 3_999_123n]);
const isNew = contextOf({ first: [1] });

const namesOf = (verdict: ReturnType<typeof consensus.decide>) => verdict.opinions.map(({ rule }) => rule.id);
const rulesOf = (verdict: ReturnType<typeof consensus.decide>) => verdict.rules.map(({ id }) => id);

test('one-time change that others support makes a link', () => {
  const verdict = consensus.decide(clear, isNew);
  expect(verdict).toMatchObject({ vout: 1, isDisputed: false });
  expect(namesOf(verdict)).toEqual(['one-time-change', 'optimal-change', 'round-amount', 'client-change']);
  expect(rulesOf(verdict)).toEqual(['one-time-change', 'optimal-change', 'round-amount']);
  expect(verdict.rules[0]).toEqual({ id: 'one-time-change', version: 1, confidence: 50 });
});

test('one-time change alone names the output and joins nobody', () => {
  const bare = payment([7_000_001n], [2_000_001n, 3_999_123n]);
  const verdict = consensus.decide(bare, isNew);
  expect(namesOf(verdict)).toEqual(['one-time-change', 'client-change']);
  expect(verdict).toMatchObject({ vout: 1, rules: [], isDisputed: false });
});

test('supporting heuristics without one-time change join nobody', () => {
  const verdict = consensus.decide(clear, contextOf({ first: [0, 1] }));
  expect(rulesOf(verdict)).toEqual(['one-time-change', 'optimal-change', 'round-amount']);
  const used = consensus.decide(clear, contextOf());
  expect(namesOf(used)).toEqual(['optimal-change', 'round-amount']);
  expect(used).toMatchObject({ vout: 1, rules: [] });
});

test('the form of addresses is no support, because one-time change asks for it already', () => {
  const outputs = [sampleOutput(sampleOwner(50, 'p2pkh'), 2_000_001n), sampleOutput(51, 3_999_123n)];
  const verdict = consensus.decide(paymentOf(sampleInputs([7_000_001n]), outputs), isNew);
  expect(namesOf(verdict)).toEqual(['one-time-change', 'address-type', 'client-change']);
  expect(verdict).toMatchObject({ vout: 1, rules: [], isDisputed: false });
});

test('the required support is a parameter', () => {
  const strict = createChangeConsensus({ consensus: { minimumSupport: 3 } });
  expect(strict.decide(clear, isNew)).toMatchObject({ vout: 1, rules: [] });
  const loose = createChangeConsensus({ consensus: { minimumSupport: 0 } });
  const bare = payment([7_000_001n], [2_000_001n, 3_999_123n]);
  expect(rulesOf(loose.decide(bare, isNew))).toEqual(['one-time-change']);
});

test('change to an input address overrules other opinions, joins nobody and shows the dispute', () => {
  const record = paymentOf(sampleInputs([7_000_001n, 6_000_001n]), [
    sampleOutput(1, 9_000_000n),
    sampleOutput(900, 3_999_123n),
  ]);
  expect(consensus.decide(record, isNew)).toMatchObject({ vout: 0, rules: [], isDisputed: true });
});

describe('a contradiction names no output and joins nobody', () => {
  test('where two heuristics name different outputs', () => {
    const record = payment([7_000_001n, 6_000_001n], [9_123_456n, 3_000_000n]);
    const verdict = consensus.decide(record, contextOf());
    expect(verdict.opinions.map(({ candidates }) => candidates)).toEqual([[1], [0]]);
    expect(verdict).toMatchObject({ vout: undefined, rules: [], isDisputed: true });
  });

  test('where the other output is already of the cluster of the inputs', () => {
    const verdict = consensus.decide(clear, contextOf({ first: [1], ofInputs: [0] }));
    expect(namesOf(verdict)[0]).toBe('multi-input-change');
    expect(verdict).toMatchObject({ vout: undefined, rules: [], isDisputed: true });
  });

  test('where a heuristic with several candidates leaves out the one another names', () => {
    const outputs = [
      sampleOutput(sampleOwner(50, 'p2pkh'), 3_999_123n),
      sampleOutput(51, 6_000_000n),
      sampleOutput(52, 2_000_000n),
    ];
    const record = paymentOf(sampleInputs([12_000_001n]), outputs);
    const verdict = consensus.decide(record, contextOf());
    expect(verdict.opinions).toEqual([
      { rule: expect.objectContaining({ id: 'address-type' }), candidates: [1, 2] },
      { rule: expect.objectContaining({ id: 'round-amount' }), candidates: [0] },
    ]);
    expect(verdict).toMatchObject({ vout: undefined, isDisputed: true });
  });
});

test('heuristics that all leave several outputs open name none, and that is no dispute', () => {
  const outputs = [
    sampleOutput(sampleOwner(50, 'p2pkh'), 3_999_123n),
    sampleOutput(51, 6_000_001n),
    sampleOutput(52, 2_000_001n),
  ];
  const verdict = consensus.decide(paymentOf(sampleInputs([12_000_001n]), outputs), contextOf());
  expect(verdict).toMatchObject({ vout: undefined, rules: [], isDisputed: false });
  expect(namesOf(verdict)).toEqual(['address-type']);
});

test('label heuristics name an output and are no rule of a link', () => {
  const record = paymentOf(sampleInputs([7_000_001n]), [sampleOutput(1, 2_999_123n), sampleOutput(900, 3_999_124n)]);
  expect(consensus.decide(record, contextOf())).toMatchObject({ vout: 0, rules: [], isDisputed: false });
});

test('nothing is reported for a coinbase, or where something of an input is not known', () => {
  expect(consensus.decide({ ...clear, isCoinbase: true }, isNew)).toEqual(SILENT);
  expect(consensus.decide(withInput(clear, 0, { owner: undefined }), isNew)).toEqual(SILENT);
  expect(consensus.decide(withInput(clear, 1, { value: undefined }), isNew)).toEqual(SILENT);
});

test('gaps in the index leave what needs no history, and no link', () => {
  const verdict = consensus.decide(clear, GAPS);
  expect(namesOf(verdict)).toEqual(['optimal-change', 'round-amount']);
  expect(verdict).toMatchObject({ vout: 1, rules: [] });
});

test('the order of inputs and outputs changes no verdict', () => {
  const amount = fc.constantFrom(1_000_000n, 3_999_123n, 6_000_001n, 9_000_000n, 250_000n, 4_567n);
  const form = fc.constantFrom('p2wpkh' as const, 'p2pkh' as const);
  const inputs = fc.array(fc.tuple(fc.nat({ max: 4 }), form, amount), { minLength: 1, maxLength: 4 });
  const outputs = fc.array(fc.tuple(fc.nat({ max: 9 }), form, amount, fc.boolean()), { minLength: 2, maxLength: 5 });
  fc.assert(
    fc.property(inputs, outputs, (from, to) => {
      const record: TransactionRecord = paymentOf(
        sampleInputs(from.map(([, , value]) => value)).map((input, i) => ({
          ...input,
          owner: sampleOwner(from[i]![0], from[i]![1]),
        })),
        to.map(([owner, type, value]) => sampleOutput(sampleOwner(owner, type), value)),
      );
      const last = to.length - 1;
      const context: ChangeContext = { isFirstUse: (vout) => to[vout]![3], isOfInputs: () => false };
      const mirrored: ChangeContext = { isFirstUse: (vout) => to[last - vout]![3], isOfInputs: () => false };
      const verdict = consensus.decide(record, context);
      const other = consensus.decide(
        { ...record, inputs: record.inputs.toReversed(), outputs: record.outputs.toReversed() },
        mirrored,
      );
      expect(other.vout === undefined ? undefined : last - other.vout).toBe(verdict.vout);
      expect(other.rules).toEqual(verdict.rules);
      expect(other.isDisputed).toBe(verdict.isDisputed);
    }),
    { numRuns: 500 },
  );
});

test('the version names each heuristic and changes with every parameter', () => {
  for (const { id, version } of CHANGE_HEURISTICS) expect(consensus.version).toContain(`${id}@${version}{`);
  expect(createChangeConsensus({ 'round-amount': { digits: 5 } }).version).not.toBe(consensus.version);
  expect(createChangeConsensus({ consensus: { minimumSupport: 2 } }).version).not.toBe(consensus.version);
});

test('parameters nobody has are refused', () => {
  expect(() => createChangeConsensus({ 'peel-chain': {} })).toThrow(
    'There is no rule "peel-chain"; the rules are address-reuse, ',
  );
  expect(() => createChangeConsensus({ 'round-amount': { digits: 0 } })).toThrow(
    'The parameters of round-amount do not fit: digits ',
  );
});
