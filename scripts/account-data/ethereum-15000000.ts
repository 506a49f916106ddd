import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ethereum } from '@trailmark/chains/ethereum';
import { decodeEvmBlock } from '@trailmark/chains/evm/decode-block';
import {
  type AccountBlock,
  type AccountTransaction,
  BLOCK_HOLDS_ALL,
  HAS_FEE,
  type ValueMove,
} from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import { assert, hex, partialMove, readCsv, writeTable } from './tables.ts';

type Row = Record<string, string>;

interface RawLog {
  readonly blockId: number;
  readonly blockHash: string;
  readonly transactionIndex: number;
  readonly txHash: string;
  readonly logIndex: number;
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

const FOLDER = 'eth-15000000';
const HEIGHTS = [15_000_000, 15_000_001, 15_000_002, 15_000_003, 15_000_004];
const quantity = (text: string | undefined): string => `0x${BigInt(text ?? '').toString(16)}`;
const pathOf = (trace: Row): number[] => (trace.traceId ?? '').split('_').slice(2).filter(Boolean).map(Number);

function toTraces(block: Row, rows: readonly Row[], positions: ReadonlyMap<string, number>) {
  const children = new Map<string, number>();
  for (const row of rows) {
    const parent = `${row.txHash} ${pathOf(row).slice(0, -1)}`;
    if (row.txHash && pathOf(row).length > 0) children.set(parent, (children.get(parent) ?? 0) + 1);
  }
  return rows.map((row) => {
    const [type = ''] = (row.traceId ?? '').split('_');
    const value = quantity(row.value);
    if (type === 'reward') return { type, action: { author: row.toAddress, rewardType: 'block', value } };
    assert(type === 'call', `Block ${block.blockId} has a trace of the type ${type}.`);
    const { callType, fromAddress: from, toAddress: to } = row;
    return {
      type,
      action: { callType, from, to, value },
      error: row.status === '1' ? undefined : 'failed',
      subtraces: children.get(`${row.txHash} ${pathOf(row)}`) ?? 0,
      traceAddress: pathOf(row),
      transactionHash: row.txHash,
      transactionPosition: positions.get(row.txHash ?? ''),
    };
  });
}

/** Each transaction from the trace of its own call; fields that only the transaction table has stay as placeholders. */
function toTransactions(block: Row, roots: readonly Row[], table: ReadonlyMap<string, Row>) {
  return roots.map((root, index) => {
    const row = table.get(root.txHash ?? '');
    if (row) {
      const agrees = Number(row.transactionIndex) === index && row.value === root.value;
      assert(agrees && row.fromAddress === root.fromAddress && row.toAddress === root.toAddress, `${row.txHash}`);
    }
    return {
      hash: root.txHash,
      blockHash: block.blockHash,
      blockNumber: quantity(block.blockId),
      transactionIndex: quantity(String(index)),
      from: root.fromAddress,
      to: root.toAddress,
      value: quantity(root.value),
      gas: quantity(row?.gas ?? '0'),
      gasPrice: row && quantity(row.gasPrice),
      nonce: row && quantity(row.nonce),
      input: row?.input ?? '0x',
    };
  });
}

/** What gas cost, where the transaction table has it: the base fee burned, the rest the producer's. */
function addFee(tx: AccountTransaction, block: Row, row: Row | undefined): AccountTransaction {
  if (!row) return tx;
  const [price, gasUsed] = [BigInt(row.gasPrice ?? ''), BigInt(row.receiptGasUsed ?? '')];
  const base = BigInt(block.baseFeePerGas ?? '');
  assert(price >= base && gasUsed >= 21_000n, `${row.txHash} paid less than the base fee.`);
  const native = (kind: 'fee' | 'tip', to: string, amount: bigint): ValueMove[] =>
    amount === 0n ? [] : [partialMove({ kind, asset: NATIVE_ASSET, from: tx.from, to, amount })];
  return {
    ...tx,
    fee: price * gasUsed,
    gasUsed,
    gasPrice: price,
    holds: tx.holds | HAS_FEE,
    moves: [
      ...native('fee', '', base * gasUsed),
      ...tx.moves,
      ...native('tip', hex(block.miner), (price - base) * gasUsed),
    ],
  };
}

function toBlock(block: Row, traces: readonly Row[], table: ReadonlyMap<string, Row>, logs: readonly RawLog[]) {
  const inOrder = [...traces].sort((a, b) => Number(a.traceIndex) - Number(b.traceIndex));
  const roots = inOrder.filter((row) => row.txHash && pathOf(row).length === 0);
  const total = Number(block.transactionCount);
  const known = new Set(roots.map((root) => root.txHash));
  assert(roots.length === total && known.size === total, `Block ${block.blockId} lacks a transaction.`);
  const positions = new Map(roots.map((root, index) => [root.txHash ?? '', index]));
  const kept = inOrder.filter((row) => row.txHash === '' || known.has(row.txHash));
  const decoded = decodeEvmBlock({
    chain: ethereum,
    source: '',
    block: {
      number: quantity(block.blockId),
      hash: block.blockHash,
      parentHash: block.parentHash,
      timestamp: quantity(block.timestamp),
      miner: block.miner,
      difficulty: quantity(block.difficulty),
      gasUsed: quantity(block.gasUsed),
      baseFeePerGas: quantity(block.baseFeePerGas),
      logsBloom: block.logsBloom,
      transactions: toTransactions(block, roots, table),
    },
    logs: logs.map((log) => ({
      ...log,
      blockNumber: quantity(String(log.blockId)),
      transactionHash: log.txHash,
      transactionIndex: quantity(String(log.transactionIndex)),
      logIndex: quantity(String(log.logIndex)),
    })),
    traces: { form: 'parity', items: toTraces(block, kept, positions) },
  });
  const transactions = decoded.transactions.map((tx) => addFee(tx, block, table.get(`0x${tx.hash}`)));
  // Not whole: call data, nonce, type and fee of most transactions are missing, so that a node's block replaces this one.
  return { ...decoded, holds: decoded.holds & ~BLOCK_HOLDS_ALL, transactions } satisfies AccountBlock;
}

/** Five blocks of June 2022 with every call, every log and the fees of 316 transactions. */
export function buildEthereum15000000(source: string, out: string): void {
  const blocks = readCsv(join(source, FOLDER, 'blocks.csv'));
  const traces = readCsv(join(source, FOLDER, 'traces.csv'));
  const rows = readCsv(join(source, FOLDER, 'transactions.csv'));
  const text = readFileSync(join(source, FOLDER, 'logs.json'), 'utf8').trim();
  const logs = text.split('\n').map((line) => JSON.parse(line) as RawLog);
  const built = HEIGHTS.map((height) => {
    const block = blocks.find((row) => row.blockId === String(height));
    assert(block, `Block ${height} is missing.`);
    const own = rows.filter((row) => row.blockId === String(height));
    const calls = traces.filter((row) => row.blockId === String(height));
    // Six rows are made up for tests of the source: four come after the block's last transaction, two have no call.
    const called = new Set(calls.map((row) => row.txHash));
    const real = own.filter(
      (row) => called.has(row.txHash ?? '') && Number(row.transactionIndex) < Number(block.transactionCount),
    );
    assert(
      own.length - real.length === (height === 15_000_004 ? 6 : 0),
      `Block ${height}: not the made-up rows expected.`,
    );
    return toBlock(
      block,
      calls,
      new Map(real.map((row) => [row.txHash ?? '', row])),
      logs.filter((log) => log.blockId === height).sort((a, b) => a.logIndex - b.logIndex),
    );
  });
  const transactions = built.flatMap((block) => block.transactions);
  const priced = transactions.filter((tx) => tx.fee !== undefined).length;
  assert(priced === 316, `${priced} of ${transactions.length} transactions have a fee.`);
  writeTable(join(out, `${FOLDER}/facts.jsonl.gz`), built);
}
