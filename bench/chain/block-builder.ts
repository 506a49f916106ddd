import { type AddressBook, MULTISIG_BYTES, P2PKH, P2SH, P2TR, P2WSH } from './addresses.ts';
import { merkleRoot, sha256d, writeAmount, writeCompact } from './bytes.ts';
import type { CoinTable } from './coins.ts';
import type { Random } from './random.ts';

const BLOCK_BYTES = 5 << 20;
const MAX_TRANSACTIONS = 1 << 14;
const SEQUENCE = 0xfffffffd;
const REGTEST_BITS = 0x207fffff;
const FIRST_TIME = 1_600_000_000;
const SECONDS_PER_BLOCK = 600;

export const GENESIS = Buffer.from(
  '0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27ac72c3e67768f617fc81bc388' +
    '8a51323a9fb8aa4b1e5e4adae5494dffff7f200200000001010000000100000000000000000000000000000000000000000000000000000000' +
    '00000000ffffffff4d04ffff001d0104455468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e' +
    '6b206f66207365636f6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a6' +
    '7130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000',
  'hex',
);

export interface OutputList {
  readonly addresses: number[];
  readonly values: number[];
  /** Adds an OP_RETURN output with 32 bytes. */
  hasData: boolean;
}

/** BIP 34: the height as the smallest script number. */
function heightScript(height: number): Buffer {
  if (height < 17) return Buffer.of(0x50 + height);
  const bytes: number[] = [];
  for (let rest = height; rest > 0; rest = Math.floor(rest / 256)) bytes.push(rest % 256);
  if ((bytes.at(-1) ?? 0) > 127) bytes.push(0);
  return Buffer.of(bytes.length, ...bytes);
}

/** Serializes the transactions of one block at a time. Signatures have the right size and are random bytes. */
export class BlockBuilder {
  height = 0;
  previous: Buffer = sha256d(GENESIS.subarray(0, 80));
  strippedBytes = 0;
  totalBytes = 0;
  transactions = 0;
  readonly #addresses: AddressBook;
  readonly #coins: CoinTable;
  readonly #txids: Buffer;
  readonly #random: Random;
  readonly #body = Buffer.alloc(BLOCK_BYTES);
  readonly #stripped = Buffer.alloc(1 << 20);
  readonly #txidNodes = Buffer.alloc((MAX_TRANSACTIONS + 2) * 32);
  readonly #wtxidNodes = Buffer.alloc((MAX_TRANSACTIONS + 2) * 32);

  constructor(addresses: AddressBook, coins: CoinTable, txids: Buffer, random: Random) {
    this.#addresses = addresses;
    this.#coins = coins;
    this.#txids = txids;
    this.#random = random;
  }

  begin(height: number): void {
    this.height = height;
    this.strippedBytes = 0;
    this.totalBytes = 0;
    this.transactions = 1;
  }

  get weight(): number {
    return this.strippedBytes * 3 + this.totalBytes;
  }

  /** Adds a transaction and stores its txid at its number. */
  add(transaction: number, inputs: readonly number[], outputs: OutputList): void {
    const stripped = this.#stripped;
    const end = this.#writeStripped(inputs, outputs);
    const txid = sha256d(stripped.subarray(0, end));
    let wtxid = txid;
    const start = this.totalBytes;
    if (inputs.some((slot) => this.#form(slot) !== P2PKH)) {
      const body = this.#body;
      stripped.copy(body, start, 0, 4);
      let at = body.writeUInt16BE(1, start + 4);
      stripped.copy(body, at, 4, end - 4);
      at += end - 8;
      for (const slot of inputs) at = this.#writeWitness(slot, at);
      at = body.writeUInt32LE(0, at);
      wtxid = sha256d(body.subarray(start, at));
      this.totalBytes = at;
    } else {
      stripped.copy(this.#body, start, 0, end);
      this.totalBytes = start + end;
    }
    this.strippedBytes += end;
    txid.copy(this.#txids, transaction * 32);
    txid.copy(this.#txidNodes, this.transactions * 32);
    wtxid.copy(this.#wtxidNodes, this.transactions * 32);
    this.transactions++;
  }

  /** Completes the block with its coinbase, which is first, and finds the proof of work. */
  finish(coinbase: number, address: number, value: number): Buffer {
    const { full, stripped } = this.#coinbase(address, value);
    const txid = sha256d(stripped);
    txid.copy(this.#txids, coinbase * 32);
    txid.copy(this.#txidNodes, 0);
    const header = Buffer.alloc(80);
    header.writeUInt32LE(0x20000000, 0);
    this.previous.copy(header, 4);
    merkleRoot(this.#txidNodes, this.transactions).copy(header, 36);
    header.writeUInt32LE(FIRST_TIME + this.height * SECONDS_PER_BLOCK, 68);
    header.writeUInt32LE(REGTEST_BITS, 72);
    this.previous = this.#work(header);
    const count = Buffer.alloc(5);
    const countEnd = writeCompact(count, 0, this.transactions);
    return Buffer.concat([header, count.subarray(0, countEnd), full, this.#body.subarray(0, this.totalBytes)]);
  }

  #form(slot: number): number {
    return this.#addresses.forms[this.#coins.address[slot] ?? 0] ?? 0;
  }

  #writeStripped(inputs: readonly number[], outputs: OutputList): number {
    const target = this.#stripped;
    let at = target.writeUInt32LE(2, 0);
    at = writeCompact(target, at, inputs.length);
    for (const slot of inputs) at = this.#writeInput(slot, at);
    const count = outputs.addresses.length;
    at = writeCompact(target, at, count + (outputs.hasData ? 1 : 0));
    for (let i = 0; i < count; i++) {
      at = writeAmount(target, at, outputs.values[i] ?? 0);
      at = this.#addresses.writeScript(outputs.addresses[i] ?? 0, target, at);
    }
    if (outputs.hasData) {
      at = writeAmount(target, at, 0);
      target.writeUIntBE(0x22_6a_20, at, 3);
      at = this.#random.fill(target, at + 3, 32);
    }
    return target.writeUInt32LE(0, at);
  }

  #writeInput(slot: number, start: number): number {
    const target = this.#stripped;
    const source = (this.#coins.transaction[slot] ?? 0) * 32;
    this.#txids.copy(target, start, source, source + 32);
    let at = target.writeUInt32LE(this.#coins.vout[slot] ?? 0, start + 32);
    const address = this.#coins.address[slot] ?? 0;
    const form = this.#addresses.forms[address];
    if (form === P2PKH) {
      at = this.#writeSignature(target, target.writeUInt8(106, at));
      at = this.#addresses.writeKey(address, 0, target, target.writeUInt8(33, at));
    } else if (form === P2SH) {
      at = this.#addresses.writeKeyHash(address, target, target.writeUInt32BE(0x17_16_00_14, at));
    } else {
      at = target.writeUInt8(0, at);
    }
    return target.writeUInt32LE(SEQUENCE, at);
  }

  #writeWitness(slot: number, start: number): number {
    const body = this.#body;
    const address = this.#coins.address[slot] ?? 0;
    const form = this.#addresses.forms[address];
    if (form === P2PKH) return body.writeUInt8(0, start);
    if (form === P2TR) return this.#random.fill(body, body.writeUInt16BE(0x01_40, start), 64);
    if (form === P2WSH) {
      let at = body.writeUInt16BE(0x04_00, start);
      at = this.#writeSignature(body, at);
      at = this.#writeSignature(body, at);
      return this.#addresses.writeMultisig(address, body, body.writeUInt8(MULTISIG_BYTES, at));
    }
    const at = this.#writeSignature(body, body.writeUInt8(2, start));
    return this.#addresses.writeKey(address, 0, body, body.writeUInt8(33, at));
  }

  /** A DER signature of 71 bytes behind its length: two numbers of 32 bytes and the sighash byte. */
  #writeSignature(target: Buffer, start: number): number {
    let at = target.writeUIntBE(0x47_30_44_02_20, start, 5);
    at = this.#random.fill(target, at, 32);
    target.writeUInt16BE(0x02_20, at);
    this.#random.fill(target, at + 2, 32);
    for (const first of [start + 5, at + 2]) target[first] = ((target[first] ?? 0) & 0x7f) | 1;
    return target.writeUInt8(1, at + 34);
  }

  #coinbase(address: number, value: number): { full: Buffer; stripped: Buffer } {
    this.#wtxidNodes.fill(0, 0, 32);
    const reserved = Buffer.alloc(32);
    const witnessRoot = merkleRoot(this.#wtxidNodes, this.transactions);
    const script = Buffer.concat([heightScript(this.height), Buffer.from('\x09trailmark')]);
    const target = this.#stripped;
    target.fill(0, 0, 41);
    target.writeUInt32LE(2, 0);
    target[4] = 1;
    let at = target.writeUInt32LE(0xffffffff, 37);
    at = target.writeUInt8(script.length, at);
    at += script.copy(target, at);
    at = target.writeUInt8(2, target.writeUInt32LE(0xffffffff, at));
    at = this.#addresses.writeScript(address, target, writeAmount(target, at, value));
    at = writeAmount(target, at, 0);
    at += Buffer.from('266a24aa21a9ed', 'hex').copy(target, at);
    at += sha256d(Buffer.concat([witnessRoot, reserved])).copy(target, at);
    at = target.writeUInt32LE(0, at);
    const stripped = Buffer.from(target.subarray(0, at));
    const witness = Buffer.concat([Buffer.of(1, 32), reserved]);
    const parts = [stripped.subarray(0, 4), Buffer.of(0, 1), stripped.subarray(4, at - 4), witness, Buffer.alloc(4)];
    return { stripped, full: Buffer.concat(parts) };
  }

  /** Tries nonces until the hash is below the regtest target (every second one is). */
  #work(header: Buffer): Buffer {
    for (let nonce = 0; ; nonce++) {
      header.writeUInt32LE(nonce, 76);
      const hash = sha256d(header);
      if ((hash[31] ?? 255) < 0x7f) return hash;
    }
  }
}
