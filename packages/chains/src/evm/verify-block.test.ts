import { readFileSync } from 'node:fs';
import { BLOCK_VERIFIED } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { type Hex, keccak256, serializeTransaction, type TransactionSerializable, toRlp } from 'viem';
import { describe, expect, test } from 'vitest';
import { base } from '../base.ts';
import { ethereum } from '../ethereum.ts';
import * as ofConsensusBytes from './consensus-bytes.ts';
import * as ofDecodeBlock from './decode-block.ts';
import { keccak256 as keccak } from './keccak.ts';
import type { RlpItem } from './rlp.ts';
import * as ofRlp from './rlp.ts';
import type { RpcBlock, RpcReceipt } from './rpc-answer.ts';
import * as ofTrie from './trie.ts';
import * as ofVerifyBlock from './verify-block.ts';

const recorded = new WatchedResults();
const { encodeHeader, encodeTransaction } = recorded.watch(ofConsensusBytes);
const { decodeEvmBlock } = recorded.watch(ofDecodeBlock);
const { encodeRlp, rlpNumber } = recorded.watch(ofRlp);
const { listRoot } = recorded.watch(ofTrie);
const { verifyEvmBlock } = recorded.watch(ofVerifyBlock);

interface Vector {
  readonly block: RpcBlock & { readonly transactions: readonly Record<string, unknown>[] };
  readonly receipts?: readonly (RpcReceipt & { readonly logs: readonly Record<string, unknown>[] })[];
}

const read = (name: string): Vector =>
  JSON.parse(readFileSync(new URL(`../../vectors/evm/${name}.json`, import.meta.url), 'utf8'));
const frontier = read('eth-1755635');
const merged = read('eth-16000003');
const hexOf = (bytes: Uint8Array): Hex => `0x${Buffer.from(bytes).toString('hex')}`;
const place = { height: 1, item: 'transaction', index: 0 };

function refusal(block: RpcBlock, receipts?: readonly RpcReceipt[]): string {
  try {
    return String(verifyEvmBlock(ethereum, block, receipts));
  } catch (error) {
    return AppError.is(error, 'inconsistent') ? error.message : `not a refusal: ${error}`;
  }
}

describe('a block of the Ethereum chain', () => {
  test('of 2016 holds to its hash with its receipts', () => {
    expect(verifyEvmBlock(ethereum, frontier.block, frontier.receipts)).toBe(true);
  });

  test('of 2022 holds to its hash with its transactions of every type', () => {
    expect(new Set(merged.block.transactions.map(({ type }) => type))).toEqual(new Set(['0x0', '0x2']));
    expect(verifyEvmBlock(ethereum, merged.block)).toBe(true);
  });

  test('decodes to what it moved', () => {
    const block = decodeEvmBlock({ chain: ethereum, ...frontier, source: 'test', isVerified: true });
    const moves = block.transactions.flatMap(({ moves }) => moves);
    expect(block.holds & BLOCK_VERIFIED).toBe(BLOCK_VERIFIED);
    expect(moves.filter(({ kind }) => kind === 'token')).toMatchObject([
      {
        asset: 'bb9bc244d798123fde783fcc1c72d3bb8c189413',
        from: '6498077292a0921c8804924fdf47b5e91e2a215f',
        to: '8b3b3b624c3c0397d3da8fd861512393d51dcbac',
        amount: 5_000_000_000_000_000_000n,
      },
    ]);
    expect(moves.filter(({ kind }) => kind === 'tip').every(({ to }) => to === block.producer)).toBe(true);
  });
});

describe('one changed figure is refused', () => {
  const { block } = frontier;
  const receipts = frontier.receipts!;
  const inTransaction = (fields: object) => ({
    ...block,
    transactions: block.transactions.map((item, i) => (i === 0 ? { ...item, ...fields } : item)),
  });
  const inReceipt = (fields: object) => receipts.map((item, i) => (i === 0 ? { ...item, ...fields } : item));
  const inLog = (fields: object) =>
    inReceipt({ logs: receipts[0]!.logs.map((log, i) => (i === 0 ? { ...log, ...fields } : log)) });
  const zero = `0x${'0'.repeat(64)}`;

  test.each<[string, () => string, string]>([
    ['time', () => refusal({ ...block, timestamp: '0x1' }), 'Block 1,755,635: it states the hash "0x1dec87ec'],
    ['producer', () => refusal({ ...block, miner: `0x${'1'.repeat(40)}` }), 'but its header hashes to'],
    ['amount', () => refusal(inTransaction({ value: '0x1' })), 'transaction 0 states the hash'],
    ['recipient', () => refusal(inTransaction({ to: null })), 'transaction 0 states the hash'],
    [
      'transaction left out',
      () => refusal({ ...block, transactions: block.transactions.slice(1) }),
      'states the transactionsRoot',
    ],
    [
      'transaction moved',
      () => refusal({ ...block, transactions: block.transactions.toReversed() }),
      'states the transactionsRoot',
    ],
    ['gas', () => refusal(block, inReceipt({ cumulativeGasUsed: '0x1' })), 'states the receiptsRoot'],
    ['outcome', () => refusal(block, inReceipt({ root: zero })), 'states the receiptsRoot'],
    ['log amount', () => refusal(block, inLog({ data: zero })), 'states the receiptsRoot'],
    ['log contract', () => refusal(block, inLog({ address: `0x${'1'.repeat(40)}` })), 'states the receiptsRoot'],
    ['receipt left out', () => refusal(block, receipts.slice(1)), 'but 1 receipts were answered'],
    ['root of no receipts', () => refusal(block, []), 'but 0 receipts were answered'],
    ['withdrawals made up', () => refusal({ ...block, withdrawalsRoot: zero }), 'but its header hashes to'],
  ])('%s', (_, act, sentence) => {
    expect(act()).toContain(sentence);
  });

  test('but where a header has a field of a fork to come, nothing is claimed', () => {
    expect(verifyEvmBlock(ethereum, { ...block, timestamp: '0x1', fieldOfTomorrow: '0x1' })).toBe(false);
    expect(verifyEvmBlock(ethereum, { ...block, fieldOfTomorrow: '0x1' })).toBe(true);
    expect(verifyEvmBlock(ethereum, inTransaction({ type: '0x42' }))).toBe(false);
    for (const one of ['0x0', '0x1']) {
      expect(verifyEvmBlock(ethereum, inTransaction({ r: one, s: one, value: '0x1' }))).toBe(false);
    }
    expect(verifyEvmBlock(base, { ...block, timestamp: '0x1' })).toBe(false);
  });
});

describe('against viem as an independent encoder', () => {
  const to = `0x${'b'.repeat(40)}` as const;
  const key = `0x${'7'.repeat(64)}` as const;
  const blobHash = `0x01${'7'.repeat(62)}` as const;
  const common = { chainId: 1, nonce: 300, gas: 90_000n, to, value: 10n ** 19n, data: '0xdeadbeef' } as const;
  const accessList = [{ address: to, storageKeys: [key, `0x${'0'.repeat(63)}1`] as Hex[] }];
  const market = { maxFeePerGas: 9n, maxPriorityFeePerGas: 2n, accessList };
  const signature = { r: key, s: `0x00${'8'.repeat(62)}`, yParity: 1 } as const;
  const quantity = (value: bigint | number): Hex => `0x${value.toString(16)}`;
  const rpc = {
    ...{
      chainId: '0x1',
      nonce: quantity(300),
      gas: quantity(90_000),
      to,
      value: quantity(10n ** 19n),
      input: '0xdeadbeef',
    },
    ...{ gasPrice: '0x9', maxFeePerGas: '0x9', maxPriorityFeePerGas: '0x2', maxFeePerBlobGas: '0x5', accessList },
    ...{ yParity: '0x1', v: '0x1', r: key, s: `0x${'8'.repeat(62)}`, blobVersionedHashes: [blobHash] },
    authorizationList: [{ chainId: '0x1', address: to, nonce: '0x0', yParity: '0x0', r: key, s: key }],
  };
  const authorizationList = [{ chainId: 1, address: to, nonce: 0, yParity: 0, r: key, s: key }];
  const cases: [number, TransactionSerializable][] = [
    [1, { ...common, type: 'eip2930', gasPrice: 9n, accessList }],
    [2, { ...common, ...market, type: 'eip1559' }],
    [3, { ...common, ...market, type: 'eip4844', maxFeePerBlobGas: 5n, blobVersionedHashes: [blobHash] }],
    [4, { ...common, ...market, type: 'eip7702', authorizationList }],
  ];

  test.each(cases)('a transaction of type %i', (type, transaction) => {
    expect(hexOf(encodeTransaction(rpc, type, place)!)).toBe(serializeTransaction(transaction, signature));
  });

  test('a creation of the first type, signed for a chain', () => {
    const legacy = serializeTransaction(
      { ...common, to: null, type: 'legacy', gasPrice: 9n },
      { ...signature, v: 37n },
    );
    expect(hexOf(encodeTransaction({ ...rpc, to: null, v: '0x25' }, 0, place)!)).toBe(legacy);
  });

  test.each([0, 1, 127, 128, 255, 256, 2 ** 31, 2n ** 255n])('the number %s', (value) => {
    const hex = value.toString(16);
    const bytes = value === 0 ? '0x' : (`0x${hex.length % 2 === 0 ? hex : `0${hex}`}` as Hex);
    expect(hexOf(encodeRlp(rlpNumber(value)))).toBe(toRlp(bytes));
  });

  test.each([0, 1, 55, 56, 255, 256, 70_000])('%i bytes, alone and in lists', (length) => {
    const bytes = new Uint8Array(length).fill(0x61);
    const nested: RlpItem = [bytes, [], [bytes, [bytes]]];
    const hex = hexOf(bytes);
    expect(hexOf(encodeRlp(bytes))).toBe(toRlp(hex));
    expect(hexOf(encodeRlp(nested))).toBe(toRlp([hex, [], [hex, [hex]]]));
  });
});

describe('the root of a list', () => {
  test('of nothing is the hash of an empty text', () => {
    expect(hexOf(listRoot([]))).toBe('0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
    expect(hexOf(listRoot([]))).toBe(keccak256('0x80'));
  });

  test('of one short value is its leaf', () => {
    expect(hexOf(listRoot([Uint8Array.of(5)]))).toBe(keccak256(toRlp(['0x2080', '0x05'])));
  });

  test('differs with every order and every value', () => {
    const values = Array.from({ length: 300 }, (_, i) => Uint8Array.of(i & 255, i >> 8));
    const roots = [values, values.toReversed(), values.slice(1), [...values, Uint8Array.of(1)]].map((list) =>
      hexOf(listRoot(list)),
    );
    expect(new Set(roots).size).toBe(4);
  });
});

describe('the withdrawals of a block (EIP-4895)', () => {
  const withdrawals = [
    { index: '0x1', validatorIndex: '0x2b', address: `0x${'ab'.repeat(20)}`, amount: '0x5af3107a4000' },
  ];
  /** Root of the trie of one value: a leaf under the RLP of 0, whose two half bytes follow the mark of an even path. */
  const rootOf = ([one]: typeof withdrawals): Hex => {
    const value = toRlp([one!.index, one!.validatorIndex, one!.address, one!.amount] as Hex[]);
    return keccak256(toRlp(['0x2080', value]));
  };
  const withThem = (given: object): RpcBlock => {
    const fields = { ...merged.block, withdrawals, withdrawalsRoot: rootOf(withdrawals), ...given };
    return { ...fields, hash: hexOf(keccak(encodeHeader(fields, { ...place, item: '' }))) } as RpcBlock;
  };

  test('hold to the root that the header states', () => {
    expect(verifyEvmBlock(ethereum, withThem({}))).toBe(true);
  });

  test.each(['index', 'validatorIndex', 'address', 'amount'] as const)('are refused with another %s', (field) => {
    const wrong = { ...withdrawals[0]!, [field]: field === 'address' ? `0x${'cd'.repeat(20)}` : '0x7' };
    expect(refusal(withThem({ withdrawals: [wrong] }))).toContain('states the withdrawalsRoot');
  });

  test('are refused where one is missing or none was answered', () => {
    expect(refusal(withThem({ withdrawals: [] }))).toContain('states the withdrawalsRoot');
    expect(refusal(withThem({ withdrawals: undefined }))).toContain('withdrawals');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/verify-block.txt');
});
