import { encodeHex } from './hex.ts';
import { payloadLength, SCRIPT_CODE, SCRIPT_TYPES, type ScriptType } from './script-type.ts';

/**
 * Who can spend an output, as compact bytes: one byte of script form, then the 20 or 32 byte payload
 * (HASH160, witness program or output key). P2PK outputs carry the HASH160 of their key and the form `p2pkh`,
 * so that both forms of one key are one owner; the output itself remembers that it was P2PK.
 * Forms without a hash of their own (bare multisig, unknown witness, nonstandard) carry SHA-256 of the script.
 */
export interface Owner {
  /** Never `op-return` or `p2pk`. */
  readonly type: ScriptType;
  readonly payload: Uint8Array;
}

/** Bytes to store: form code, then payload. Empty for unspendable outputs. */
export function encodeOwner(owner: Owner | undefined): Uint8Array {
  if (!owner) return new Uint8Array(0);
  const bytes = new Uint8Array(1 + owner.payload.length);
  bytes[0] = SCRIPT_CODE[owner.type];
  bytes.set(owner.payload, 1);
  return bytes;
}

export function decodeOwner(bytes: Uint8Array): Owner | undefined {
  const type = SCRIPT_TYPES[bytes[0] ?? 0];
  if (bytes.length === 0 || !type || type === 'op-return') return undefined;
  // A slice of a Buffer would be a view of it, and a Buffer. A loop over so few bytes is faster than a view and a copy of it.
  const payload = new Uint8Array(bytes.length - 1);
  for (let i = 0; i < payload.length; i++) payload[i] = bytes[i + 1] ?? 0;
  return { type, payload };
}

/** Whether two are the same owner, without a text or a copy. */
export function isSameOwner(a: Owner, b: Owner): boolean {
  if (a.type !== b.type || a.payload.length !== b.payload.length) return false;
  for (let i = 0; i < a.payload.length; i++) if (a.payload[i] !== b.payload[i]) return false;
  return true;
}

/** Bytes of the owner whose text is made: millions are made in a row, so they are not allocated each time. */
const scratch = [new Uint8Array(21), new Uint8Array(33)] as const;

/** Text key for maps: hex of the stored bytes. */
export function ownerId(owner: Owner): string {
  const { payload, type } = owner;
  const bytes = scratch.find(({ length }) => length === payload.length + 1);
  if (!bytes) return encodeHex(encodeOwner(owner));
  bytes[0] = SCRIPT_CODE[type];
  bytes.set(payload, 1);
  return encodeHex(bytes);
}

/**
 * The two sort-key columns of an owner. `prefix` is the first 8 payload bytes, big-endian, so that owners sort as
 * their payloads do and a prefix search is a range; `rest` is the form and the next 15 payload bytes.
 * Together they hold a 20 byte payload whole and 184 bits of a 32 byte one.
 */
export function ownerKey(owner: Owner): { readonly prefix: bigint; readonly rest: bigint } {
  const view = new DataView(new ArrayBuffer(24));
  for (let i = 0; i < Math.min(23, owner.payload.length); i++) view.setUint8(i < 8 ? i : i + 1, owner.payload[i] ?? 0);
  view.setUint8(8, SCRIPT_CODE[owner.type]);
  return { prefix: view.getBigUint64(0), rest: (view.getBigUint64(8) << 64n) | view.getBigUint64(16) };
}

/** The owner of a key pair, or undefined where the payload is longer than the key holds (32 byte forms). */
export function ownerFromKey(prefix: bigint, rest: bigint): Owner | undefined {
  const view = new DataView(new ArrayBuffer(24));
  view.setBigUint64(0, prefix);
  view.setBigUint64(8, rest >> 64n);
  view.setBigUint64(16, rest & 0xffffffffffffffffn);
  const type = SCRIPT_TYPES[view.getUint8(8)];
  if (!type || payloadLength(type) !== 20) return undefined;
  const payload = new Uint8Array(20);
  for (let i = 0; i < 20; i++) payload[i] = view.getUint8(i < 8 ? i : i + 1);
  return { type, payload };
}
