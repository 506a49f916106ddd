import { AppError } from '@trailmark/core/errors';
import type { SourceBlock } from '../source.ts';
import type { ByteFile } from './byte-file.ts';
import type { BlockPlace } from './header-tree.ts';

/** Bytes between two blocks that are cheaper to read than to jump over. */
const READ_THROUGH = 65_536;

interface PlacedBlock {
  readonly height: number;
  readonly place: BlockPlace;
}

interface Run {
  readonly file: number;
  readonly start: number;
  end: number;
  readonly blocks: PlacedBlock[];
}

/**
 * Blocks of a list of places, in the order given, each batch read with as few large reads as their places allow.
 * The next batch is read while the caller works on one, so at most two are in memory. Blocks of one read share a buffer.
 */
export async function* readPlacedBlocks(
  files: readonly ByteFile[],
  blocks: Iterable<PlacedBlock>,
  batchBytes: number,
  signal?: AbortSignal,
): AsyncGenerator<SourceBlock[]> {
  const batches = groupByBytes(blocks, batchBytes);
  const readNext = (): Promise<SourceBlock[]> | undefined => {
    const { value } = batches.next();
    if (!value) return undefined;
    const reading = readBatch(files, value);
    // A caller that stops early never awaits this read.
    reading.catch(() => undefined);
    return reading;
  };
  for (let pending = readNext(); pending; ) {
    signal?.throwIfAborted();
    const batch = await pending;
    pending = readNext();
    yield batch;
  }
}

function* groupByBytes(blocks: Iterable<PlacedBlock>, batchBytes: number): Generator<PlacedBlock[], undefined> {
  let batch: PlacedBlock[] = [];
  let bytes = 0;
  for (const block of blocks) {
    batch.push(block);
    bytes += block.place.size;
    if (bytes >= batchBytes) {
      yield batch;
      batch = [];
      bytes = 0;
    }
  }
  if (batch.length > 0) yield batch;
  return undefined;
}

async function readBatch(files: readonly ByteFile[], batch: readonly PlacedBlock[]): Promise<SourceBlock[]> {
  const raws = new Map<number, Uint8Array>();
  for (const run of toRuns(batch)) {
    const file = files[run.file] as ByteFile;
    const bytes = await file.read(run.start, run.end - run.start);
    if (bytes.length < run.end - run.start) {
      throw new AppError('unavailable', `The block file ${file.name} has become shorter while it was read.`);
    }
    for (const { height, place } of run.blocks) {
      const at = place.position - run.start;
      // Not a Buffer: its slice() is a view, and decoders rely on a copy.
      raws.set(height, new Uint8Array(bytes.buffer, bytes.byteOffset + at, place.size));
    }
  }
  return batch.map(({ height }) => ({ height, raw: raws.get(height) as Uint8Array }));
}

/** A node stores blocks in the order they arrived, so neighbours on disk need not be neighbours in the chain. */
function toRuns(batch: readonly PlacedBlock[]): Run[] {
  const sorted = [...batch].sort((a, b) => a.place.file - b.place.file || a.place.position - b.place.position);
  const runs: Run[] = [];
  for (const block of sorted) {
    const { file, position, size } = block.place;
    const last = runs.at(-1);
    if (last && last.file === file && position - last.end <= READ_THROUGH) {
      last.blocks.push(block);
      last.end = position + size;
    } else runs.push({ file, start: position, end: position + size, blocks: [block] });
  }
  return runs;
}
