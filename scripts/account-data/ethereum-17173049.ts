import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { ethereum } from '@trailmark/chains/ethereum';
import { encodeReceipt } from '@trailmark/chains/evm/consensus-bytes';
import { decodeEvmBlock } from '@trailmark/chains/evm/decode-block';
import type { RpcReceipt } from '@trailmark/chains/evm/rpc-answer';
import { listRoot } from '@trailmark/chains/evm/trie';
import { decodeHex, encodeHex } from '@trailmark/core/hex';
import { assert, hex, writeTable } from './tables.ts';

const FOLDER = 'eth-17173049';
type Row = Readonly<Record<string, unknown>>;

/** JSON lines whose whole numbers stay exact: amounts exceed what a number holds. */
function readLines(path: string): Row[] {
  const keep = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value === 'number' && /^\d+$/.test(context?.source ?? '') ? BigInt(context?.source ?? 0) : value;
  const parse = JSON.parse as (text: string, reviver: typeof keep) => Row;
  return readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => parse(line, keep));
}

const quantity = (value: unknown): string | undefined =>
  typeof value === 'bigint' ? `0x${value.toString(16)}` : undefined;

function toLog(row: Row) {
  return {
    address: row.address,
    topics: row.topics,
    data: row.data,
    blockHash: row.block_hash,
    blockNumber: quantity(row.block_number),
    transactionHash: row.transaction_hash,
    transactionIndex: quantity(row.transaction_index),
    logIndex: quantity(row.log_index),
  };
}

function toTransaction(row: Row) {
  return {
    hash: row.hash,
    blockHash: row.block_hash,
    blockNumber: quantity(row.block_number),
    transactionIndex: quantity(row.transaction_index),
    from: row.from_address,
    to: row.to_address,
    value: quantity(row.value),
    gas: quantity(row.gas),
    gasPrice: quantity(row.gas_price),
    nonce: quantity(row.nonce),
    input: row.input,
    type: quantity(row.transaction_type),
  };
}

/** Filter over addresses and topics: three bits of 2,048 each, named by the first six bytes of its hash. */
function bloomOf(logs: readonly Row[]): string {
  const bytes = new Uint8Array(256);
  for (const text of logs.flatMap((log) => [log.address as string, ...(log.topics as string[])])) {
    const hash = keccak_256(decodeHex(hex(text)));
    for (const at of [0, 2, 4]) {
      const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) & 2047;
      const place = 255 - (bit >> 3);
      bytes[place] = (bytes[place] ?? 0) | (1 << (bit & 7));
    }
  }
  return `0x${encodeHex(bytes)}`;
}

function toReceipt(row: Row, logs: readonly Row[]): RpcReceipt {
  const own = logs.filter((log) => log.transaction_hash === row.hash);
  return {
    transactionHash: row.hash,
    transactionIndex: quantity(row.transaction_index),
    blockHash: row.block_hash,
    from: row.from_address,
    to: row.to_address,
    status: quantity(row.receipt_status),
    gasUsed: quantity(row.receipt_gas_used),
    cumulativeGasUsed: quantity(row.receipt_cumulative_gas_used),
    effectiveGasPrice: quantity(row.receipt_effective_gas_price),
    contractAddress: row.receipt_contract_address,
    logsBloom: bloomOf(own),
    logs: own.map(toLog),
  };
}

/** Two neighbouring blocks of May 2023, everything of them but the calls inside transactions. */
export function buildEthereum17173049(source: string, out: string): void {
  const read = (file: string): Row[] => readLines(join(source, FOLDER, file));
  const logs = read('expected_logs.json');
  const transactions = read('expected_transactions.json');
  assert(logs.length === 681 && transactions.length === 298, 'Not the logs and transactions expected.');
  const blocks = read('expected_blocks.json').map((block) => {
    const own = transactions.filter((row) => row.block_number === block.number);
    const receipts = own.map((row) => toReceipt(row, logs));
    assert(BigInt(own.length) === block.transaction_count, `Block ${block.number} lacks a transaction.`);
    const root = listRoot(
      receipts.map((receipt, index) =>
        encodeReceipt(receipt, Number(own[index]?.transaction_type), {
          height: Number(block.number),
          item: 'receipt',
          index,
        }),
      ),
    );
    assert(`0x${encodeHex(root)}` === block.receipts_root, `Block ${block.number}: the receipts are not the header's.`);
    return decodeEvmBlock({
      chain: ethereum,
      source: '',
      block: {
        number: quantity(block.number),
        hash: block.hash,
        parentHash: block.parent_hash,
        timestamp: quantity(block.timestamp),
        miner: block.miner,
        difficulty: quantity(block.difficulty),
        gasUsed: quantity(block.gas_used),
        baseFeePerGas: quantity(block.base_fee_per_gas),
        logsBloom: block.logs_bloom,
        withdrawalsRoot: block.withdrawals_root,
        withdrawals: (block.withdrawals as Row[]).map(({ address, amount }) => ({ address, amount: quantity(amount) })),
        transactions: own.map(toTransaction),
      },
      receipts,
    });
  });
  writeTable(join(out, `${FOLDER}/facts.jsonl.gz`), blocks);
}
