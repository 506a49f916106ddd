import { HAS_CALL, HAS_INTERNALS, HAS_LOGS } from '@trailmark/core/account-block';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import type { TronTransactionInput } from './decode-transaction.ts';
import * as ofDecodeTransaction from './decode-transaction.ts';
import { NO_LOOKUPS } from './tron-lookups.ts';

const recorded = new WatchedResults();
const { decodeTronTransaction } = recorded.watch(ofDecodeTransaction);

const hex = (digit: string): string => `41${digit.repeat(40)}`;
const PLACE = { height: 1, item: 'transaction', index: 0 };
const TRANSFER = {
  type: 'TransferContract',
  parameter: { value: { owner_address: hex('1'), to_address: hex('2'), amount: 5 } },
};
const TRIGGER = {
  type: 'TriggerSmartContract',
  parameter: { value: { owner_address: hex('1'), contract_address: hex('c') } },
};

interface Sample extends Partial<TronTransactionInput> {
  readonly contract?: readonly unknown[];
  readonly ret?: unknown;
  readonly data?: unknown;
}

function decode({ contract = [TRANSFER], ret, data, ...more }: Sample) {
  const transaction = { txID: 'ab'.repeat(32), ret, raw_data: { contract, data } };
  const base = { info: undefined, hasInternals: false, form: 'hex', lookups: NO_LOOKUPS, place: PLACE } as const;
  return decodeTronTransaction({ ...base, time: 1_700_000_000, firstLogIndex: 0, ...more, transaction });
}

describe('the contract', () => {
  test('is exactly one', () => {
    for (const contract of [[], [TRANSFER, TRANSFER]])
      expect(() => decode({ contract })).toThrow(`has ${contract.length} contracts, and exactly one is possible`);
  });
  test('without a type is the first of them, a new account', () => {
    const { parameter } = { parameter: { value: { owner_address: hex('1'), account_address: hex('2') } } };
    expect(decode({ contract: [{ parameter }] })).toMatchObject({ type: 0, to: '2'.repeat(40), value: 0n });
  });
});

describe('the result', () => {
  const call = (ret: unknown, info?: Record<string, unknown>) => decode({ contract: [TRIGGER], ret, info });
  test('is the word that is not the default, in the answer or in the receipt', () => {
    expect(call([{ contractRet: 'DEFAULT' }, { contractRet: 'SUCCESS' }])).toMatchObject({ status: 'ok' });
    expect(call([{ contractRet: 'DEFAULT' }])).toMatchObject({ status: 'unknown' });
    expect(call([5, { contractRet: 5 }], { receipt: { result: 'SUCCESS' } })).toMatchObject({ status: 'ok' });
    expect(call([], { receipt: { result: 'DEFAULT' } })).toMatchObject({ status: 'unknown' });
  });
  test('of a failure is named by either, and by none where only the info says so', () => {
    expect(call([], { receipt: { result: 'OUT_OF_TIME' } })).toMatchObject({
      status: 'failed',
      failure: 'OUT_OF_TIME',
    });
    expect(call([], { result: 'FAILED' })).toMatchObject({ status: 'failed', failure: 'FAILED' });
    expect(decode({ info: { result: 'FAILED' } })).toMatchObject({ status: 'failed', moves: [{ amount: 0n }] });
    expect(call([{ contractRet: 'A<b>' }]).failure).toBe('A?b?');
  });
  test('of what no machine runs is good where none is stated', () => {
    expect(decode({})).toMatchObject({ status: 'ok', failure: undefined });
  });
});

describe('the fee', () => {
  test('is the one of the info, else of the result that has one, else unknown', () => {
    expect(decode({ info: { fee: 7 }, ret: [{ fee: 9 }] }).fee).toBe(7n);
    expect(decode({ ret: [5, {}, { fee: 9 }] })).toMatchObject({ fee: 9n, feePayer: '1'.repeat(40) });
    expect(decode({ ret: [{}] })).toMatchObject({ fee: undefined, feePayer: '' });
  });
});

test('a memo is its bytes, and text that is no bytes is encoded', () => {
  const read = (data: unknown) => {
    const { input, inputLength } = decode({ data });
    return [input, inputLength];
  };
  expect(read('0A0b')).toEqual(['0a0b', 2]);
  expect(read('abc')).toEqual(['616263', 3]);
  expect(read('hi')).toEqual(['6869', 2]);
  for (const nothing of [undefined, 5, {}]) expect(read(nothing)).toEqual(['', 0]);
});

test('a call holds inner moves only with an info of a node that keeps them, and logs with any info', () => {
  const held = (more: Sample) => decode({ contract: [TRIGGER], ret: [{ contractRet: 'SUCCESS' }], ...more }).holds;
  expect(held({}) & (HAS_LOGS | HAS_INTERNALS)).toBe(0);
  expect(held({ hasInternals: true }) & HAS_INTERNALS).toBe(0);
  expect(held({ info: {} }) & (HAS_LOGS | HAS_INTERNALS)).toBe(HAS_LOGS);
  expect(held({ info: {}, hasInternals: true }) & HAS_INTERNALS).toBe(HAS_INTERNALS);
  expect(decode({ contract: [TRIGGER] }).holds & HAS_CALL).toBe(0);
});

test('amounts that a list reports replace an info', () => {
  const contract = [{ type: 'WithdrawBalanceContract', parameter: { value: { owner_address: hex('1') } } }];
  expect(decode({ contract }).holds & HAS_CALL).toBe(0);
  const told = decode({ contract, amounts: { withdraw_amount: 11 } });
  expect(told.holds & HAS_CALL).toBe(HAS_CALL);
  expect(told.moves.at(-1)).toMatchObject({ kind: 'reward', amount: 11n });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/decode-transaction.txt');
});
