import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@trailmark/core/errors';
import type { BlockSource } from '../source.ts';
import { type ByteFile, type FileState, openDiskFile, readXorKey } from './byte-file.ts';
import { HeaderTree } from './header-tree.ts';
import { readPlacedBlocks } from './read-placed-blocks.ts';
import { type BlockFrame, scanFrames } from './scan-frames.ts';

export interface BlockFilesOptions {
  /** A folder of `blk*.dat`, a node's data folder that has one in `blocks/`, or one file of that format. */
  readonly directory: string;
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
  /** Milliseconds a file must rest before its last block counts as written. Default 250. */
  readonly settleMs?: number | undefined;
}

/** What the files hold beside the main chain. */
export interface BlockFilesReport {
  readonly files: number;
  readonly mainBlocks: number;
  /** Blocks of forks that lost. */
  readonly staleBlocks: number;
  /** Blocks whose ancestors are not in the files. */
  readonly detachedBlocks: number;
  /** Bytes that are neither block nor padding, jumped over. */
  readonly skippedBytes: number;
  /** Bytes of blocks cut short at the end of a file: still being written, or torn. */
  readonly tailBytes: number;
}

export interface BlockFilesSource extends BlockSource {
  /** As of the last look at the files. */
  report(): BlockFilesReport;
}

interface TrackedFile {
  readonly file: ByteFile;
  state: FileState | undefined;
  scannedTo: number;
  skippedBytes: number;
  tailBytes: number;
}

/**
 * Blocks from the files a Bitcoin-family node writes, also while it runs: blocks out of order, stale forks, XOR masks,
 * padding and torn blocks are what such files contain. Headers are indexed first, then the branch with most work is served.
 * Throws `invalid` for a path, key or start that does not fit, `inconsistent` when no block is of this chain.
 */
export async function openBlockFiles(options: BlockFilesOptions): Promise<BlockFilesSource> {
  const { directory, singleFile } = await findBlockFolder(options.directory);
  const xorKey = await readXorKey(directory);
  const listFiles = async (): Promise<ByteFile[]> =>
    (singleFile ? [singleFile] : await listBlockFiles(directory)).map((name) =>
      openDiskFile(join(directory, name), xorKey),
    );
  return openFrameFiles(listFiles, { ...options, description: `block files ${options.directory}` });
}

/** The same over any files, such as bytes in memory. `listFiles` is asked again on every `head()`. */
export async function openFrameFiles(
  listFiles: () => Promise<readonly ByteFile[]>,
  options: Omit<BlockFilesOptions, 'directory'> & { readonly description: string },
): Promise<BlockFilesSource> {
  const index = new FrameIndex(listFiles, options);
  await index.refresh();
  const { tree } = index;
  return {
    description: options.description,
    async head(signal) {
      await index.refresh(signal);
      return { height: tree.tipHeight, hash: tree.hashAt(tree.tipHeight) as string };
    },
    hashAt: async (height) => tree.hashAt(height),
    blocks: ({ from, to, batchBytes, signal }) =>
      readPlacedBlocks(index.files, placeRange(tree, from, to), batchBytes, signal),
    report: () => index.report(),
    close: async () => undefined,
  };
}

/** Every place is looked up before the first read: a fork found meanwhile must not mix two branches. */
function placeRange(tree: HeaderTree, from: number, to: number) {
  if (from < tree.firstHeight || to > tree.tipHeight) {
    const held = `${tree.firstHeight} to ${tree.tipHeight}`;
    throw new AppError('unavailable', `The block files hold heights ${held}, not ${from} to ${to}.`);
  }
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => {
    const place = tree.placeAt(from + i);
    if (!place) throw new AppError('internal', `The block index has no place for height ${from + i}.`);
    return { height: from + i, place };
  });
}

class FrameIndex {
  readonly tree = new HeaderTree();
  readonly #tracked = new Map<string, TrackedFile>();
  readonly #listFiles: () => Promise<readonly ByteFile[]>;
  readonly #options: Omit<BlockFilesOptions, 'directory'>;
  readonly #magics: readonly Buffer[];
  #files: ByteFile[] = [];
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(listFiles: () => Promise<readonly ByteFile[]>, options: Omit<BlockFilesOptions, 'directory'>) {
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

  report(): BlockFilesReport {
    const tracked = [...this.#tracked.values()];
    const mainBlocks = this.tree.tipHeight - this.tree.firstHeight + 1;
    return {
      files: tracked.length,
      mainBlocks,
      staleBlocks: this.tree.connectedCount - mainBlocks,
      detachedBlocks: this.tree.count - this.tree.connectedCount,
      skippedBytes: tracked.reduce((sum, file) => sum + file.skippedBytes, 0),
      tailBytes: tracked.reduce((sum, file) => sum + file.tailBytes, 0),
    };
  }

  async #refresh(signal?: AbortSignal): Promise<void> {
    for (const file of await this.#listFiles()) {
      signal?.throwIfAborted();
      const known = this.#tracked.get(file.name);
      const tracked = known ?? { file, state: undefined, scannedTo: 0, skippedBytes: 0, tailBytes: 0 };
      if (!known) {
        this.#tracked.set(file.name, tracked);
        this.#files.push(file);
      }
      await this.#scan(tracked, this.#files.indexOf(tracked.file), signal);
      if (!this.tree.hasRoot) this.#tryRoot();
    }
    if (!this.tree.hasRoot) this.#chooseRoot();
  }

  async #scan(tracked: TrackedFile, file: number, signal?: AbortSignal): Promise<void> {
    const before = await tracked.file.state();
    if (isSameState(before, tracked.state)) return;
    const { state, isSettled } = await settle(tracked.file, before, this.#options.settleMs ?? 250);
    const add = ({ header, position, size }: BlockFrame): void => this.tree.add(header, { file, position, size });
    const request = { from: tracked.scannedTo, size: state.size, magics: this.#magics, signal };
    const { last, ...result } = await scanFrames(tracked.file, request, add);
    // The body of the last block may still be on its way to the disk.
    const heldBack = isSettled ? undefined : last;
    if (last && !heldBack) add(last);
    tracked.scannedTo = heldBack ? heldBack.position - 8 : result.scannedTo;
    tracked.skippedBytes += result.skippedBytes;
    tracked.tailBytes = result.tailBytes + (heldBack ? heldBack.size + 8 : 0);
    tracked.state = isSettled ? state : undefined;
  }

  #tryRoot(): void {
    const { startHash, startHeight, genesisHash } = this.#options;
    if (startHash === undefined) this.tree.setRoot(genesisHash, 0);
    else if (startHeight !== undefined) this.tree.setRoot(startHash, startHeight);
  }

  #chooseRoot(): void {
    const { startHash, startHeight, chainName, genesisHash } = this.#options;
    if (this.tree.count === 0) throw new AppError('inconsistent', this.#emptyMessage());
    if (startHeight === undefined) {
      const missing = `The block files do not hold the first block of ${chainName} (${genesisHash})`;
      throw new AppError('inconsistent', `${missing}. If they start later, name the height at which they start.`);
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

  #emptyMessage(): string {
    const { chainName, magics } = this.#options;
    return `There are ${this.#files.length} block files, and no block of ${chainName} in them: none is framed by ${magics.join(' or ')}. Is the folder of another network?`;
  }
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

async function findBlockFolder(path: string): Promise<{ directory: string; singleFile: string | undefined }> {
  const found = await stat(path).catch((cause: unknown) => {
    throw new AppError('invalid', `There are no block files at ${path}: it does not exist or cannot be read.`, {
      cause,
    });
  });
  if (!found.isDirectory())
    return { directory: dirname(path), singleFile: path.slice(dirname(path).length).replace(/^[/\\]/, '') };
  if ((await listBlockFiles(path)).length > 0) return { directory: path, singleFile: undefined };
  const inner = join(path, 'blocks');
  if ((await listBlockFiles(inner)).length > 0) return { directory: inner, singleFile: undefined };
  throw new AppError('invalid', `The folder ${path} holds no block files (blk00000.dat and so on).`);
}

async function listBlockFiles(directory: string): Promise<string[]> {
  const names = await readdir(directory).catch(() => []);
  // By number: past blk99999 the names no longer sort as text.
  return names
    .filter((name) => /^blk\d+\.dat$/.test(name))
    .sort((a, b) => Number(a.slice(3, -4)) - Number(b.slice(3, -4)));
}
