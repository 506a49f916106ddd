import { describe, expect, test } from 'vitest';
import { DATA_OUTPUT, sampleInputs, sampleOutput, sampleOwner, withInput } from '../coinjoin/testing/sample-records.ts';
import { addressType } from './address-type.ts';
import { clientChange } from './client-change.ts';
import { multiInputChange } from './multi-input-change.ts';
import { optimalChange } from './optimal-change.ts';
import { roundAmount } from './round-amount.ts';
import { contextOf, GAPS, payment, paymentOf } from './testing/payments.ts';

const NOTHING = contextOf();

describe('change within the cluster', () => {
  const record = payment([5n], [1n, 2n, 3n]);

  test('is each output whose owner is in the cluster of the inputs', () => {
    expect(multiInputChange.candidates(record, {}, contextOf({ ofInputs: [1] }))).toEqual([1]);
    expect(multiInputChange.candidates(record, {}, contextOf({ ofInputs: [0, 2] }))).toEqual([0, 2]);
  });

  test('is not spoken of where none does', () => {
    expect(multiInputChange.candidates(record, {}, NOTHING)).toBeUndefined();
  });
});

describe('the same address form', () => {
  const find = (...forms: ('p2wpkh' | 'p2pkh' | 'p2sh')[]) => {
    const outputs = forms.map((form, i) => sampleOutput(sampleOwner(50 + i, form), 5n));
    return addressType.candidates(paymentOf(sampleInputs([9n, 9n]), outputs), {}, NOTHING);
  };

  test('names the outputs of the form all inputs have', () => {
    expect(find('p2pkh', 'p2wpkh')).toEqual([1]);
    expect(find('p2wpkh', 'p2pkh', 'p2wpkh')).toEqual([0, 2]);
  });

  test('says nothing where all outputs have it or none', () => {
    expect(find('p2wpkh', 'p2wpkh')).toBeUndefined();
    expect(find('p2pkh', 'p2sh')).toBeUndefined();
  });

  test('says nothing where the inputs have several forms or one is not known', () => {
    const outputs = [sampleOutput(sampleOwner(50, 'p2pkh'), 5n), sampleOutput(51, 5n)];
    const record = paymentOf(sampleInputs([9n, 9n]), outputs);
    expect(addressType.candidates(record, {}, NOTHING)).toEqual([1]);
    expect(
      addressType.candidates(withInput(record, 1, { owner: sampleOwner(2, 'p2pkh') }), {}, NOTHING),
    ).toBeUndefined();
    expect(addressType.candidates(withInput(record, 0, { owner: undefined }), {}, NOTHING)).toBeUndefined();
  });
});

describe('no needless input', () => {
  const find = (inputs: bigint[], outputs: bigint[], params: object = {}) =>
    optimalChange.candidates(payment(inputs, outputs), optimalChange.params.parse(params), NOTHING);

  test('names the outputs smaller than every input', () => {
    expect(find([100n, 60n], [120n, 30n])).toEqual([1]);
    expect(find([100n, 60n], [59n, 60n])).toEqual([0]);
  });

  test('says nothing where all outputs are smaller or none is', () => {
    expect(find([100n, 60n], [50n, 40n])).toBeUndefined();
    expect(find([100n, 60n], [80n, 70n])).toBeUndefined();
  });

  test('says nothing about one input unless the parameter lets it', () => {
    expect(find([100n], [100n, 30n])).toBeUndefined();
    expect(find([100n], [100n, 30n], { minimumInputs: 1 })).toEqual([1]);
  });

  test('says nothing where an input value is not known', () => {
    const record = withInput(payment([100n, 60n], [120n, 30n]), 0, { value: undefined });
    expect(optimalChange.candidates(record, { minimumInputs: 2 }, NOTHING)).toBeUndefined();
  });
});

describe('payment in a round amount', () => {
  const find = (outputs: bigint[], params: object = {}) =>
    roundAmount.candidates(payment([900_000_000n], outputs), roundAmount.params.parse(params), NOTHING);

  test('names the outputs that are not round', () => {
    expect(find([5_000_000n, 1_234_567n])).toEqual([1]);
    expect(find([5_000_000n, 1_234_567n, 7n])).toEqual([1, 2]);
  });

  test('says nothing where all are round or none is', () => {
    expect(find([5_000_000n, 1_000_000n])).toBeUndefined();
    expect(find([5_000_001n, 1_234_567n])).toBeUndefined();
    expect(find([5_100_000n, 1_234_567n])).toBeUndefined();
  });

  test('takes the number of zeros as a parameter', () => {
    expect(find([5_100_000n, 1_234_567n], { digits: 5 })).toEqual([1]);
  });
});

describe('an address never used before', () => {
  const record = payment([9n], [4n, 3n]);

  test('names the outputs that are new', () => {
    expect(clientChange.candidates(record, {}, contextOf({ first: [0] }))).toEqual([0]);
  });

  test('says nothing where all are new, none is, or nobody can know', () => {
    expect(clientChange.candidates(record, {}, contextOf({ first: [0, 1] }))).toBeUndefined();
    expect(clientChange.candidates(record, {}, NOTHING)).toBeUndefined();
    expect(clientChange.candidates(record, {}, GAPS)).toBeUndefined();
    const oneGap = { ...NOTHING, isFirstUse: (vout: number) => (vout === 0 ? true : undefined) };
    expect(clientChange.candidates(record, {}, oneGap)).toBeUndefined();
  });

  test('leaves out outputs nobody can spend', () => {
    const withData = paymentOf(sampleInputs([9n]), [DATA_OUTPUT, sampleOutput(7, 3n)]);
    expect(clientChange.candidates(withData, {}, contextOf({ first: [0, 1] }))).toBeUndefined();
  });
});
