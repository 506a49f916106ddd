import type { AccountKey } from '@trailmark/core/account-block';

/** Words of 32 bytes of ABI-encoded hex; undefined beyond the end. Nothing of it is believed but its shape. */
export function wordAt(data: string, index: number): string | undefined {
  if (!Number.isSafeInteger(index) || index < 0) return undefined;
  const word = data.slice(index * 64, index * 64 + 64);
  return word.length === 64 ? word : undefined;
}

export function numberAt(data: string, index: number): bigint | undefined {
  const word = wordAt(data, index);
  return word === undefined ? undefined : BigInt(`0x${word}`);
}

/** The address in a word; undefined where its upper twelve bytes are not zero, for then it is none. */
export function toAddress(word: string | undefined): AccountKey | undefined {
  return word?.length === 64 && word.startsWith('0'.repeat(24)) ? word.slice(24) : undefined;
}

export function addressAt(data: string, index: number): AccountKey | undefined {
  return toAddress(wordAt(data, index));
}

/** Index of the first word of a dynamic value whose offset, counted from word `base`, is in the word at `index`. */
export function startOf(data: string, index: number, base = 0): number | undefined {
  const offset = numberAt(data, index);
  if (offset === undefined || offset % 32n !== 0n || offset > BigInt(data.length / 2)) return undefined;
  return base + Number(offset / 32n);
}

/** Text of a dynamic string whose offset is at `index`, at most `limit` bytes, as UTF-8 with faults replaced. Hostile. */
export function textAt(data: string, index: number, limit: number, base = 0): string | undefined {
  const start = startOf(data, index, base);
  const length = start === undefined ? undefined : numberAt(data, start);
  if (start === undefined || length === undefined || length > BigInt(data.length / 2)) return undefined;
  const hex = data.slice((start + 1) * 64, (start + 1) * 64 + 2 * Math.min(Number(length), limit));
  const bytes = Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it removes
  return new TextDecoder().decode(bytes).replace(/[\u0000-\u001f\u007f-\u009f]/g, '');
}

/** Hex of dynamic bytes whose offset is at `index`; undefined where they are stated to be longer than the data or than `limit` bytes. */
export function bytesAt(data: string, index: number, limit: number): string | undefined {
  const start = startOf(data, index);
  const length = start === undefined ? undefined : numberAt(data, start);
  if (start === undefined || length === undefined || length > BigInt(limit)) return undefined;
  const hex = data.slice((start + 1) * 64, (start + 1) * 64 + 2 * Number(length));
  return hex.length === 2 * Number(length) ? hex : undefined;
}
