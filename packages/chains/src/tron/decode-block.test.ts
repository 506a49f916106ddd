import {
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_TOKENS,
  HAS_CALL,
  HAS_FEE,
  HAS_INTERNALS,
  HAS_LOGS,
  MOVE_STAKE,
  MOVE_WRAP,
  type ValueMove,
} from '@trailmark/core/account-block';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { type SampleContract, sampleBlock, sampleTransaction } from '../testing/tron-answers.ts';
import * as ofDecodeBlock from './decode-block.ts';
import { BLACKHOLE, FEES_BURNED_FROM } from './tron-fees.ts';
import * as ofTronJson from './tron-json.ts';
import type { TronLookups } from './tron-lookups.ts';
import * as ofTronLookups from './tron-lookups.ts';

const recorded = new WatchedResults();
const { decodeTronBlock } = recorded.watch(ofDecodeBlock);
const { parseTronJson } = recorded.watch(ofTronJson);
const { listNeededLookups } = recorded.watch(ofTronLookups);

const key = (digit: string): string => digit.repeat(40);
const hex = (digit: string): string => `41${key(digit)}`;
const word = (value: bigint | string): string =>
  typeof value === 'string' ? value.padStart(64, '0') : value.toString(16).padStart(64, '0');
const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const ascii = (text: string): string => Buffer.from(text, 'utf8').toString('hex');
const LATER = 1_700_000_000;

interface Case {
  readonly contract: SampleContract;
  readonly info?: Record<string, unknown>;
  readonly lookups?: TronLookups;
  readonly time?: number;
  readonly hasInternals?: boolean;
}

function decode({ contract, info, lookups, time = LATER, hasInternals }: Case) {
  const transaction = sampleTransaction(contract, 1);
  const block = sampleBlock({ height: 70_000_000, parentHash: 'cd'.repeat(32), time, transactions: [transaction] });
  const infos = info && [{ id: transaction.txID, blockNumber: 70_000_000, ...info }];
  return decodeTronBlock({ block, infos, source: 'test', lookups, hasInternals });
}

/** kind, asset, from, to, amount: addresses by their first digit. */
const brief = (moves: readonly ValueMove[]) =>
  moves.map(({ kind, asset, from, to, amount }) => [kind, asset, from[0] ?? '', to[0] ?? '', amount]);
const only = (sample: Case) => decode(sample).transactions[0]!;
const movesOf = (sample: Case) => brief(only(sample).moves);

const trigger = (value: Record<string, unknown> = {}, result = 'SUCCESS'): SampleContract => ({
  type: 'TriggerSmartContract',
  value: { owner_address: hex('1'), contract_address: hex('c'), ...value },
  result,
});
const receipt = { receipt: { result: 'SUCCESS' } };

describe('what contracts move by themselves', () => {
  const lookups: TronLookups = {
    assets: new Map([
      ['SEED', { id: '1000123', trxNum: 3n, num: 10n }],
      ['1000124', { id: '1000124', trxNum: 1_000_000n, num: 1n }],
    ]),
    exchanges: new Map([['7', { first: '_', second: '1000124' }]]),
  };
  const owner = { owner_address: hex('1') };
  const call = ['native', '', '1', '1', 0n];
  const cases: readonly [string, string, Record<string, unknown>, Record<string, unknown>, unknown[][]][] = [
    ['TRX', 'TransferContract', { to_address: hex('2'), amount: 5 }, {}, [['native', '', '1', '2', 5n]]],
    ['a new account', 'AccountCreateContract', { account_address: hex('2') }, {}, [['native', '', '1', '2', 0n]]],
    [
      'TRC-10 by id',
      'TransferAssetContract',
      { asset_name: ascii('1000124'), to_address: hex('2'), amount: 9 },
      {},
      [
        ['native', '', '1', '2', 0n],
        ['trc10', 'trc10:1000124', '1', '2', 9n],
      ],
    ],
    [
      'TRC-10 by its old name',
      'TransferAssetContract',
      { asset_name: ascii('SEED'), to_address: hex('2'), amount: 9 },
      {},
      [
        ['native', '', '1', '2', 0n],
        ['trc10', 'trc10:1000123', '1', '2', 9n],
      ],
    ],
    [
      'a sale of tokens, rounded down',
      'ParticipateAssetIssueContract',
      { asset_name: ascii('SEED'), to_address: hex('2'), amount: 100 },
      {},
      [
        ['native', '', '1', '2', 100n],
        ['trc10', 'trc10:1000123', '2', '1', 333n],
      ],
    ],
    [
      'an issue of tokens',
      'AssetIssueContract',
      { name: ascii('NEW'), total_supply: 1_000 },
      { assetIssueID: '1000999' },
      [call, ['trc10', 'trc10:1000999', '', '1', 1_000n]],
    ],
    ['votes', 'VoteWitnessContract', { votes: [{ vote_address: hex('2'), vote_count: 3 }] }, {}, [call]],
    ['a stake', 'FreezeBalanceV2Contract', { frozen_balance: 7 }, {}, [call, ['native', '', '1', '', 7n]]],
    [
      'a stake for another',
      'FreezeBalanceContract',
      { frozen_balance: 7, receiver_address: hex('2') },
      {},
      [
        ['native', '', '1', '2', 0n],
        ['native', '', '1', '', 7n],
      ],
    ],
    ['the end of a stake', 'UnfreezeBalanceContract', {}, { unfreeze_amount: 7 }, [call, ['native', '', '', '1', 7n]]],
    [
      'an expired stake',
      'WithdrawExpireUnfreezeContract',
      {},
      { withdraw_expire_amount: 7 },
      [call, ['native', '', '', '1', 7n]],
    ],
    [
      'lent resources',
      'DelegateResourceContract',
      { receiver_address: hex('2'), balance: 7 },
      {},
      [['native', '', '1', '2', 0n]],
    ],
    ['rewards', 'WithdrawBalanceContract', {}, { withdraw_amount: 11 }, [call, ['reward', '', '', '1', 11n]]],
    [
      'a new exchange',
      'ExchangeCreateContract',
      { first_token_id: '5f', first_token_balance: 4, second_token_id: ascii('1000124'), second_token_balance: 6 },
      {},
      [call, ['native', '', '1', '', 4n], ['trc10', 'trc10:1000124', '1', '', 6n]],
    ],
    [
      'tokens sold to an exchange for TRX',
      'ExchangeTransactionContract',
      { exchange_id: 7, token_id: ascii('1000124'), quant: 6 },
      { exchange_received_amount: 4 },
      [call, ['trc10', 'trc10:1000124', '1', '', 6n], ['native', '', '', '1', 4n]],
    ],
    [
      'both tokens put into an exchange',
      'ExchangeInjectContract',
      { exchange_id: 7, token_id: '5f', quant: 4 },
      { exchange_inject_another_amount: 6 },
      [call, ['native', '', '1', '', 4n], ['trc10', 'trc10:1000124', '1', '', 6n]],
    ],
    [
      'both tokens taken out of an exchange',
      'ExchangeWithdrawContract',
      { exchange_id: 7, token_id: '5f', quant: 4 },
      { exchange_withdraw_another_amount: 6 },
      [call, ['native', '', '', '1', 4n], ['trc10', 'trc10:1000124', '', '1', 6n]],
    ],
  ];
  test.each(cases)('%s', (_name, type, value, info, moves) => {
    const transaction = only({ contract: { type, value: { ...owner, ...value } }, info, lookups });
    expect(brief(transaction.moves)).toEqual(moves);
    const flags = transaction.moves.map((move) => move.flags);
    expect(flags).toEqual(/freeze/i.test(type) ? [0, MOVE_STAKE] : moves.map(() => 0));
    expect(transaction.holds).toBe(HAS_CALL | HAS_FEE | HAS_LOGS | HAS_INTERNALS);
  });

  test('what is unstaked comes back only when it is due', () => {
    const contract = { type: 'UnfreezeBalanceV2Contract', value: { ...owner, unfreeze_balance: 9 } };
    expect(only({ contract, info: { unfreeze_amount: 9 } })).toMatchObject({ value: 9n, moves: [{ amount: 0n }] });
    const [, returned] = only({ contract, info: { withdraw_expire_amount: 4 } }).moves;
    expect(returned).toMatchObject({ from: '', to: key('1'), amount: 4n, flags: MOVE_STAKE });
    expect(only({ contract }).holds & HAS_CALL).toBe(0);
  });

  test('a contract is created with TRX and tokens', () => {
    const value = { ...owner, new_contract: { call_value: 5, bytecode: '60' }, token_id: 1000124, call_token_value: 8 };
    const transaction = only({
      contract: { type: 'CreateSmartContract', value },
      info: { ...receipt, contract_address: hex('d') },
    });
    expect(transaction).toMatchObject({ to: '', created: key('d'), value: 5n });
    expect(brief(transaction.moves)).toEqual([
      ['native', '', '1', 'd', 5n],
      ['trc10', 'trc10:1000124', '1', 'd', 8n],
    ]);
  });

  test('what is not reported is not stated to be indexed', () => {
    const unknown: readonly SampleContract[] = [
      { type: 'MarketSellAssetContract', value: owner },
      { type: 'InventedContract', value: owner },
      {
        type: 'TransferAssetContract',
        value: { ...owner, asset_name: ascii('NOBODY'), to_address: hex('2'), amount: 1 },
      },
      { type: 'ExchangeTransactionContract', value: { ...owner, exchange_id: 9, token_id: '5f', quant: 1 } },
      { type: 'ParticipateAssetIssueContract', value: { ...owner, asset_name: ascii('NOBODY'), to_address: hex('2') } },
    ];
    for (const contract of unknown) expect(only({ contract, info: {}, lookups }).holds & HAS_CALL).toBe(0);
    expect(only({ contract: unknown[1]!, info: {} }).type).toBe(255);
    expect(movesOf({ contract: unknown[0]!, info: {} })).toEqual([call]);
  });

  test('names, sales and exchanges that need a lookup are listed, ids are not', () => {
    const transactions = [
      { type: 'TransferAssetContract', value: { asset_name: ascii('SEED') } },
      { type: 'TransferAssetContract', value: { asset_name: ascii('1000124') } },
      { type: 'ParticipateAssetIssueContract', value: { asset_name: ascii('1000124') } },
      { type: 'ExchangeInjectContract', value: { exchange_id: 7, token_id: '5f' } },
    ].map((contract, i) => sampleTransaction({ ...contract, value: { ...owner, ...contract.value } }, i));
    const block = sampleBlock({ height: 9, parentHash: 'ab'.repeat(32), time: LATER, transactions });
    expect(listNeededLookups(block)).toEqual({ assets: ['SEED', '1000124'], exchanges: ['7'] });
    expect(listNeededLookups('garbage')).toEqual({ assets: [], exchanges: [] });
  });
});

describe('fees', () => {
  const contract: SampleContract = {
    type: 'TransferContract',
    value: { owner_address: hex('1'), to_address: hex('2'), amount: 5 },
  };
  test('are one move, and burned', () => {
    const transaction = only({ contract, info: { fee: 1_100_000, receipt: { net_fee: 100_000 } } });
    expect(transaction).toMatchObject({ fee: 1_100_000n, feePayer: key('1') });
    expect(brief(transaction.moves)[0]).toEqual(['fee', '', '1', '', 1_100_000n]);
  });
  test('went to the Blackhole account before proposal 54', () => {
    const before = only({ contract, info: { fee: 100 }, time: FEES_BURNED_FROM - 1 });
    expect(before.moves[0]).toMatchObject({ kind: 'fee', from: key('1'), to: BLACKHOLE, amount: 100n });
    expect(only({ contract, info: { fee: 100 }, time: FEES_BURNED_FROM }).moves[0]).toMatchObject({ to: '' });
  });
  test('without infos they are not known, which is not zero', () => {
    const block = decode({ contract });
    expect(block.transactions[0]).toMatchObject({
      fee: undefined,
      feePayer: '',
      holds: HAS_CALL | HAS_LOGS | HAS_INTERNALS,
    });
    expect(block.holds & BLOCK_HOLDS_FEES).toBe(0);
    expect(decode({ contract, info: {} }).transactions[0]).toMatchObject({ fee: 0n });
  });
  test('energy a deployer lent costs nobody coins: the sender pays what the info says', () => {
    const info = {
      fee: 345_000,
      receipt: { result: 'SUCCESS', origin_energy_usage: 60_000, energy_usage_total: 64_285 },
    };
    expect(only({ contract: trigger(), info })).toMatchObject({ fee: 345_000n, feePayer: key('1'), gasUsed: 64_285n });
  });
});

describe('success', () => {
  const log = { address: key('e'), topics: [TRANSFER, word(key('1')), word(key('2'))], data: word(9n) };
  test('a failed call loses its fee and moves nothing', () => {
    const info = { fee: 13_739_430, result: 'FAILED', receipt: { result: 'OUT_OF_ENERGY' }, log: [log] };
    const transaction = only({ contract: trigger({ call_value: 50 }, 'OUT_OF_ENERGY'), info });
    expect(transaction).toMatchObject({ status: 'failed', failure: 'OUT_OF_ENERGY', value: 50n, logs: [] });
    expect(brief(transaction.moves)).toEqual([
      ['fee', '', '1', '', 13_739_430n],
      ['native', '', '1', 'c', 0n],
    ]);
  });
  test('what a call returns says nothing: a transfer is an event', () => {
    const data = `a9059cbb${word(key('2'))}${word(77n)}`;
    const info = { ...receipt, contractResult: [word(1n)] };
    expect(movesOf({ contract: trigger({ data }), info })).toEqual([['native', '', '1', 'c', 0n]]);
    const told = movesOf({ contract: trigger({ data }), info: { ...receipt, contractResult: [word(0n)], log: [log] } });
    expect(told[1]).toEqual(['token', key('e'), '1', '2', 9n]);
  });
  test('a result and a receipt that differ stop the reading', () => {
    const wrong = { receipt: { result: 'REVERT' } };
    expect(() => decode({ contract: trigger(), info: wrong })).toThrow(
      '70,000,000: transaction 0 has the result "SUCCESS"',
    );
    expect(() => decode({ contract: trigger(), info: { ...receipt, result: 'FAILED' } })).toThrow(
      'receipt says "FAILED"',
    );
  });
  test('a call whose result nobody states moved nothing that we know', () => {
    const contract = { ...trigger({ call_value: 50 }), result: undefined };
    const transaction = only({ contract, info: {} });
    expect(transaction).toMatchObject({ status: 'unknown' });
    expect(transaction.holds & HAS_CALL).toBe(0);
    expect(brief(transaction.moves)).toEqual([['native', '', '1', 'c', 0n]]);
    expect(only({ contract, info: receipt })).toMatchObject({ status: 'ok' });
  });
  test('of several results the one with a word counts', () => {
    const transaction = { ...sampleTransaction(trigger(), 1), ret: [{}, { contractRet: 'REVERT' }] };
    const block = sampleBlock({ height: 9, parentHash: 'ab'.repeat(32), time: LATER, transactions: [transaction] });
    expect(decodeTronBlock({ block, source: 'test' }).transactions[0]).toMatchObject({ status: 'failed' });
  });
});

describe('internal transactions', () => {
  const inner = (note: string, values: unknown[], more: Record<string, unknown> = {}) => ({
    caller_address: hex('c'),
    transferTo_address: hex('3'),
    callValueInfo: values,
    note: ascii(note),
    ...more,
  });
  test('move TRX and TRC-10 and stakes, except what was rejected, votes and empty calls', () => {
    const internal_transactions = [
      inner('call', [{}]),
      inner('call', [{ callValue: 98_500_000 }]),
      inner('call', [{}, { callValue: 12, tokenId: '1002000' }]),
      inner('call', [{ callValue: 1 }], { rejected: true }),
      inner('freezeBalanceV2ForEnergy', [{ callValue: 1 }]),
      inner('delegateResourceOfEnergy', [{ callValue: 8 }]),
      inner('withdrawExpireUnfreeze', [{ callValue: 3 }]),
      inner('voteWitness', [{}], { transferTo_address: undefined }),
      inner('create', [{}]),
      inner('withdrawReward', [{ callValue: 6 }], { transferTo_address: hex('c') }),
      inner('suicide', [{ callValue: 4 }, { callValue: 2, tokenId: '1002000' }]),
    ];
    const transaction = only({ contract: trigger(), info: { ...receipt, internal_transactions } });
    expect(transaction.moves.map((move) => [move.tracePath, ...brief([move])[0]!]).slice(1)).toEqual([
      ['1', 'internal', '', 'c', '3', 98_500_000n],
      ['2', 'trc10', 'trc10:1002000', 'c', '3', 12n],
      ['4', 'native', '', 'c', '', 1n],
      ['6', 'native', '', '', 'c', 3n],
      ['8', 'internal', '', 'c', '3', 0n],
      ['9', 'reward', '', '', 'c', 6n],
      ['10', 'internal', '', 'c', '3', 4n],
      ['10', 'trc10', 'trc10:1002000', 'c', '3', 2n],
    ]);
  });
  test('a contract that ends in its own favour leaves its coins to the Blackhole account', () => {
    const internal_transactions = [inner('suicide', [{ callValue: 4 }], { transferTo_address: hex('c') })];
    const { moves } = only({ contract: trigger(), info: { ...receipt, internal_transactions } });
    expect(moves[1]).toMatchObject({ kind: 'internal', from: key('c'), to: BLACKHOLE, amount: 4n });
  });
  test('a node that lists none may keep none: a gap unless it is known to keep them', () => {
    const sample = { contract: trigger(), info: receipt };
    expect(decode(sample).holds & BLOCK_HOLDS_INTERNALS).toBe(0);
    expect(only(sample).holds & HAS_INTERNALS).toBe(0);
    expect(decode({ ...sample, hasInternals: true }).holds & BLOCK_HOLDS_INTERNALS).not.toBe(0);
    const listed = { ...sample, info: { ...receipt, internal_transactions: [inner('call', [{}])] } };
    expect(decode(listed).holds & BLOCK_HOLDS_INTERNALS).not.toBe(0);
  });
});

describe('tokens', () => {
  const logs = (log: unknown[]) => only({ contract: trigger(), info: { ...receipt, log } });
  test('TRC-20, TRC-721 and wrapped TRX come from logs, numbered through the block', () => {
    const wrapped = '891cdb91d149f23b1a45d9c5ca78a88d0cb44c18';
    const { moves, logs: left } = logs([
      { address: key('e'), topics: [TRANSFER, word(key('1')), word(key('2'))], data: word(2n ** 256n - 1n) },
      { address: key('f'), topics: [TRANSFER, word(0n), word(key('2')), word(7945n)] },
      {
        address: wrapped,
        topics: ['e1fffcc4923d04b559f4d29a8bfc6cda04eb5b0d3c460751c2402c5c5cc9109c', word(key('1'))],
        data: word(5n),
      },
      { address: key('e'), topics: ['ab'.repeat(32)], data: '00' },
    ]);
    expect(brief(moves).slice(1)).toEqual([
      ['token', key('e'), '1', '2', 2n ** 256n - 1n],
      ['nft', key('f'), '', '2', 1n],
      ['token', wrapped, '', '1', 5n],
    ]);
    expect(moves.slice(1).map(({ logIndex }) => logIndex)).toEqual([0, 1, 2]);
    expect(moves[2]).toMatchObject({ tokenId: 7945n });
    expect(moves[3]).toMatchObject({ flags: MOVE_WRAP });
    expect(left).toEqual([{ logIndex: 3, address: key('e'), topics: ['ab'.repeat(32)], data: '00' }]);
  });
  test('addresses that old contracts pad with 41 are the same addresses, and token numbers stay', () => {
    const { moves } = logs([
      { address: key('e'), topics: [TRANSFER, word(hex('1')), word(hex('2'))], data: word(3n) },
      { address: key('f'), topics: [TRANSFER, word(hex('1')), word(hex('2')), word(hex('3'))] },
    ]);
    expect(brief(moves).slice(1)).toEqual([
      ['token', key('e'), '1', '2', 3n],
      ['nft', key('f'), '1', '2', 1n],
    ]);
    expect(moves[2]!.tokenId).toBe(BigInt(`0x${hex('3')}`));
  });
  test('without infos tokens are a gap', () => {
    expect(decode({ contract: trigger() }).holds & BLOCK_HOLDS_TOKENS).toBe(0);
  });
});

describe('forms', () => {
  test('a block with visible addresses and texts reads the same', () => {
    const value = {
      owner_address: 'TLLM21wteSPs4hKjbxgmH1L6poyMjeTbHm',
      to_address: 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzy',
      asset_name: '1000124',
      amount: 5,
    };
    const transaction = sampleTransaction({ type: 'TransferAssetContract', value, fields: {} }, 1);
    const block = sampleBlock({ height: 9, parentHash: 'ab'.repeat(32), time: LATER, transactions: [transaction] });
    const decoded = decodeTronBlock({ block, source: 'test', form: 'plain' }).transactions[0]!;
    expect(decoded).toMatchObject({ from: '71b0af54e0a1182a5e0947d6a64f3b22740ef318', to: BLACKHOLE });
    expect(decoded.moves[1]).toMatchObject({ asset: 'trc10:1000124', amount: 5n });
  });
  test('amounts above 2^53 keep every digit', () => {
    expect(parseTronJson('{"a":33251807524000001,"b":[9007199254740993],"c":1.5,"d":12}')).toEqual({
      a: 33_251_807_524_000_001n,
      b: [9_007_199_254_740_993n],
      c: 1.5,
      d: 12,
    });
    expect(() => parseTronJson('<html>')).toThrow('is not JSON');
    const contract = {
      type: 'TransferContract',
      value: { owner_address: hex('1'), to_address: hex('2'), amount: 2n ** 63n - 1n },
    };
    expect(movesOf({ contract, info: {} })).toEqual([['native', '', '1', '2', 2n ** 63n - 1n]]);
  });
  test('memos are kept as input, and long ones cut', () => {
    const value = { owner_address: hex('1'), to_address: hex('2'), amount: 1 };
    const memo = only({ contract: { type: 'TransferContract', value, data: ascii('for rent') } });
    expect(memo).toMatchObject({ input: ascii('for rent'), inputLength: 8 });
    expect(only({ contract: trigger({ data: 'ab'.repeat(3000) }) })).toMatchObject({ inputLength: 3000 });
    expect(only({ contract: trigger({ data: 'ab'.repeat(3000) }) }).input).toHaveLength(2048);
  });
  test('the genesis block creates coins; the Blackhole begins below zero, which is no move', () => {
    const owner_address = ascii('0x000000000000000000000');
    const transactions = [
      { to_address: hex('1'), amount: 99_000_000_000_000_000n },
      { to_address: hex('2') },
      { to_address: hex('3'), amount: -(2n ** 63n) },
    ].map((value, i) =>
      sampleTransaction({ type: 'TransferContract', value: { owner_address, ...value }, fields: {} }, i),
    );
    const block = sampleBlock({ height: 0, parentHash: 'ab'.repeat(32), time: 0, transactions });
    const { moves, time } = decodeTronBlock({ block, source: 'test' });
    expect(brief(moves)).toEqual([['genesis', '', '', '1', 99_000_000_000_000_000n]]);
    expect(time).toBe(1_529_891_469);
  });
});

describe('answers that are malformed or half', () => {
  const contract: SampleContract = {
    type: 'TransferContract',
    value: { owner_address: hex('1'), to_address: hex('2'), amount: 5 },
  };
  const two = [sampleTransaction(contract, 1), sampleTransaction(contract, 2)];
  const block = sampleBlock({ height: 9, parentHash: 'ab'.repeat(32), time: LATER, transactions: two });
  const infos = two.map(({ txID }) => ({ id: txID, blockNumber: 9, fee: 1 }));
  test('infos in another order belong to their transactions', () => {
    const mixed = [infos[1]!, { ...infos[0]!, fee: 8 }];
    expect(decodeTronBlock({ block, infos: mixed, source: 'test' }).transactions.map(({ fee }) => fee)).toEqual([
      8n,
      1n,
    ]);
  });
  const broken: readonly [string, unknown, string][] = [
    ['one info for two transactions', infos.slice(1), 'infos for 1'],
    ['the same info twice', [infos[0], infos[0]], 'transaction 1 has no info'],
    ['infos of another block', infos.map((info) => ({ ...info, blockNumber: 8 })), 'belongs to the block 8'],
    ['text in place of infos', 'none', 'where the list transaction infos belongs'],
    ['a negative fee', infos.map((info) => ({ ...info, fee: -1 })), 'has the fee "-1"'],
    ['a fee with a fraction', infos.map((info) => ({ ...info, fee: 0.5 })), 'has the fee "0.5"'],
  ];
  test.each(broken)('%s', (_name, answer, words) => {
    expect(() => decodeTronBlock({ block, infos: answer, source: 'test' })).toThrow(words);
  });
  test('no infos at all are a gap: a node may keep none', () => {
    for (const none of [[], {}]) {
      expect(decodeTronBlock({ block, infos: none, source: 'test' }).holds & BLOCK_HOLDS_FEES).toBe(0);
    }
  });
  test('fields of a wrong shape', () => {
    const wrong: readonly [Record<string, unknown>, string][] = [
      [{ amount: 'lots' }, 'has the amount "lots"'],
      [{ amount: -5 }, 'which is not an amount'],
      [{ to_address: '41zz' }, 'which is not a TRON address'],
      [{ to_address: 'TLsV52sRDL79HXGGm9yzwKibb6BeruhUzz' }, 'which is not a TRON address'],
      [{ owner_address: undefined }, 'has no owner_address'],
    ];
    for (const [value, words] of wrong) {
      const bad = { ...contract, value: { ...contract.value, ...value }, fields: {} };
      expect(() => decode({ contract: bad }), words).toThrow(words);
    }
    for (const garbage of [null, 7, {}, { block_header: 1 }]) {
      expect(() => decodeTronBlock({ block: garbage, source: 'test' })).toThrow(/belongs/);
    }
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/decode-block.txt');
});
