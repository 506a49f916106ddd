import type { AccountLog } from '@trailmark/core/account-block';
import {
  contradiction,
  expectSame,
  MAX_INDEX,
  type Place,
  readAddress,
  readBytes,
  readCount,
  readHash,
  readList,
  readObject,
} from './field-reader.ts';
import type { RpcLog } from './rpc-answer.ts';

const MAX_TOPICS = 4;
const MAX_LOG_INDEX = 2 ** 31 - 1;

/** What a log of a block must agree with; both as digits without 0x. */
export interface LogOwner {
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly transactionIndex: number;
}

/** Holds a log to its transaction and its place in the block; what it says is still unread. */
export function checkLogPlace(raw: RpcLog, owner: LogOwner, logIndex: number, place: Place): void {
  if (raw.removed === true) throw contradiction(place, 'is marked as removed by a reorganisation');
  if (!isNumber(raw.logIndex, logIndex)) {
    const index = readCount(raw.logIndex, place, 'logIndex', MAX_LOG_INDEX);
    throw contradiction(place, `has the logIndex ${index}: logs count up from 0 without a gap`);
  }
  expectHash(raw.blockHash, owner.blockHash, place, 'blockHash', 'the block');
  expectHash(raw.transactionHash, owner.transactionHash, place, 'transactionHash', 'its transaction');
  if (!isNumber(raw.transactionIndex, owner.transactionIndex)) {
    const index = readCount(raw.transactionIndex, place, 'transactionIndex', MAX_INDEX);
    throw contradiction(place, `has the transactionIndex ${index}, but was answered for ${owner.transactionIndex}`);
  }
}

/** What a log says; its data is whole. */
export function readLog(raw: RpcLog, logIndex: number, place: Place): AccountLog {
  return {
    logIndex,
    address: readAddress(raw.address, place, 'address'),
    topics: readTopics(raw.topics, place),
    data: readBytes(raw.data, place, 'data'),
  };
}

/** Whether a field is the hexadecimal number expected: compared without taking it apart. */
function isNumber(value: unknown, expected: number): boolean {
  return typeof value === 'string' && value.startsWith('0x') && Number(value) === expected;
}

/** Which transaction a log of `eth_getLogs` says it belongs to. */
export function readLogTransaction(value: unknown, logIndex: number, height: number): number {
  const place: Place = { height, item: 'log', index: logIndex };
  const raw = readObject<RpcLog>(value, place, 'body');
  return readCount(raw.transactionIndex, place, 'transactionIndex', MAX_INDEX);
}

function readTopics(value: unknown, place: Place): string[] {
  const topics = readList(value, place, 'topics');
  if (topics.length > MAX_TOPICS) throw contradiction(place, `has ${topics.length} topics, and at most 4 exist`);
  return topics.map((topic) => readHash(topic, place, 'topic'));
}

function expectHash(value: unknown, expected: string, place: Place, field: string, of: string): void {
  // The spelling nearly every node uses is compared as it is.
  if (typeof value === 'string' && value.length === 66 && value.endsWith(expected) && value.startsWith('0x')) return;
  expectSame(readHash(value, place, field), expected, place, field, of);
}
