import { isHidden, type PackageLeaf } from './case-package.ts';
import type { PackageCheck } from './package-check.ts';

/** A file that came with a package, and what it hashes to. */
export interface CameWith {
  /** `evidence/EV-02`. */
  readonly name: string;
  readonly size: number;
  /** Hexadecimal. */
  readonly sha256: string;
}

interface Signed {
  readonly number: string;
  readonly name: string;
  readonly size: unknown;
  readonly hash: unknown;
}

const PLACE = /^case_evidence\/(\d{1,6})\/(number|name|size|hash|state)$/;

/** The files that a package signed, in its order. What the sender left out of one is missing. */
function listSigned(leaves: readonly PackageLeaf[]): readonly Signed[] {
  const rows = new Map<string, Record<string, unknown>>();
  for (const leaf of leaves) {
    const [, index = '', column = ''] = PLACE.exec(leaf.path) ?? [];
    if (index === '' || isHidden(leaf)) continue;
    rows.set(index, { ...rows.get(index), [column]: leaf.value });
  }
  // A record also names files that were withdrawn or damaged: they are not handed out.
  const present = [...rows.values()].filter(({ state }) => state === undefined || state === 'good');
  return present.map(({ number, name, size, hash }) => ({
    ...{ number: String(number ?? ''), name: String(name ?? ''), size, hash },
  }));
}

const failed = (sentence: string): PackageCheck => ({ state: 'failed', sentence });

function checkFile({ number, name, size, hash }: Signed, came: readonly CameWith[]): PackageCheck | undefined {
  const [file, ...more] = came.filter((one) => one.name === `evidence/${number}`);
  const what = `${number} “${name.slice(0, 80)}”`;
  if (!file) return failed(`${what} was signed and is not in the archive.`);
  if (more.length > 0) return failed(`${what} is in the archive more than once.`);
  if (typeof hash !== 'string') return failed(`${what} was signed without its SHA-256: it cannot be checked.`);
  if (file.sha256 === hash) return undefined;
  const sizes = file.size === size ? `${file.size} bytes as signed` : `${file.size} bytes, not ${String(size)}`;
  return failed(`${what} is not the file that was signed: its SHA-256 is ${file.sha256}, not ${hash} (${sizes}).`);
}

/**
 * Whether the files that came with a package are those that were signed: one line for each that is not. `undefined` came: the signed
 * file alone, and nothing is known of the others. No check where no file was signed and none came.
 */
export function checkFiles(
  leaves: readonly PackageLeaf[],
  came: readonly CameWith[] | undefined,
): readonly PackageCheck[] {
  const signed = listSigned(leaves);
  if (came === undefined) {
    const sentence = `The package signs ${signed.length} files of evidence, and they are not in this file: they were not checked.`;
    return signed.length === 0 ? [] : [{ state: 'stated', sentence }];
  }
  const names = new Set(signed.map(({ number }) => `evidence/${number}`));
  const faults = [
    ...signed.map((one) => checkFile(one, came)).filter((check) => check !== undefined),
    ...came
      .filter(({ name }) => !names.has(name))
      .map(({ name }) => failed(`“${name.slice(0, 80)}” is in the archive and was not signed.`)),
  ];
  if (faults.length > 0) return faults;
  const sentence = `All ${signed.length} files of evidence have the SHA-256 that was signed.`;
  return signed.length === 0 ? [] : [{ state: 'passed', sentence }];
}
