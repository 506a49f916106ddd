import { base58 } from '@scure/base';
import type { ScriptType } from '@trailmark/core/script-type';
import { encodeBase58 } from '../network/base58-text.ts';
import type { AddressReading } from './address-reading.ts';
import type { UtxoChain } from './chain-definition.ts';
import { hash256 } from './hash.ts';
import { LONGEST_SHORT, shortChecksum } from './short-hash.ts';

/** Longest text worth decoding: extended keys have 111 characters, addresses at most 35. */
const MAX_CHARACTERS = 128;
const PRIVATE_KEY_VERSIONS = [0x80, 0x9e, 0xb0, 0xef, 0xf1];

/** The first four bytes of the double SHA-256, as a number. */
function checksumOf(bytes: Uint8Array): number {
  if (bytes.length <= LONGEST_SHORT) return shortChecksum(bytes) >>> 0;
  const hash = hash256(bytes);
  return new DataView(hash.buffer, hash.byteOffset).getUint32(0);
}

/** Base58Check of bytes: four checksum bytes appended, then base 58. */
export function encodeBase58Check(bytes: Uint8Array): string {
  const whole = new Uint8Array(bytes.length + 4);
  whole.set(bytes);
  new DataView(whole.buffer).setUint32(bytes.length, checksumOf(bytes));
  return encodeBase58(whole);
}

/** Bytes before the checksum, or the reason why the text is no Base58Check. Case is never changed. */
export function decodeBase58Check(text: string): { bytes: Uint8Array } | { fault: string } {
  if (text === '') return { fault: 'it is empty' };
  if (text.length > MAX_CHARACTERS) return { fault: 'it is too long' };
  if (!/^[1-9A-HJ-NP-Za-km-z]+$/.test(text)) return { fault: 'it contains a character that such addresses never use' };
  const whole = base58.decode(text);
  if (whole.length < 5) return { fault: 'it is too short' };
  const bytes = whole.slice(0, -4);
  const stated = new DataView(whole.buffer, whole.byteOffset + bytes.length).getUint32(0);
  return stated === checksumOf(bytes) ? { bytes } : { fault: 'the checksum fails' };
}

/** Reads a Base58Check address of a chain, in any of its versions. */
export function readBase58(chain: UtxoChain, text: string): AddressReading {
  const decoded = decodeBase58Check(text);
  if ('fault' in decoded) return decoded;
  const version = decoded.bytes[0] ?? 0;
  const payload = decoded.bytes.slice(1);
  if (payload.length === 77) return { fault: 'it is an extended key' };
  const isPrivate = PRIVATE_KEY_VERSIONS.includes(version) && (payload.length === 32 || payload.length === 33);
  if (isPrivate) return { fault: 'it is a private key, and private keys must never be entered here' };
  if (payload.length !== 20) return { fault: 'its length is wrong' };
  if (version === chain.base58.p2pkh) return { owner: { type: 'p2pkh', payload } };
  if (chain.base58.p2sh.includes(version)) return { owner: { type: 'p2sh', payload } };
  return { fault: 'its version byte is not one of this chain' };
}

/** Version bytes of a form on a chain, the written one first; empty for forms without Base58 addresses. */
export function base58Versions(chain: UtxoChain, type: ScriptType): readonly number[] {
  if (type === 'p2pkh') return [chain.base58.p2pkh];
  return type === 'p2sh' ? chain.base58.p2sh : [];
}
