import {
  BLOCK_HOLDS_ALL,
  BLOCK_HOLDS_FEES,
  BLOCK_HOLDS_INTERNALS,
  BLOCK_HOLDS_REWARDS,
  BLOCK_HOLDS_TOKENS,
  BLOCK_VERIFIED,
  HAS_CALL,
  HAS_FEE,
  HAS_INTERNALS,
  HAS_LOGS,
} from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { arbitrum } from '../arbitrum.ts';
import { base } from '../base.ts';
import { ethereum } from '../ethereum.ts';
import { polygon } from '../polygon.ts';
import {
  account,
  PRODUCER,
  quantity,
  RECIPIENT,
  type SampleBlock,
  SENDER,
  sampleAnswers,
  word,
} from '../testing/evm-answers.ts';
import * as ofBlockTransaction from './block-transaction.ts';
import type { EvmBlockInput } from './decode-block.ts';
import * as ofDecodeBlock from './decode-block.ts';
import { TRANSFER_TOPIC } from './token-log.ts';

const recorded = new WatchedResults();
const { createdAddress } = recorded.watch(ofBlockTransaction);
const { decodeEvmBlock } = recorded.watch(ofDecodeBlock);

const TOKEN = account(0x70);
const transfer = { address: TOKEN, topics: [TRANSFER_TOPIC, word(SENDER), word(RECIPIENT)], data: word(500) };
const approval = { address: TOKEN, topics: [word(0xa99), word(SENDER)], data: word(7) };

function decode(
  block: SampleBlock,
  change: (answers: ReturnType<typeof sampleAnswers>) => Partial<EvmBlockInput> = () => ({}),
) {
  const answers = sampleAnswers(block);
  const { receipts, geth } = answers;
  return decodeEvmBlock({
    chain: ethereum,
    block: answers.block,
    receipts,
    traces: geth,
    source: 'test',
    ...change(answers),
  });
}

function refusal(block: SampleBlock, change?: Parameters<typeof decode>[1]): string {
  try {
    decode(block, change);
  } catch (error) {
    if (AppError.is(error, 'inconsistent')) return error.message;
    throw error;
  }
  return 'accepted';
}

const shape = (moves: ReturnType<typeof decode>['transactions'][0]['moves']) =>
  moves.map(({ kind, from, to, amount }) => [kind, from, to, amount]);

describe('moves of a transaction', () => {
  test('are in the declared order: fee, call, calls inside, tokens, tip', () => {
    const inner = account(0xe);
    const block = decode({
      transactions: [
        { value: 9n, logs: [approval, transfer], calls: [{ type: 'CALL', from: RECIPIENT, to: inner, value: 4n }] },
      ],
    });
    const [transaction] = block.transactions;
    expect(shape(transaction!.moves)).toEqual([
      ['fee', SENDER, '', 21_000n],
      ['native', SENDER, RECIPIENT, 9n],
      ['internal', RECIPIENT, inner, 4n],
      ['token', SENDER, RECIPIENT, 500n],
      ['tip', SENDER, PRODUCER, 42_000n],
    ]);
    expect(transaction!.fee).toBe(63_000n);
    expect(transaction!.logs.map(({ logIndex }) => logIndex)).toEqual([0]);
    expect(transaction!.moves[3]).toMatchObject({ asset: TOKEN, logIndex: 1 });
  });

  test('bear no flag where coins are sent, paid or given, and a token is sent: flags are for wraps and for moves without a place', () => {
    const calls = [{ type: 'CALL', from: RECIPIENT, to: account(0xe), value: 4n }] as const;
    const withdrawals = [{ address: `0x${RECIPIENT}`, amount: quantity(32) }];
    const fields = { withdrawalsRoot: `0x${word(5)}`, withdrawals };
    const block = decode({ fields, transactions: [{ value: 9n, logs: [transfer], calls }] });
    const moves = [...block.moves, ...block.transactions.flatMap((transaction) => transaction.moves)];
    expect(moves.map(({ kind, flags }) => [kind, flags])).toEqual([
      ['withdrawal', 0],
      ['fee', 0],
      ['native', 0],
      ['internal', 0],
      ['token', 0],
      ['tip', 0],
    ]);
  });

  test('of a failed one are its fee and an amount of 0', () => {
    const calls = [{ type: 'CALL', from: RECIPIENT, to: account(1), value: 4n }] as const;
    const [transaction] = decode({ transactions: [{ value: 9n, isFailed: true, calls }] }).transactions;
    expect(shape(transaction!.moves)).toEqual([
      ['fee', SENDER, '', 21_000n],
      ['native', SENDER, RECIPIENT, 0n],
      ['tip', SENDER, PRODUCER, 42_000n],
    ]);
    expect(transaction).toMatchObject({ status: 'failed', failure: 'execution reverted', value: 9n });
  });

  test('cost what was bid: the base fee and the tip, at most the highest price', () => {
    const priced = (type: string, bid: object, price: bigint) => (answers: ReturnType<typeof sampleAnswers>) => ({
      block: {
        ...answers.block,
        transactions: (answers.block.transactions as object[]).map((each) => ({ ...each, type, ...bid })),
      },
      receipts: answers.receipts.map((each) => ({ ...each, effectiveGasPrice: quantity(price) })),
    });
    const bid = { maxFeePerGas: quantity(9n), maxPriorityFeePerGas: quantity(2n) };
    const feeOf = (...args: Parameters<typeof priced>) =>
      decode({ transactions: [{ value: 1n }] }, priced(...args)).transactions[0]?.fee;
    expect(feeOf('0x2', bid, 3n)).toBe(63_000n);
    expect(feeOf('0x2', { ...bid, maxFeePerGas: quantity(2n) }, 2n)).toBe(42_000n);
    expect(refusal({ transactions: [{ value: 1n }] }, priced('0x2', bid, 4n))).toMatch(/states 4 for each gas/);
    expect(refusal({ transactions: [{ value: 1n }] }, priced('0x0', {}, 4n))).toMatch(/make it 3/);
  });

  test('give everything to the producer before London', () => {
    const [transaction] = decode({ baseFee: null, transactions: [{ value: 1n }] }).transactions;
    expect(shape(transaction!.moves)).toEqual([
      ['native', SENDER, RECIPIENT, 1n],
      ['tip', SENDER, PRODUCER, 63_000n],
    ]);
  });

  test('burn the fee of blobs', () => {
    const receipt = { blobGasUsed: quantity(131_072), blobGasPrice: quantity(10) };
    const [transaction] = decode({ transactions: [{ receipt }] }).transactions;
    expect(transaction!.moves[0]).toMatchObject({ kind: 'fee', to: '', amount: 21_000n + 1_310_720n });
    expect(transaction!.fee).toBe(63_000n + 1_310_720n);
  });

  test('name the contract a creation made as the recipient', () => {
    const created = createdAddress({ from: SENDER, nonce: 0n })!;
    const [transaction] = decode({ transactions: [{ to: null, created, value: 5n }] }).transactions;
    expect(transaction).toMatchObject({ to: '', created });
    expect(transaction!.moves[1]).toMatchObject({ kind: 'native', to: created, amount: 5n });
  });

  test('of a failed creation name no contract', () => {
    const [transaction] = decode({ transactions: [{ to: null, value: 5n, isFailed: true }] }).transactions;
    expect(transaction).toMatchObject({ created: '', status: 'failed' });
    expect(transaction!.moves[1]).toMatchObject({ to: '', amount: 0n });
  });

  test('on a rollup charge the sender what its data costs below, to nobody who can be named', () => {
    const transactions = [{ receipt: { l1Fee: quantity(77) }, fields: { chainId: quantity(8453) } }];
    const [transaction] = decode({ transactions }, () => ({ chain: base })).transactions;
    expect(shape(transaction!.moves)[0]).toEqual(['fee', SENDER, '', 63_077n]);
    expect(transaction!.moves.some(({ kind }) => kind === 'tip')).toBe(false);
  });

  test('on a rollup have no fee where the receipt leaves out the l1Fee or states an operator fee', () => {
    const fields = { chainId: quantity(8453) };
    for (const receipt of [{}, { l1Fee: '0x1', operatorFeeConstant: '0x5' }]) {
      const block = decode({ transactions: [{ receipt, fields }] }, () => ({ chain: base }));
      expect(block.transactions[0]).toMatchObject({ fee: undefined });
      expect(block.transactions[0]!.holds & HAS_FEE).toBe(0);
      expect(block.holds & BLOCK_HOLDS_FEES).toBe(0);
    }
  });

  test('on a rollup begin with what a deposit mints, which stays where it fails', () => {
    const fields = { chainId: quantity(8453), mint: quantity(12), type: '0x7e', gasPrice: '0x0' };
    const transactions = [{ value: 12n, price: 0n, isFailed: true, fields, receipt: { l1Fee: null } }];
    const [transaction] = decode({ transactions }, () => ({ chain: base, traces: undefined })).transactions;
    expect(shape(transaction!.moves)).toEqual([
      ['internal', '', SENDER, 12n],
      ['native', SENDER, RECIPIENT, 0n],
    ]);
  });

  test('of a plain deposit on Arbitrum mint its value', () => {
    const fields = { chainId: quantity(42161), type: '0x64' };
    const block = decode({ transactions: [{ value: 8n, price: 0n, fields }] }, () => ({ chain: arbitrum }));
    expect(shape(block.transactions[0]!.moves)[0]).toEqual(['internal', '', SENDER, 8n]);
    expect(block.holds & BLOCK_HOLDS_REWARDS).not.toBe(0);
    const retry = decode({ transactions: [{ fields: { ...fields, type: '0x68' } }] }, () => ({ chain: arbitrum }));
    expect(retry.holds & BLOCK_HOLDS_REWARDS).toBe(0);
  });

  test('reach amounts of 2^256 - 1', () => {
    const most = 2n ** 256n - 1n;
    const [transaction] = decode({ transactions: [{ value: most }] }).transactions;
    expect(transaction!.moves[1]!.amount).toBe(most);
  });
});

describe('what is indexed', () => {
  const transactions = [{ value: 1n, logs: [transfer] }];
  const bits = (change: Parameters<typeof decode>[1]) => {
    const block = decode({ transactions }, change);
    return [block.holds, block.transactions[0]!.holds];
  };
  const rewards = BLOCK_HOLDS_ALL | BLOCK_HOLDS_REWARDS;

  test('of a block alone is its calls, whose outcome is not known', () => {
    const only = () => ({ receipts: undefined, traces: undefined });
    expect(bits(only)).toEqual([rewards, HAS_CALL]);
    const [transaction] = decode({ transactions }, only).transactions;
    expect(transaction).toMatchObject({ status: 'unknown', fee: undefined, gasUsed: undefined });
    expect(shape(transaction!.moves)).toEqual([['native', SENDER, RECIPIENT, 1n]]);
  });

  test('with logs alone are tokens, and no fees', () => {
    const change = ({ logs }: ReturnType<typeof sampleAnswers>) => ({ logs, receipts: undefined, traces: undefined });
    expect(bits(change)).toEqual([rewards | BLOCK_HOLDS_TOKENS, HAS_CALL | HAS_LOGS]);
  });

  test('with receipts are fees and tokens, and without traces no internal calls', () => {
    expect(bits(() => ({ traces: undefined }))).toEqual([
      rewards | BLOCK_HOLDS_FEES | BLOCK_HOLDS_TOKENS,
      HAS_CALL | HAS_FEE | HAS_LOGS,
    ]);
  });

  test('with everything is everything, verified where the caller says so', () => {
    expect(bits(() => ({ isVerified: true }))).toEqual([
      rewards | BLOCK_HOLDS_FEES | BLOCK_HOLDS_TOKENS | BLOCK_HOLDS_INTERNALS | BLOCK_VERIFIED,
      HAS_CALL | HAS_FEE | HAS_LOGS | HAS_INTERNALS,
    ]);
  });

  test('of one transaction whose trace could not be made is a gap, in the block too', () => {
    const block = decode({ transactions: [{}, {}] }, ({ geth }) => ({
      traces: { form: 'geth', items: [geth.items[0]!, { error: 'execution timeout' }] },
    }));
    expect(block.transactions.map(({ holds }) => holds & HAS_INTERNALS)).toEqual([HAS_INTERNALS, 0]);
    expect(block.holds & BLOCK_HOLDS_INTERNALS).toBe(0);
  });

  test('of the first block is not its allocation, which no answer has', () => {
    expect(decode({ height: 0 }).holds & BLOCK_HOLDS_REWARDS).toBe(0);
  });

  test('of the first block is its allocation where that is given, for the chain it belongs to only', () => {
    const genesis = [{ address: RECIPIENT, amount: 7n }];
    const own = decode({ height: 0, fields: { hash: `0x${ethereum.genesisHash}` } }, () => ({ genesis }));
    expect(shape(own.moves)).toEqual([['genesis', '', RECIPIENT, 7n]]);
    expect(own.holds & BLOCK_HOLDS_REWARDS).not.toBe(0);
    const foreign = decode({ height: 0 }, () => ({ genesis }));
    expect([foreign.moves, foreign.holds & BLOCK_HOLDS_REWARDS]).toEqual([[], 0]);
  });

  test('under proof of work is no reward unless traces report it', () => {
    const fields = { difficulty: '0x400000000' };
    expect(decode({ height: 1_000_000, fields }).holds & BLOCK_HOLDS_REWARDS).toBe(0);
    const reward = (rewardType: string, value: number) => ({
      type: 'reward',
      action: { author: `0x${PRODUCER}`, rewardType, value: quantity(value) },
    });
    const block = decode({ height: 1_000_000, fields }, () => ({
      traces: { form: 'parity', items: [reward('block', 5), reward('uncle', 3), reward('external', 99)] },
    }));
    expect(block.holds & BLOCK_HOLDS_REWARDS).not.toBe(0);
    expect(shape(block.moves)).toEqual([
      ['reward', '', PRODUCER, 5n],
      ['reward', '', PRODUCER, 3n],
    ]);
  });

  test('after the merge credits nobody with the reward of proof of work, which some nodes still trace', () => {
    const reward = {
      type: 'reward',
      action: { author: `0x${PRODUCER}`, rewardType: 'block', value: quantity(2_000_000_000_000_000_000) },
    };
    const fields = { difficulty: '0x0' };
    const block = decode({ fields }, () => ({ traces: { form: 'parity', items: [reward] } }));
    expect(shape(block.moves)).toEqual([]);
  });

  test('of withdrawals are amounts in gwei, and none where the answer leaves out what the header commits to', () => {
    const withdrawals = [
      { address: `0x${RECIPIENT}`, amount: quantity(32) },
      { address: `0x${SENDER}`, amount: '0x0' },
    ];
    const block = decode({ fields: { withdrawalsRoot: `0x${word(5)}`, withdrawals } });
    expect(shape(block.moves)).toEqual([['withdrawal', '', RECIPIENT, 32_000_000_000n]]);
    expect(decode({ fields: { withdrawalsRoot: `0x${word(5)}` } }).holds & BLOCK_HOLDS_REWARDS).toBe(0);
  });
});

describe('before Byzantium, when receipts had no status', () => {
  const receipt = { status: undefined, root: `0x${word(9)}` };
  const status = (gasUsed: bigint, traced: boolean, isFailed = false) =>
    decode({ transactions: [{ gasUsed, receipt, isFailed }] }, ({ geth }) => ({ traces: traced ? geth : undefined }))
      .transactions[0]!.status;

  test('gas left over shows success', () => expect(status(999_999n, false)).toBe('ok'));
  test('no gas left over shows nothing', () => expect(status(1_000_000n, false)).toBe('unknown'));
  test('a trace shows either', () => {
    expect(status(1_000_000n, true)).toBe('ok');
    expect(status(1_000_000n, true, true)).toBe('failed');
  });
});

describe('answers that contradict each other are refused by name', () => {
  const transactions = [
    { value: 1n, logs: [transfer] },
    { value: 2n, logs: [approval] },
  ];
  type Answers = ReturnType<typeof sampleAnswers>;
  const inReceipt = (index: number, fields: Record<string, unknown>) => (answers: Answers) => ({
    receipts: answers.receipts.map((receipt, i) => (i === index ? { ...receipt, ...fields } : receipt)),
  });
  const inLog = (fields: Record<string, unknown>) => (answers: Answers) => {
    const [first] = answers.receipts[0]!.logs as Record<string, unknown>[];
    return inReceipt(0, { logs: [{ ...first, ...fields }] })(answers);
  };
  const inTransaction = (fields: Record<string, unknown>) => (answers: Answers) => {
    const [first, second] = answers.block.transactions as Record<string, unknown>[];
    return { block: { ...answers.block, transactions: [first, { ...second, ...fields }] } };
  };
  const inBlock =
    (fields: Record<string, unknown>) =>
    ({ block }: Answers) => ({ block: { ...block, ...fields } });

  test.each<[string, Parameters<typeof decode>[1], string]>([
    ['a receipt without a status', inReceipt(1, { status: undefined }), 'Block 19,500,000: receipt 1 has no status.'],
    ['a status of 2', inReceipt(1, { status: '0x2' }), 'receipt 1 has the status "0x2"'],
    [
      'a receipt of another transaction',
      inReceipt(1, { transactionHash: `0x${word(4)}` }),
      'receipt 1 has the transactionHash',
    ],
    ['a receipt of another block', inReceipt(1, { blockHash: `0x${word(4)}` }), 'receipt 1 has the blockHash'],
    ['a receipt out of order', inReceipt(1, { transactionIndex: '0x0' }), 'receipt 1 has the transactionIndex 0'],
    ['another sender', inReceipt(0, { from: `0x${RECIPIENT}` }), 'receipt 0 has the from'],
    ['another recipient', inReceipt(0, { to: null }), 'receipt 0 has the to ""'],
    [
      'gas that does not add up',
      inReceipt(1, { cumulativeGasUsed: '0x5209' }),
      'receipt 1 has the cumulativeGasUsed 21001',
    ],
    ["gas that is not the header's", inBlock({ gasUsed: '0x1' }), 'it used 1 gas, but its receipts add up to 42000'],
    ['a price below the base fee', inReceipt(0, { effectiveGasPrice: '0x0' }), 'receipt 0 paid 0 for each gas'],
    ['a receipt too few', ({ receipts }) => ({ receipts: receipts.slice(1) }), 'has 2 transactions, but 1 receipts'],
    ['a log of another transaction', inLog({ transactionHash: `0x${word(4)}` }), 'log 0 has the transactionHash'],
    ['a log of another block', inLog({ blockHash: `0x${word(4)}` }), 'log 0 has the blockHash'],
    ['a log of another index', inLog({ transactionIndex: '0x1' }), 'log 0 has the transactionIndex 1'],
    ['a gap between logs', inLog({ logIndex: '0x1' }), 'log 0 has the logIndex 1: logs count up'],
    ['a removed log', inLog({ removed: true }), 'log 0 is marked as removed'],
    ['a made up log', inLog({ address: `0x${account(0x666)}` }), 'receipt 0 has a logsBloom that does not fit'],
    ['a bloom of other logs', inBlock({ logsBloom: `0x${'00'.repeat(256)}` }), 'it has a logsBloom that does not fit'],
    [
      'a transaction out of order',
      inTransaction({ transactionIndex: '0x0' }),
      'transaction 1 has the transactionIndex 0',
    ],
    ['a transaction of another block', inTransaction({ blockHash: `0x${word(4)}` }), 'transaction 1 has the blockHash'],
    ['a transaction of another chain', inTransaction({ chainId: '0x38' }), 'transaction 1 is signed for chain 56'],
    ['a transaction twice', inTransaction({ hash: `0x${word(19_500_000_000)}` }), 'of one before it'],
    ['a negative amount', inTransaction({ value: '-0x1' }), 'transaction 1 has the value "-0x1"'],
    ['an amount of 2^256', inTransaction({ value: quantity(2n ** 256n) }), 'which is not a number below 2^256'],
    ['an amount as a JSON number', inTransaction({ value: 7 }), 'transaction 1 has the value "7"'],
    ['transactions by id only', inBlock({ transactions: [`0x${word(1)}`] }), 'asked for with full transactions'],
    [
      'a trace of another value',
      (answers) => {
        const [first, second] = answers.geth.items;
        const result = { ...(second!.result as object), value: '0x3' };
        return { traces: { form: 'geth', items: [first!, { ...second, result }] } };
      },
      'trace of transaction 1 moves 3, but the transaction 2',
    ],
    [
      'a trace of another sender',
      (answers) => {
        const [first, second] = answers.geth.items;
        const result = { ...(second!.result as object), from: `0x${RECIPIENT}` };
        return { traces: { form: 'geth', items: [first!, { ...second, result }] } };
      },
      'between other addresses',
    ],
    [
      'a trace that fails where the receipt says success',
      (answers) => {
        const [first, second] = answers.geth.items;
        const result = { ...(second!.result as object), error: 'out of gas' };
        return { traces: { form: 'geth', items: [first!, { ...second, result }] } };
      },
      'fails, but the receipt says the opposite',
    ],
    ['a trace too few', ({ geth }) => ({ traces: { form: 'geth', items: geth.items.slice(1) } }), 'but traces of 1'],
    [
      'a parity trace too few',
      ({ parity }) => ({ traces: { form: 'parity', items: parity.items.slice(0, 1) } }),
      'but traces of 1',
    ],
    ['logs that differ from the receipts', ({ logs }) => ({ logs: logs.slice(0, 1) }), 'a logsBloom that does not fit'],
  ])('%s', (_, change, sentence) => {
    expect(refusal({ transactions })).toBe('accepted');
    expect(refusal({ transactions }, change)).toContain(sentence);
  });

  test('logs without the one a bloom contains', () => {
    const change = ({ logs }: Answers) => ({ receipts: undefined, traces: undefined, logs: logs.slice(0, 1) });
    expect(refusal({ transactions }, change)).toContain('it has a logsBloom that does not fit');
  });

  test('a recomputed contract address', () => {
    expect(refusal({ transactions: [{ to: null, created: account(0xc) }] })).toContain(
      'receipt 0 has the contractAddress',
    );
  });
});

test("the protocol's own transactions of Polygon are outside gas and bloom", () => {
  const own = {
    from: account(0),
    to: account(0),
    logs: [transfer],
    receipt: { gasUsed: '0x0', cumulativeGasUsed: '0x0' },
    price: 0n,
  };
  const answers = sampleAnswers({ transactions: [{ logs: [approval] }, own] });
  const { logsBloom } = sampleAnswers({ transactions: [{ logs: [approval] }] }).block;
  const transactions = (answers.block.transactions as object[]).map((item) => ({ ...item, chainId: quantity(137) }));
  const block = { ...answers.block, logsBloom, transactions };
  const decoded = decodeEvmBlock({ chain: polygon, block, receipts: answers.receipts, source: 'test' });
  expect(decoded.transactions[1]!.moves.at(-1)).toMatchObject({ kind: 'token', amount: 500n });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/decode-block.txt');
});
