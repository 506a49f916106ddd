import { hash } from 'node:crypto';
import { digestShort } from './sha256.ts';

const SHORT_BYTES = 119;

export function sha256(bytes: Buffer): Buffer {
  if (bytes.length > SHORT_BYTES) return hash('sha256', bytes, 'buffer');
  const digest = Buffer.allocUnsafe(32);
  digestShort(bytes, 0, bytes.length, digest, 0);
  return digest;
}

export function sha256d(bytes: Buffer): Buffer {
  const digest = sha256(bytes);
  digestShort(digest, 0, 32, digest, 0);
  return digest;
}
export const hash160 = (bytes: Buffer): Buffer => hash('ripemd160', sha256(bytes), 'buffer');

/** Writes a compact size and returns the end. */
export function writeCompact(target: Buffer, at: number, value: number): number {
  if (value < 253) return target.writeUInt8(value, at);
  if (value < 0x10000) {
    target[at] = 253;
    return target.writeUInt16LE(value, at + 1);
  }
  target[at] = 254;
  return target.writeUInt32LE(value, at + 1);
}

/** Writes an amount below 2^53 as 8 bytes and returns the end. */
export function writeAmount(target: Buffer, at: number, value: number): number {
  target.writeUInt32LE(value % 4294967296, at);
  return target.writeUInt32LE(Math.floor(value / 4294967296), at + 4);
}

/** Merkle root over `count` 32 byte hashes; overwrites `nodes`, which needs room for one more. */
export function merkleRoot(nodes: Buffer, count: number): Buffer {
  let width = count;
  while (width > 1) {
    if (width % 2 === 1) nodes.copy(nodes, width * 32, (width - 1) * 32, width * 32);
    width = Math.ceil(width / 2);
    for (let i = 0; i < width; i++) {
      digestShort(nodes, i * 64, 64, nodes, i * 32);
      digestShort(nodes, i * 32, 32, nodes, i * 32);
    }
  }
  return Buffer.from(nodes.subarray(0, 32));
}
