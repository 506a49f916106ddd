import { encodeHex } from '@trailmark/core/hex';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { toRlp } from 'viem';
import { describe, expect, test } from 'vitest';
import * as ofConsensusBytes from './consensus-bytes.ts';
import type { RpcBlock, RpcReceipt, RpcTransaction } from './rpc-answer.ts';

const recorded = new WatchedResults();
const { encodeReceipt, encodeTransaction, hasUnknownFields } = recorded.watch(ofConsensusBytes);

const PLACE = { height: 1, item: 'transaction', index: 0 };
const BLOOM = `0x${'00'.repeat(256)}` as const;
const LOG = { address: `0x${'ab'.repeat(20)}`, topics: [`0x${'cd'.repeat(32)}`], data: '0x0102' } as const;

describe('a receipt', () => {
  const encode = (outcome: Record<string, unknown>, type = 0, logs: readonly unknown[] = [LOG]) =>
    encodeHex(
      encodeReceipt(
        { cumulativeGasUsed: '0x5208', logsBloom: BLOOM, logs, ...outcome } as unknown as RpcReceipt,
        type,
        PLACE,
      ),
    );
  const expected = (outcome: `0x${string}`, logs: readonly unknown[] = [[LOG.address, LOG.topics, LOG.data]]) =>
    toRlp([outcome, '0x5208', BLOOM, logs] as Parameters<typeof toRlp>[0]).slice(2);

  test('has a status since Byzantium, and the root of the state before', () => {
    expect(encode({ status: '0x1' })).toBe(expected('0x01'));
    expect(encode({ status: '0x0' })).toBe(expected('0x'));
    const root = `0x${'ef'.repeat(32)}` as const;
    for (const status of [undefined, null]) expect(encode({ status, root })).toBe(expected(root));
    expect(encode({ status: '0x1', root })).toBe(expected('0x01'));
  });

  test('of a typed transaction begins with its type, and may have no logs', () => {
    expect(encode({ status: '0x1' }, 2)).toBe(`02${expected('0x01')}`);
    expect(encode({ status: '0x1' }, 0, [])).toBe(expected('0x01', []));
  });
});

test('the parity of a signature is written as yParity, or as v where nodes leave it out', () => {
  const fields = {
    ...{ chainId: '0x1', nonce: '0x0', gasPrice: '0x1', gas: '0x5208', to: LOG.address, value: '0x0', input: '0x' },
    ...{ accessList: [], r: '0x1', s: '0x2' },
  };
  const encode = (more: object) => {
    const bytes = encodeTransaction({ ...fields, ...more } as unknown as RpcTransaction, 1, PLACE);
    return bytes && encodeHex(bytes);
  };
  expect(encode({ v: '0x1' })).toBe(encode({ yParity: '0x1', v: '0x1' }));
  expect(encode({ yParity: '0x0', v: '0x1' })).not.toBe(encode({ v: '0x1' }));
  expect(() => encode({ v: 'x' })).toThrow(/ v /);
  expect(() => encode({ yParity: 'x' })).toThrow(/yParity/);
  expect(encodeTransaction(fields as unknown as RpcTransaction, 5, PLACE)).toBeUndefined();
});

test('a field of a fork that is not known is seen, and those outside the header are not', () => {
  const block = { hash: '0x', size: '0x1', withdrawals: [], baseFeePerGas: '0x1' } as unknown as RpcBlock;
  expect(hasUnknownFields(block)).toBe(false);
  expect(hasUnknownFields({ ...block, newRoot: '0x' } as unknown as RpcBlock)).toBe(true);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/consensus-bytes.txt');
});
