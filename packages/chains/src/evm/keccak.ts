import { AppError } from '@trailmark/core/errors';
import { instantiateKernel } from '../utxo/kernel-module.ts';

interface KeccakExports {
  readonly memory: WebAssembly.Memory;
  readonly keccakRoom: (length: number) => number;
  readonly keccak: (length: number) => number;
}

const HASH_BYTES = 32;
/** Initial size: receipts longer than this are rare. */
const FIRST_ROOM = 1 << 16;

let kernel: KeccakExports | undefined;
let memory = new Uint8Array(0);
let room = 0;
let start = 0;

function makeRoom(length: number): KeccakExports {
  kernel ??= instantiateKernel() as unknown as KeccakExports;
  const bytes = Math.max(length, FIRST_ROOM);
  start = kernel.keccakRoom(bytes);
  if (start === 0) throw new AppError('unavailable', `There is no memory to hash ${length} bytes.`);
  room = bytes;
  memory = new Uint8Array(kernel.memory.buffer);
  return kernel;
}

/** Keccak-256 as Ethereum uses it (not SHA3-256, which pads differently): 32 bytes. */
export function keccak256(bytes: Uint8Array): Uint8Array {
  const { keccak } = kernel === undefined || bytes.length > room ? makeRoom(bytes.length) : kernel;
  memory.set(bytes, start);
  const at = keccak(bytes.length);
  return memory.slice(at, at + HASH_BYTES);
}
