import { open } from 'node:fs/promises';
import { AppError } from '@trailmark/core/errors';
import { isJsonDeeper } from '@trailmark/core/json-depth';
import {
  isCasePackage,
  listHidden,
  type PackageReport,
  verifyCasePackage,
} from '@trailmark/evidence/case-package/verify-case-package';
import { formatCount } from '../answers/format-count.ts';

const MAX_BYTES = 256 * 2 ** 20;
const MAX_DEPTH = 60;

export interface PackageVerdict extends PackageReport {
  readonly hidden: ReturnType<typeof listHidden>;
}

async function readPackageText(path: string): Promise<string> {
  const file = await open(path).catch((cause: unknown) => {
    throw new AppError('not-found', `There is no file "${path}" that can be read.`, { cause });
  });
  try {
    const { size } = await file.stat();
    if (size > MAX_BYTES) throw new AppError('invalid', `"${path}" is larger than a package can be (256 MiB).`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

function parsePackage(text: string): unknown {
  try {
    return isJsonDeeper(text, MAX_DEPTH) ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Reads and checks a package. Throws `invalid` for a file that is none, `not-found` for no file. */
export async function verifyPackageFile(path: string, now: Date): Promise<PackageVerdict> {
  const value = parsePackage(await readPackageText(path));
  if (!isCasePackage(value)) throw new AppError('invalid', `"${path}" is not a package of a case of version 1.`);
  return { ...verifyCasePackage(value, now.toISOString().slice(0, 10)), hidden: listHidden(value.leaves) };
}

const MARKS = { passed: 'ok', failed: 'FAILED', stated: 'not proven' } as const;
/** Texts of a file for a terminal: no character of them steers one. */
const toPlain = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').slice(0, 600);

/** One line a check, then what was left out. */
export function formatPackageReport({ checks, hidden, isSound }: PackageVerdict): string {
  return [
    ...checks.map(({ state, sentence }) => `${MARKS[state]}: ${toPlain(sentence)}`),
    ...hidden.map(({ what, count }) => `left out: ${toPlain(what)} (${formatCount(count)})`),
    isSound ? 'Nothing failed.' : 'The package is not what was signed, or has ended.',
  ].join('\n');
}
