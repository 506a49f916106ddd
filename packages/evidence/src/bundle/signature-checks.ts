import { type BundleSignature, REDACTION, SIGNATURES, STAMPS } from './bundle-format.ts';
import { isSigned, readSigners } from './bundle-signature.ts';
import type { OpenBundle } from './open-bundle.ts';
import { readStamp } from './stamp-check.ts';

export interface BundleCheck {
  readonly state: 'passed' | 'failed' | 'stated';
  readonly sentence: string;
}

export interface VerifyBundleOptions {
  /** Seconds since 1970: nothing may be signed later. */
  readonly now: number;
  /** Public keys known from elsewhere; undefined: whose the keys are is not checked. */
  readonly keys?: readonly string[] | undefined;
  /** Hashes of blocks that are known from elsewhere. */
  readonly blocks?: readonly string[] | undefined;
}

/** How far clocks of two offices may differ, seconds. */
export const CLOCK_SKEW = 86_400;

export const secondsOf = (moment: string): number => Math.floor(Date.parse(moment) / 1000);

type Signer = { readonly words: string; readonly keys: readonly string[]; readonly isGood: (at: number) => boolean };

/** Whose signature it is; undefined where it is not that of its key. */
function readSigner(signature: BundleSignature): Signer | undefined {
  if (signature.algorithm === 'Ed25519') {
    const { publicKey } = signature;
    return isSigned(signature) ? { words: `key ${publicKey}`, keys: [publicKey], isGood: () => true } : undefined;
  }
  const certificates = readSigners(signature);
  const [own] = certificates ?? [];
  if (!certificates || !own) return undefined;
  const keys = certificates.map(({ fingerprint }) => fingerprint);
  const words = `certificate of “${own.name}”, SHA-256 ${own.fingerprint}, under ${keys.at(-1)}`;
  return { words, keys, isGood: (at) => certificates.every(({ from, to }) => from <= at && at <= to) };
}

function checkSignature(
  signature: BundleSignature,
  { digest, manifest }: OpenBundle,
  { now, keys }: VerifyBundleOptions,
): BundleCheck {
  const who = `${signature.role} “${signature.name}”`;
  const fail = (why: string): BundleCheck => ({
    state: 'failed',
    sentence: `${SIGNATURES}: the signature of ${who} ${why}`,
  });
  const signer = readSigner(signature);
  const at = secondsOf(signature.signedAt);
  if (!signer) return fail('is not that of its key.');
  if (signature.manifest !== digest) return fail('is over another bundle.');
  if (at > now + CLOCK_SKEW) return fail(`is of ${signature.signedAt}, which is in the future.`);
  if (at < secondsOf(manifest.madeAt)) return fail('is older than the bundle.');
  if (!signer.isGood(at)) return fail('is of a time at which its certificate was not good.');
  if (keys && !signer.keys.some((key) => keys.includes(key)))
    return fail('is of a key that is not among the given keys.');
  const known = keys ? `by a given key: ${signer.words}` : signer.words;
  return { state: 'passed', sentence: `Signed by ${who} on ${signature.signedAt}, ${known}.` };
}

export function checkSignatures(bundle: OpenBundle, options: VerifyBundleOptions): BundleCheck[] {
  if (bundle.signatures.length === 0)
    return [{ state: 'failed', sentence: `${SIGNATURES}: nobody signed this bundle.` }];
  const checks = bundle.signatures.map((signature) => checkSignature(signature, bundle, options));
  if (options.keys) return checks;
  return [
    ...checks,
    {
      state: 'stated',
      sentence: 'Whose the keys are is not proven by the file: compare them with the signer by another means.',
    },
  ];
}

/** Time stamps of the digest (RFC 3161). Whether the authority is one to be trusted, only its certificate's hash can say. */
export function checkStamps(
  { stamps, digest, manifest }: OpenBundle,
  { now, keys }: VerifyBundleOptions,
): BundleCheck[] {
  return stamps.map(({ manifest: of, token }) => {
    const stamp = readStamp(token);
    const isFit =
      stamp?.hash === digest &&
      of === digest &&
      stamp.at >= secondsOf(manifest.madeAt) - CLOCK_SKEW &&
      stamp.at <= now + CLOCK_SKEW;
    if (!stamp || !isFit || stamp.at < stamp.signer.from || stamp.at > stamp.signer.to)
      return {
        state: 'failed',
        sentence: `${STAMPS}: a time stamp is not one of this bundle, was changed, or is of a time that cannot be.`,
      };
    const { name, fingerprint } = stamp.signer;
    const when = `${new Date(stamp.at * 1000).toISOString().slice(0, 19)}Z`;
    const isKnown = keys?.includes(fingerprint) === true;
    const about = isKnown ? 'a given key' : `compare its certificate, SHA-256 ${fingerprint}, with the authority`;
    return {
      state: isKnown ? 'passed' : 'stated',
      sentence: `Time stamp of “${name}”: this bundle was there on ${when}; ${about}.`,
    };
  });
}

/** A copy is signed by its maker: where keys are given, by one of them. */
export function checkRedaction(
  { redaction, digest, leftOut }: OpenBundle,
  { now, keys }: VerifyBundleOptions,
): BundleCheck[] {
  if (!redaction) return [];
  const fail = (why: string): BundleCheck[] => [
    { state: 'failed', sentence: `${REDACTION}: the statement of what was left out is ${why}.` },
  ];
  const isFit = isSigned(redaction) && redaction.manifest === digest && secondsOf(redaction.madeAt) <= now + CLOCK_SKEW;
  if (!isFit) return fail('not what its key signed for this bundle');
  if (keys && !keys.includes(redaction.publicKey)) return fail('signed by a key that is not among the given keys');
  return [
    {
      state: 'passed',
      sentence: `This is a copy for “${redaction.profile}”: ${leftOut.length} parts are left out, and their hashes are signed by key ${redaction.publicKey}.`,
    },
  ];
}
