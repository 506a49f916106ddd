import type { AccountKey } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import { contradiction, type Place, quoteValue } from '../evm/field-reader.ts';
import { readCheckedHash } from '../network/base58-check.ts';

export type TronRecord = Readonly<Record<string, unknown>>;

const LONG_NUMBER = /[:[,\s]-?\d{16}/;
const WHOLE_NUMBER = /^-?\d+$/;
const MAX_INT64 = 2n ** 63n - 1n;
const TRON_VERSION = 0x41;

/**
 * JSON of a TRON node. Amounts are 64-bit integers written as plain numbers: those a double cannot hold come back as
 * bigint, to the last digit. Throws `unavailable` for what is no JSON.
 */
export function parseTronJson(text: string): unknown {
  try {
    return LONG_NUMBER.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
  } catch (cause) {
    throw new AppError('unavailable', 'An answer of the TRON node is not JSON.', { cause });
  }
}

function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && WHOLE_NUMBER.test(context.source) ? BigInt(context.source) : value;
}

/** An object of an answer, its fields still unread; throws `inconsistent` for anything else. */
export function readRecord(value: unknown, place: Place, field: string): TronRecord {
  if (isRecord(value)) return value;
  throw contradiction(place, `has ${quoteValue(value)} where ${field} belongs`);
}

export function isRecord(value: unknown): value is TronRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A list that may be absent, which on TRON means empty. */
export function readRows(value: unknown, place: Place, field: string): readonly unknown[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value;
  throw contradiction(place, `has ${quoteValue(value)} where the list ${field} belongs`);
}

/** An amount 0 to 2^63 - 1. Absent is zero: the node leaves out fields that are. */
export function readAmount(value: unknown, place: Place, field: string): bigint {
  const amount = toAmount(value);
  if (amount !== undefined && amount >= 0n && amount <= MAX_INT64) return amount;
  throw contradiction(place, `has the ${field} ${quoteValue(value)}, which is not an amount`);
}

/** The whole number a field holds as number, bigint or digits; undefined for anything else. */
export function toAmount(value: unknown): bigint | undefined {
  if (value === undefined || value === null) return 0n;
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && /^-?\d{1,20}$/.test(value) ? BigInt(value) : undefined;
}

/** A number 0 to `max`; absent is zero. */
export function readNumber(value: unknown, place: Place, field: string, max: number): number {
  const amount = readAmount(value, place, field);
  if (amount <= BigInt(max)) return Number(amount);
  throw contradiction(place, `has the ${field} ${quoteValue(value)}, which is above ${max}`);
}

/** 32 bytes as 64 lower-case digits; throws where they are absent or anything else. */
export function readTronHash(value: unknown, place: Place, field: string): string {
  if (typeof value === 'string' && /^[0-9a-fA-F]{64}$/.test(value)) return value.toLowerCase();
  throw contradiction(place, `has the ${field} ${quoteValue(value)}, which is not 64 hexadecimal digits`);
}

/** Whole bytes as lower-case digits; absent is none. */
export function readTronBytes(value: unknown, place: Place, field: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string' && value.length % 2 === 0 && /^[0-9a-fA-F]*$/.test(value)) return value.toLowerCase();
  throw contradiction(place, `has the ${field} ${quoteValue(value)}, which is not hexadecimal bytes`);
}

/** An address in any form a node writes: 41 and 40 hex digits, 40 hex digits (logs), or Base58Check. Absent is nobody. */
export function readTronKey(value: unknown, place: Place, field: string): AccountKey {
  const key = toTronKey(value);
  if (key !== undefined) return key;
  throw contradiction(place, `has the ${field} ${quoteValue(value)}, which is not a TRON address`);
}

/** The key of an address in hex or Base58Check form, empty for none; undefined where it is no address. */
export function toTronKey(value: unknown): AccountKey | undefined {
  if (value === undefined || value === null || value === '') return '';
  if (typeof value !== 'string') return undefined;
  const hex = /^(?:0x)?(?:41)?([0-9a-fA-F]{40})$/.exec(value)?.[1];
  if (hex !== undefined) return hex.toLowerCase();
  if (!value.startsWith('T')) return undefined;
  const read = readCheckedHash(value, 1);
  return 'fault' in read || read.version !== TRON_VERSION ? undefined : encodeHex(read.hash);
}
