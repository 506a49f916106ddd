import { open } from 'node:fs/promises';
import { AppError } from '@trailmark/core/errors';
import { isJsonDeeper } from '@trailmark/core/json-depth';
import type { KeyTrust } from '@trailmark/evidence/case-package/key-trust';
import { readPublicKeys } from '@trailmark/evidence/case-package/read-public-keys';
import {
  isCasePackage,
  listHidden,
  type PackageReport,
  verifyCasePackage,
} from '@trailmark/evidence/case-package/verify-case-package';
import { formatCount } from '../answers/format-count.ts';

const MAX_BYTES = 256 * 2 ** 20;
const MAX_KEY_BYTES = 100_000;
const MAX_DEPTH = 60;

export interface PackageVerdict extends PackageReport {
  readonly hidden: ReturnType<typeof listHidden>;
}

async function readTextFile(path: string, { maxBytes, what }: { maxBytes: number; what: string }): Promise<string> {
  const file = await open(path).catch((cause: unknown) => {
    throw new AppError('not-found', `There is no file "${path}" that can be read.`, { cause });
  });
  try {
    const { size } = await file.stat();
    if (size > maxBytes) throw new AppError('invalid', `"${path}" is larger than ${what} can be.`);
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

/** Whether a key is in a file of keys; without a file nothing is known of it. */
async function findTrust(keys: string | undefined, publicKey: string): Promise<KeyTrust> {
  if (keys === undefined) return { state: 'unknown' };
  const text = await readTextFile(keys, { maxBytes: MAX_KEY_BYTES, what: 'a file of keys' });
  return { state: 'listed', isListed: readPublicKeys(text).includes(publicKey) };
}

/**
 * Reads and checks a package, and whether a key of the file of keys signed it. Throws `invalid` for a file that is none,
 * `not-found` for no file.
 */
export async function verifyPackageFile(path: string, now: Date, keys?: string): Promise<PackageVerdict> {
  const value = parsePackage(await readTextFile(path, { maxBytes: MAX_BYTES, what: 'a package (256 MiB)' }));
  if (!isCasePackage(value)) throw new AppError('invalid', `"${path}" is not a package of a case of version 1.`);
  const trust = await findTrust(keys, value.statement.signature.publicKey);
  return { ...verifyCasePackage(value, now.toISOString().slice(0, 10), trust), hidden: listHidden(value.leaves) };
}

const MARKS = { passed: 'ok', failed: 'FAILED', stated: 'not proven' } as const;
/** Texts of a file for a terminal: no character of them steers one. */
const toPlain = (text: string) => text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ').slice(0, 600);

/** One line a check, then what was left out. */
export function formatPackageReport({ checks, hidden, isSound }: PackageVerdict): string {
  return [
    ...checks.map(({ state, sentence }) => `${MARKS[state]}: ${toPlain(sentence)}`),
    ...hidden.map(({ what, count }) => `left out: ${toPlain(what)} (${formatCount(count)})`),
    isSound ? 'Nothing failed.' : 'The package is not what was signed, is signed by another key, or has ended.',
  ].join('\n');
}
