/** What a submitted text asks for. */
export type Submission =
  | { readonly kind: 'nothing' }
  /** A private key: it is not sent, not shown and not put into the address bar. */
  | { readonly kind: 'private-key' }
  /** One identifier, the beginning of one, an extended key or a descriptor. */
  | { readonly kind: 'search'; readonly q: string }
  /** Anything longer: every identifier in it is looked for. */
  | { readonly kind: 'scan'; readonly text: string };

const EXTENDED_PRIVATE = /\b[xyzYZtuvUV]prv[1-9A-HJ-NP-Za-km-z]{50,}/;
/** Wallet import format: Bitcoin 5, K, L; test networks 9, c; Litecoin 6, T; Dogecoin 6, Q. */
const WALLET_IMPORT = /^(?:[569][1-9A-HJ-NP-Za-km-z]{50}|[KLcTQ][1-9A-HJ-NP-Za-km-z]{51})$/;
const SINGLE_LIMIT = 2000;

/** Sorts out what was typed, pasted or dropped, without reading any identifier itself. */
export function readSubmission(raw: string): Submission {
  const text = raw.trim();
  if (text === '') return { kind: 'nothing' };
  if (EXTENDED_PRIVATE.test(text) || WALLET_IMPORT.test(text)) return { kind: 'private-key' };
  if (/^\d{1,3}(?:,\d{3})+$/.test(text)) return { kind: 'search', q: text.replaceAll(',', '') };
  const isOne = !/\s/.test(text) && !/[,;]/.test(text.replace(/\(.*\)/, ''));
  return isOne && text.length <= SINGLE_LIMIT ? { kind: 'search', q: text } : { kind: 'scan', text };
}

/** Whether a private key is anywhere in a text, alone or in a list: then nothing of it leaves the browser. */
export function holdsPrivateKey(text: string): boolean {
  return text.split(/[\s,;"']+/).some((word) => readSubmission(word).kind === 'private-key');
}

/** Characters of one scan that the server takes. */
export const SCAN_LIMIT = 1_000_000;
