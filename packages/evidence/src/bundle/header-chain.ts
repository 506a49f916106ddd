import {
  type BlockHeader,
  checkProofOfWork,
  compactToTarget,
  decodeHeader,
  HEADER_BYTES,
} from '@trailmark/chains/utxo/block';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { refuseItem } from './bundle-format.ts';
import type { ItemFault } from './open-bundle.ts';

const PERIOD = 2_016;
const PERIOD_SECONDS = 14n * 86_400n;

/** Consecutive headers of a bundle, from a height on. */
export interface HeaderRun {
  readonly path: string;
  readonly from: number;
  readonly headers: readonly BlockHeader[];
  /** The highest block in the run that is built into this program; undefined where the run has none. */
  readonly checkpoint: number | undefined;
}

export interface HeaderChain {
  readonly runs: readonly HeaderRun[];
  readonly faults: readonly ItemFault[];
  /** False: the work of this chain's headers is not double SHA-256 and was not recomputed. */
  readonly isWorkChecked: boolean;
  at(height: number): BlockHeader | undefined;
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

function readRun(path: string, from: number, bytes: Uint8Array, chain: UtxoChain): HeaderRun | ItemFault {
  if (bytes.length === 0 || bytes.length % HEADER_BYTES !== 0) refuseItem(path, 'headers are 80 bytes each.');
  const headers: BlockHeader[] = [];
  for (let at = 0; at < bytes.length; at += HEADER_BYTES)
    headers.push(decodeHeader(bytes.subarray(at, at + HEADER_BYTES)));
  for (let i = 0; i < headers.length; i++) {
    const why = findFault(headers, i, from, chain);
    if (why !== undefined) return { path, why };
  }
  let checkpoint: number | undefined;
  for (const { height, hash } of [{ height: 0, hash: chain.genesisHash }, ...chain.checkpoints]) {
    const own = headers[height - from];
    if (own && own.hash !== hash)
      return { path, why: `block ${height} is not the block that is built into this program, ${hash}.` };
    if (own) checkpoint = height;
  }
  return { path, from, headers, checkpoint };
}

/** Reads and checks the headers of a chain: that they link, carry the work they state, and agree with the blocks that are built in. */
export function readHeaderChain(files: ReadonlyMap<string, Uint8Array>, chain: UtxoChain): HeaderChain {
  const pattern = new RegExp(`^ledger/${chain.id}/headers-(0|[1-9]\\d{0,8})\\.bin$`);
  const runs: HeaderRun[] = [];
  const faults: ItemFault[] = [];
  for (const [path, bytes] of files) {
    const from = pattern.exec(path)?.[1];
    if (from === undefined) continue;
    const read = readRun(path, Number(from), bytes, chain);
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
  };
}
