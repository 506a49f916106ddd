import { AppError } from '@trailmark/core/errors';

// The format of evidence bundles. docs/methods/evidence-bundle.md describes it for other implementations.

export const BUNDLE_FORMAT = 'trailmark-bundle';
export const BUNDLE_VERSION = 1;
export const MANIFEST = 'manifest.json';
export const SALTS = 'salts.json';
export const SIGNATURES = 'signatures.json';
export const REDACTION = 'redaction.json';
export const STAMPS = 'stamps.json';
/** The bundle inside a report's bundle: everything except the report itself. */
export const CORE = 'core.evb';
/** The report of a report's bundle, which names the digest of its core. */
export const REPORT = 'report.json';
/** Files that the manifest does not list: they are about it. */
export const OUTSIDE: readonly string[] = [MANIFEST, REDACTION, SALTS, SIGNATURES, STAMPS];

/** Largest bundle that is read or written, bytes. */
export const MAX_BUNDLE_BYTES = 512 * 2 ** 20;
export const MAX_FILES = 60_000;
export const MAX_CLAIMS = 200_000;

/** One file of a bundle as its manifest lists it. A list has a hash an entry, so that entries can be left out. */
export type ManifestItem =
  | { readonly path: string; readonly leaf: string; readonly size: number }
  | { readonly path: string; readonly leaf: string; readonly entries: number };

export interface Manifest {
  readonly format: typeof BUNDLE_FORMAT;
  readonly version: typeof BUNDLE_VERSION;
  readonly kind: 'core' | 'report';
  readonly case: { readonly id: string; readonly number: string };
  readonly report: { readonly id: string; readonly version: number };
  readonly software: string;
  /** `2026-11-20T14:05:00Z`. */
  readonly madeAt: string;
  readonly items: readonly ManifestItem[];
}

export type SignerRole = 'installation' | 'examiner' | 'reviewer';

interface Signed {
  readonly role: SignerRole;
  readonly name: string;
  readonly signedAt: string;
  /** SHA-256 of the manifest's bytes. */
  readonly manifest: string;
  /** Over the canonical JSON of everything else, hexadecimal. */
  readonly value: string;
}

export interface KeySignature extends Signed {
  readonly algorithm: 'Ed25519';
  /** 32 bytes, hexadecimal. */
  readonly publicKey: string;
}

/** By the key of a certificate: RSA or ECDSA with SHA-256. */
export interface CertificateSignature extends Signed {
  readonly algorithm: 'X.509';
  /** DER in hexadecimal: the signer's, then the one that signed it, and so on. */
  readonly certificates: readonly string[];
}

export type BundleSignature = KeySignature | CertificateSignature;

/** A time stamp (RFC 3161) over the digest of the manifest: the token's DER in hexadecimal. */
export interface BundleStamp {
  readonly manifest: string;
  readonly token: string;
}

/** What was left out of a copy, signed by who made the copy. */
export interface Redaction {
  readonly format: 'trailmark-redaction';
  readonly version: 1;
  readonly manifest: string;
  readonly madeAt: string;
  readonly profile: string;
  readonly items: readonly string[];
  readonly entries: Readonly<Record<string, readonly number[]>>;
  readonly publicKey: string;
  readonly value: string;
}

export type ClaimMark = 'fact' | 'inference' | 'claim';
/** Words, or a member of the result: as an amount with its symbol, a moment, money, or as it is. */
export type TextPart =
  | string
  | { readonly amount: string }
  | { readonly time: string }
  | { readonly usd: string }
  | { readonly value: string };

export type ClaimValue = string | number | null;

/** One statement of a report with everything that gives it. Amounts are decimal text in the smallest unit. */
export interface Claim {
  readonly id: string;
  readonly mark: ClaimMark;
  readonly text: readonly TextPart[];
  /** `output/1`. */
  readonly rule: string;
  readonly inputs: Readonly<Record<string, string | number | readonly string[] | null>>;
  readonly result: Readonly<Record<string, ClaimValue>>;
}

/** Refuses a bundle, naming the item that is wrong. */
export function refuseItem(item: string, why: string): never {
  const name = item.replace(/[^\x20-\x7e]/g, '?').slice(0, 200);
  throw new AppError('invalid', `${name}: ${why}`, { context: { item: name } });
}
