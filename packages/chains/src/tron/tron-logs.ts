import type { AccountLog, ValueMove } from '@trailmark/core/account-block';
import { contradiction, type Place } from '../evm/field-reader.ts';
import { pushTokenMoves, TRANSFER_TOPIC } from '../evm/token-log.ts';
import { readRecord, readRows, readTronBytes, readTronHash, readTronKey } from './tron-json.ts';

/** Wrapped TRX, TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR: deposits and withdrawals come without a Transfer event. */
const WRAPPED_TRX = { wrappedNative: '891cdb91d149f23b1a45d9c5ca78a88d0cb44c18' };
const OLD_PADDING = /^0{22}41(?=[0-9a-f]{40}$)/;
const MAX_TOPICS = 4;

/** The logs of one transaction, numbered on through the block. */
export function readTronLogs(value: unknown, firstIndex: number, place: Place): AccountLog[] {
  return readRows(value, place, 'log').map((row, i) => {
    const log = readRecord(row, place, 'a log');
    const topics = readRows(log.topics, place, 'topics');
    if (topics.length > MAX_TOPICS) {
      throw contradiction(place, `has a log with ${topics.length} topics, and at most 4 exist`);
    }
    return {
      logIndex: firstIndex + i,
      address: readTronKey(log.address, place, 'log address'),
      topics: topics.map((topic) => readTronHash(topic, place, 'topic')),
      data: readTronBytes(log.data, place, 'log data'),
    };
  });
}

/** Adds the token transfers a log reports (TRC-20, TRC-721, TRC-1155, wrapped TRX); false where it reports none. */
export function pushTronTokenMoves(log: AccountLog, moves: ValueMove[]): boolean {
  // Contracts of the first compilers pad addresses with their leading 41. A fourth topic may be the number of a token.
  const addresses = log.topics[0] === TRANSFER_TOPIC ? 3 : MAX_TOPICS;
  const topics = log.topics.map((topic, i) =>
    i > 0 && i < addresses ? topic.replace(OLD_PADDING, '0'.repeat(24)) : topic,
  );
  return pushTokenMoves(WRAPPED_TRX, { ...log, topics }, moves);
}
