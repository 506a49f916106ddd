import { type Owner, ownerKey } from '@trailmark/core/owner';
import { payloadLength, type ScriptType } from '@trailmark/core/script-type';
import { listAddressForms } from './address.ts';
import { base58Versions } from './base58-address.ts';
import type { UtxoChain } from './chain-definition.ts';
import { sha256 } from './hash.ts';
import { ANCHOR_SCRIPT } from './script.ts';
import { encodeSegwit } from './segwit-address.ts';

/** Owners of one form whose first 8 payload bytes, big-endian, are in a range; both ends belong to it. */
export interface PrefixRange {
  readonly type: ScriptType;
  readonly from: bigint;
  readonly to: bigint;
}

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const BASE32 = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const ADDRESS_BYTES = 25;
const MAX_BASE58_CHARACTERS = 36;
/** Bits of an address number below the first 8 payload bytes: the other 12 and the checksum. */
const BASE58_REST_BITS = 128n;

type Span = readonly [from: bigint, to: bigint];

function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

function smaller(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

/** What two spans share: one span or none. */
function intersect([fromA, toA]: Span, [fromB, toB]: Span): Span[] {
  const from = larger(fromA, fromB);
  const to = smaller(toA, toB);
  return from <= to ? [[from, to]] : [];
}

/** Numbers whose base 58 text has exactly `length` digits and starts with `digits`, which starts with none of zero. */
function digitSpans(digits: string, length: number): Span[] {
  if (digits.length > length) return [];
  let value = 0n;
  for (const digit of digits) value = value * 58n + BigInt(BASE58.indexOf(digit));
  const scale = 58n ** BigInt(length - digits.length);
  return intersect([value * scale, (value + 1n) * scale - 1n], [58n ** BigInt(length - 1), 58n ** BigInt(length) - 1n]);
}

/**
 * Address numbers with `zeros` leading zero bytes whose text starts with `partial`. Each leading zero byte is written
 * as one "1"; no other digit of the text's head can be a "1".
 */
function numberSpans(partial: string, zeros: number): Span[] {
  const ones = /^1*/.exec(partial)?.[0].length ?? 0;
  const rest = partial.slice(ones);
  if (rest === '' ? ones > zeros : ones !== zeros) return [];
  const bytes = BigInt(ADDRESS_BYTES - zeros);
  const size: Span = [bytes === 0n ? 0n : 256n ** (bytes - 1n), 256n ** bytes - 1n];
  if (rest === '') return [size];
  const lengths = Array.from({ length: MAX_BASE58_CHARACTERS + 1 }, (_, length) => length);
  return lengths.flatMap((length) => digitSpans(rest, length)).flatMap((span) => intersect(span, size));
}

function base58Ranges(type: ScriptType, version: number, partial: string): PrefixRange[] {
  const first = BigInt(version) << 192n;
  const whole: Span = [first, first + (1n << 192n) - 1n];
  const zeroCounts = version === 0 ? Array.from({ length: ADDRESS_BYTES }, (_, i) => i + 1) : [0];
  return zeroCounts
    .flatMap((zeros) => numberSpans(partial, zeros))
    .flatMap((span) => intersect(span, whole))
    .map(([from, to]) => ({ type, from: (from - first) >> BASE58_REST_BITS, to: (to - first) >> BASE58_REST_BITS }));
}

/**
 * Payloads for which `head` and the payload, as bits, start with `bits`. Only the first 64 payload bits count; what
 * follows them, a checksum too, is ignored.
 */
function bitRange(type: ScriptType, head: string, bits: string): PrefixRange[] {
  const shared = Math.min(head.length, bits.length);
  if (head.slice(0, shared) !== bits.slice(0, shared)) return [];
  const known = bits.slice(head.length, head.length + 64);
  return [{ type, from: BigInt(`0b0${known.padEnd(64, '0')}`), to: BigInt(`0b0${known.padEnd(64, '1')}`) }];
}

function base32Bits(text: string): string | undefined {
  const digits = [...text].map((character) => BASE32.indexOf(character));
  return digits.includes(-1) ? undefined : digits.map((digit) => digit.toString(2).padStart(5, '0')).join('');
}

/** What follows `start` in `text`; empty while the text is still within `start`, undefined if they part. */
function after(start: string, text: string): string | undefined {
  return text.startsWith(start) ? text.slice(start.length) : start.startsWith(text) ? '' : undefined;
}

/** There is one anchor script, so one address and one payload, which is no part of the address. */
function anchorRange(hrp: string, partial: string): PrefixRange[] {
  if (!encodeSegwit(hrp, 1, ANCHOR_SCRIPT.subarray(2)).startsWith(partial)) return [];
  const { prefix } = ownerKey({ type: 'anchor', payload: sha256(ANCHOR_SCRIPT) });
  return [{ type: 'anchor', from: prefix, to: prefix }];
}

function segwitRanges(hrp: string, partial: string): PrefixRange[] {
  const data = after(`${hrp}1`, partial);
  const bits = data === undefined ? undefined : base32Bits(data);
  if (bits === undefined) return [];
  return [
    ...anchorRange(hrp, partial),
    ...bitRange('p2wpkh', '00000', bits),
    ...bitRange('p2wsh', '00000', bits),
    ...bitRange('p2tr', '00001', bits),
  ];
}

function cashRanges(prefix: string, partial: string): PrefixRange[] {
  return [after(`${prefix}:`, partial), partial.includes(':') ? undefined : partial].flatMap((data) => {
    const bits = data === undefined ? undefined : base32Bits(data);
    if (bits === undefined) return [];
    return [
      ...bitRange('p2pkh', '00000000', bits),
      ...bitRange('p2sh', '00001000', bits),
      ...bitRange('p2sh32', '00001011', bits),
    ];
  });
}

/** `script:<form>:<hex>` and the short form of nonstandard scripts. */
function scriptRanges(partial: string): PrefixRange[] {
  const types = ['multisig', 'nonstandard', 'witness-unknown', 'anchor', 'p2wpkh', 'p2wsh', 'p2tr', 'p2sh32'] as const;
  return types.flatMap((type) => {
    const hex = after(type === 'nonstandard' ? 'script:' : `script:${type}:`, partial);
    if (hex === undefined || !/^[0-9a-f]*$/.test(hex) || hex.length > 2 * payloadLength(type)) return [];
    const bits = [...hex].map((digit) => Number.parseInt(digit, 16).toString(2).padStart(4, '0')).join('');
    return bitRange(type, '', bits);
  });
}

function singleCase(text: string): string | undefined {
  const lower = text.toLowerCase();
  return text === lower || text === text.toUpperCase() ? lower : undefined;
}

function merge(ranges: readonly PrefixRange[]): PrefixRange[] {
  const order = (a: PrefixRange, b: PrefixRange) => a.type.localeCompare(b.type) || (a.from < b.from ? -1 : 1);
  const merged: PrefixRange[] = [];
  for (const range of [...ranges].sort(order)) {
    const last = merged[merged.length - 1];
    if (last?.type === range.type && range.from <= last.to + 1n) {
      merged[merged.length - 1] = { ...last, to: larger(range.to, last.to) };
    } else merged.push(range);
  }
  return merged;
}

/**
 * Where to look for owners one of whose spellings on a chain starts with `partial`. Never misses one; may hold more,
 * so filter what is found with `hasAddressPrefix`. Empty if no address can start that way.
 */
export function prefixRanges(chain: UtxoChain, partial: string): readonly PrefixRange[] {
  const ranges: PrefixRange[] = [];
  if (/^[1-9A-HJ-NP-Za-km-z]{0,36}$/.test(partial)) {
    for (const type of ['p2pkh', 'p2sh'] as const) {
      for (const version of base58Versions(chain, type)) ranges.push(...base58Ranges(type, version, partial));
    }
  }
  const lower = singleCase(partial);
  if (lower !== undefined && chain.bech32) ranges.push(...segwitRanges(chain.bech32, lower));
  if (lower !== undefined && chain.cashaddr) ranges.push(...cashRanges(chain.cashaddr, lower));
  ranges.push(...scriptRanges(partial));
  return merge(ranges);
}

/** Whether some spelling of an owner on a chain starts with `partial`; Bech32 and CashAddr in either case. */
export function hasAddressPrefix(chain: UtxoChain, owner: Owner, partial: string): boolean {
  const lower = singleCase(partial);
  return listAddressForms(chain, owner).some((form) => {
    const anyCase = form === form.toLowerCase();
    return form.startsWith(anyCase && lower !== undefined ? lower : partial);
  });
}
