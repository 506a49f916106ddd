import { createHash } from 'node:crypto';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import type { FileSignature } from '@trailmark/core/training/certificate';
import { isSignedBy, keyIdOf } from '../certificate/sign-file.ts';
import {
  hashOfLeaf,
  isHidden,
  PACKAGE_FORMAT,
  PACKAGE_VERSION,
  type PackageLeaf,
  type PackageStatement,
} from './case-package.ts';
import { describeChange } from './find-changed.ts';
import { checkKey, type KeyTrust } from './key-trust.ts';
import type { PackageCheck } from './package-check.ts';

/** A package as its file has it, checked for its shape and for nothing else. */
export interface CasePackage {
  readonly statement: PackageStatement & { readonly signature: FileSignature };
  readonly leaves: readonly PackageLeaf[];
  /** Hashes of the leaves in their order: they name the place of a change. */
  readonly hashes?: readonly string[] | undefined;
}

export interface PackageReport {
  readonly isSound: boolean;
  readonly checks: readonly PackageCheck[];
  /** Fingerprint of the key: SHA-256 of its 32 bytes, in groups of four digits. */
  readonly fingerprint: string;
}

type Given = Readonly<Record<string, unknown>>;
const isRecord = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isHex = (value: unknown, digits: number): boolean =>
  typeof value === 'string' && value.length === digits && /^[0-9a-f]+$/.test(value);

function isLeaf(value: unknown): value is PackageLeaf {
  if (!isRecord(value) || typeof value.path !== 'string' || value.path.length > 300) return false;
  const count = Object.keys(value).length;
  return 'digest' in value
    ? count === 2 && isHex(value.digest, 64)
    : count === 3 && isHex(value.salt, 32) && 'value' in value;
}

const DAY = /^\d{4}-\d{2}-\d{2}/;
const TEXTS = ['id', 'agency', 'number', 'software', 'madeAt', 'recipient', 'purpose', 'handling'] as const;

function isStatement(value: unknown): value is CasePackage['statement'] {
  if (!isRecord(value) || !isRecord(value.signature)) return false;
  const isText = (text: unknown) => typeof text === 'string' && text.length <= 2_000;
  const hasDay =
    value.expires === null || (typeof value.expires === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value.expires));
  const { algorithm, keyId, publicKey, value: bytes } = value.signature;
  const isOfKey = isHex(publicKey, 64) && keyId === keyIdOf(String(publicKey)) && isHex(bytes, 128);
  const isSigned = algorithm === 'Ed25519' && isOfKey && Object.keys(value.signature).length === 4;
  return (
    TEXTS.every((name) => isText(value[name])) &&
    DAY.test(String(value.madeAt)) &&
    hasDay &&
    isSigned &&
    isHex(value.root, 64)
  );
}

/** Whether a value says that it is a package; what is wrong with it is for `verifyCasePackage` and `isCasePackage`. */
export function claimsPackage(value: unknown): value is { readonly statement: Given } {
  return isRecord(value) && isRecord(value.statement) && value.statement.format === PACKAGE_FORMAT;
}

/** Whether a value has the shape of a package of this version. */
export function isCasePackage(value: unknown): value is CasePackage {
  if (!claimsPackage(value) || value.statement.version !== PACKAGE_VERSION) return false;
  const { leaves, hashes, statement: _, ...more } = value as Given;
  const isListed = hashes === undefined || (Array.isArray(hashes) && hashes.every((hash) => isHex(hash, 64)));
  const isWhole = isListed && Object.keys(more).length === 0;
  return isStatement(value.statement) && Array.isArray(leaves) && leaves.every(isLeaf) && isWhole;
}

/** Fingerprint of a public key (hexadecimal), as people compare it. */
export function fingerprintOf(publicKey: string): string {
  const digest = createHash('sha256').update(Buffer.from(publicKey, 'hex')).digest('hex');
  return (digest.match(/.{4}/g) ?? []).slice(0, 16).join(' ');
}

/** What was left out, by the places the signed tree names: areas as a whole, then fields by table and column. */
export function listHidden(
  leaves: readonly PackageLeaf[],
): readonly { readonly what: string; readonly count: number }[] {
  const counts = new Map<string, number>();
  for (const leaf of leaves.filter(isHidden)) {
    const what = leaf.path.replace(/\/\d+\//, '/');
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  return [...counts].map(([what, count]) => ({ what, count }));
}

const check = (isPassed: boolean, passed: string, failed: string): PackageCheck => ({
  state: isPassed ? 'passed' : 'failed',
  sentence: isPassed ? passed : failed,
});

/** Checks what was signed of a case, from its file alone: signature, root and places; and what is known of its key. */
export function checkSignedCase({ statement, leaves, hashes }: CasePackage, trust: KeyTrust): readonly PackageCheck[] {
  const { signature, root } = statement;
  const hidden = leaves.filter(isHidden).length;
  const places = new Set(leaves.map(({ path }) => path));
  const counted =
    statement.leaves === leaves.length
      ? undefined
      : `The statement counts ${statement.leaves} values, not ${leaves.length}.`;
  const change = describeChange({ leaves, hashes, root }) ?? counted;
  return [
    check(
      isSignedBy(statement, signature.publicKey),
      `The statement is signed with the key ${fingerprintOf(signature.publicKey)}.`,
      'The statement is not what its key signed.',
    ),
    checkKey(trust, statement.madeAt),
    check(
      change === undefined,
      `All ${leaves.length} values lead to the signed root; ${hidden} of them are left out, by their hash.`,
      change ?? '',
    ),
    check(places.size === leaves.length, 'Every place occurs once.', 'A place of the case occurs twice.'),
  ];
}

/** Checks a package from its file alone: what was signed, and the day it ends. */
export function verifyCasePackage(
  file: CasePackage,
  today: string,
  trust: KeyTrust = { state: 'unknown' },
): PackageReport {
  const { signature, expires, agency, recipient } = file.statement;
  const checks: PackageCheck[] = [
    ...checkSignedCase(file, trust),
    check(
      expires === null || expires >= today,
      expires === null ? 'The package has no end.' : `The package is good until ${expires}.`,
      `The package ended on ${expires}. Ask its sender for another.`,
    ),
    {
      state: 'stated',
      sentence: `The sender calls itself “${agency}” and names “${recipient}” as recipient.`,
    },
  ];
  return {
    isSound: checks.every(({ state }) => state !== 'failed'),
    checks,
    fingerprint: fingerprintOf(signature.publicKey),
  };
}

/** Canonical JSON of a package with the hashes of its leaves, one line. */
export function formatCasePackage(file: CasePackage): string {
  return `${toCanonicalJson({ ...file, hashes: file.leaves.map(hashOfLeaf) })}\n`;
}
