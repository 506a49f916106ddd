import { readSubmission } from '../../format/pasted-text.ts';

/** What a submitted text asks for. */
export type LookupText =
  | { readonly kind: 'nothing' }
  /** A private key: it is not sent, not shown and not put into the address bar. */
  | { readonly kind: 'private-key' }
  /** The name of an organisation, or part of one. */
  | { readonly kind: 'name'; readonly name: string }
  /** Addresses, outputs, lists, free text. */
  | { readonly kind: 'identifiers'; readonly text: string };

const NAME_CHARS = 80;
/** No name is that long in one word; identifiers are, and `txid:vout` too. */
const WORD_CHARS = 20;

function isName(text: string): boolean {
  if (text.length > NAME_CHARS || /[\n,;]/.test(text)) return false;
  return /\p{L}/u.test(text) && text.split(/\s+/).every((word) => word.length < WORD_CHARS);
}

/** Sorts out what was typed, pasted or dropped: a short line of words is a name, everything else is looked through. */
export function readLookupText(raw: string): LookupText {
  const submission = readSubmission(raw);
  if (submission.kind === 'nothing' || submission.kind === 'private-key') return { kind: submission.kind };
  const text = raw.trim();
  return isName(text) ? { kind: 'name', name: text } : { kind: 'identifiers', text };
}

/** One identifier alone, which opens its own page: no white space, no list. */
export function isSingle(text: string): boolean {
  return !/[\s,;]/.test(text.trim());
}
