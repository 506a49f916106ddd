import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';

const FRAME_BYTES = 8;

/** Blocks of the `blk*.dat` files of a directory in file order; `files` limits how many files are read. */
export function* readBlockFiles(directory: string, files = Number.POSITIVE_INFINITY): Generator<Buffer> {
  const names = readdirSync(directory).filter((name) => /^blk\d+\.dat$/.test(name));
  for (const name of names.sort().slice(0, files)) yield* readBlockFile(join(directory, name));
}

/** Blocks of one file with network magic and length before each. Reads block by block: memory stays small. */
export function* readBlockFile(path: string): Generator<Buffer> {
  const descriptor = openSync(path, 'r');
  try {
    const size = statSync(path).size;
    const frame = Buffer.alloc(FRAME_BYTES);
    for (let at = 0; at + FRAME_BYTES <= size; ) {
      readSync(descriptor, frame, 0, FRAME_BYTES, at);
      const block = Buffer.alloc(frame.readUInt32LE(4));
      readSync(descriptor, block, 0, block.length, at + FRAME_BYTES);
      yield block;
      at += FRAME_BYTES + block.length;
    }
  } finally {
    closeSync(descriptor);
  }
}

/** Peak resident memory of a process in MiB, while it runs. */
export function peakRssMiB(pid: number | 'self' = 'self'): number {
  const line = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Math.round(Number(line?.[1] ?? 0) / 1024);
}
