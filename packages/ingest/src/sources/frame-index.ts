import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@trailmark/core/errors';
import { type BlockFilesCensus, formatPlace, type IgnoredPart } from './block-files-census.ts';
import type { ByteFile, FileState } from './byte-file.ts';
import type { FrameCheck } from './frame-check.ts';
import { type BlockPlace, fromDisplayHash, HeaderTree, hashHeader } from './header-tree.ts';
import { type BlockFrame, type SkippedPart, scanFrames } from './scan-frames.ts';

const FRAME_BYTES = 8;

/** How the frames of files are found and which of them form the chain. */
export interface FrameIndexOptions {
  /** Network magics as 8 hex digits, any of which may frame a block. */
  readonly magics: readonly string[];
  /** For messages: "Bitcoin". */
  readonly chainName: string;
  /** Display order. */
  readonly genesisHash: string;
  /** First block wanted, display order, where the files start mid-chain. Default: the genesis, else the heaviest start. */
  readonly startHash?: string | undefined;
  /** Height of that first block. Needed when the files do not hold the genesis block. */
  readonly startHeight?: number | undefined;
  /**
   * The height that a block states. Given, files without the genesis block begin at their heaviest start, at the
   * height its first block states: a pruned node's files.
   */
  readonly readStartHeight?: ((raw: Uint8Array) => number | undefined) | undefined;
  /** Milliseconds a file must rest before its last block counts as written. Default 250. */
  readonly settleMs?: number | undefined;
  /** Distinguishes damaged blocks from complete ones. Without it every frame counts as whole. */
  readonly check?: FrameCheck | undefined;
}

interface TrackedFile {
  readonly file: ByteFile;
  state: FileState | undefined;
  scannedTo: number;
  /** By position, since a file that grows is read again from its last block. */
  readonly skipped: Map<number, SkippedPart>;
  readonly mended: Set<number>;
  tail: SkippedPart | undefined;
}

/** A block whose header was seen before. */
interface Duplicate {
  readonly hash: Buffer;
  readonly place: BlockPlace;
}

/** The blocks of a set of files by their headers: where each is, which are on the main chain, and what was left out. */
export class FrameIndex {
  readonly tree = new HeaderTree();
  readonly #tracked = new Map<string, TrackedFile>();
  readonly #listFiles: () => Promise<readonly ByteFile[]>;
  readonly #options: FrameIndexOptions;
  readonly #magics: readonly Buffer[];
  readonly #files: ByteFile[] = [];
  /** Blocks that a check refused, by place. */
  readonly #refused = new Map<string, IgnoredPart>();
  /** Damaged copies of blocks that were read from another copy, by place. */
  readonly #replaced = new Map<string, IgnoredPart>();
  /** Places of second copies. */
  readonly #copies = new Set<string>();
  /** By the hash of a missing block (display order): whether what waits for it is lower than where the files begin. */
  readonly #belowStart = new Map<string, boolean>();
  #duplicates: Duplicate[] = [];
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(listFiles: () => Promise<readonly ByteFile[]>, options: FrameIndexOptions) {
    this.#listFiles = listFiles;
    this.#options = options;
    this.#magics = options.magics.map((magic) => {
      if (!/^[0-9a-f]{8}$/i.test(magic))
        throw new AppError('invalid', `A network magic has 8 hexadecimal digits, not "${magic}".`);
      return Buffer.from(magic, 'hex');
    });
  }

  /** By the number in `BlockPlace.file`. */
  get files(): readonly ByteFile[] {
    return this.#files;
  }

  /** Takes in what has been written since the last look. Calls at the same time take turns. */
  refresh(signal?: AbortSignal): Promise<void> {
    const turn = this.#lastTurn.then(() => this.#refresh(signal));
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  census(): BlockFilesCensus {
    const tracked = [...this.#tracked.values()];
    const { tree } = this;
    const mainBlocks = tree.hasRoot ? tree.tipHeight - tree.firstHeight + 1 : 0;
    const { skipped, tails, replaced } = this.#sortSkipped(tracked);
    const holes = Map.groupBy(tree.holes(), ({ missingHash }) => this.#belowStart.get(missingHash) === true);
    return {
      files: tracked.length,
      foundBlocks: tree.count + this.#refused.size + this.#replaced.size + this.#copies.size,
      firstHeight: tree.firstHeight,
      mainBlocks,
      staleBlocks: tree.connectedCount - mainBlocks,
      detachedBlocks: tree.count - tree.connectedCount,
      copies: this.#copies.size,
      blocksBelowStart: (holes.get(true) ?? []).reduce((sum, { blocks }) => sum + blocks, 0),
      holes: (holes.get(false) ?? []).map(({ first, ...hole }) => ({ ...hole, place: this.#format(first) })),
      refused: [...this.#refused.values()],
      replaced: [...this.#replaced.values(), ...replaced],
      skipped,
      tails,
      mendedBlocks: tracked.reduce((sum, { mended }) => sum + mended.size, 0),
    };
  }

  /** Bytes that were skipped, apart from those of blocks that are complete elsewhere. */
  #sortSkipped(tracked: readonly TrackedFile[]): Pick<BlockFilesCensus, 'skipped' | 'tails' | 'replaced'> {
    const replaced: IgnoredPart[] = [];
    const sort = ({ file }: TrackedFile, parts: Iterable<SkippedPart>): IgnoredPart[] => {
      const lost: IgnoredPart[] = [];
      for (const { position, bytes, reason, blockHash } of parts) {
        const isElsewhere = blockHash !== undefined && this.tree.placeOf(blockHash) !== undefined;
        (isElsewhere ? replaced : lost).push({ file: file.name, position, bytes, reason });
      }
      return lost;
    };
    return {
      skipped: tracked.flatMap((entry) => sort(entry, entry.skipped.values())),
      tails: tracked.flatMap((entry) => sort(entry, entry.tail ? [entry.tail] : [])),
      replaced,
    };
  }

  describePlace(height: number): string | undefined {
    const place = this.tree.placeAt(height);
    return place && this.#format(place);
  }

  #format({ file, position }: BlockPlace): string {
    return formatPlace({ file: this.#files[file]?.name ?? '', position });
  }

  async #refresh(signal?: AbortSignal): Promise<void> {
    for (const file of await this.#listFiles()) {
      signal?.throwIfAborted();
      const known = this.#tracked.get(file.name);
      const tracked: TrackedFile = known ?? {
        file,
        state: undefined,
        scannedTo: 0,
        skipped: new Map(),
        mended: new Set(),
        tail: undefined,
      };
      if (!known) {
        this.#tracked.set(file.name, tracked);
        this.#files.push(file);
      }
      await this.#scan(tracked, this.#files.indexOf(tracked.file), signal);
      await this.#compareCopies(signal);
      if (!this.tree.hasRoot) this.#tryRoot();
    }
    if (!this.tree.hasRoot) await this.#chooseRoot();
    await this.#sortHoles();
  }

  async #scan(tracked: TrackedFile, file: number, signal?: AbortSignal): Promise<void> {
    const before = await tracked.file.state();
    if (isSameState(before, tracked.state)) return;
    const { state, isSettled } = await settle(tracked.file, before, this.#options.settleMs ?? 250);
    const add = (frame: BlockFrame): void => this.#add(frame, file);
    const isProven = this.#options.check && ((frame: BlockFrame) => this.#isWhole({ ...frame, file }));
    const request = { from: tracked.scannedTo, size: state.size, magics: this.#magics, isProven, signal };
    const { last, scannedTo, skipped, mended, tail } = await scanFrames(tracked.file, request, add);
    // The body of the last block may still be on its way to the disk.
    const heldBack = isSettled ? undefined : last;
    if (last && !heldBack) add(last);
    tracked.scannedTo = heldBack ? heldBack.position - FRAME_BYTES : scannedTo;
    for (const part of skipped) tracked.skipped.set(part.position, part);
    for (const position of mended) tracked.mended.add(position);
    tracked.tail = heldBack ? toTail(heldBack, tail) : tail;
    tracked.state = isSettled ? state : undefined;
  }

  #add({ header, position, size }: BlockFrame, file: number): void {
    const hash = hashHeader(header);
    const place = { file, position, size };
    const fault = this.#options.check?.headerFault(header, hash);
    if (fault !== undefined) this.#refused.set(this.#format(place), this.#ignored(place, fault));
    else if (!this.tree.add(header, place, hash)) this.#duplicates.push({ hash, place });
  }

  #ignored(place: BlockPlace, reason: string): IgnoredPart {
    return { file: this.#files[place.file]?.name ?? '', position: place.position, bytes: place.size, reason };
  }

  /** Of two copies of a block the first counts, unless it is damaged: a node that crashed may have written it again. */
  async #compareCopies(signal?: AbortSignal): Promise<void> {
    const duplicates = this.#duplicates;
    this.#duplicates = [];
    for (const { hash, place } of duplicates) {
      signal?.throwIfAborted();
      const first = this.tree.placeOf(hash);
      if (!first || (first.file === place.file && first.position === place.position)) continue;
      if (!this.#options.check || (await this.#isWhole(first))) {
        this.#copies.add(this.#format(place));
        continue;
      }
      this.tree.move(hash, place);
      this.#copies.delete(this.#format(place));
      this.#replaced.set(this.#format(first), this.#ignored(first, 'damaged or cut off'));
    }
  }

  async #isWhole(place: BlockPlace): Promise<boolean> {
    const raw = await this.#read(place);
    return raw.length === place.size && this.#options.check?.bodyFault(raw) === undefined;
  }

  async #read({ file, position, size }: BlockPlace): Promise<Uint8Array> {
    const bytes = await (this.#files[file] as ByteFile).read(position, size);
    // Not a Buffer: its slice() is a view, and decoders rely on a copy.
    return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  /** The height a block states; undefined where it states none or cannot be read. */
  async #statedHeight(place: BlockPlace): Promise<number | undefined> {
    try {
      return this.#options.readStartHeight?.(await this.#read(place));
    } catch (error) {
      if (AppError.is(error, 'invalid')) return undefined;
      throw error;
    }
  }

  /** Mid-chain, blocks below the start whose ancestors a pruning node has deleted are no fault of the files. */
  async #sortHoles(): Promise<void> {
    if (this.tree.firstHeight === 0) return;
    for (const { missingHash, first } of this.tree.holes()) {
      if (this.#belowStart.has(missingHash)) continue;
      const height = await this.#statedHeight(first);
      if (height !== undefined) this.#belowStart.set(missingHash, height < this.tree.firstHeight);
    }
  }

  #tryRoot(): void {
    const { startHash, startHeight, genesisHash } = this.#options;
    if (startHash === undefined) this.tree.setRoot(genesisHash, 0);
    else if (startHeight !== undefined) this.tree.setRoot(startHash, startHeight);
  }

  async #chooseRoot(): Promise<void> {
    const { startHash, startHeight, readStartHeight, chainName, genesisHash } = this.#options;
    if (this.tree.count === 0) throw new AppError('inconsistent', this.#emptyMessage());
    if (startHash === undefined && startHeight === undefined && readStartHeight) return this.#chooseStatedRoot();
    if (startHeight === undefined) {
      const missing = `The block files do not contain the first block of ${chainName} (${genesisHash})`;
      const hint = 'If a pruned node wrote them, add --from first, or --from with the height to begin at.';
      throw new AppError('inconsistent', `${missing}. ${hint}`);
    }
    if (startHash !== undefined) {
      throw new AppError(
        'invalid',
        `The block files do not hold the block ${startHash}, at which they are said to start.`,
      );
    }
    const root = this.tree.findHeaviestRoot();
    if (root !== undefined) this.tree.setRoot(root, startHeight);
  }

  /** The heaviest start, at the height it states; the tip must state the height that follows from it. */
  async #chooseStatedRoot(): Promise<void> {
    const { chainName } = this.#options;
    const root = this.tree.findHeaviestRoot();
    const place = root === undefined ? undefined : this.tree.placeOf(fromDisplayHash(root));
    const height = place === undefined ? undefined : await this.#statedHeight(place);
    if (root === undefined || height === undefined) {
      const message = `The first block of ${chainName} in the block files does not state its height, so that its place in the chain is not known.`;
      throw new AppError('inconsistent', message);
    }
    this.tree.setRoot(root, height);
    const tip = this.tree.placeAt(this.tree.tipHeight);
    const tipHeight = tip && (await this.#statedHeight(tip));
    if (tipHeight === this.tree.tipHeight) return;
    throw new AppError(
      'inconsistent',
      `The first block of ${chainName} in the block files states height ${height}, but the last, ${this.tree.tipHeight - height} blocks above it, states ${tipHeight ?? 'none'}.`,
    );
  }

  #emptyMessage(): string {
    const { chainName, magics } = this.#options;
    return `There are ${this.#files.length} block files, and no block of ${chainName} in them: none is framed by ${magics.join(' or ')}. Is the folder of another network?`;
  }
}

function toTail({ position, size }: BlockFrame, rest: SkippedPart | undefined): SkippedPart {
  const bytes = size + FRAME_BYTES + (rest?.bytes ?? 0);
  return { position: position - FRAME_BYTES, bytes, reason: 'still being written', blockHash: undefined };
}

/** Waits until a file rests. A node in its first download writes without pause: then its last block is left for later. */
async function settle(
  file: ByteFile,
  first: FileState,
  settleMs: number,
): Promise<{ state: FileState; isSettled: boolean }> {
  let state = first;
  for (let attempt = 0; attempt < 4; attempt++) {
    if (state.changedAt === undefined || Date.now() - state.changedAt >= settleMs) return { state, isSettled: true };
    await sleep(settleMs);
    const next = await file.state();
    if (isSameState(next, state)) return { state, isSettled: true };
    state = next;
  }
  return { state, isSettled: false };
}

function isSameState(a: FileState, b: FileState | undefined): boolean {
  return a.size === b?.size && a.changedAt === b.changedAt;
}
