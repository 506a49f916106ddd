import { AppError } from '@trailmark/core/errors';

/** Where in an answer a field is, for the sentence that rejects it: `Block 15,000,000: receipt 3 …`. */
export interface Place {
  readonly height: number;
  /** "receipt", "log"; empty for the block itself. */
  readonly item: string;
  readonly index: number;
}

export const ZERO_KEY = '0'.repeat(40);
const MAX_AMOUNT_DIGITS = 64;
/** Below 2^33 a height keeps a position, height * 2^20 + index, an exact number. */
export const MAX_HEIGHT = 2 ** 33 - 1;
export const MAX_INDEX = 2 ** 20 - 2;
export const MAX_TIME = 2 ** 32 - 1;
/** Gas of a block: far above any limit, and exact. */
export const MAX_GAS = 2 ** 52;

/** `Block 15,000,000: receipt 3 has no status.` as the failure that stops an ingest. */
export function contradiction(place: Place, what: string): AppError {
  const item = place.item === '' ? 'it' : `${place.item} ${place.index}`;
  return new AppError('inconsistent', `Block ${formatHeight(place.height)}: ${item} ${what}.`);
}

export function formatHeight(height: number): string {
  return String(height).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** A value of an answer in a sentence: a stranger's, so quoted, printable and short. */
export function quoteValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = typeof value === 'string' ? value : typeof value === 'object' && value ? 'an object' : String(value);
  const printable = text.replace(/[^\x20-\x7e]/g, '?');
  return `"${printable.length > 70 ? `${printable.slice(0, 66)}…` : printable}"`;
}

// 1 for digits and a-f, 2 for A-F.
const DIGIT = new Uint8Array(256);
for (const char of '0123456789abcdef') DIGIT[char.charCodeAt(0)] = 1;
for (const char of 'ABCDEF') DIGIT[char.charCodeAt(0)] = 2;

/** 1: lower-case hex from `start`, 3: with capitals, 0: not hex. A loop, because a pattern costs four times as much. */
function hexCase(text: string, start: number): number {
  let seen = 1;
  for (let i = start; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const kind = code < 256 ? (DIGIT[code] as number) : 0;
    if (kind === 0) return 0;
    seen |= kind;
  }
  return seen;
}

/** Whether a text is lower-case digits from `start` on. */
export function isLowerHex(text: string, start: number): boolean {
  return hexCase(text, start) === 1;
}

/** Lower-case digits after `0x`; undefined where it is anything else. */
export function hexDigits(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.charCodeAt(0) !== 48 || value.charCodeAt(1) !== 120) return undefined;
  const seen = hexCase(value, 2);
  if (seen === 0) return undefined;
  return seen === 1 ? value.slice(2) : value.slice(2).toLowerCase();
}

function refuse(value: unknown, place: Place, field: string, expected: string): AppError {
  if (value === undefined || value === null) return contradiction(place, `has no ${field}`);
  return contradiction(place, `has the ${field} ${quoteValue(value)}, which is not ${expected}`);
}

/** An amount 0 to 2^256 - 1 written as `0x` and digits. */
export function readQuantity(value: unknown, place: Place, field: string): bigint {
  const digits = hexDigits(value);
  if (digits === undefined || digits === '') throw refuse(value, place, field, 'a hexadecimal number');
  if (digits.length > MAX_AMOUNT_DIGITS && /[^0]/.test(digits.slice(0, -MAX_AMOUNT_DIGITS))) {
    throw refuse(value, place, field, 'a number below 2^256');
  }
  return BigInt(value as string);
}

/** An amount that may be absent. */
export function readOptionalQuantity(value: unknown, place: Place, field: string): bigint | undefined {
  return value === undefined || value === null ? undefined : readQuantity(value, place, field);
}

/** A height, an index, a time: a number 0 to `max`. */
export function readCount(value: unknown, place: Place, field: string, max: number): number {
  const digits = hexDigits(value);
  if (digits === undefined || digits === '') throw refuse(value, place, field, 'a hexadecimal number');
  const count = digits.length > 16 ? Number.POSITIVE_INFINITY : Number.parseInt(digits, 16);
  if (count > max) throw refuse(value, place, field, `a number of at most ${max}`);
  return count;
}

/** 32 bytes as 64 lower-case digits. */
export function readHash(value: unknown, place: Place, field: string): string {
  const digits = hexDigits(value);
  if (digits?.length !== 64) throw refuse(value, place, field, '0x and 64 hexadecimal digits');
  return digits;
}

/** 20 bytes as 40 lower-case digits. */
export function readAddress(value: unknown, place: Place, field: string): string {
  const digits = hexDigits(value);
  if (digits?.length !== 40) throw refuse(value, place, field, '0x and 40 hexadecimal digits');
  return digits;
}

/** 20 bytes, or empty where the answer has null or nothing. */
export function readOptionalAddress(value: unknown, place: Place, field: string): string {
  return value === undefined || value === null ? '' : readAddress(value, place, field);
}

/** Whole bytes as lower-case digits. */
export function readBytes(value: unknown, place: Place, field: string): string {
  const digits = hexDigits(value);
  if (digits === undefined || digits.length % 2 !== 0) throw refuse(value, place, field, '0x and whole bytes');
  return digits;
}

export function readList(value: unknown, place: Place, field: string): readonly unknown[] {
  if (!Array.isArray(value)) throw refuse(value, place, field, 'a list');
  return value;
}

/** An object of an answer, its fields still unread. */
export function readObject<Shape extends object>(value: unknown, place: Place, field: string): Shape {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw refuse(value, place, field, 'an object');
  }
  return value as Shape;
}

/** Holds what an answer states to what it must be; both as digits without 0x. */
export function expectSame(stated: string, expected: string, place: Place, field: string, of: string): void {
  if (stated !== expected) {
    throw contradiction(place, `has the ${field} ${quoteValue(stated)}, but ${of} has ${quoteValue(expected)}`);
  }
}
