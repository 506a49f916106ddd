import { type Json, toCanonicalJson } from '../canonical-json.ts';
import { AppError } from '../errors.ts';
import { COURSE_LEVELS, type CourseLevel } from './level.ts';

export const CERTIFICATE_FORMAT = 'trailmark-certificate-1';
export const REVOCATIONS_FORMAT = 'trailmark-revocations-1';
/** Bytes of the largest file that is looked at. */
export const MAX_CERTIFICATE_BYTES = 32_768;

/** What a certificate says. Dates are days, `YYYY-MM-DD`. */
export interface CertificateBody {
  readonly format: typeof CERTIFICATE_FORMAT;
  readonly id: string;
  readonly holder: { readonly name: string; readonly agency: string };
  readonly course: { readonly level: CourseLevel; readonly title: string; readonly hours: number };
  readonly session: { readonly from: string; readonly to: string };
  readonly issuedOn: string;
  readonly validUntil: string;
  /** Where the installation that issued it is reached, and the key it signed with. */
  readonly issuer: { readonly installation: string; readonly keyId: string };
}

/** Which certificates an installation has taken back, as of an instant. */
export interface RevocationBody {
  readonly format: typeof REVOCATIONS_FORMAT;
  readonly issuer: { readonly installation: string; readonly keyId: string };
  /** ISO 8601, UTC. */
  readonly asOf: string;
  readonly revoked: readonly { readonly id: string; readonly on: string }[];
}

/** An Ed25519 signature (RFC 8032) over the canonical JSON (RFC 8785) of everything else in the file. */
export interface FileSignature {
  readonly algorithm: 'Ed25519';
  readonly keyId: string;
  /** The 32 bytes of the public key, hexadecimal. */
  readonly publicKey: string;
  /** 64 bytes, hexadecimal. */
  readonly value: string;
}

export type Certificate = CertificateBody & { readonly signature: FileSignature };
export type RevocationList = RevocationBody & { readonly signature: FileSignature };

/** The bytes that are signed: the file without its signature. */
export function toSignedBytes(file: object): Uint8Array<ArrayBuffer> {
  const { signature: _, ...body } = file as { readonly signature?: unknown };
  return new TextEncoder().encode(toCanonicalJson(body));
}

type Shape = { readonly [key: string]: ((value: unknown) => boolean) | Shape };

const isText = (value: unknown) => typeof value === 'string' && value !== '' && value.length <= 300;
const isDay = (value: unknown) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value);
const isHex = (digits: number) => (value: unknown) =>
  typeof value === 'string' && value.length === digits && /^[0-9a-f]+$/.test(value);
const isUuid = (value: unknown) =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);

const ISSUER: Shape = { installation: isText, keyId: isHex(16) };
const SIGNATURE: Shape = {
  algorithm: (value) => value === 'Ed25519',
  keyId: isHex(16),
  publicKey: isHex(64),
  value: isHex(128),
};

const CERTIFICATE: Shape = {
  format: (value) => value === CERTIFICATE_FORMAT,
  id: isUuid,
  holder: { name: isText, agency: isText },
  course: {
    level: (value) => (COURSE_LEVELS as readonly unknown[]).includes(value),
    title: isText,
    hours: (value) => Number.isInteger(value) && Number(value) > 0 && Number(value) <= 1_000,
  },
  session: { from: isDay, to: isDay },
  issuedOn: isDay,
  validUntil: isDay,
  issuer: ISSUER,
  signature: SIGNATURE,
};

function isRevocation(value: unknown): boolean {
  return findFault({ id: isUuid, on: isDay }, value, '') === undefined;
}

const REVOCATIONS: Shape = {
  format: (value) => value === REVOCATIONS_FORMAT,
  issuer: ISSUER,
  asOf: (value) => typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(value),
  revoked: (value) => Array.isArray(value) && value.every(isRevocation),
  signature: SIGNATURE,
};

/** The path of the first part that is missing, unknown or of another form. */
function findFault(shape: Shape, value: unknown, path: string): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return path || 'the file';
  const unknown = Object.keys(value).find((key) => !Object.hasOwn(shape, key));
  if (unknown !== undefined) return `${path}${unknown.slice(0, 40)}`;
  for (const [key, part] of Object.entries(shape)) {
    const inner = (value as Readonly<Record<string, unknown>>)[key];
    const fault =
      typeof part === 'function'
        ? part(inner)
          ? undefined
          : `${path}${key}`
        : findFault(part, inner, `${path}${key}.`);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function parseFile(text: string, shape: Shape, what: string): Json {
  if (text.length > MAX_CERTIFICATE_BYTES * (shape === REVOCATIONS ? 128 : 1))
    throw new AppError('invalid', `This file is larger than a ${what} can be.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError('invalid', `This is not a ${what}: it is not JSON, or it is cut short.`);
  }
  const fault = findFault(shape, value, '');
  if (fault !== undefined)
    throw new AppError('invalid', `This is not a ${what} of a known format: "${fault}" is not as it should be.`);
  return value as Json;
}

/** Reads the form of a certificate; says nothing about its signature. Throws `invalid`. */
export function parseCertificate(text: string): Certificate {
  return parseFile(text, CERTIFICATE, 'training certificate') as unknown as Certificate;
}

/** Reads the form of a list of revoked certificates. Throws `invalid`. */
export function parseRevocations(text: string): RevocationList {
  return parseFile(text, REVOCATIONS, 'list of revoked certificates') as unknown as RevocationList;
}
