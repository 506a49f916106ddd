import { type BlockHeader, checkProofOfWork, decodeHeader, work } from '@trailmark/chains/utxo/block';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { verifyMerkleBranch } from '@trailmark/chains/utxo/merkle';
import { decodeHex } from '@trailmark/core/hex';
import type { ClusterProofStep } from './cluster-proof.ts';
import type { ProofFindings } from './proof-report.ts';

/** Hashes of blocks known from elsewhere, by height. */
export type KnownBlocks = ReadonlyMap<number, string>;

/** A number of hashes, with separators. */
export function formatWork(hashes: bigint): string {
  return hashes.toLocaleString('en');
}

export interface BlockRules {
  readonly chain: UtxoChain;
  /** Hashes a header must have taken on average, at least; beyond the easiest target of the chain. */
  readonly minimumWork: bigint;
  readonly known: KnownBlocks;
}

function checkWork(header: BlockHeader, { chain, minimumWork }: BlockRules, findings: ProofFindings, at: number): void {
  if (chain.powAlgorithm !== 'sha256d') {
    const sentence = `The work of ${chain.name} headers is ${chain.powAlgorithm}, which is not recomputed here.`;
    findings.add('work', 'stated', sentence, at);
    return;
  }
  const spent = work(header.bits);
  const isEnough = spent >= minimumWork;
  const failed = isEnough
    ? `The header hashes to ${header.hash}, which does not meet the target it states, or the target is easier than ${chain.name} allows.`
    : `The header took about ${formatWork(spent)} hashes, and ${formatWork(minimumWork)} are asked for.`;
  const passed = `The header hashes to ${header.hash} and meets its target: about ${formatWork(spent)} hashes of work.`;
  findings.judge('work', isEnough && checkProofOfWork(header, chain), [passed, failed], at);
}

function checkKnown(
  header: BlockHeader,
  height: number,
  known: KnownBlocks,
  findings: ProofFindings,
  at: number,
): void {
  const hash = known.get(height);
  if (hash === undefined) return;
  findings.judge(
    'known-block',
    hash === header.hash,
    [
      `This is the block known at height ${height}.`,
      `At height ${height} the block ${hash} is known, not ${header.hash}.`,
    ],
    at,
  );
}

/** Checks that a transaction is in a block somebody worked for. Returns its header. */
export function checkBlock(
  step: ClusterProofStep,
  place: NonNullable<ClusterProofStep['place']>,
  rules: BlockRules,
  findings: ProofFindings,
  at: number,
): BlockHeader {
  const header = decodeHeader(decodeHex(place.header));
  const { txid, index } = step;
  findings.judge(
    'branch',
    verifyMerkleBranch({ txid, index, branch: place.branch, root: header.merkleRoot }),
    [
      `Transaction ${txid} is number ${index} of block ${header.hash}.`,
      `The Merkle branch does not lead from transaction ${txid} at number ${index} to the root in the header.`,
    ],
    at,
  );
  checkWork(header, rules, findings, at);
  checkKnown(header, step.height, rules.known, findings, at);
  return header;
}
