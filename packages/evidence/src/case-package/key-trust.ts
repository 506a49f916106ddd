import type { PackageCheck } from './package-check.ts';

/** What is known of a key where a package is read. Days are UTC, `YYYY-MM-DD`. */
export type KeyTrust =
  | { readonly state: 'own' }
  | { readonly state: 'trusted'; readonly name: string; readonly since: string }
  | { readonly state: 'revoked'; readonly name: string; readonly from: string; readonly why: string }
  /** In a file of keys that the reader names: `true`; in none of its keys: `false`. */
  | { readonly state: 'listed'; readonly isListed: boolean }
  | { readonly state: 'unknown' };

const UNKNOWN_SENTENCE =
  'The key is not known here: nobody confirmed whose it is. Compare its fingerprint with the sender, by another means than the one this file came by.';

/** Whether a reader has to accept the key before what it signed is used: no file can prove whose an unknown key is. */
export function mustAccept(trust: KeyTrust): boolean {
  return trust.state === 'unknown' || trust.state === 'revoked';
}

/** What a reader learns about the key of a package that states when it was made (ISO 8601, UTC). */
export function checkKey(trust: KeyTrust, madeAt: string): PackageCheck {
  const day = madeAt.slice(0, 10);
  switch (trust.state) {
    case 'own':
      return { state: 'passed', sentence: 'It is the key of this installation.' };
    case 'trusted':
      return { state: 'passed', sentence: `It is the key of “${trust.name}”, trusted here since ${trust.since}.` };
    case 'listed':
      return trust.isListed
        ? { state: 'passed', sentence: 'It is a key of the file of keys.' }
        : { state: 'failed', sentence: 'It is none of the keys of the file of keys.' };
    case 'revoked': {
      const told = `The key of “${trust.name}” was revoked from ${trust.from} on: ${trust.why}`;
      return day < trust.from
        ? {
            state: 'stated',
            sentence: `${told} The package says that it was made before, on ${day}; the file alone cannot prove that.`,
          }
        : { state: 'failed', sentence: `${told} The package says that it was made on ${day}.` };
    }
    case 'unknown':
      return { state: 'stated', sentence: UNKNOWN_SENTENCE };
  }
}
