import type { ByteFile } from './byte-file.ts';
import { hashHeader } from './header-tree.ts';

const FRAME_BYTES = 8;
/** A block ends with the lock time of its last transaction, which is zero as a rule. */
const LOCK_TIME_BYTES = 4;
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

/** Bytes of a file that are neither a block nor padding, and what they are, in words. */
export interface SkippedPart {
  readonly position: number;
  readonly bytes: number;
  readonly reason: string;
  /** Internal order; of the block that these bytes begin like, where they begin like one. */
  readonly blockHash: Buffer | undefined;
}

export interface ScanResult {
  /** The last block of the file, not yet given to `onFrame`: its body may still be on its way to the disk. */
  readonly last: BlockFrame | undefined;
  /** Where the next scan continues: behind the last whole block. */
  readonly scannedTo: number;
  /** What is between blocks and is neither a block nor zero padding. */
  readonly skipped: readonly SkippedPart[];
  /** Positions of blocks that were taken although the magic or the length before them is damaged. */
  readonly mended: readonly number[];
  /** What follows the last whole block and is not zero padding: a block still being written, or a torn one. */
  readonly tail: SkippedPart | undefined;
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
  /**
   * Whether the bytes of a frame are the block of their header. Checked only where the magic or the length before a block is
   * damaged; without it such a block is skipped.
   */
  readonly isProven?: ((frame: BlockFrame) => Promise<boolean>) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The next magic, and the bytes before it (or before the end) that are not leading zero padding. */
interface Gap {
  readonly next: number | undefined;
  readonly bytes: number;
}

/**
 * Walks the `magic, length, block` frames of a block file from a position, reading headers only.
 * Where there is no frame it looks for the next magic; zero padding is passed over in silence. A block torn by a crash
 * and overwritten by others is recognised by the frames inside it. A block of which only magic or length is damaged is
 * taken where `isProven` finds it whole. `onFrame` sees every block but the last, in file order.
 */
export function scanFrames(
  file: ByteFile,
  request: ScanRequest,
  onFrame: (frame: BlockFrame) => void,
): Promise<ScanResult> {
  return new FrameScan(file, request, onFrame).run();
}

class FrameScan {
  readonly #file: ByteFile;
  readonly #request: ScanRequest;
  readonly #onFrame: (frame: BlockFrame) => void;
  readonly #window: Window;
  readonly #skipped: SkippedPart[] = [];
  readonly #mended: number[] = [];
  #position: number;
  #last: BlockFrame | undefined;

  constructor(file: ByteFile, request: ScanRequest, onFrame: (frame: BlockFrame) => void) {
    this.#file = file;
    this.#request = request;
    this.#onFrame = onFrame;
    this.#window = new Window(file);
    this.#position = request.from;
  }

  async run(): Promise<ScanResult> {
    for (;;) {
      this.#request.signal?.throwIfAborted();
      const frame = await readFrame(this.#window, this.#position, this.#request, this.#last?.size ?? 0);
      if (frame) {
        this.#take(frame);
        continue;
      }
      if (await this.#cutLast()) continue;
      const gap = await findMagic(this.#file, { ...this.#request, from: this.#position });
      if (await this.#mend(gap)) continue;
      if (gap.next === undefined) return this.#end(gap);
      await this.#skip(gap.next - gap.bytes, gap.bytes, 'no block is framed here');
      this.#position = gap.next;
    }
  }

  async #end({ bytes }: Gap): Promise<ScanResult> {
    const reason = 'cut off by the end of the file: still being written, or damaged';
    const tail = bytes === 0 ? undefined : await this.#toPart(this.#request.size - bytes, bytes, reason);
    return { last: this.#last, scannedTo: this.#position, skipped: this.#skipped, mended: this.#mended, tail };
  }

  #take(frame: BlockFrame): void {
    if (this.#last) this.#onFrame(this.#last);
    this.#last = frame;
    this.#position = frame.position + frame.size;
  }

  async #skip(position: number, bytes: number, reason: string): Promise<void> {
    if (bytes > 0) this.#skipped.push(await this.#toPart(position, bytes, reason));
  }

  async #toPart(position: number, bytes: number, reason: string): Promise<SkippedPart> {
    const length = FRAME_BYTES + HEADER_BYTES;
    const header = (await this.#window.at(position, length, SMALL_WINDOW)).subarray(FRAME_BYTES, length);
    const isHeader = header.length === HEADER_BYTES && isPlausibleHeader(header);
    return { position, bytes, reason, blockHash: isHeader ? hashHeader(header) : undefined };
  }

  async #hasZerosBehind({ position, size }: BlockFrame): Promise<boolean> {
    const next = await this.#window.at(position + size, 4, SMALL_WINDOW);
    return findData(next.subarray(0, 4), position + size, this.#file.xorKey) === undefined;
  }

  /** Where other blocks are inside the last one, it ends at the first of them: whole if only its length is wrong, else torn. */
  async #cutLast({ evenBeforeZeros = false } = {}): Promise<boolean> {
    const last = this.#last;
    if (!last || (!evenBeforeZeros && (await this.#hasZerosBehind(last)))) return false;
    const inner = await findFrameInside(this.#file, this.#window, last, this.#request);
    if (!inner) return false;
    this.#position = inner.position - FRAME_BYTES;
    this.#last = await this.#prove(last.position, this.#position);
    const from = last.position - FRAME_BYTES;
    if (!this.#last) await this.#skip(from, this.#position - from, 'a block that others overwrote');
    return true;
  }

  /** Takes what fills a gap as a block, or as the rest of the block before it, where its bytes prove to be one. */
  async #mend({ next, bytes }: Gap): Promise<boolean> {
    if (!this.#request.isProven) return false;
    const end = next ?? this.#request.size;
    if (bytes === 0) return this.#mendBeforeZeros(end);
    return (await this.#mendOwn(end - bytes, end)) || (await this.#resize(end)) || this.#lengthen(end);
  }

  /** Behind a block of the right length zeros are padding; else they may be its end, or it may reach over others into them. */
  async #mendBeforeZeros(end: number): Promise<boolean> {
    const zeros = Math.min(LOCK_TIME_BYTES, end - this.#position);
    if (!this.#last || (zeros === 0 && !(await this.#endsInZeros(this.#last)))) return false;
    if (await this.#request.isProven?.(this.#last)) return false;
    for (let more = 1; more <= zeros; more++) if (await this.#resize(this.#position + more)) return true;
    return (await this.#shorten(this.#last)) || this.#cutLast({ evenBeforeZeros: true });
  }

  /** A block with a damaged magic, or a damaged length, from the first byte of its frame. */
  async #mendOwn(start: number, end: number): Promise<boolean> {
    const frame = (await this.#window.at(start, FRAME_BYTES, SMALL_WINDOW)).subarray(0, FRAME_BYTES);
    if (frame.length < FRAME_BYTES || !this.#request.magics.some((magic) => resembles(frame, magic))) return false;
    const statedEnd = start + FRAME_BYTES + frame.readUInt32LE(4);
    const whole =
      (statedEnd < end ? await this.#prove(start + FRAME_BYTES, statedEnd) : undefined) ??
      (await this.#prove(start + FRAME_BYTES, end));
    if (whole) this.#take(whole);
    return whole !== undefined;
  }

  async #resize(end: number): Promise<boolean> {
    const resized = this.#last && (await this.#prove(this.#last.position, end));
    if (!resized) return false;
    this.#last = resized;
    this.#position = end;
    return true;
  }

  /** Whether a block that fills the file ends with more zeros than its lock time can be. */
  async #endsInZeros({ position, size }: BlockFrame): Promise<boolean> {
    const start = position + size - LOCK_TIME_BYTES - 1;
    const bytes = (await this.#window.at(start, LOCK_TIME_BYTES + 1, SMALL_WINDOW)).subarray(0, LOCK_TIME_BYTES + 1);
    return findData(bytes, start, this.#file.xorKey) === undefined;
  }

  /** A block whose length reaches into the zeros after it ends with its last data, or with the lock time after that. */
  async #shorten({ position, size }: BlockFrame): Promise<boolean> {
    const bytes = (await this.#window.at(position, size, size)).subarray(0, size);
    const dataEnd = position + findDataEnd(bytes, position, this.#file.xorKey);
    const latest = Math.min(dataEnd + LOCK_TIME_BYTES, position + size - 1);
    return this.#resizeWithin(dataEnd, latest);
  }

  /** A block whose length ends before it, with padding after it, ends with its last data, or with the lock time after that. */
  async #lengthen(limit: number): Promise<boolean> {
    if (!this.#last || limit - this.#last.position > LARGEST_BLOCK) return false;
    const bytes = await this.#file.read(this.#position, limit - this.#position);
    const dataEnd = this.#position + findDataEnd(bytes, this.#position, this.#file.xorKey);
    return this.#resizeWithin(dataEnd, Math.min(dataEnd + LOCK_TIME_BYTES, limit - 1));
  }

  async #resizeWithin(first: number, last: number): Promise<boolean> {
    for (let end = first; end <= last; end++) if (await this.#resize(end)) return true;
    return false;
  }

  async #prove(from: number, to: number): Promise<BlockFrame | undefined> {
    const size = to - from;
    if (size <= HEADER_BYTES || size > LARGEST_BLOCK) return undefined;
    const header = (await this.#window.at(from, HEADER_BYTES, SMALL_WINDOW)).subarray(0, HEADER_BYTES);
    if (header.length < HEADER_BYTES || !isPlausibleHeader(header)) return undefined;
    const frame: BlockFrame = { position: from, size, header };
    if (!(await this.#request.isProven?.(frame))) return undefined;
    this.#mended.push(from);
    return frame;
  }
}

/** A magic with one damaged byte at most: blocks of another network are framed by another magic, and are not taken for ours. */
function resembles(frame: Buffer, magic: Buffer): boolean {
  return magic.reduce((same, byte, i) => same + (byte === frame[i] ? 1 : 0), 0) >= magic.length - 1;
}

/** The first frame that begins inside a block. */
async function findFrameInside(
  file: ByteFile,
  window: Window,
  block: BlockFrame,
  request: ScanRequest,
): Promise<BlockFrame | undefined> {
  const end = block.position + block.size;
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

/** Distinguishes a header from chance bytes behind a magic, and from a frame whose body is not written yet. */
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
async function findMagic(file: ByteFile, { from, size, magics, signal }: ScanRequest): Promise<Gap> {
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

/** How many of the bytes there are up to the last that is not padding. */
function findDataEnd(bytes: Buffer, start: number, key: Uint8Array | undefined): number {
  let end = bytes.length;
  while (end > 0 && bytes[end - 1] === (key ? key[(start + end - 1) % 8] : 0)) end--;
  return end;
}
