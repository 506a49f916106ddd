import { expect, test } from 'vitest';
import { DATA_OUTPUT, sampleInputs, sampleOutput, sampleOwner, withInput } from '../coinjoin/testing/sample-records.ts';
import { addressReuse } from './address-reuse.ts';
import { contextOf, payment, paymentOf } from './testing/payments.ts';

const find = (record: ReturnType<typeof payment>) => addressReuse.candidates(record, {}, contextOf());

test('an output to an owner of an input is change', () => {
  const record = paymentOf(sampleInputs([5n, 6n]), [sampleOutput(9, 3n), sampleOutput(2, 7n)]);
  expect(find(record)).toEqual([1]);
});

test('a transaction to its own inputs alone names all of them', () => {
  expect(find(paymentOf(sampleInputs([5n, 6n]), [sampleOutput(1, 3n), sampleOutput(2, 7n)]))).toEqual([0, 1]);
});

test('nothing is reported where no output goes to an input, or an input owner is not known', () => {
  expect(find(payment([5n], [3n, 2n]))).toBeUndefined();
  expect(find(paymentOf(sampleInputs([5n]), [DATA_OUTPUT, sampleOutput(9, 3n)]))).toBeUndefined();
  const record = paymentOf(sampleInputs([5n, 6n]), [sampleOutput(9, 3n), sampleOutput(2, 7n)]);
  expect(find(withInput(record, 0, { owner: undefined }))).toBeUndefined();
});

test('the same payload in another script form is another owner', () => {
  const twin = { owner: sampleOwner(1, 'p2pkh'), value: 3n, type: 'p2pkh' } as const;
  expect(find(paymentOf(sampleInputs([5n]), [twin, sampleOutput(9, 1n)]))).toBeUndefined();
});

test('many inputs and outputs are judged as few are', () => {
  const inputs = sampleInputs(Array.from({ length: 20 }, () => 9n));
  const outputs = Array.from({ length: 20 }, (_, i) => sampleOutput(i === 7 ? 20 : 500 + i, 3n));
  expect(find(paymentOf(inputs, outputs))).toEqual([7]);
  expect(find(paymentOf(inputs, outputs.slice(0, 3)))).toBeUndefined();
  expect(find(paymentOf(inputs, outputs.slice(7, 9)))).toEqual([0]);
});
