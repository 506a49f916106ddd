import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import type { TronProof } from '../account/block-proof.ts';
import { NILE } from '../testing/nile-block.ts';
import { type SampleBlock, sampleBlock, sampleTransaction } from '../testing/tron-answers.ts';
import * as ofHash from '../utxo/hash.ts';
import * as ofVerifyBlock from './verify-block.ts';

const recorded = new WatchedResults();
const { sha256 } = recorded.watch(ofHash);
const { proveTronTransactions, verifyTronBlock } = recorded.watch(ofVerifyBlock);

// Headers without transactions: 33,801,078 of the Nile test network, and 2,657 of the main network, which has no version.
const NILE_EMPTY = {
  blockID: '000000000203c376d3d45ca88309982517d69ff0ec4d9a9f9f25536cebcdd76b',
  block_header: {
    raw_data: {
      number: 33_801_078,
      txTrieRoot: '0'.repeat(64),
      witness_address: '41e61626ef01662b320a8ba38372e9db9cca940a3b',
      parentHash: NILE.blockID,
      version: 27,
      timestamp: 1_684_509_312_000,
    },
  },
};
const MAIN_EMPTY = {
  blockID: '0000000000000a611841e6cd79f99249d7e974e41c0f5b016eb3c64e43fcb01c',
  block_header: {
    raw_data: {
      number: 2_657,
      txTrieRoot: '0'.repeat(64),
      witness_address: '411661f25387370c9cd3a9a5d97e60ca90f4844e7e',
      parentHash: '0000000000000a6023d563b1a2e1e0eb49cb40226eb553e6dc006e723395d588',
      timestamp: 1_529_899_509_000,
    },
  },
};

const from = `41${'01'.repeat(20)}`;
const to = `41${'02'.repeat(20)}`;
function sample(count: number): SampleBlock {
  const transactions = Array.from({ length: count }, (_, i) =>
    sampleTransaction({ type: 'TransferContract', value: { owner_address: from, to_address: to, amount: i + 1 } }, i),
  );
  return sampleBlock({ height: 500, parentHash: 'ab'.repeat(32), time: 1_700_000_000, transactions });
}

test('blocks of two real networks hold: header, transaction id, root', () => {
  for (const block of [NILE, NILE_EMPTY, MAIN_EMPTY]) expect(() => verifyTronBlock(block)).not.toThrow();
});

test('roots over odd and even numbers of transactions hold', () => {
  for (const count of [0, 1, 2, 3, 4, 5, 7, 8]) expect(() => verifyTronBlock(sample(count))).not.toThrow();
});

/** A copy with another value at a path: `transactions.0.txID`. */
function changed(path: string, value: unknown): unknown {
  const copy = structuredClone(NILE) as unknown as Record<string, unknown>;
  const steps = path.split('.');
  const last = steps.pop() as string;
  const parent = steps.reduce((at, step) => at[step] as Record<string, unknown>, copy);
  parent[last] = value;
  return copy;
}

describe('an answer that was tampered with is inconsistent', () => {
  const contract = 'transactions.0.raw_data.contract.0';
  const cases: readonly [string, string, unknown, string][] = [
    ['another height', 'block_header.raw_data.number', 33_801_076, 'has the blockID'],
    ['another time', 'block_header.raw_data.timestamp', 1_684_509_310_000, 'its header hashes to'],
    ['a transaction left out', 'transactions', [], 'do not make the root'],
    ['a transaction twice', 'transactions', [NILE.transactions[0], NILE.transactions[0]], 'do not make the root'],
    ['another result', 'transactions.0.ret.0.contractRet', 'REVERT', 'do not make the root'],
    ['another id', 'transactions.0.txID', 'ab'.repeat(32), 'not the hash of its raw_data_hex'],
    ['another sender', `${contract}.parameter.value.owner_address`, from, 'has the owner_address'],
    ['another contract', `${contract}.parameter.value.contract_address`, to, 'has the contract_address'],
    ['a value nobody signed', `${contract}.parameter.value.call_value`, 5, 'has the call_value "5", and another was'],
    ['another type', `${contract}.type`, 'TransferContract', 'was signed'],
    ['signed bytes cut short', 'transactions.0.raw_data_hex', '0a02', 'not the hash'],
    ['no signed bytes', 'transactions.0.raw_data_hex', undefined, 'not the hash'],
  ];
  test.each(cases)('%s', (_name, path, value, words) => {
    expect(() => verifyTronBlock(changed(path, value))).toThrow(words);
  });
  test('garbage in place of a block', () => {
    for (const garbage of [null, [], 'x', {}, { block_header: {} }]) {
      expect(() => verifyTronBlock(garbage)).toThrow(/belongs/);
    }
  });
});

test('the genesis block has no signatures to hold it to', () => {
  expect(() => verifyTronBlock({ block_header: { raw_data: {} } })).not.toThrow();
  expect(() => verifyTronBlock({ block_header: { raw_data: { number: 1 } } })).toThrow('blockID');
});

test('a token transfer is checked against the token, the receiver and the amount that were signed', () => {
  const value = { asset_name: '31303030313234', owner_address: from, to_address: to, amount: 5 };
  const block = sampleBlock({
    ...{ height: 500, parentHash: 'ab'.repeat(32), time: 1_700_000_000 },
    transactions: [sampleTransaction({ type: 'TransferAssetContract', value }, 1)],
  });
  expect(() => verifyTronBlock(block)).not.toThrow();
  const others = { asset_name: '31303030313235', owner_address: to, to_address: from, amount: 6 };
  for (const [name, other] of Object.entries(others)) {
    const copy = structuredClone(block) as unknown as { transactions: ReturnType<typeof sampleTransaction>[] };
    (copy.transactions[0]!.raw_data.contract[0]!.parameter.value as Record<string, unknown>)[name] = other;
    expect(() => verifyTronBlock(copy)).toThrow(`has the ${name}`);
  }
});

/** Root that a proof leads to: a leaf on its side of each sibling, alone where there is none. */
function climb(leaf: Uint8Array, index: number, branch: readonly string[]): string {
  const root = branch.reduce((node, sibling, depth) => {
    if (sibling === '') return node;
    const pair = (index >> depth) % 2 === 1 ? [decodeHex(sibling), node] : [node, decodeHex(sibling)];
    return sha256(Uint8Array.from(pair.flatMap((each) => [...each])));
  }, leaf);
  return encodeHex(root);
}

test('the proof of each wanted transaction leads to the root, and nothing else is proven', () => {
  for (const count of [1, 2, 3, 5, 8]) {
    const block = sample(count);
    const ids = (block.transactions ?? []).map(({ txID }) => txID);
    const { proofs, signature, header } = proveTronTransactions(block, ids);
    expect([...proofs.keys()]).toEqual(ids);
    expect(signature).toBe('22'.repeat(65));
    expect(block.blockID.slice(16)).toBe(encodeHex(sha256(decodeHex(header))).slice(16));
    const proven = [...proofs.values()] as TronProof[];
    for (const [i, { index, height, transaction, branch }] of proven.entries()) {
      expect([index, height]).toEqual([i, 500]);
      expect(climb(sha256(decodeHex(transaction)), index, branch)).toBe(block.block_header.raw_data.txTrieRoot);
    }
    expect([...proveTronTransactions(block, [ids[0]!, 'ab'.repeat(32)]).proofs.keys()]).toEqual([ids[0]]);
  }
  const unsigned = sample(1) as unknown as { block_header: Record<string, unknown> };
  delete unsigned.block_header.witness_signature;
  expect(proveTronTransactions(unsigned, []).signature).toBe('');
});

test('a result that failed is hashed as one', () => {
  const block = sample(1) as unknown as { transactions: { ret: Record<string, unknown>[] }[] };
  block.transactions[0]!.ret[0]!.ret = 'FAILED';
  expect(() => verifyTronBlock(block)).toThrow('do not make the root');
  block.transactions[0]!.ret[0]!.ret = 'SUCESS';
  expect(() => verifyTronBlock(block)).not.toThrow();
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/verify-block.txt');
});
