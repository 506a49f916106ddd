import { open } from 'node:fs/promises';
import { work } from '@trailmark/chains/utxo/block';
import { AppError } from '@trailmark/core/errors';
import { MAX_PROOF_BYTES, parseClusterProof } from '@trailmark/evidence/cluster-proof';
import type { ClusterProofReport, ProofCheck } from '@trailmark/evidence/proof-report';
import { verifyClusterProof } from '@trailmark/evidence/verify-cluster-proof';
import { formatPlural } from '../answers/format-count.ts';

/** What a reader of a proof may know in addition to the file. */
export interface VerifyProofFlags {
  /** `height:hash` of blocks seen at an independent source. */
  readonly blocks: readonly string[];
  /** Least difficulty of every header, a whole number; undefined asks for none. */
  readonly minimumDifficulty: number | undefined;
}

/** The easiest target of Bitcoin: what difficulty counts in. */
const DIFFICULTY_1_BITS = 0x1d00ffff;

function toKnownBlock(text: string): [number, string] {
  const [, height, hash] = /^(\d{1,9}):([0-9a-f]{64})$/i.exec(text) ?? [];
  if (height !== undefined && hash !== undefined) return [Number(height), hash.toLowerCase()];
  throw new AppError('invalid', `"${text.slice(0, 100)}" names no block: write <height>:<hash of 64 digits>.`);
}

async function readText(path: string): Promise<string> {
  const file = await open(path).catch((cause: unknown) => {
    throw new AppError('not-found', `There is no file "${path}" that can be read.`, { cause });
  });
  try {
    const { size } = await file.stat();
    if (size > MAX_PROOF_BYTES)
      throw new AppError('invalid', `"${path}" is larger than a cluster proof can be (64 MiB).`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

const MARKS: Readonly<Record<ProofCheck['state'], string>> = { passed: 'ok', failed: 'FAILED', stated: 'not proven' };
const VERDICTS: Readonly<Record<ClusterProofReport['verdict'], string>> = {
  verified: 'VERIFIED: every step was recomputed from the bytes in the file.',
  partial: 'PARTIAL: nothing is wrong, but not all of it could be recomputed. Do not call it verified.',
  failed: 'FAILED: the file does not prove what it says.',
};

function formatChecks(checks: readonly ProofCheck[]): string[] {
  return checks.map(
    ({ check, state, sentence }) => `  ${`[${MARKS[state]}]`.padEnd(13)}${check.padEnd(12)}${sentence}`,
  );
}

/** A report as lines for a terminal. What the file states about itself is printed without control characters. */
export function formatProofReport(report: ClusterProofReport): string {
  const { chain, view, from, to, stepCount, checks, limits, openBlocks, verdict } = report;
  const steps = Array.from({ length: stepCount }, (_, at) => [
    `Step ${at + 1}`,
    ...formatChecks(checks.filter(({ step }) => step === at)),
  ]);
  const lines = [
    `Cluster proof on ${chain}, ${view} view, ${formatPlural(stepCount, 'step')}`,
    `  from ${from}`,
    `  to   ${to}`,
    ...formatChecks(checks.filter(({ step }) => step === undefined)),
    ...steps.flat(),
    'What this does not show',
    ...limits.map((limit) => `  - ${limit}`),
    VERDICTS[verdict],
    ...(verdict === 'verified' && openBlocks.length > 0
      ? [
          'Before you rely on it, compare the blocks named above with a node or an explorer of your own choice (--block).',
        ]
      : []),
  ];
  return lines.map((line) => line.replace(/[^\x20-\x7e]/g, '?')).join('\n');
}

/** Checks the file of a cluster proof without a database and without a network. Throws `invalid` for what is none. */
export async function verifyProofFile(path: string, flags: VerifyProofFlags): Promise<ClusterProofReport> {
  const knownBlocks = new Map(flags.blocks.map(toKnownBlock));
  const minimumWork = BigInt(flags.minimumDifficulty ?? 0) * work(DIFFICULTY_1_BITS);
  return verifyClusterProof(parseClusterProof(await readText(path)), { knownBlocks, minimumWork });
}
