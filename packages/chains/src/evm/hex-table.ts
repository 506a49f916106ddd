import { bytesOfDigits } from './hex-bytes.ts';
import { keccak256 } from './keccak.ts';

/** Value of each digit's character code; 255 for what is no lower-case digit. */
export const HEX_VALUE = new Uint8Array(256).fill(255);
for (let digit = 0; digit < 16; digit++) HEX_VALUE[digit.toString(16).charCodeAt(0)] = digit;

const CAPACITY = 32_768;
const BUCKETS = 2 * CAPACITY;
const WORDS = 8;
const KEY_DIGITS = 40;

/**
 * Addresses and topics by their digits in the bytes of an answer, so that one met before costs neither a text nor a hash.
 * It remembers 32,768 of them and then starts afresh: an index is good until the next `find`.
 */
export class HexTable {
  readonly #words = new Uint32Array(CAPACITY * WORDS);
  readonly #digits = new Uint8Array(CAPACITY);
  readonly #bits = new Uint16Array(CAPACITY * 3);
  readonly #buckets = new Int32Array(BUCKETS).fill(-1);
  readonly #keys: string[] = [];
  readonly #wanted = new Uint32Array(WORDS);

  /** Index of the 40 or 64 digits from `at` on; -1 where they are not lower-case digits. */
  find(bytes: Uint8Array, at: number, digits: 40 | 64): number {
    const hash = this.#read(bytes, at, digits);
    if (hash < 0) return -1;
    let bucket = hash & (BUCKETS - 1);
    for (; ; bucket = (bucket + 1) & (BUCKETS - 1)) {
      const index = this.#buckets[bucket] as number;
      if (index < 0) break;
      if (this.#isWanted(index, digits)) return index;
    }
    return this.#add(bytes, at, digits, bucket, hash);
  }

  /** The last 40 digits of what was found: an address, or the one in a padded topic. */
  key(index: number): string {
    return this.#keys[index] as string;
  }

  /** Adds the bits of the Ethereum bloom filter (yellow paper, 4.3.1) to 256 bytes of one. */
  addTo(bloom: Uint8Array, index: number): void {
    for (let i = 3 * index; i < 3 * index + 3; i++) {
      const bit = this.#bits[i] as number;
      (bloom[255 - (bit >> 3)] as number) |= 1 << (bit & 7);
    }
  }

  /** Takes the digits in as words; their hash, or -1. */
  #read(bytes: Uint8Array, at: number, digits: number): number {
    let wrong = 0;
    let hash = digits;
    for (let word = 0, i = at; word < digits >> 3; word++, i += 8) {
      let value = 0;
      for (let j = i; j < i + 8; j++) {
        const digit = HEX_VALUE[bytes[j] as number] as number;
        wrong |= digit;
        value = (value << 4) | digit;
      }
      this.#wanted[word] = value;
      hash = Math.imul(hash ^ value, 0x9e3779b1);
      hash ^= hash >>> 15;
    }
    return wrong > 15 ? -1 : hash & 0x7fffffff;
  }

  #isWanted(index: number, digits: number): boolean {
    if (this.#digits[index] !== digits) return false;
    for (let word = 0; word < digits >> 3; word++) {
      if (this.#words[index * WORDS + word] !== this.#wanted[word]) return false;
    }
    return true;
  }

  #add(bytes: Uint8Array, at: number, digits: 40 | 64, free: number, hash: number): number {
    let bucket = free;
    if (this.#keys.length >= CAPACITY) {
      this.#keys.length = 0;
      this.#buckets.fill(-1);
      bucket = hash & (BUCKETS - 1);
    }
    const end = at + digits;
    // Made whole at once: texts put together or cut out cost every later reader.
    const index = this.#keys.push(String.fromCharCode(...bytes.subarray(end - KEY_DIGITS, end))) - 1;
    this.#buckets[bucket] = index;
    this.#digits[index] = digits;
    this.#words.set(this.#wanted, index * WORDS);
    const found = keccak256(bytesOfDigits(String.fromCharCode(...bytes.subarray(at, end))));
    // 11 bits of each of the first three pairs of bytes of the hash.
    for (let i = 0; i < 3; i++) {
      this.#bits[3 * index + i] = (((found[2 * i] as number) << 8) | (found[2 * i + 1] as number)) & 2047;
    }
    return index;
  }
}
