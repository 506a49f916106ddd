import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import type { ContractCall } from './contract-effect.ts';
import * as ofContractEffect from './contract-effect.ts';
import type { TronLookups } from './tron-lookups.ts';

const recorded = new WatchedResults();
const { readContractEffect, readFailedCall } = recorded.watch(ofContractEffect);

const key = (digit: string): string => digit.repeat(40);
const hex = (digit: string): string => `41${key(digit)}`;
const PLACE = { height: 1, item: 'transaction', index: 0 };
const LOOKUPS: TronLookups = {
  assets: new Map([
    ['SEED', { id: '1000123', trxNum: 3n, num: 10n }],
    ['FREE', { id: '1000125', trxNum: 0n, num: 10n }],
    ['LEAST', { id: '1000126', trxNum: 1n, num: 2n }],
  ]),
  exchanges: new Map([['7', { first: '1000124', second: '_' }]]),
};

function call(type: string, value: Record<string, unknown>, info?: Record<string, unknown>): ContractCall {
  const told = { info: info ?? {}, hasInfo: info !== undefined };
  return { type, value, owner: key('1'), ...told, form: 'plain', lookups: LOOKUPS, place: PLACE };
}

/** What a call moves besides itself, and whether that is all: asset, from, to, amount. */
function readMoves(type: string, value: Record<string, unknown>, info?: Record<string, unknown>) {
  const { moves, isWhole } = readContractEffect(call(type, value, info));
  const rest = moves.slice(1).map(({ asset, from, to, amount }) => [asset, from[0] ?? '', to[0] ?? '', amount]);
  return { isWhole, rest };
}

describe('tokens that go along with a call', () => {
  const move = (token_id: number, call_token_value: number) =>
    readMoves('TriggerSmartContract', { contract_address: hex('c'), token_id, call_token_value }).rest;
  test('are moved where both their number and an amount are stated', () => {
    expect(move(1_000_124, 1)).toEqual([['trc10:1000124', '1', 'c', 1n]]);
    expect(move(0, 5)).toEqual([]);
    expect(move(1_000_124, 0)).toEqual([]);
  });
});

describe('a creation', () => {
  const create = (new_contract: unknown, info: Record<string, unknown>) =>
    readContractEffect(call('CreateSmartContract', { new_contract }, info));
  test('whose contract is nowhere stated is whole only where no coins went to it', () => {
    expect(create({ call_value: 5 }, {})).toMatchObject({ created: '', value: 5n, isWhole: false });
    expect(create({}, {})).toMatchObject({ created: '', value: 0n, isWhole: true });
    expect(create({ call_value: 5 }, { contract_address: hex('d') })).toMatchObject({
      created: key('d'),
      isWhole: true,
    });
  });
  test('with something else in place of the contract pays nothing', () => {
    for (const nothing of [undefined, null, 'text']) expect(create(nothing, {}).value).toBe(0n);
  });
  test('that failed leads nowhere, whatever address it names', () => {
    const failed = readFailedCall(
      call('CreateSmartContract', { new_contract: { call_value: 5 } }, { contract_address: hex('d') }),
    );
    expect(failed).toMatchObject({ to: '', created: '', isWhole: true });
    expect(failed.moves).toMatchObject([{ from: key('1'), to: '', amount: 0n }]);
  });
});

describe('a sale of tokens', () => {
  const buy = (asset_name: string) =>
    readMoves('ParticipateAssetIssueContract', { asset_name, to_address: hex('2'), amount: 7 });
  test('at a rate of nothing reports no tokens, and the smallest rate is one', () => {
    expect(buy('FREE')).toEqual({ isWhole: false, rest: [] });
    expect(buy('LEAST')).toEqual({ isWhole: true, rest: [['trc10:1000126', '2', '1', 14n]] });
  });
});

describe('an issue', () => {
  const issue = (value: Record<string, unknown>, info?: Record<string, unknown>) =>
    readMoves('AssetIssueContract', { total_supply: 9, ...value }, info);
  test('has the number of the info, else its own, else the one its name is known by', () => {
    const minted = (id: string) => ({ isWhole: true, rest: [[`trc10:${id}`, '', '1', 9n]] });
    expect(issue({ name: 'SEED', id: 1_000_777 }, { assetIssueID: '1000999' })).toEqual(minted('1000999'));
    expect(issue({ name: 'SEED', id: 1_000_777 })).toEqual(minted('1000777'));
    expect(issue({ name: 'SEED' })).toEqual(minted('1000123'));
    expect(issue({ name: 'NOBODY' })).toEqual({ isWhole: false, rest: [] });
  });
});

describe('the built-in exchange', () => {
  const swap = (token_id: string, info?: Record<string, unknown>) =>
    readMoves('ExchangeTransactionContract', { exchange_id: 7, token_id, quant: 6 }, info);
  const received = { exchange_received_amount: 4 };
  test('gives the other token of its pair, whichever of the two was put in', () => {
    expect(swap('1000124', received).rest).toEqual([
      ['trc10:1000124', '1', '', 6n],
      ['', '', '1', 4n],
    ]);
    expect(swap('_', received).rest).toEqual([
      ['', '1', '', 6n],
      ['trc10:1000124', '', '1', 4n],
    ]);
  });
  test('gives nothing that can be reported for a token that is not of the pair, or without an info', () => {
    expect(swap('1000999', received)).toEqual({ isWhole: false, rest: [['trc10:1000999', '1', '', 6n]] });
    expect(swap('_')).toEqual({ isWhole: false, rest: [['', '1', '', 6n]] });
  });
});

test('the end of a stake and a reward are whole only where an info states how much came back', () => {
  for (const type of ['UnfreezeBalanceContract', 'WithdrawBalanceContract'])
    expect([readMoves(type, {}).isWhole, readMoves(type, {}, {}).isWhole]).toEqual([false, true]);
});

test('a call without a sender is refused', () => {
  expect(() => readContractEffect({ ...call('VoteWitnessContract', {}), owner: '' })).toThrow('has no owner_address');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/contract-effect.txt');
});
