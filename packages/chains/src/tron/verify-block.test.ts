import { describe, expect, test } from 'vitest';
import { type SampleBlock, sampleBlock, sampleTransaction } from '../testing/tron-answers.ts';
import { verifyTronBlock } from './verify-block.ts';

// Block 33,801,077 of the Nile test network, as its nodes answer it.
const NILE = {
  blockID: '000000000203c375c7521ef953106e9a112e1902664a91becc5f40371a7397d7',
  block_header: {
    raw_data: {
      number: 33_801_077,
      txTrieRoot: '30fe6502e11e110fa389d5c17e1cf53fa8df93f26297d9f27cd8c07d3558d722',
      witness_address: '41e71c365c9dbf284ca8c1eed2d7877638941b9011',
      parentHash: '000000000203c3741f9a08f594934bd26df95cc6c49b475d118e3a87aed5a4a4',
      version: 27,
      timestamp: 1_684_509_309_000,
    },
  },
  transactions: [
    {
      ret: [{ contractRet: 'SUCCESS' }],
      signature: [
        '95874b4774ba56125dfd7bf2a99a0652d4abda98c6977e3f417852b7ea6f2b81ff2f260df473d186be9586b6bbeb74b5382d7f058593fd72fb60da5d0f77f77100',
      ],
      txID: '31370141e3345421bdb92eff72f0d69aba8d04e636317ed52745d3f97e9faabb',
      raw_data: {
        contract: [
          {
            parameter: {
              value: {
                data: '37383d0e00000000000000000000000000000000000000000000000000000188349354c9',
                owner_address: '41fcf7ab2a2fb29362babd41647a22b223f7fbedec',
                contract_address: '41c3c5115bd3f5cfe5559c634eeb250f339ae3e29c',
              },
              type_url: 'type.googleapis.com/protocol.TriggerSmartContract',
            },
            type: 'TriggerSmartContract',
          },
        ],
      },
      raw_data_hex:
        '0a02c36222084ddf60f936a910d940f0add4a483315a8e01081f1289010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412540a1541fcf7ab2a2fb29362babd41647a22b223f7fbedec121541c3c5115bd3f5cfe5559c634eeb250f339ae3e29c222437383d0e00000000000000000000000000000000000000000000000000000188349354c970b8e0d0a48331900180a3c347',
    },
  ],
};

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
