import { hashOfLeaf, type PackageLeaf, rootOfHashes } from './case-package.ts';

const MOST_NAMED = 5;

/** Places of a stranger's file, a few of them, short. */
function nameAll(paths: readonly string[]): string {
  const named = paths.slice(0, MOST_NAMED).map((path) => `“${path.slice(0, 80)}”`);
  const more = paths.length > MOST_NAMED ? ` and ${paths.length - MOST_NAMED} more` : '';
  return `${named.join(', ')}${more}`;
}

export interface Sealed {
  readonly leaves: readonly PackageLeaf[];
  /** Hashes of the leaves as they were signed; undefined in a package that has none. */
  readonly hashes: readonly string[] | undefined;
  /** The root that was signed, hexadecimal. */
  readonly root: string;
}

/**
 * What of a package is not what was signed, in a sentence; undefined where everything is. The list of hashes names the place: it is
 * trusted only where it leads to the signed root itself.
 */
export function describeChange({ leaves, hashes, root }: Sealed): string | undefined {
  const own = leaves.map(hashOfLeaf);
  const isRooted = rootOfHashes(own) === root;
  const isListed = hashes !== undefined && rootOfHashes(hashes) === root;
  if (isRooted) {
    return hashes === undefined || isListed
      ? undefined
      : 'The list of hashes was changed after the package was signed.';
  }
  const told = 'A value was changed, added, moved or taken away after the package was signed';
  if (!isListed) return `${told}, and so was the list of hashes that names the place.`;
  const signed = new Set(hashes);
  const present = new Set(own);
  const foreign = leaves.filter((_, index) => !signed.has(own[index] ?? '')).map(({ path }) => path);
  const missing = hashes.filter((hash) => !present.has(hash)).length;
  if (foreign.length > 0) return `${told}: ${nameAll(foreign)}.`;
  return missing > 0 ? `${told}: ${missing} of its values are missing.` : `${told}: its values are in another order.`;
}
