import { existsSync } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import type { BlockSource } from '../source.ts';
import { type BlockFilesCensus, describeCensus } from './block-files-census.ts';
import { type ByteFile, openDiskFile, readXorKey } from './byte-file.ts';
import { FrameIndex, type FrameIndexOptions } from './frame-index.ts';
import type { HeaderTree } from './header-tree.ts';
import { readPlacedBlocks } from './read-placed-blocks.ts';
import { UndoFiles } from './undo-files.ts';

export interface BlockFilesOptions extends FrameIndexOptions {
  /** A folder of `blk*.dat`, a node's data folder that has one in `blocks/`, or one file of that format. */
  readonly directory: string;
  /** Undo data may end with that of an extension block. */
  readonly mweb?: boolean | undefined;
}

export interface BlockFilesSource extends BlockSource {
  /** As of the last look at the files. */
  census(): BlockFilesCensus;
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
  const openUndo = async (name: string): Promise<ByteFile | undefined> =>
    existsSync(join(directory, name)) ? openDiskFile(join(directory, name), xorKey) : undefined;
  const undo = new UndoFiles(openUndo, { magics: options.magics, mweb: options.mweb ?? false });
  return openFrameFiles(listFiles, { ...options, undo, description: `block files ${options.directory}` });
}

/** The same over any files, such as bytes in memory. `listFiles` is called again on every `head()`. */
export async function openFrameFiles(
  listFiles: () => Promise<readonly ByteFile[]>,
  options: FrameIndexOptions & { readonly description: string; readonly undo?: UndoFiles | undefined },
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
    firstHeight: () => tree.firstHeight,
    async spentOutputs({ height, parentHash, transactions }) {
      const place = tree.placeAt(height);
      const blockFile = place && index.files[place.file]?.name;
      return blockFile === undefined ? undefined : options.undo?.read({ blockFile, parentHash, transactions });
    },
    describePlace: (height) => index.describePlace(height),
    census: () => index.census(),
    report: () => describeCensus(index.census(), options.undo?.census()),
    close: async () => undefined,
  };
}

/** Every place is found before the first read: a fork found meanwhile must not mix two branches. */
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
