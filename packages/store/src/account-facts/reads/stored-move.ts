import { type AccountKey, MOVE_KINDS } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { ENTRY_OUT, ENTRY_SELF, NO_NUMBER } from '../account-tables.ts';
import { assetFromHex } from '../asset-bytes.ts';
import { toBigInt } from './account-scope.ts';

const SHARED =
  'position, slot, kind, lower(hex(asset)), amount, lower(hex(token_id)), log_index, trace_path, move_flags';

/** What is selected of `account_entries` for `entryToMove`. */
export const ENTRY_SELECT = `${SHARED}, flags, lower(hex(other))`;
/** What is selected of `moves` for `rowToMove`. */
export const MOVE_SELECT = `${SHARED}, lower(hex(from_address)), lower(hex(to_address))`;

function toMove(row: readonly unknown[], from: AccountKey, to: AccountKey): StoredMove {
  const [position, slot, kind, asset, amount, tokenId, logIndex, tracePath, flags] = row;
  return {
    position: Number(position),
    slot: Number(slot),
    kind: MOVE_KINDS[Number(kind)] ?? 'native',
    asset: assetFromHex(String(asset)),
    from,
    to,
    amount: toBigInt(amount),
    tokenId: toOptional(tokenId),
    logIndex: Number(logIndex) === NO_NUMBER ? undefined : Number(logIndex),
    tracePath: tracePath === '' ? undefined : String(tracePath),
    flags: Number(flags),
  };
}

/** A number stored as big-endian bytes, from their hex; undefined where there are none. */
export function toOptional(hex: unknown): bigint | undefined {
  return hex === '' ? undefined : BigInt(`0x${String(hex)}`);
}

/** A row of an address's own side of a move. */
export function entryToMove(row: readonly unknown[], address: AccountKey): StoredMove {
  const flags = Number(row[9]);
  const other = flags & ENTRY_SELF ? address : String(row[10]);
  return flags & ENTRY_OUT ? toMove(row, address, other) : toMove(row, other, address);
}

export function rowToMove(row: readonly unknown[]): StoredMove {
  return toMove(row, String(row[9]), String(row[10]));
}
