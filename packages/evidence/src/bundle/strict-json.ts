import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { AppError } from '@trailmark/core/errors';
import { isJsonDeeper } from '@trailmark/core/json-depth';
import { refuseItem } from './bundle-format.ts';

const MAX_DEPTH = 60;

export type JsonRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The bytes of a value in a bundle: canonical JSON (RFC 8785) without a line end. */
export function encodeJson(value: object): Uint8Array {
  return new TextEncoder().encode(toCanonicalJson(value));
}

/** A number that no two languages write alike: not whole, or beyond 2^53. */
function findOddNumber(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isSafeInteger(value);
  if (Array.isArray(value)) return value.some(findOddNumber);
  return isRecord(value) && Object.values(value).some(findOddNumber);
}

function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads a JSON file of a bundle. Only its canonical text is taken, so that one value has one hash. Throws `invalid`, naming the item. */
export function decodeJson(item: string, bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  if (text === undefined || isJsonDeeper(text, MAX_DEPTH))
    refuseItem(item, 'it is not JSON in UTF-8, or it is nested too deeply.');
  const value = parseText(text);
  if (typeof value !== 'object' || value === null) refuseItem(item, 'it is not JSON, or it is cut short.');
  if (findOddNumber(value)) refuseItem(item, 'it has a number that is not whole or is too large for a number.');
  try {
    if (toCanonicalJson(value) === text) return value;
  } catch (error) {
    if (!AppError.is(error)) throw error;
  }
  refuseItem(item, 'it is not canonical JSON (RFC 8785): it was changed or written again.');
}
