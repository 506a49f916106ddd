import { blake2b } from '@noble/hashes/blake2.js';
import { sha512_256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { base32nopad, base58xmr, base64, base64urlnopad } from '@scure/base';
import { decodeHex } from '@trailmark/core/hex';
import { encodeBase58Check } from '../utxo/base58-address.ts';
import {
  type AddressForm,
  accept,
  CHECKSUM_FAILS,
  decodeOrNothing,
  isSame,
  refuse,
  WRONG_CHARACTER,
  WRONG_LENGTH,
} from './address-form.ts';
import { readCheckedHash } from './base58-check.ts';
import { decodeBase58 } from './base58-text.ts';
import { crc16, crc32 } from './crc.ts';

/** Solana account: base 58 of 32 bytes. There is no checksum: only the form can be checked. */
export const solanaForm: AddressForm = (text) => {
  if (text.length < 32 || text.length > 44) return WRONG_LENGTH;
  const bytes = decodeBase58(text, 44);
  if (!bytes) return WRONG_CHARACTER;
  return bytes.length === 32 ? accept(text) : WRONG_LENGTH;
};

/** TRON account: Base58Check with version 0x41; the hexadecimal form 41… becomes that. */
export const tronForm: AddressForm = (text) => {
  if (/^41[0-9a-fA-F]{40}$/.test(text)) return accept(encodeBase58Check(decodeHex(text.toLowerCase())));
  const read = readCheckedHash(text, 1);
  if ('fault' in read) return read.fault;
  return read.version === 0x41 ? accept(text) : refuse('its version byte is not one of this network');
};

/** Monero address: network byte, two keys, an optional payment id, then four bytes of Keccak. */
export const moneroForm: AddressForm = (text) => {
  if (text.length !== 95 && text.length !== 106) return refuse('its length is wrong: it has 95 or 106 characters');
  const bytes = decodeOrNothing(() => base58xmr.decode(text));
  if (!bytes) return WRONG_CHARACTER;
  const body = bytes.subarray(0, -4);
  if (!isSame(keccak_256(body).subarray(0, 4), bytes.subarray(-4))) return CHECKSUM_FAILS;
  const expected = text.length === 95 ? [18, 42] : [19];
  return expected.includes(body[0] ?? 0) ? accept(text) : refuse('its network byte is not one of the main network');
};

const STELLAR_ACCOUNT = 6 << 3;
const STELLAR_MUXED = 12 << 3;

/** Stellar account (G…) or multiplexed account (M…), SEP-23. */
export const stellarForm: AddressForm = (text) => {
  if (!/^[GM][A-Z2-7]{55}(?:[A-Z2-7]{13})?$/.test(text)) return refuse('it is not G or M and base 32 digits');
  const bytes = decodeOrNothing(() => base32nopad.decode(text));
  if (!bytes) return WRONG_CHARACTER;
  const body = bytes.subarray(0, -2);
  if (body.length !== (body[0] === STELLAR_MUXED ? 41 : 33)) return WRONG_LENGTH;
  if (body[0] !== STELLAR_ACCOUNT && body[0] !== STELLAR_MUXED) return refuse('its version byte is no account');
  const [low = 0, high = 0] = bytes.subarray(-2);
  return crc16(body) === low + high * 256 ? accept(text) : CHECKSUM_FAILS;
};

/** Algorand account: base 32 of the key and the last four bytes of its SHA-512/256. */
export const algorandForm: AddressForm = (text) => {
  if (!/^[A-Z2-7]{58}$/.test(text)) return refuse('it is not 58 base 32 digits');
  const bytes = decodeOrNothing(() => base32nopad.decode(text));
  if (bytes?.length !== 36) return WRONG_CHARACTER;
  return isSame(sha512_256(bytes.subarray(0, 32)).subarray(-4), bytes.subarray(32)) ? accept(text) : CHECKSUM_FAILS;
};

const SS58 = new TextEncoder().encode('SS58PRE');

/** Polkadot relay chain account: SS58 with prefix 0. */
export const polkadotForm: AddressForm = (text) => {
  const bytes = decodeBase58(text, 50);
  if (!bytes) return WRONG_CHARACTER;
  if (bytes.length !== 35) return WRONG_LENGTH;
  const hash = blake2b(Uint8Array.of(...SS58, ...bytes.subarray(0, 33)), { dkLen: 64 });
  if (!isSame(hash.subarray(0, 2), bytes.subarray(33))) return CHECKSUM_FAILS;
  return bytes[0] === 0 ? accept(text) : refuse('its prefix is not the one of Polkadot');
};

function tonText(workchain: number, hash: Uint8Array): string {
  const body = Uint8Array.of(0x11, workchain & 0xff, ...hash);
  const crc = crc16(body);
  return base64urlnopad.encode(Uint8Array.of(...body, crc >> 8, crc & 0xff));
}

/** TON account, raw or user-friendly; canonical is the bounceable form for URLs (EQ…, Ef…). */
export const tonForm: AddressForm = (text) => {
  const [, workchain, hex] = /^(0|-1):([0-9a-fA-F]{64})$/.exec(text) ?? [];
  if (hex) return accept(tonText(Number(workchain), decodeHex(hex.toLowerCase())));
  if (!/^[A-Za-z0-9+/_-]{48}$/.test(text))
    return refuse('it is not 48 base 64 digits or a workchain and 64 hex digits');
  const bytes = decodeOrNothing(() => base64.decode(text.replaceAll('-', '+').replaceAll('_', '/')));
  if (bytes?.length !== 36) return WRONG_LENGTH;
  const body = bytes.subarray(0, 34);
  if (crc16(body) !== (bytes[34] ?? 0) * 256 + (bytes[35] ?? 0)) return CHECKSUM_FAILS;
  const tag = body[0] ?? 0;
  if (tag & 0x80) return refuse('it is an address of the test network');
  if (tag !== 0x11 && tag !== 0x51) return refuse('its first byte is no kind of address');
  return accept(tonText(body[1] ?? 0, body.subarray(2)));
};

/** Cardano's Byron addresses: base 58 of CBOR that holds the address and its CRC-32. */
export const byronForm: AddressForm = (text) => {
  const bytes = decodeBase58(text, 120);
  if (!bytes) return WRONG_CHARACTER;
  const isWrapped = bytes[0] === 0x82 && bytes[1] === 0xd8 && bytes[2] === 0x18 && bytes[3] === 0x58;
  const end = 5 + (bytes[4] ?? 0);
  if (!isWrapped || bytes.length !== end + 5 || bytes[end] !== 0x1a) return refuse('it is no Byron address');
  const expected = new DataView(bytes.buffer, bytes.byteOffset + end + 1).getUint32(0);
  return crc32(bytes.subarray(5, end)) === expected ? accept(text) : CHECKSUM_FAILS;
};

/** Sui and Aptos accounts: 0x and up to 64 hexadecimal digits, without checksum; canonical has all 64. */
export const moveForm: AddressForm = (text) => {
  // Shorter ones are legal but cannot be distinguished from other things, except for leading zeros that a writer dropped.
  if (!/^0x[0-9a-fA-F]{60,64}$/.test(text)) return refuse('it is not 0x and 64 hexadecimal digits');
  return accept(`0x${text.slice(2).toLowerCase().padStart(64, '0')}`);
};

/** NEAR account: a name under a known top-level account, or the 64 hex digits of a key. */
export const nearForm: AddressForm = (text) => {
  if (/^[0-9a-f]{64}$/.test(text)) return accept(text);
  const isName = text.length <= 64 && /^(?:[a-z0-9]+(?:[-_][a-z0-9]+)*\.)+(?:near|tg|aurora)$/.test(text);
  return isName ? accept(text) : refuse('it is neither a name ending in ".near" nor 64 lower-case hexadecimal digits');
};

/** EOS account name: up to 12 characters. */
export const eosForm: AddressForm = (text) =>
  /^(?=.{1,12}$)[a-z1-5]+(?:\.[a-z1-5]+)*$/.test(text)
    ? accept(text)
    : refuse('it is not a name of 1 to 12 characters from a to z and 1 to 5');
