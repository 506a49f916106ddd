import type { AccountLog } from '@trailmark/core/account-block';
import { encodeHex } from '@trailmark/core/hex';
import { bytesOfDigits } from './hex-bytes.ts';
import { keccak256 } from './keccak.ts';

const BLOOM_BYTES = 256;
/** Contracts and event signatures come again in every block; above this many texts the memory starts afresh. */
const MAX_REMEMBERED = 50_000;

/**
 * The 2,048 bit filter over addresses and topics of logs that headers and receipts state (yellow paper, 4.3.1): logs
 * that were left out or made up do not fit it.
 */
export class LogBloom {
  readonly #bytes = new Uint8Array(BLOOM_BYTES);
  readonly #bits: Map<string, number>;

  /** `bits` remembers the bits of texts across blooms of one block. */
  constructor(bits: Map<string, number> = new Map()) {
    this.#bits = bits;
  }

  addLog(log: Pick<AccountLog, 'address' | 'topics'>): void {
    this.#add(log.address);
    for (const topic of log.topics) this.#add(topic);
  }

  addBloom(other: LogBloom): void {
    for (let i = 0; i < BLOOM_BYTES; i++) (this.#bytes[i] as number) |= other.#bytes[i] as number;
  }

  /** 512 lower-case digits. */
  toHex(): string {
    return encodeHex(this.#bytes);
  }

  #add(digits: string): void {
    let bits = this.#bits.get(digits);
    if (bits === undefined) {
      bits = computeBits(digits);
      if (this.#bits.size >= MAX_REMEMBERED) this.#bits.clear();
      this.#bits.set(digits, bits);
    }
    this.#set(bits % 2048);
    this.#set(Math.floor(bits / 2048) % 2048);
    this.#set(Math.floor(bits / 2048 / 2048));
  }

  #set(bit: number): void {
    const index = BLOOM_BYTES - 1 - (bit >> 3);
    (this.#bytes[index] as number) |= 1 << (bit & 7);
  }
}

/** Three numbers of 11 bits, from the first three pairs of bytes of the hash, in one number. */
function computeBits(digits: string): number {
  const hash = keccak256(bytesOfDigits(digits));
  const pair = (at: number): number => (((hash[at] as number) << 8) | (hash[at + 1] as number)) & 2047;
  return pair(0) + 2048 * pair(2) + 2048 * 2048 * pair(4);
}
