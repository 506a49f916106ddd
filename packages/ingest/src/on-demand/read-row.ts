import type { AccountKey } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';

/** A row of a source: nothing about it is known yet. */
export type Row = Readonly<Record<string, unknown>>;

const MAX_AMOUNT = 2n ** 256n - 1n;
const NOBODY = '0'.repeat(40);

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function quote(value: unknown): string {
  const text =
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? `${value}` : typeof value;
  return `"${text.slice(0, 60)}"`;
}

function refuse(field: string, value: unknown, wanted: string): never {
  throw new AppError('inconsistent', `Its answer has ${quote(value)} as ${field}, where ${wanted} is expected.`);
}

/** The rows of a list. Throws `inconsistent` for anything else. */
export function readRows(value: unknown, field: string): readonly Row[] {
  if (!Array.isArray(value) || !value.every(isRow)) return refuse(field, value, 'a list of rows');
  return value;
}

/** Whole and not negative, below 2^53; text and numbers are taken. */
export function readCount(row: Row, field: string): number {
  const number = Number(readAmount(row, field));
  return Number.isSafeInteger(number) ? number : refuse(field, row[field], 'a whole number below 2^53');
}

/** An amount below 2^256, as text, number or bigint. */
export function readAmount(row: Row, field: string): bigint {
  const value = row[field];
  const isWhole =
    typeof value === 'bigint' ||
    (typeof value === 'number' && Number.isSafeInteger(value)) ||
    (typeof value === 'string' && /^\d{1,78}$/.test(value));
  const amount = isWhole ? BigInt(value) : -1n;
  return amount >= 0n && amount <= MAX_AMOUNT ? amount : refuse(field, value, 'a whole number below 2^256');
}

/** As `readAmount`; undefined where the source leaves it out. */
export function findAmount(row: Row, field: string): bigint | undefined {
  const value = row[field];
  return value === undefined || value === null || value === '' ? undefined : readAmount(row, field);
}

/** 64 lower-case hex digits from `0x…`. */
export function readHash(row: Row, field: string): string {
  const value = row[field];
  const digits = typeof value === 'string' ? /^(?:0x)?([0-9a-fA-F]{64})$/.exec(value)?.[1] : undefined;
  return digits?.toLowerCase() ?? refuse(field, value, 'a hash of 64 hexadecimal digits');
}

/** As `readHash`; empty where the source leaves it out. */
export function findHash(row: Row, field: string): string {
  const value = row[field];
  return value === undefined || value === null || value === '' ? '' : readHash(row, field);
}

/** A key from `0x…`; empty where there is none. */
export function findKey(value: unknown, field: string): AccountKey {
  if (value === undefined || value === null || value === '') return '';
  const digits = typeof value === 'string' ? /^0x([0-9a-fA-F]{40})$/.exec(value)?.[1] : undefined;
  return digits?.toLowerCase() ?? refuse(field, value, 'an address');
}

/** The contract of a token: a row without one would be reported as the chain's own coin. */
export function readContract(value: unknown, field: string): AccountKey {
  const key = findKey(value, field);
  return key === '' ? refuse(field, value ?? '', 'the contract of a token') : key;
}

/** A party of a token move: the zero address represents what is created or destroyed. */
export function readTokenParty(value: unknown, field: string): AccountKey {
  const key = findKey(value, field);
  return key === NOBODY ? '' : key;
}

/** Text that a stranger wrote, capped; undefined where it is missing or empty. */
export function findText(row: Row, field: string, limit = 128): string | undefined {
  const value = row[field];
  return typeof value === 'string' && value !== '' ? value.toWellFormed().slice(0, limit).toWellFormed() : undefined;
}

/** Seconds since 1970 from seconds as text, or from an ISO 8601 time. */
export function readTime(row: Row, field: string): number {
  const value = row[field];
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value)) {
    const seconds = Math.floor(Date.parse(value) / 1000);
    return seconds > 0 ? seconds : refuse(field, value, 'a time');
  }
  return readCount(row, field);
}
