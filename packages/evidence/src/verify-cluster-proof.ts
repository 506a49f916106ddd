import { getChain } from '@trailmark/chains/catalogue';
import { type BlockHeader, decodeHeader, work } from '@trailmark/chains/utxo/block';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { decodeHex } from '@trailmark/core/hex';
import type { ClusterProof } from './cluster-proof.ts';
import { formatWork, type KnownBlocks } from './proof-block.ts';
import { type ClusterProofReport, ProofFindings } from './proof-report.ts';
import { proofRules } from './proof-rules.ts';
import { ProofTransactions } from './proof-transactions.ts';
import { verifyProofStep } from './verify-proof-step.ts';

export interface VerifyProofOptions {
  /** Hashes of blocks known from an independent source, in addition to the chain's checkpoints. */
  readonly knownBlocks?: KnownBlocks;
  /** Hashes a header must have taken on average; undefined asks for no more than the chain's easiest target. */
  readonly minimumWork?: bigint;
}

function checkPath({ from, to, steps }: ClusterProof, findings: ProofFindings): void {
  const stops = [from, ...steps.map((step) => step.to)];
  const broken = steps.findIndex((step, i) => step.from !== stops[i]);
  if (broken >= 0) {
    const sentence = `The path breaks: step ${broken + 1} begins at ${steps[broken]?.from}, not at ${stops[broken]}.`;
    findings.add('path', 'failed', sentence);
    return;
  }
  const count = steps.length === 1 ? '1 step leads' : `${steps.length} steps lead`;
  findings.judge('path', stops.at(-1) === to && from !== to, [
    `${count} from ${from} to ${to}.`,
    from === to ? `Both ends are ${from}.` : `The path ends at ${stops.at(-1)}, not at ${to}.`,
  ]);
}

function checkRules(stated: string, present: string, findings: ProofFindings): void {
  const isSame = stated === present;
  const sentence = isSame
    ? `Written and checked with the same rules (${present}).`
    : `This file was written with the rules ${stated}; this program has ${present} and checked with them.`;
  findings.add('rules', isSame ? 'passed' : 'stated', sentence);
}

function checkBytes(transactions: ProofTransactions, findings: ProofFindings): void {
  for (const fault of transactions.faults) findings.add('raw', 'failed', fault);
  for (const txid of transactions.unused)
    findings.add('raw', 'failed', `This file holds transaction ${txid}, which no step needs.`);
}

type OpenBlocks = ClusterProofReport['openBlocks'];

function listHeaders({ steps }: ClusterProof): (BlockHeader & { readonly height: number })[] {
  return steps.flatMap(({ place, height }) => (place ? [{ ...decodeHeader(decodeHex(place.header)), height }] : []));
}

const SHOWN_BLOCKS = 20;

function listLimits({ view }: ClusterProof, chain: UtxoChain, works: readonly bigint[], open: OpenBlocks): string[] {
  const places = open.slice(0, SHOWN_BLOCKS).map(({ height, hash }) => `height ${height}: ${hash}`);
  const more = open.length > SHOWN_BLOCKS ? `; and ${open.length - SHOWN_BLOCKS} more` : '';
  const [least] = works.toSorted((a, b) => (a < b ? -1 : 1));
  return [
    ...(open.length === 0
      ? []
      : [
          `A header shows that work was spent, not that its block is on the chain with the most work, nor its height. Compare with an independent source: ${places.join('; ')}${more}.`,
        ]),
    ...(chain.powAlgorithm === 'sha256d' && least !== undefined
      ? [`The easiest header took about ${formatWork(least)} hashes: whoever spends as much can make another one.`]
      : []),
    'Signatures are not executed. That every input was signed follows from the block being valid, which full nodes check.',
    view === 'conservative'
      ? 'That inputs of one transaction have one owner is an inference of the rule, not a fact of the ledger.'
      : 'The expanded view is for finding leads. Its change links are inferences that can be wrong; they are no evidence.',
    'Heights, the as-of and the software named in the file are stated, not proven.',
  ];
}

/**
 * Checks a proof from its own bytes: no database, no network, no clock. Failures are findings of the report, not thrown:
 * only a file that `parseClusterProof` takes gets here.
 */
export function verifyClusterProof(proof: ClusterProof, options: VerifyProofOptions = {}): ClusterProofReport {
  const chain = getChain(proof.chain);
  const known = new Map([
    ...chain.checkpoints.map(({ height, hash }) => [height, hash] as const),
    [0, chain.genesisHash] as const,
    ...(options.knownBlocks ?? []),
  ]);
  const findings = new ProofFindings();
  const transactions = new ProofTransactions(chain, proof.transactions);
  const { cluster, version } = proofRules(proof.chain);
  const block = { chain, minimumWork: options.minimumWork ?? 0n, known };
  checkPath(proof, findings);
  checkRules(proof.rules, version, findings);
  for (const [at, step] of proof.steps.entries())
    verifyProofStep(step, proof.view, { block, cluster, transactions }, findings, at);
  checkBytes(transactions, findings);
  const headers = listHeaders(proof);
  const unknown = headers.filter(({ height }) => !known.has(height));
  const openBlocks = [...new Map(unknown.map(({ hash, height }) => [hash, { height, hash }])).values()];
  const works = headers.map(({ bits }) => work(bits));
  const { chain: id, view, from, to, steps } = proof;
  return {
    verdict: findings.verdict,
    chain: id,
    view,
    from,
    to,
    stepCount: steps.length,
    checks: findings.checks,
    openBlocks,
    limits: listLimits(proof, chain, works, openBlocks),
  };
}
