import { openAsBlob } from 'node:fs';
import { AppError } from '@trailmark/core/errors';
import { isJsonDeeper } from '@trailmark/core/json-depth';
import { isTar } from '@trailmark/core/read-tar';
import { type CameWith, checkFiles } from '@trailmark/evidence/case-package/check-files';
import type { KeyTrust } from '@trailmark/evidence/case-package/key-trust';
import { readPublicKeys } from '@trailmark/evidence/case-package/read-public-keys';
import {
  isCasePackage,
  listHidden,
  type PackageReport,
  verifyCasePackage,
} from '@trailmark/evidence/case-package/verify-case-package';
import { formatCount } from '../answers/format-count.ts';
import { readArchive } from './package-archive.ts';

const MAX_BYTES = 256 * 2 ** 20;
const MAX_KEY_BYTES = 100_000;
const MAX_DEPTH = 60;

export interface PackageVerdict extends PackageReport {
  readonly hidden: ReturnType<typeof listHidden>;
}

/** Bytes of a file, read when they are needed. Throws `not-found` where there is none. */
async function openFile(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch (cause) {
    throw new AppError('not-found', `There is no file "${path}" that can be read.`, { cause });
  }
}

async function readTextOf(file: Blob, path: string, { maxBytes, what }: { maxBytes: number; what: string }) {
  if (file.size > maxBytes) throw new AppError('invalid', `"${path}" is larger than ${what} can be.`);
  return file.text();
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
  const most = { maxBytes: MAX_KEY_BYTES, what: 'a file of keys' };
  const text = await readTextOf(await openFile(keys), keys, most);
  return { state: 'listed', isListed: readPublicKeys(text).includes(publicKey) };
}

/** The signed file, and the files that came with it; those are undefined where it came alone. */
async function readGiven(
  path: string,
): Promise<{ readonly text: string; readonly files: readonly CameWith[] | undefined }> {
  const file = await openFile(path);
  if (await isTar(file)) return readArchive(file, MAX_BYTES);
  const text = await readTextOf(file, path, { maxBytes: MAX_BYTES, what: 'a package (256 MiB)' });
  return { text, files: undefined };
}

/**
 * Reads and checks a package, the files of evidence in its archive, and whether a key of the file of keys signed it. Throws `invalid`
 * for a file that is none, `not-found` for no file.
 */
export async function verifyPackageFile(path: string, now: Date, keys?: string): Promise<PackageVerdict> {
  const { text, files } = await readGiven(path);
  const value = parsePackage(text);
  if (!isCasePackage(value)) throw new AppError('invalid', `"${path}" is not a package of a case of version 1.`);
  const trust = await findTrust(keys, value.statement.signature.publicKey);
  const report = verifyCasePackage(value, now.toISOString().slice(0, 10), trust);
  const checks = [...report.checks, ...checkFiles(value.leaves, files)];
  const isSound = checks.every(({ state }) => state !== 'failed');
  return { ...report, checks, isSound, hidden: listHidden(value.leaves) };
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
