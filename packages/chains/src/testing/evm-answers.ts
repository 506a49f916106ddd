import { keccak_256 } from '@noble/hashes/sha3.js';
import { encodeHex } from '@trailmark/core/hex';
import type {
  EvmBlockAnswers,
  GethFrame,
  GethTrace,
  ParityTrace,
  RpcLog,
  RpcReceipt,
  RpcTransaction,
} from '../evm/rpc-answer.ts';

/** A call of an invented transaction; the two forms nodes answer are made of it. */
export interface SampleCall {
  readonly type: 'CALL' | 'CREATE' | 'CREATE2' | 'DELEGATECALL' | 'STATICCALL' | 'CALLCODE' | 'SELFDESTRUCT';
  readonly from: string;
  readonly to: string;
  readonly value?: bigint;
  readonly error?: string;
  readonly calls?: readonly SampleCall[];
}

export interface SampleLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

export interface SampleTransaction {
  readonly from?: string;
  readonly to?: string | null;
  readonly value?: bigint;
  readonly isFailed?: boolean;
  readonly gasUsed?: bigint;
  readonly price?: bigint;
  readonly logs?: readonly SampleLog[];
  /** Calls inside it; its own call is made of the transaction. */
  readonly calls?: readonly SampleCall[];
  readonly created?: string;
  readonly fields?: Readonly<Record<string, unknown>>;
  readonly receipt?: Readonly<Record<string, unknown>>;
}

export interface SampleBlock {
  readonly height?: number;
  readonly time?: number;
  readonly baseFee?: bigint | null;
  readonly transactions?: readonly SampleTransaction[];
  readonly fields?: Readonly<Record<string, unknown>>;
}

export const PRODUCER = account(0xfee);
export const SENDER = account(0xa);
export const RECIPIENT = account(0xb);

/** 40 digits of a small number: an invented account. */
export function account(number: number): string {
  return number.toString(16).padStart(40, '0');
}

/** `0x` and a number, as nodes write quantities. */
export function quantity(value: bigint | number): string {
  return `0x${value.toString(16)}`;
}

/** 64 digits of a number, or of an account. */
export function word(value: bigint | number | string): string {
  return (typeof value === 'string' ? value : value.toString(16)).padStart(64, '0');
}

function bloomOf(logs: readonly SampleLog[]): string {
  const bytes = new Uint8Array(256);
  for (const text of logs.flatMap(({ address, topics }) => [address, ...topics])) {
    const hash = keccak_256(Uint8Array.from(Buffer.from(text, 'hex')));
    for (const at of [0, 2, 4]) {
      const bit = ((hash[at] as number) * 256 + (hash[at + 1] as number)) % 2048;
      (bytes[255 - Math.floor(bit / 8)] as number) |= 1 << (bit % 8);
    }
  }
  return `0x${encodeHex(bytes)}`;
}

/** Answers of an honest node about an invented block: receipts, logs and both forms of traces agree. */
export function sampleAnswers(block: SampleBlock = {}): EvmBlockAnswers & {
  readonly receipts: readonly RpcReceipt[];
  readonly logs: readonly RpcLog[];
  readonly parity: { readonly form: 'parity'; readonly items: readonly ParityTrace[] };
  readonly geth: { readonly form: 'geth'; readonly items: readonly GethTrace[] };
} {
  const height = block.height ?? 19_500_000;
  const hash = `0x${word(height + 1)}`;
  const samples = block.transactions ?? [];
  const transactions = samples.map((sample, index) => transactionOf(sample, index, height, hash));
  const receipts: RpcReceipt[] = [];
  let gas = 0n;
  let logIndex = 0;
  samples.forEach((sample, index) => {
    const { from, to, hash: transactionHash } = transactions[index] as RpcTransaction;
    const used = sample.gasUsed ?? 21_000n;
    gas += used;
    const owner = {
      blockHash: hash,
      blockNumber: quantity(height),
      transactionHash,
      transactionIndex: quantity(index),
    };
    const logs = (sample.logs ?? []).map(({ address, topics, data }) => ({
      ...owner,
      address: `0x${address}`,
      topics: topics.map((topic) => `0x${topic}`),
      data: `0x${data}`,
      logIndex: quantity(logIndex++),
      removed: false,
    }));
    receipts.push({
      ...owner,
      from,
      to,
      status: sample.isFailed ? '0x0' : '0x1',
      gasUsed: quantity(used),
      cumulativeGasUsed: quantity(gas),
      effectiveGasPrice: quantity(sample.price ?? 3n),
      contractAddress: sample.created === undefined ? null : `0x${sample.created}`,
      logsBloom: bloomOf(sample.logs ?? []),
      logs,
      ...sample.receipt,
    });
  });
  const baseFee = block.baseFee === undefined ? 1n : block.baseFee;
  return {
    block: {
      number: quantity(height),
      hash,
      parentHash: `0x${word(height)}`,
      timestamp: quantity(block.time ?? 1_712_000_000),
      miner: `0x${PRODUCER}`,
      difficulty: '0x0',
      gasUsed: quantity(gas),
      ...(baseFee === null ? {} : { baseFeePerGas: quantity(baseFee) }),
      logsBloom: bloomOf(samples.flatMap(({ logs }) => logs ?? [])),
      transactions,
      ...block.fields,
    },
    receipts,
    logs: receipts.flatMap(({ logs }) => logs as RpcLog[]),
    parity: { form: 'parity', items: parityItems(samples, transactions, hash) },
    geth: {
      form: 'geth',
      items: samples.map((sample, i) => {
        return { txHash: (transactions[i] as RpcTransaction).hash, result: gethFrame(rootOf(sample)) };
      }),
    },
  };
}

function transactionOf(sample: SampleTransaction, index: number, height: number, blockHash: string): RpcTransaction {
  return {
    hash: `0x${word(height * 1000 + index)}`,
    blockHash,
    blockNumber: quantity(height),
    transactionIndex: quantity(index),
    from: `0x${sample.from ?? SENDER}`,
    to: sample.to === null ? null : `0x${sample.to ?? RECIPIENT}`,
    value: quantity(sample.value ?? 0n),
    input: '0x',
    nonce: quantity(index),
    gas: quantity(1_000_000),
    gasPrice: quantity(sample.price ?? 3n),
    type: '0x2',
    chainId: '0x1',
    ...sample.fields,
  };
}

function rootOf(sample: SampleTransaction): SampleCall {
  return {
    type: sample.to === null ? 'CREATE' : 'CALL',
    from: sample.from ?? SENDER,
    to: sample.to === null ? (sample.created ?? account(0xc)) : (sample.to ?? RECIPIENT),
    value: sample.value ?? 0n,
    ...(sample.isFailed ? { error: 'execution reverted' } : {}),
    ...(sample.calls ? { calls: sample.calls } : {}),
  };
}

function gethFrame(call: SampleCall): GethFrame {
  const hasValue = call.type !== 'STATICCALL' && call.type !== 'DELEGATECALL';
  return {
    type: call.type,
    from: `0x${call.from}`,
    to: `0x${call.to}`,
    ...(hasValue ? { value: quantity(call.value ?? 0n) } : {}),
    ...(call.error === undefined ? {} : { error: call.error }),
    ...(call.calls?.length ? { calls: call.calls.map(gethFrame) } : {}),
  };
}

function parityItems(
  samples: readonly SampleTransaction[],
  transactions: readonly RpcTransaction[],
  blockHash: string,
): ParityTrace[] {
  return samples.flatMap((sample, position) => {
    const owner = { blockHash, transactionHash: transactions[position]?.hash, transactionPosition: position };
    const items: ParityTrace[] = [];
    const push = (call: SampleCall, path: readonly number[]): void => {
      items.push({ ...owner, ...parityAction(call), subtraces: call.calls?.length ?? 0, traceAddress: path });
      call.calls?.forEach((inner, i) => {
        push(inner, [...path, i]);
      });
    };
    push(rootOf(sample), []);
    return items;
  });
}

function parityAction(call: SampleCall): ParityTrace {
  const [from, to, value] = [`0x${call.from}`, `0x${call.to}`, quantity(call.value ?? 0n)];
  const outcome = call.error === undefined ? {} : { error: call.error };
  if (call.type === 'SELFDESTRUCT') {
    return { type: 'suicide', action: { address: from, refundAddress: to, balance: value }, result: null };
  }
  if (call.type === 'CREATE' || call.type === 'CREATE2') {
    const result = call.error === undefined ? { address: to, gasUsed: '0x1' } : null;
    return { type: 'create', action: { from, value, creationMethod: call.type.toLowerCase() }, result, ...outcome };
  }
  return { type: 'call', action: { callType: call.type.toLowerCase(), from, to, value }, result: {}, ...outcome };
}
