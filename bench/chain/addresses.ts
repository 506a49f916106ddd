import { hash160, sha256 } from './bytes.ts';
import { mix32 } from './random.ts';

export const ADDRESS_FORMS = ['p2pkh', 'p2sh-p2wpkh', 'p2wpkh', 'p2tr', 'p2wsh'] as const;
export type AddressForm = (typeof ADDRESS_FORMS)[number];

export const P2PKH = 0;
export const P2SH = 1;
export const P2WPKH = 2;
export const P2TR = 3;
export const P2WSH = 4;

const CACHE_SLOTS = 1 << 16;
const SLOT_BYTES = 64;
/** Where a slot keeps the HASH160 of the key, needed to spend a nested output. */
const KEY_HASH_AT = 40;
/** 2-of-3: OP_2, three pushed keys, OP_3, OP_CHECKMULTISIG. */
export const MULTISIG_BYTES = 105;

/** Payload of an output script: where it starts behind the length byte, and its length, by form. */
const PAYLOAD: readonly (readonly [number, number])[] = [
  [4, 20],
  [3, 20],
  [3, 20],
  [3, 32],
  [3, 32],
];

/**
 * All addresses of the chain. Only form and owner are stored: keys are a function of seed and number, and scripts are
 * made again when needed (recent ones are kept), so that tens of millions of addresses fit.
 */
export class AddressBook {
  readonly forms: Uint8Array;
  readonly entities: Uint32Array;
  count = 0;
  readonly #seed: number;
  readonly #cache = Buffer.alloc(CACHE_SLOTS * SLOT_BYTES);
  readonly #cached = new Uint32Array(CACHE_SLOTS);
  readonly #key = Buffer.alloc(33);
  readonly #redeem = Buffer.from([0, 20, ...new Uint8Array(20)]);
  readonly #multisig = Buffer.alloc(MULTISIG_BYTES);

  constructor(capacity: number, seed: number) {
    this.forms = new Uint8Array(capacity);
    this.entities = new Uint32Array(capacity);
    this.#seed = mix32(seed ^ 0x5bd1e995);
  }

  create(entity: number, form: number): number {
    const id = this.count++;
    if (id >= this.forms.length) throw new Error('The chain has more addresses than were planned for.');
    this.forms[id] = form;
    this.entities[id] = entity;
    return id;
  }

  /** Writes the 33 byte key (`which` of three for multisig) and returns the end. */
  writeKey(id: number, which: number, target: Buffer, at: number): number {
    const start = mix32(id ^ this.#seed);
    target[at] = 2 | (start & 1);
    for (let word = 0; word < 8; word++) {
      target.writeUInt32LE(mix32(start + Math.imul(word + 1 + which * 8, 0x9e3779b1)), at + 1 + word * 4);
    }
    return at + 33;
  }

  /** Writes the 2-of-3 script of a P2WSH address and returns the end. */
  writeMultisig(id: number, target: Buffer, at: number): number {
    let end = target.writeUInt8(0x52, at);
    for (let which = 0; which < 3; which++) end = this.writeKey(id, which, target, target.writeUInt8(33, end));
    return target.writeUInt16BE(0x53ae, end);
  }

  /** Writes the output script behind its length and returns the end. */
  writeScript(id: number, target: Buffer, at: number): number {
    const slot = this.#slot(id);
    const length = 1 + (this.#cache[slot] ?? 0);
    this.#cache.copy(target, at, slot, slot + length);
    return at + length;
  }

  /** Writes the HASH160 of the key of a nested (P2SH-P2WPKH) address and returns the end. */
  writeKeyHash(id: number, target: Buffer, at: number): number {
    const slot = this.#slot(id) + KEY_HASH_AT;
    this.#cache.copy(target, at, slot, slot + 20);
    return at + 20;
  }

  /** Hash or output key that the script of an address carries. */
  payload(id: number): Buffer {
    const slot = this.#slot(id);
    const [at, length] = PAYLOAD[this.forms[id] ?? 0] ?? [0, 0];
    return Buffer.from(this.#cache.subarray(slot + at, slot + at + length));
  }

  #slot(id: number): number {
    const index = id % CACHE_SLOTS;
    if (this.#cached[index] !== id + 1) {
      this.#cached[index] = id + 1;
      this.#make(id, index * SLOT_BYTES);
    }
    return index * SLOT_BYTES;
  }

  #make(id: number, slot: number): void {
    const cache = this.#cache;
    const form = this.forms[id];
    if (form === P2WSH) {
      this.writeMultisig(id, this.#multisig, 0);
      cache.writeUInt32BE(0x22_00_20_00, slot);
      sha256(this.#multisig).copy(cache, slot + 3);
      return;
    }
    this.writeKey(id, 0, this.#key, 0);
    if (form === P2TR) {
      cache.writeUInt32BE(0x22_51_20_00, slot);
      this.#key.copy(cache, slot + 3, 1, 33);
      return;
    }
    const keyHash = hash160(this.#key);
    if (form === P2WPKH) {
      cache.writeUInt32BE(0x16_00_14_00, slot);
      keyHash.copy(cache, slot + 3);
    } else if (form === P2PKH) {
      cache.writeUInt32BE(0x19_76_a9_14, slot);
      keyHash.copy(cache, slot + 4);
      cache.writeUInt16BE(0x88ac, slot + 24);
    } else {
      keyHash.copy(this.#redeem, 2);
      cache.writeUInt32BE(0x17_a9_14_00, slot);
      hash160(this.#redeem).copy(cache, slot + 3);
      cache[slot + 23] = 0x87;
      keyHash.copy(cache, slot + KEY_HASH_AT);
    }
  }
}
