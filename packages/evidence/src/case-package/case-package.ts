import { createHash } from 'node:crypto';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { CompactRange, hashLeaf } from '../audit/merkle-tree.ts';

export const PACKAGE_FORMAT = 'trailmark-case-package';
export const PACKAGE_VERSION = 1;

/** A value of the case with what keeps its hash from being guessed: 16 bytes, hexadecimal. */
export interface ShownLeaf {
  readonly path: string;
  readonly salt: string;
  readonly value: unknown;
}

/** A value that was left out: its place and the hash of what was there. */
export interface HiddenLeaf {
  readonly path: string;
  readonly digest: string;
}

export type PackageLeaf = ShownLeaf | HiddenLeaf;

/** What the sender signs. `root` is over all leaves, shown or hidden, in the order of the file. */
export interface PackageStatement {
  readonly format: typeof PACKAGE_FORMAT;
  readonly version: number;
  readonly id: string;
  readonly agency: string;
  readonly number: string;
  readonly software: string;
  readonly madeAt: string;
  readonly recipient: string;
  readonly purpose: string;
  readonly handling: string;
  /** Last day, UTC; null without one. */
  readonly expires: string | null;
  readonly leaves: number;
  readonly root: string;
}

export function isHidden(leaf: PackageLeaf): leaf is HiddenLeaf {
  return 'digest' in leaf;
}

/** SHA-256 over the salt and the canonical JSON (RFC 8785) of `{"value":…}`, hexadecimal. */
export function digestOf({ salt, value }: Pick<ShownLeaf, 'salt' | 'value'>): string {
  return createHash('sha256').update(Buffer.from(salt, 'hex')).update(toCanonicalJson({ value })).digest('hex');
}

/** The same package with a value left out: the root, and so the signature, stay what they were. */
export function hideLeaf(leaf: PackageLeaf): HiddenLeaf {
  return isHidden(leaf) ? leaf : { path: leaf.path, digest: digestOf(leaf) };
}

/** Hash of a leaf (RFC 6962) over `{"digest":…,"path":…}`, hexadecimal: what the tree is made of. */
export function hashOfLeaf(leaf: PackageLeaf): string {
  const { path, digest } = hideLeaf(leaf);
  return hashLeaf(Buffer.from(toCanonicalJson({ path, digest }))).toString('hex');
}

/** Root of the tree (RFC 6962) over hashes of leaves in their order, hexadecimal. */
export function rootOfHashes(hashes: readonly string[]): string {
  const range = new CompactRange();
  for (const hash of hashes) range.append(Buffer.from(hash, 'hex'));
  return range.root().toString('hex');
}

/** Root of the tree over every leaf, shown or left out, hexadecimal. */
export function rootOfLeaves(leaves: readonly PackageLeaf[]): string {
  return rootOfHashes(leaves.map(hashOfLeaf));
}
