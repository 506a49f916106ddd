import type { AccountLog, MoveKind } from '@trailmark/core/account-block';
import type { AccountTransactionRecord, StoredMove } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import { toPosition } from '@trailmark/core/position';
import type { ProtocolInput } from '../protocol.ts';

/** 40 hex digits from a short name. */
export function key(name: string): string {
  return [...name]
    .map((sign) => sign.charCodeAt(0).toString(16))
    .join('')
    .padStart(40, '0')
    .slice(-40);
}

/** A word of 32 bytes from an address or a number. */
export function word(value: string | bigint | number): string {
  return (typeof value === 'string' ? value : BigInt.asUintN(256, BigInt(value)).toString(16)).padStart(64, '0');
}

/** Words of a string: its length and its bytes, padded. */
export function textWords(text: string): string {
  const hex = [...new TextEncoder().encode(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return word(hex.length / 2) + hex.padEnd(Math.ceil(hex.length / 64) * 64, '0');
}

export function log(
  logIndex: number,
  address: string,
  topics: readonly string[],
  data: readonly (string | bigint | number)[] = [],
): AccountLog {
  return { logIndex, address, topics: topics.map((topic) => word(topic)), data: data.map(word).join('') };
}

export function move(from: string, to: string, amount: bigint, asset = '', more: Partial<StoredMove> = {}): StoredMove {
  const kind: MoveKind = asset === '' ? 'internal' : 'token';
  return {
    ...{ kind, asset, from, to, amount, tokenId: undefined, logIndex: undefined, tracePath: undefined, flags: 0 },
    ...{ position: toPosition(20_000_000, 0), slot: 0 },
    ...more,
  };
}

const RECORD: AccountTransactionRecord = {
  ...{
    position: toPosition(20_000_000, 0),
    indexEstimated: false,
    hash: 'ab'.repeat(32),
    from: key('me'),
    to: key('app'),
  },
  ...{ created: '', value: 0n, status: 'ok', failure: undefined, fee: 0n, feePayer: key('me'), gasUsed: undefined },
  ...{ gasPrice: undefined, nonce: 0n, type: 2, input: '', inputLength: 0, holds: 15 },
};

export function transaction(
  moves: readonly StoredMove[],
  logs: readonly AccountLog[],
  more: Partial<AccountTransactionRecord> = {},
  chain: AccountChainId = 'eth',
): ProtocolInput {
  return { chain, transaction: { ...RECORD, ...more }, moves, logs };
}
