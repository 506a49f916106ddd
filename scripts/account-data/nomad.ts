import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { type AccountBlock, type AccountLog, BLOCK_TIME_ESTIMATED } from '@trailmark/core/account-block';
import { encodeHex } from '@trailmark/core/hex';
import { assert, groupByBlock, hex, key, partialMove, partialTransaction, writeTable } from './tables.ts';

/** The bridge contract that had the tokens on Ethereum. The events name it nowhere; the project's configuration does. */
export const NOMAD_BRIDGE = '88a69b4e698a4b090df6cf5bd7b2d47325ad30a3';

/** First block of the attack, and the minute the press gave for its first transaction: 21:32 UTC on 1 August 2022. */
const ANCHOR = { height: 15_259_101, time: Date.UTC(2022, 7, 1, 21, 32) / 1000 };
/** 32 bytes, a flag and bytes, all indexed: topics have the whole event. */
const PROCESS_TOPIC = encodeHex(keccak_256(new TextEncoder().encode('Process(bytes32,bool,bytes)')));

interface HackEvent {
  readonly blockNumber: number;
  readonly blockHash: string;
  readonly transactionIndex: number;
  readonly transactionHash: string;
}

interface ReceiveEvent extends HackEvent {
  readonly from: string;
  readonly to: string | null;
  readonly tokenAddress: string;
  readonly tokenRecipient: string;
  readonly amount: string;
}

interface ProcessEvent extends HackEvent {
  readonly contractAddress: string;
  readonly logIndex: number;
  readonly messageHash: string;
  readonly success: number;
  readonly returnData: string;
}

interface RecoveryTransfer {
  readonly blockNumber: string;
  readonly timeStamp: string;
  readonly transactionHash: string;
  readonly transactionIndex: string;
  readonly nonce: string;
  readonly blockHash: string;
  readonly from: string;
  readonly to: string;
  readonly contractAddress: string;
  readonly value: string;
  readonly gasPrice: string;
  readonly gasUsed: string;
}

interface Placed {
  readonly height: number;
  readonly blockHash: string;
  readonly index: number;
  readonly hash: string;
  readonly time: number | undefined;
  readonly receives: readonly ReceiveEvent[];
  readonly processes: readonly ProcessEvent[];
  readonly recoveries: readonly RecoveryTransfer[];
}

function readEvents<T>(source: string, path: string): T[] {
  return JSON.parse(readFileSync(join(source, 'nomad/data', path), 'utf8')) as T[];
}

function toLog(event: ProcessEvent): AccountLog {
  assert(event.success === 0 || event.success === 1, `A message has the success ${event.success}.`);
  const flag = String(event.success).padStart(64, '0');
  const topics = [PROCESS_TOPIC, hex(event.messageHash), flag, hex(event.returnData)];
  return { logIndex: event.logIndex, address: hex(event.contractAddress), topics, data: '' };
}

function toTransaction(placed: Placed) {
  const { index, hash, receives, processes, recoveries } = placed;
  const first = receives[0];
  const outflows = receives.map((event) =>
    partialMove({
      kind: 'token',
      asset: hex(event.tokenAddress),
      from: NOMAD_BRIDGE,
      to: key(event.tokenRecipient),
      amount: BigInt(event.amount),
    }),
  );
  const returns = recoveries.map((event) =>
    partialMove({
      kind: 'token',
      asset: hex(event.contractAddress),
      from: key(event.from),
      to: key(event.to),
      amount: BigInt(event.value),
    }),
  );
  const costs = recoveries[0];
  return partialTransaction({
    index,
    hash,
    from: first ? key(first.from) : '',
    to: first ? key(first.to) : '',
    status: 'ok',
    ...(costs && {
      fee: BigInt(costs.gasPrice) * BigInt(costs.gasUsed),
      gasUsed: BigInt(costs.gasUsed),
      gasPrice: BigInt(costs.gasPrice),
      nonce: BigInt(costs.nonce),
    }),
    moves: [...outflows, ...returns],
    logs: processes.map(toLog).sort((a, b) => a.logIndex - b.logIndex),
  });
}

function placeEvents(source: string): Placed[] {
  const receives = readEvents<ReceiveEvent>(source, 'hack/receive_events.json');
  const processes = readEvents<ProcessEvent>(source, 'hack/process_events.json');
  const recoveries = readEvents<RecoveryTransfer>(source, 'recovery/transfer_events.json');
  assert(
    receives.length === 1175 && processes.length === 1182 && recoveries.length === 156,
    'Not the events expected.',
  );
  const placed = new Map<string, Placed>();
  const place = (hash: string, where: Omit<Placed, 'hash' | 'receives' | 'processes' | 'recoveries'>): Placed => {
    const known = placed.get(hash) ?? { ...where, hash, receives: [], processes: [], recoveries: [] };
    const agrees = known.height === where.height && known.index === where.index && known.blockHash === where.blockHash;
    assert(agrees, `${hash} stands in two places.`);
    return known;
  };
  for (const event of receives) {
    const known = place(hex(event.transactionHash), toPlace(event));
    const first = known.receives[0] ?? event;
    assert(first.from === event.from && first.to === event.to, `${event.transactionHash} has two senders.`);
    placed.set(known.hash, { ...known, receives: [...known.receives, event] });
  }
  for (const event of processes) {
    const known = place(hex(event.transactionHash), toPlace(event));
    placed.set(known.hash, { ...known, processes: [...known.processes, event] });
  }
  for (const event of recoveries) {
    const known = place(hex(event.transactionHash), {
      height: Number(event.blockNumber),
      blockHash: hex(event.blockHash),
      index: Number(event.transactionIndex),
      time: Number(event.timeStamp),
    });
    placed.set(known.hash, { ...known, recoveries: [...known.recoveries, event] });
  }
  return [...placed.values()];
}

function toPlace(event: HackEvent) {
  return {
    height: event.blockNumber,
    blockHash: hex(event.blockHash),
    index: event.transactionIndex,
    time: undefined,
  };
}

/** The bridge's outflows of 1 August 2022 and what came back to the recovery address within the week. */
export function buildNomad(source: string, out: string): void {
  const placed = placeEvents(source);
  const known = placed.filter((row) => row.time !== undefined).sort((a, b) => a.height - b.height)[0];
  assert(known?.time !== undefined, 'No recovery has a time.');
  const perBlock = (known.time - ANCHOR.time) / (known.height - ANCHOR.height);
  assert(perBlock > 12 && perBlock < 15, `Blocks would be ${perBlock} seconds apart.`);
  console.log(`nomad: ${perBlock.toFixed(2)} seconds a block between the anchors`);
  const blocks = groupByBlock(placed, (height, rows): AccountBlock => {
    const time = rows[0]?.time;
    assert(
      rows.every((row) => row.blockHash === rows[0]?.blockHash && row.time === time),
      `Block ${height} contradicts itself.`,
    );
    return {
      height,
      hash: rows[0]?.blockHash ?? '',
      parentHash: '',
      time: time ?? Math.round(ANCHOR.time + (height - ANCHOR.height) * perBlock),
      producer: '',
      holds: time === undefined ? BLOCK_TIME_ESTIMATED : 0,
      transactionTotal: undefined,
      source: '',
      transactions: rows.map(toTransaction).sort((a, b) => a.index - b.index),
      moves: [],
    };
  });
  writeTable(join(out, 'nomad/facts.jsonl.gz'), blocks);
}
