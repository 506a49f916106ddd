import type { SourceReport } from '../source.ts';
import type { UndoCensus } from './undo-files.ts';

/** Bytes of a block file that were not used, and why. */
export interface IgnoredPart {
  readonly file: string;
  /** Bytes from the start of the file. */
  readonly position: number;
  readonly bytes: number;
  readonly reason: string;
}

/** What block files contain, counted. */
export interface BlockFilesCensus {
  readonly files: number;
  /** Blocks with a plausible header, wherever they belong. */
  readonly foundBlocks: number;
  /** Of the main chain. */
  readonly firstHeight: number;
  readonly mainBlocks: number;
  /** Blocks of forks that lost. */
  readonly staleBlocks: number;
  /** Blocks whose ancestors are not in the files. */
  readonly detachedBlocks: number;
  /** Second copies of blocks. */
  readonly copies: number;
  /** Detached blocks that are lower than the first of the main chain, as a pruned node leaves them. */
  readonly blocksBelowStart: number;
  /** The blocks that are missing below detached ones, display order, with the place of the first block above. */
  readonly holes: readonly { readonly missingHash: string; readonly blocks: number; readonly place: string }[];
  /** Blocks that do not pass what their own bytes prove. */
  readonly refused: readonly IgnoredPart[];
  /** Damaged copies of blocks that are complete elsewhere. */
  readonly replaced: readonly IgnoredPart[];
  /** Bytes between blocks that are neither blocks nor padding. */
  readonly skipped: readonly IgnoredPart[];
  /** Blocks cut off at the end of a file: still being written, or torn. */
  readonly tails: readonly IgnoredPart[];
  /** Blocks that were used although the magic or the length before them is damaged. */
  readonly mendedBlocks: number;
}

/** Longest list of places of one kind; the rest is counted. */
const MOST_PLACES = 20;

const formatNumber = (value: number): string => value.toLocaleString('en');

function formatBlocks(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? 'block' : 'blocks'}`;
}

/** "blk00003.dat, byte 1,234". */
export function formatPlace({ file, position }: Pick<IgnoredPart, 'file' | 'position'>): string {
  return `${file}, byte ${formatNumber(position)}`;
}

function formatParts(parts: readonly IgnoredPart[], after = ''): string[] {
  return capped(
    parts.map((part) => `${formatPlace(part)}: ${formatNumber(part.bytes)} bytes not used, ${part.reason}${after}.`),
  );
}

function capped(lines: readonly string[]): string[] {
  if (lines.length <= MOST_PLACES) return [...lines];
  return [...lines.slice(0, MOST_PLACES), `… and ${formatNumber(lines.length - MOST_PLACES)} more of this kind.`];
}

/** Returns what is wrong with undo data, and adds what was read of it. */
function describeUndo({ blocks, damaged, missing }: UndoCensus, lines: string[]): string[] {
  if (blocks > 0) lines.push(`Undo data of ${formatBlocks(blocks)} gave what their inputs spent.`);
  if (missing > 0)
    lines.push(
      `${formatBlocks(missing)} without a rev file: what their inputs spent before the first block is not known.`,
    );
  if (damaged === 0) return [];
  return [`${formatBlocks(damaged)} without undo data of a matching checksum: what their inputs spent is not known.`];
}

/**
 * The census in sentences. Complete where no block waits for a missing one and no bytes were left out that may have been a
 * block; lost forks and second copies are part of every node's files.
 */
export function describeCensus(census: BlockFilesCensus, undo?: UndoCensus): SourceReport {
  const { firstHeight, mainBlocks, foundBlocks } = census;
  const range =
    mainBlocks === 0 ? '' : ` (heights ${formatNumber(firstHeight)} to ${formatNumber(firstHeight + mainBlocks - 1)})`;
  const files = `${formatNumber(census.files)} ${census.files === 1 ? 'file' : 'files'}`;
  const lines = [
    `Block files: ${formatBlocks(foundBlocks)} found in ${files}, ${formatNumber(mainBlocks)} on the main chain${range}, ${formatNumber(foundBlocks - mainBlocks)} not used.`,
  ];
  if (census.staleBlocks > 0) lines.push(`${formatBlocks(census.staleBlocks)} of branches that lost.`);
  if (census.copies > 0) lines.push(`${formatBlocks(census.copies)} stored a second time.`);
  if (census.mendedBlocks > 0)
    lines.push(`${formatBlocks(census.mendedBlocks)} used although magic or length before them is damaged.`);
  if (census.blocksBelowStart > 0)
    lines.push(`${formatBlocks(census.blocksBelowStart)} lower than the first, left over from pruning.`);
  const holes = census.holes.map(
    ({ missingHash, blocks, place }) =>
      `${formatBlocks(blocks)} not used because block ${missingHash} below them is missing or damaged; the first is at ${place}.`,
  );
  const faults = [census.refused, census.skipped, census.tails].flatMap((parts) => formatParts(parts));
  if (undo) faults.push(...describeUndo(undo, lines));
  const isComplete = holes.length === 0 && faults.length === 0;
  lines.push(...formatParts(census.replaced, '; the block was read from another copy'), ...capped(holes), ...faults);
  if (!isComplete) lines.push('Incomplete: the files contain blocks that were not read.');
  return { lines, isComplete };
}
