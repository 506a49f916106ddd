import { HAS_CALL, HAS_FEE, HAS_INTERNALS, HAS_LOGS, MOVE_UNPLACED } from '@trailmark/core/account-block';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import * as ofTronGrid from './tron-grid.ts';
import * as ofTronJson from './tron-json.ts';

const recorded = new WatchedResults();
const { decodeTronGridTokenTransfers, decodeTronGridTransactions } = recorded.watch(ofTronGrid);
const { parseTronJson } = recorded.watch(ofTronJson);

const hex = (digit: string): string => `41${digit.repeat(40)}`;
const key = (digit: string): string => digit.repeat(40);
const USDT = { address: 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', name: 'Tether USD', symbol: 'USDT', decimals: 6 };
const USDT_KEY = 'a614f803b6fd780986a42c78ec9c7f77e6ded13c';
const page = (data: unknown[], fingerprint?: unknown) => ({ success: true, meta: { at: 1, fingerprint }, data });

const call = (type: string, value: Record<string, unknown>, more: Record<string, unknown> = {}) => ({
  txID: 'ab'.repeat(32),
  block_timestamp: 1_592_755_239_000,
  ret: [{ code: 'SUCESS', contractRet: 'SUCCESS', fee: 2820 }],
  raw_data: { contract: [{ type, parameter: { value: { owner_address: hex('1'), ...value } } }] },
  ...more,
});

describe('transactions', () => {
  test('a payment with its block, and one without', () => {
    const paid = call('TransferContract', { to_address: hex('2'), amount: 7 });
    const { items, next } = decodeTronGridTransactions(page([{ ...paid, blockNumber: 20_829_763 }, paid], 'abc'));
    expect(next).toBe('abc');
    expect(items.map(({ height, time }) => [height, time])).toEqual([
      [20_829_763, 1_592_755_239],
      [undefined, 1_592_755_239],
    ]);
    expect(items[0]!.transaction).toMatchObject({ fee: 2820n, feePayer: key('1'), value: 7n, status: 'ok' });
    expect(items[0]!.transaction.holds).toBe(HAS_CALL | HAS_FEE | HAS_LOGS | HAS_INTERNALS);
  });
  test('texts are plain: a TRC-10 id is no hexadecimal', () => {
    const sent = call('TransferAssetContract', { asset_name: '1002000', to_address: hex('2'), amount: 2_980_411 });
    const { moves } = decodeTronGridTransactions(page([sent])).items[0]!.transaction;
    expect(moves.at(-1)).toMatchObject({ kind: 'trc10', asset: 'trc10:1002000', amount: 2_980_411n });
  });
  test('a call holds neither logs nor inner calls, and a failed one moves nothing', () => {
    const value = { contract_address: hex('c'), call_value: 5, data: 'a9059cbb' };
    const failed = call('TriggerSmartContract', value, { ret: [{ contractRet: 'OUT_OF_ENERGY', fee: 9 }] });
    const [ok, bad] = decodeTronGridTransactions(page([call('TriggerSmartContract', value), failed])).items;
    expect(ok!.transaction.holds).toBe(HAS_CALL | HAS_FEE);
    expect(ok!.transaction.moves.at(-1)).toMatchObject({ kind: 'native', amount: 5n });
    expect(bad!.transaction).toMatchObject({ status: 'failed', failure: 'OUT_OF_ENERGY', fee: 9n });
    expect(bad!.transaction.moves.at(-1)).toMatchObject({ kind: 'native', amount: 0n });
  });
  test('what was withdrawn or unstaked is reported by the row, or not indexed', () => {
    const told = call('WithdrawBalanceContract', {}, { withdraw_amount: 11 });
    const [withdrawn, untold] = decodeTronGridTransactions(page([told, call('UnfreezeBalanceContract', {})])).items;
    expect(withdrawn!.transaction.moves.at(-1)).toMatchObject({ kind: 'reward', to: key('1'), amount: 11n });
    expect(withdrawn!.transaction.holds & HAS_CALL).toBe(HAS_CALL);
    expect(untold!.transaction.holds & HAS_CALL).toBe(0);
  });
  test('a memo may be written out', () => {
    const memo = call('TransferContract', { to_address: hex('2'), amount: 1 });
    const { transaction } = decodeTronGridTransactions(
      page([{ ...memo, raw_data: { ...memo.raw_data, data: 'für 7' } }]),
    ).items[0]!;
    expect(transaction).toMatchObject({ input: '66c3bc722037', inputLength: 6 });
  });
  test('a row of an internal transaction belongs to its base transaction', () => {
    const inner = (more: Record<string, unknown>) => ({
      internal_tx_id: '12'.repeat(32),
      tx_id: 'cd'.repeat(32),
      from_address: hex('c'),
      to_address: hex('3'),
      block_timestamp: 1_592_755_239_000,
      data: { note: '63616c6c', rejected: false, call_value: { _: 405, 1002000: 3 } },
      ...more,
    });
    const rejected = inner({ data: { rejected: true, call_value: { _: 405 } } });
    const [told, none] = decodeTronGridTransactions(page([inner({}), rejected])).items;
    expect(told!.transaction).toMatchObject({ hash: 'cd'.repeat(32), holds: 0, from: '' });
    expect(told!.transaction.moves.map(({ kind, asset, amount, flags }) => [kind, asset, amount, flags])).toEqual([
      ['trc10', 'trc10:1002000', 3n, MOVE_UNPLACED],
      ['internal', '', 405n, MOVE_UNPLACED],
    ]);
    expect(none!.transaction.moves).toEqual([]);
    // Older rows name the coin with an empty text; nothing is no move, and neither is a token that is none.
    const odd = inner({ data: { call_value: { '': 7, _: 0, 100000: 3, NAME: 4, [`1${'0'.repeat(19)}`]: 5 } } });
    const [old, bare, empty] = decodeTronGridTransactions(page([odd, inner({ data: 5 }), inner({ data: {} })])).items;
    expect(old!.transaction.moves.map(({ asset, amount }) => [asset, amount])).toEqual([['', 7n]]);
    expect([bare!.transaction.moves, empty!.transaction.moves]).toEqual([[], []]);
  });
});

describe('token transfers', () => {
  const row = (more: Record<string, unknown> = {}) => ({
    block_timestamp: 1_592_757_117_000,
    value: '500000000',
    type: 'Transfer',
    transaction_id: 'fb'.repeat(32),
    from: hex('1'),
    to: hex('2'),
    token_info: USDT,
    ...more,
  });
  test('a transfer, its token, and that it is not confirmed yet', () => {
    const { items, tokens, next } = decodeTronGridTokenTransfers(page([row({ _unconfirmed: true }), row()]));
    expect(next).toBeUndefined();
    expect(items.map(({ isConfirmed }) => isConfirmed)).toEqual([false, true]);
    expect(items[1]!.move).toMatchObject({
      kind: 'token',
      asset: USDT_KEY,
      from: key('1'),
      to: key('2'),
      amount: 500_000_000n,
      flags: MOVE_UNPLACED,
    });
    expect(tokens).toEqual([
      { contract: USDT_KEY, symbol: 'USDT', name: 'Tether USD', decimals: 6, height: undefined },
    ]);
  });
  test('amounts up to 2^256 - 1, tokens with a number, and what comes from nobody', () => {
    const most = 2n ** 256n - 1n;
    const rows = [
      row({ value: String(most) }),
      row({ token_id: '7945', value: undefined }),
      row({ from: `41${'0'.repeat(40)}` }),
      row({ type: 'Approval' }),
    ];
    const { items } = decodeTronGridTokenTransfers(page(rows));
    expect(items).toHaveLength(3);
    expect(items[0]!.move.amount).toBe(most);
    expect(items[1]!.move).toMatchObject({ kind: 'nft', amount: 1n, tokenId: 7945n });
    expect(items[2]!.move.from).toBe('');
  });
  test('a row without a type is a transfer, and a token number that is null is none', () => {
    const { items } = decodeTronGridTokenTransfers(page([row({ type: undefined, token_id: null })]));
    expect(items.map(({ move }) => [move.kind, move.amount])).toEqual([['token', 500_000_000n]]);
  });
  test('decimals count from 0 to 255, and what is not stated is not zero', () => {
    const decimalsOf = (decimals: unknown) =>
      decodeTronGridTokenTransfers(page([row({ token_info: { ...USDT, decimals } })])).tokens[0]!.decimals;
    expect([0, '18', 255, 256, -1, undefined, 'six'].map(decimalsOf)).toEqual([
      ...[0, 18, 255],
      ...[undefined, undefined, undefined, undefined],
    ]);
  });
  test('a value may be a number, zero or absent', () => {
    const rows = [row({ value: 12 }), row({ value: '0' }), row({ value: 0 }), row({ value: undefined })];
    expect(decodeTronGridTokenTransfers(page(rows)).items.map(({ move }) => move.amount)).toEqual([12n, 0n, 0n, 0n]);
  });
  test('what a token states about itself is capped and never believed', () => {
    const info = { address: USDT.address, name: 'x'.repeat(10_000), symbol: 7, decimals: 300 };
    const [token] = decodeTronGridTokenTransfers(page([row({ token_info: info })])).tokens;
    expect(token).toMatchObject({ symbol: undefined, decimals: undefined });
    expect(token!.name).toHaveLength(128);
  });
});

test('malformed lists are refused', () => {
  const transfer = { block_timestamp: 1, transaction_id: 'fb'.repeat(32), token_info: USDT, type: 'Transfer' };
  const broken: readonly [unknown, string][] = [
    [{ success: false, error: 'no' }, 'it has no "data"'],
    [null, 'it has no "data"'],
    [{ data: 'none' }, 'it has no "data"'],
    [{ ...page([]), success: false }, 'it has no "data"'],
    [page(Array.from({ length: 1_001 }, () => transfer)), 'at most 1000'],
    [page(['text']), 'where a transfer belongs'],
    [page([{ ...transfer, value: '-1' }]), 'has the value "-1"'],
    [page([{ ...transfer, value: String(2n ** 256n) }]), 'which is not an amount'],
    [page([{ ...transfer, value: '1', from: 'T1234' }]), 'is not a TRON address'],
    [page([{ ...transfer, value: '1', transaction_id: 'xyz' }]), 'not 64 hexadecimal digits'],
    [page([{ ...transfer, value: '1', block_timestamp: 2 ** 52 }]), 'is above'],
    [page([{ ...transfer, value: '1', token_info: null }]), 'where token_info belongs'],
  ];
  for (const [answer, words] of broken) expect(() => decodeTronGridTokenTransfers(answer), words).toThrow(words);
  expect(() => decodeTronGridTransactions(page([{}]))).toThrow('where raw_data belongs');
  expect(decodeTronGridTransactions(parseTronJson('{"data":[],"meta":{"fingerprint":"x"}}'))).toEqual({
    items: [],
    next: undefined,
  });
});

test('the next page is requested by a mark of 1 to 1,000 characters, after rows', () => {
  const nextOf = (fingerprint: unknown, rows: unknown[] = [call('VoteWitnessContract', {})]) =>
    decodeTronGridTransactions(page(rows, fingerprint)).next;
  const most = 'x'.repeat(1_000);
  expect([nextOf(most), nextOf(`${most}x`), nextOf(''), nextOf(5), nextOf('x', [])]).toEqual([
    most,
    ...[undefined, undefined, undefined, undefined],
  ]);
  expect(decodeTronGridTransactions({ data: [call('VoteWitnessContract', {})] }).next).toBeUndefined();
  const thousand = Array.from({ length: 1_000 }, () => call('VoteWitnessContract', {}));
  expect(decodeTronGridTransactions(page(thousand)).items).toHaveLength(1_000);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/tron-grid.txt');
});
