import { bytesOfDigits } from './hex-bytes.ts';
import { keccak256 } from './keccak.ts';

const BLOOM_BYTES = 256;
/** Contracts and event signatures come again in every block; above this many texts the memory starts afresh. */
const MAX_REMEMBERED = 32_768;

/** The three bits of each address and topic met, so that one that comes again is not hashed again. */
export class BloomBits {
  readonly #slots = new Map<string, number>();
  readonly #bits = new Uint16Array(3 * MAX_REMEMBERED);

  /** Positions of the bits of a text; `digits` are lower-case and begin at `start`. */
  slot(text: string, start: number): number {
    const known = this.#slots.get(text);
    if (known !== undefined) return known;
    if (this.#slots.size >= MAX_REMEMBERED) this.#slots.clear();
    const slot = 3 * this.#slots.size;
    // 11 bits of each of the first three pairs of bytes of the hash.
    const hash = keccak256(bytesOfDigits(start === 0 ? text : text.slice(start)));
    for (let i = 0; i < 3; i++) {
      this.#bits[slot + i] = (((hash[2 * i] as number) << 8) | (hash[2 * i + 1] as number)) & 2047;
    }
    this.#slots.set(text, slot);
    return slot;
  }

  at(index: number): number {
    return this.#bits[index] as number;
  }
}

/**
 * The 2,048 bit filter over addresses and topics of logs that headers and receipts state (yellow paper, 4.3.1): logs
 * that were left out or made up do not fit it.
 */
export class LogBloom {
  readonly #bits: BloomBits;
  /** 256. */
  readonly bytes = new Uint8Array(BLOOM_BYTES);

  constructor(bits: BloomBits = new BloomBits()) {
    this.#bits = bits;
  }

  /** An address or topic: checked lower-case digits from `start` on. */
  add(text: string, start = 0): void {
    const slot = this.#bits.slot(text, start);
    for (let i = slot; i < slot + 3; i++) {
      const bit = this.#bits.at(i);
      (this.bytes[BLOOM_BYTES - 1 - (bit >> 3)] as number) |= 1 << (bit & 7);
    }
  }

  addBloom(other: LogBloom): void {
    for (let i = 0; i < BLOOM_BYTES; i++) (this.bytes[i] as number) |= other.bytes[i] as number;
  }

  /** Whether 512 lower-case digits state this filter, or one within it. */
  contains(digits: string): boolean {
    const stated = bytesOfDigits(digits);
    return stated.length === BLOOM_BYTES && stated.every((byte, i) => (byte & ~(this.bytes[i] as number)) === 0);
  }

  /** Whether 512 lower-case digits state this filter. */
  matches(digits: string): boolean {
    const stated = bytesOfDigits(digits);
    return stated.length === BLOOM_BYTES && this.bytes.every((byte, i) => byte === stated[i]);
  }
}
