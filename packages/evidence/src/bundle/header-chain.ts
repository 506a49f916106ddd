import {
  type BlockHeader,
  checkProofOfWork,
  compactToTarget,
  decodeHeader,
  HEADER_BYTES,
  work,
} from '@trailmark/chains/utxo/block';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { refuseItem } from './bundle-format.ts';
import type { ItemFault } from './open-bundle.ts';

/**
 * Hashes that nobody makes up for one case: about what a block of early 2024 took, when a block paid its miner some 250,000 dollars. A
 * block with as much work in its own header and those built on it is taken as one of its chain.
 */
export const ANCHOR_WORK = 2n ** 78n;

const PERIOD = 2_016;
const PERIOD_SECONDS = 14n * 86_400n;

/** Consecutive headers of a bundle, from a height on. */
export interface HeaderRun {
  readonly path: string;
  readonly from: number;
  readonly headers: readonly BlockHeader[];
  /** The highest block in the run that is built into this program or given to it; undefined where the run has none. */
  readonly known: number | undefined;
  /** The highest block that is known, is before a known one, or has `ANCHOR_WORK` on it; undefined where there is none. */
  readonly anchored: number | undefined;
}

export interface HeaderChain {
  readonly runs: readonly HeaderRun[];
  readonly faults: readonly ItemFault[];
  /** False: the work of this chain's headers is not double SHA-256 and was not recomputed. */
  readonly isWorkChecked: boolean;
  at(height: number): BlockHeader | undefined;
  /** Whether the header at a height is that of its chain, as far as this program can know without another source. */
  isAnchored(height: number): boolean;
  /** The same by the hash of a header. */
  hasAnchored(hash: string): boolean;
}

function toCompact(target: bigint): number {
  let size = Math.ceil(target.toString(16).length / 2);
  let mantissa = Number(size <= 3 ? target << BigInt(8 * (3 - size)) : target >> BigInt(8 * (size - 3)));
  if (mantissa & 0x800000) {
    mantissa >>= 8;
    size++;
  }
  return ((size << 24) | mantissa) >>> 0;
}

/** The target that is due after a period of 2,016 blocks of Bitcoin. */
export function nextBits(
  first: Pick<BlockHeader, 'time'>,
  last: Pick<BlockHeader, 'time' | 'bits'>,
  limit: bigint,
): number {
  const taken = BigInt(last.time - first.time);
  const least = PERIOD_SECONDS / 4n;
  const span = taken < least ? least : taken > PERIOD_SECONDS * 4n ? PERIOD_SECONDS * 4n : taken;
  const target = ((compactToTarget(last.bits) ?? 0n) * span) / PERIOD_SECONDS;
  return toCompact(target > limit ? limit : target);
}

/** What is wrong with a header after the one before it; undefined where nothing is. */
function findFault(run: readonly BlockHeader[], i: number, from: number, chain: UtxoChain): string | undefined {
  const [header, before] = [run[i], run[i - 1]];
  if (!header) return undefined;
  const height = from + i;
  if (before && header.prevHash !== before.hash) return `block ${height} does not follow the block before it.`;
  if (chain.powAlgorithm === 'sha256d' && !checkProofOfWork(header, chain))
    return `the header of block ${height} does not meet its target.`;
  if (chain.id !== 'btc' || !before) return undefined;
  if (height % PERIOD !== 0)
    return header.bits === before.bits ? undefined : `block ${height} has another target than its period.`;
  const first = run[i - PERIOD];
  if (!first) return undefined;
  const due = nextBits(first, before, compactToTarget(chain.powLimitBits) ?? 0n);
  return header.bits === due ? undefined : `block ${height} has another target than is due after 2,016 blocks.`;
}

/** The highest block with so much work in its header and those after it; undefined where there is none. */
function findWorked(from: number, headers: readonly BlockHeader[], { powAlgorithm }: UtxoChain): number | undefined {
  if (powAlgorithm !== 'sha256d') return undefined;
  let spent = 0n;
  for (let i = headers.length - 1; i >= 0; i--) {
    spent += work(headers[i]?.bits ?? 0);
    if (spent >= ANCHOR_WORK) return from + i;
  }
  return undefined;
}

const highest = (heights: readonly (number | undefined)[]): number | undefined =>
  heights.reduce(
    (top, height) => (top === undefined || (height !== undefined && height > top) ? height : top),
    undefined,
  );

function readRun(
  path: string,
  from: number,
  bytes: Uint8Array,
  chain: UtxoChain,
  given: readonly string[],
): HeaderRun | ItemFault {
  if (bytes.length === 0 || bytes.length % HEADER_BYTES !== 0) refuseItem(path, 'headers are 80 bytes each.');
  const headers: BlockHeader[] = [];
  for (let at = 0; at < bytes.length; at += HEADER_BYTES)
    headers.push(decodeHeader(bytes.subarray(at, at + HEADER_BYTES)));
  for (let i = 0; i < headers.length; i++) {
    const why = findFault(headers, i, from, chain);
    if (why !== undefined) return { path, why };
  }
  const last = headers.findLastIndex((header) => given.includes(header.hash));
  let known = last < 0 ? undefined : from + last;
  for (const { height, hash } of [{ height: 0, hash: chain.genesisHash }, ...chain.checkpoints]) {
    const own = headers[height - from];
    if (own && own.hash !== hash)
      return { path, why: `block ${height} is not the block that is built into this program, ${hash}.` };
    if (own) known = highest([known, height]);
  }
  return { path, from, headers, known, anchored: highest([known, findWorked(from, headers, chain)]) };
}

/**
 * Reads and checks the headers of a chain: that they link, carry the work they state, and agree with the blocks that are built in.
 * `given` are hashes of blocks that are known from elsewhere.
 */
export function readHeaderChain(
  files: ReadonlyMap<string, Uint8Array>,
  chain: UtxoChain,
  given: readonly string[] = [],
): HeaderChain {
  const pattern = new RegExp(`^ledger/${chain.id}/headers-(0|[1-9]\\d{0,8})\\.bin$`);
  const runs: HeaderRun[] = [];
  const faults: ItemFault[] = [];
  for (const [path, bytes] of files) {
    const from = pattern.exec(path)?.[1];
    if (from === undefined) continue;
    const read = readRun(path, Number(from), bytes, chain, given);
    if ('why' in read) faults.push(read);
    else runs.push(read);
  }
  return {
    ...{ runs, faults, isWorkChecked: chain.powAlgorithm === 'sha256d' },
    at: (height) => {
      for (const { from, headers } of runs)
        if (height >= from && height < from + headers.length) return headers[height - from];
      return undefined;
    },
    isAnchored: (height) =>
      runs.some(({ from, anchored }) => anchored !== undefined && from <= height && height <= anchored),
    hasAnchored: (hash) =>
      runs.some(
        ({ from, headers, anchored }) =>
          anchored !== undefined && headers.slice(0, anchored - from + 1).some((header) => header.hash === hash),
      ),
  };
}
