import type { AccountKey, ValueMove } from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { Place } from '../evm/field-reader.ts';
import { plainMove, stakeMove } from './contract-effect.ts';
import { BLACKHOLE } from './tron-fees.ts';
import { readAmount, readRecord, readRows, readTronKey, type TronRecord } from './tron-json.ts';
import { type TronLookups, tokenAsset } from './tron-lookups.ts';

/** Notes of internal transactions that move coins between accounts; votes and lent resources move none. */
const MOVING_NOTES = new Set(['', 'call', 'create', 'suicide']);
/** Stakes of contracts: freezeForEnergy, freezeBalanceV2ForBandwidth; unfreezeForEnergy, withdrawExpireUnfreezeWhileCanceling. */
const STAKING_NOTE = /^freeze(?:BalanceV2)?For/;
const UNSTAKING_NOTE = /^(?:unfreezeFor|withdrawExpireUnfreeze)/;

/**
 * The internal transactions of one transaction as moves, in the order the node lists them. What was rejected moves
 * nothing, and neither do calls without a value, but for creations, which show that an account began.
 */
export function readInternalMoves(value: unknown, place: Place, lookups: TronLookups): ValueMove[] {
  return readRows(value, place, 'internal_transactions').flatMap((row, i) => {
    const internal = readRecord(row, place, 'an internal transaction');
    if (internal.rejected === true) return [];
    const note = readNote(internal.note);
    if (note === 'withdrawReward') {
      return readOwn(internal, place, i, (owner, amount) => plainMove('reward', NATIVE_ASSET, '', owner, amount));
    }
    if (STAKING_NOTE.test(note))
      return readOwn(internal, place, i, (owner, amount) => stakeMove(owner, 'staked', amount));
    if (UNSTAKING_NOTE.test(note)) {
      return readOwn(internal, place, i, (owner, amount) => stakeMove(owner, 'returned', amount));
    }
    return MOVING_NOTES.has(note) ? readCallValues(internal, note, place, lookups, i) : [];
  });
}

function readCallValues(
  internal: TronRecord,
  note: string,
  place: Place,
  lookups: TronLookups,
  index: number,
): ValueMove[] {
  const from = readTronKey(internal.caller_address, place, 'caller_address');
  const named = readTronKey(internal.transferTo_address, place, 'transferTo_address');
  // A contract that ends in favour of itself leaves its coins to the Blackhole account.
  const to = note === 'suicide' && named === from ? BLACKHOLE : named;
  const moves = readRows(internal.callValueInfo, place, 'callValueInfo').flatMap((row) => {
    const info = readRecord(row, place, 'a callValueInfo');
    const amount = readAmount(info.callValue, place, 'callValue');
    const token = typeof info.tokenId === 'string' ? info.tokenId : '';
    const asset = token === '' ? NATIVE_ASSET : tokenAsset(token.slice(0, 64), lookups);
    if (amount === 0n || asset === undefined) return [];
    return [plainMove(asset === NATIVE_ASSET ? 'internal' : 'trc10', asset, from, to, amount)];
  });
  const creation =
    note === 'create' && moves.length === 0 ? [plainMove('internal', NATIVE_ASSET, from, to, 0n)] : moves;
  return creation.map((move) => ({ ...move, tracePath: String(index) }));
}

/** What a contract does with coins of its own: takes rewards, stakes, and gets stakes back, as people do. */
function readOwn(
  internal: TronRecord,
  place: Place,
  index: number,
  toMove: (owner: AccountKey, amount: bigint) => ValueMove,
): ValueMove[] {
  const owner = readTronKey(internal.caller_address, place, 'caller_address');
  const amount = readRows(internal.callValueInfo, place, 'callValueInfo').reduce<bigint>((sum, row) => {
    const info = readRecord(row, place, 'a callValueInfo');
    return sum + (info.tokenId === undefined ? readAmount(info.callValue, place, 'callValue') : 0n);
  }, 0n);
  return amount > 0n ? [{ ...toMove(owner, amount), tracePath: String(index) }] : [];
}

/** The instruction's name: hexadecimal bytes, or plain where the node writes texts. */
function readNote(value: unknown): string {
  if (typeof value !== 'string' || value.length > 200) return '';
  if (!/^(?:[0-9a-f]{2})+$/.test(value)) return value;
  return String.fromCharCode(...(value.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}
