import type { ByteFile } from './byte-file.ts';

const FRAME_BYTES = 8;
const HEADER_BYTES = 80;
const LARGEST_BLOCK = 2 ** 28;
const SMALL_WINDOW = 4096;
const LARGE_WINDOW = 2 ** 18;
const SEARCH_WINDOW = 2 ** 20;
/** The first block of the oldest chain; nothing is older. */
const FIRST_BLOCK_TIME = 1_231_006_505;

/** One block in a file: magic and length have been read, `position` is that of the block's first byte. */
export interface BlockFrame {
  readonly position: number;
  /** Bytes of the block, without the eight of the frame. */
  readonly size: number;
  /** The first 80 bytes, a view into a larger buffer. */
  readonly header: Buffer;
}

export interface ScanResult {
  /** The last block of the file, not yet given to `onFrame`: its body may still be on its way to the disk. */
  readonly last: BlockFrame | undefined;
  /** Where the next scan goes on: behind the last whole block. */
  readonly scannedTo: number;
  /** Bytes between blocks that are neither blocks nor zero padding. */
  readonly skippedBytes: number;
  /** Bytes behind the last whole block that are not zero padding: a block still being written, or a torn one. */
  readonly tailBytes: number;
}

/** Reads a file front to back in windows: small ones when blocks are large and most bytes are jumped over. */
class Window {
  readonly #file: ByteFile;
  #bytes: Buffer = Buffer.alloc(0);
  #start = 0;
  constructor(file: ByteFile) {
    this.#file = file;
  }
  /** The bytes at a position, at least `length` of them unless the file ends. */
  async at(position: number, length: number, window: number): Promise<Buffer> {
    const offset = position - this.#start;
    if (offset < 0 || offset + length > this.#bytes.length) {
      this.#bytes = await this.#file.read(position, Math.max(length, window));
      this.#start = position;
      return this.#bytes;
    }
    return this.#bytes.subarray(offset);
  }
}

interface ScanRequest {
  readonly from: number;
  /** Bytes of the file; what is written behind them meanwhile waits for the next scan. */
  readonly size: number;
  readonly magics: readonly Buffer[];
  readonly signal?: AbortSignal | undefined;
}

/**
 * Walks the `magic, length, block` frames of a block file from a position, reading headers only.
 * Where no frame stands it looks for the next magic; zero padding is passed over in silence. A block torn by a crash
 * and overwritten by others is recognised by the frames inside it. `onFrame` sees every block but the last, in file order.
 */
export async function scanFrames(
  file: ByteFile,
  request: ScanRequest,
  onFrame: (frame: BlockFrame) => void,
): Promise<ScanResult> {
  const window = new Window(file);
  let position = request.from;
  let skippedBytes = 0;
  let last: BlockFrame | undefined;
  for (;;) {
    request.signal?.throwIfAborted();
    const frame = await readFrame(window, position, request, last?.size ?? 0);
    if (frame) {
      if (last) onFrame(last);
      last = frame;
      position = frame.position + frame.size;
      continue;
    }
    const torn = last && (await findFrameInside(file, window, last, request));
    if (last && torn) {
      skippedBytes += torn.position - last.position;
      last = undefined;
      position = torn.position - FRAME_BYTES;
      continue;
    }
    const gap = await findMagic(file, { ...request, from: position });
    if (gap.next === undefined) return { last, scannedTo: position, skippedBytes, tailBytes: gap.bytes };
    skippedBytes += gap.bytes;
    position = gap.next;
  }
}

/** The first frame that begins inside a block, where what follows the block is neither padding nor a frame. */
async function findFrameInside(
  file: ByteFile,
  window: Window,
  block: BlockFrame,
  request: ScanRequest,
): Promise<BlockFrame | undefined> {
  const end = block.position + block.size;
  const next = await window.at(end, 4, SMALL_WINDOW);
  if (findData(next.subarray(0, 4), end, file.xorKey) === undefined) return undefined;
  for (let from = block.position; ; ) {
    const { next: at } = await findMagic(file, { ...request, from, size: Math.min(end + 3, request.size) });
    if (at === undefined) return undefined;
    const frame = await readFrame(window, at, request, block.size);
    if (frame) return frame;
    from = at;
  }
}

async function readFrame(
  window: Window,
  position: number,
  { magics, size }: ScanRequest,
  previousSize: number,
): Promise<BlockFrame | undefined> {
  const span = previousSize > SMALL_WINDOW * 4 ? SMALL_WINDOW : LARGE_WINDOW;
  const bytes = await window.at(position, FRAME_BYTES + HEADER_BYTES, span);
  if (bytes.length < FRAME_BYTES + HEADER_BYTES) return undefined;
  if (!magics.some((magic) => bytes.compare(magic, 0, 4, 0, 4) === 0)) return undefined;
  const blockSize = bytes.readUInt32LE(4);
  const isWhole = position + FRAME_BYTES + blockSize <= size;
  if (blockSize <= HEADER_BYTES || blockSize > LARGEST_BLOCK || !isWhole) return undefined;
  const header = bytes.subarray(FRAME_BYTES, FRAME_BYTES + HEADER_BYTES);
  return isPlausibleHeader(header) ? { position: position + FRAME_BYTES, size: blockSize, header } : undefined;
}

/** Tells a header from chance bytes behind a magic, and from a frame whose body is not written yet. */
function isPlausibleHeader(header: Buffer): boolean {
  const bits = header.readUInt32LE(72);
  const exponent = bits >>> 24;
  const mantissa = bits & 0xffffff;
  return (
    header.readUInt32LE(68) >= FIRST_BLOCK_TIME &&
    exponent > 0 &&
    exponent <= 0x20 &&
    mantissa > 0 &&
    mantissa < 0x800000
  );
}

/** The next magic behind a position, and how many bytes before it are not leading zero padding. */
async function findMagic(
  file: ByteFile,
  { from, size, magics, signal }: ScanRequest,
): Promise<{ next: number | undefined; bytes: number }> {
  let firstData: number | undefined;
  for (let start = from; start < size; start += SEARCH_WINDOW) {
    signal?.throwIfAborted();
    // Three bytes more than a step, so that a magic across two windows is seen.
    const bytes = await file.read(start, Math.min(SEARCH_WINDOW, size - start) + 3);
    firstData ??= findData(bytes, start, file.xorKey);
    const hits = magics.map((magic) => bytes.indexOf(magic, start === from ? 1 : 0)).filter((at) => at >= 0);
    if (hits.length > 0) {
      const next = start + Math.min(...hits);
      return { next, bytes: firstData === undefined ? 0 : Math.max(0, next - firstData) };
    }
  }
  return { next: undefined, bytes: firstData === undefined ? 0 : size - firstData };
}

/** Padding is zero on disk, so under a mask it reads as the mask. */
function findData(bytes: Buffer, start: number, key: Uint8Array | undefined): number | undefined {
  for (let i = 0; i < bytes.length; i++) {
    if (bytes[i] !== (key ? key[(start + i) % 8] : 0)) return start + i;
  }
  return undefined;
}
