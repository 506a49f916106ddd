import { open } from 'node:fs/promises';
import { AppError } from '@trailmark/core/errors';
import { MAX_BUNDLE_BYTES } from '@trailmark/evidence/bundle/bundle-format';
import type { ClaimVerdict } from '@trailmark/evidence/bundle/claim-rules';
import { type BundleReport, verifyBundle } from '@trailmark/evidence/bundle/verify-bundle';
import { readPublicKeys } from '@trailmark/evidence/case-package/read-public-keys';
import { formatCount, formatPlural } from '../answers/format-count.ts';

const MAX_KEY_BYTES = 100_000;

interface VerifyBundleWords {
  readonly file: string;
  readonly isJson: boolean;
  readonly keys: readonly string[];
  readonly blocks: readonly string[];
}

async function readFile(path: string, most: number, what: string): Promise<Uint8Array> {
  const file = await open(path).catch((cause: unknown) => {
    throw new AppError('not-found', `There is no file "${path}" that can be read.`, { cause });
  });
  try {
    const { size } = await file.stat();
    if (size > most) throw new AppError('invalid', `"${path}" is larger than ${what} can be.`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

const MARKS: Readonly<Record<ClaimVerdict, string>> = {
  verified: 'verified',
  agrees: 'agrees',
  stated: 'stated',
  'left-out': 'left out',
  failed: 'FAILED',
};
const CHECKS = { passed: 'ok', failed: 'FAILED', stated: 'not proven' } as const;
const VERDICTS: Readonly<Record<BundleReport['verdict'], string>> = {
  verified: 'VERIFIED: every claim was calculated again from bytes in the file.',
  partial:
    'NOTHING FAILS: claims marked "agrees" or "stated" are in the bundle as the report has them, and its bytes do not prove them.',
  failed: 'FAILED: do not rely on the claims and items named above.',
};

/** Texts of a file for a terminal: no character of them steers one. */
const toPlain = (text: string): string => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').slice(0, 600);

function formatReport(report: BundleReport): string {
  const { claims, checks, faults, leftOut, items, digest, software, madeAt } = report;
  const count = (verdict: ClaimVerdict): number => claims.filter((claim) => claim.verdict === verdict).length;
  const counts = (Object.keys(MARKS) as ClaimVerdict[])
    .filter((verdict) => count(verdict) > 0)
    .map((verdict) => `${formatCount(count(verdict))} ${MARKS[verdict]}`);
  return [
    `Evidence bundle of case ${report.case}, report version ${report.reportVersion}, made ${madeAt} by ${software}`,
    `  digest ${digest}`,
    ...checks.map(({ state, sentence }) => `  ${`[${CHECKS[state]}]`.padEnd(13)}${sentence}`),
    ...claims.map(
      ({ id, verdict, sentence, how }) => `  ${`[${MARKS[verdict]}]`.padEnd(13)}${id.padEnd(8)}${sentence} (${how})`,
    ),
    ...leftOut.map((path) => `  [left out]   ${path}`),
    ...faults.map(({ path, why }) => `  [FAILED]     ${path}: ${why}`),
    `${formatPlural(claims.length, 'claim')}: ${counts.join(', ')}. ${formatCount(items.sound)} of ${formatPlural(items.all, 'item')} as signed.`,
    VERDICTS[report.verdict],
  ]
    .map(toPlain)
    .join('\n');
}

/** Checks the file of a bundle and prints what was found. Returns the exit code. */
export async function runVerifyBundle({ file, isJson, keys, blocks }: VerifyBundleWords, now: Date): Promise<number> {
  const bytes = await readFile(file, MAX_BUNDLE_BYTES, 'a bundle (512 MiB)');
  const known: string[] = [];
  for (const path of keys)
    known.push(...readPublicKeys(Buffer.from(await readFile(path, MAX_KEY_BYTES, 'a file of keys')).toString('utf8')));
  const options = { now: Math.floor(now.getTime() / 1000), keys: keys.length > 0 ? known : undefined, blocks };
  try {
    const report = verifyBundle(bytes, options);
    process.stdout.write(`${isJson ? JSON.stringify(report) : formatReport(report)}\n`);
    return report.verdict === 'failed' ? 1 : 0;
  } catch (error) {
    if (!AppError.is(error, 'invalid')) throw error;
    const { item = null } = error.context;
    process.stdout.write(
      isJson
        ? `${JSON.stringify({ verdict: 'refused', item, why: error.message })}\n`
        : `REFUSED: ${toPlain(error.message)}\n`,
    );
    return 1;
  }
}
