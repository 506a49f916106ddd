/** Plain data as JSON knows it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const EMAIL = /[^\s"'<>()[\],;:@]{1,100}@[^\s"'<>()[\],;:@]{1,253}/gu;
/** `https://host/path?…` loses all but its scheme: a path or query may name what was searched. */
const LINK = /\b([a-z][a-z0-9+.-]{1,9}):\/\/[^\s"'<>]+/giu;
/** A version such as Chrome/131.0.0.0 is no address. */
const IPV4 = /(?<![\w.]|[A-Za-z]\/)\d{1,3}(?:\.\d{1,3}){3}(?![\w.])/g;
const IPV6 =
  /(?<![\w:])(?:[0-9a-f]{1,4}:){2,7}[0-9a-f]{0,4}(?::[0-9a-f]{1,4})*(?![\w:])|(?<![\w:])::[0-9a-f]{1,4}(?![\w:])/gi;
const FOLDER = /(?:[A-Za-z]:\\|\/(?:home|Users|root)\/)[^\s"'<>:;,)]+/g;
/** Addresses, keys, hashes and tokens of every chain: one long run of letters and digits. */
const LONG_WORD = /[A-Za-z0-9_+=-]{20,}/g;
const CHAIN_PREFIXED = /\b(?:bitcoincash|bchtest|bchreg|ecash|xpub|ypub|zpub|tpub):?[a-z0-9]{8,}/gi;
const SHORT_HEX = /\b0x[0-9a-f]{8,}\b/gi;

const RULES: readonly (readonly [RegExp, string])[] = [
  [EMAIL, '[email]'],
  [LINK, '$1:[link]'],
  [FOLDER, '[folder]'],
  [IPV6, '[network address]'],
  [IPV4, '[network address]'],
  [CHAIN_PREFIXED, '[identifier]'],
  [SHORT_HEX, '[identifier]'],
];

function hasDigit(word: string): boolean {
  return /\d/.test(word);
}

/** A text as a pattern that is found where exactly this text is. */
export function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

function redactNames(text: string, names: readonly string[]): string {
  return names
    .map((name) => name.trim())
    .filter((name) => name.length >= 3)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replace(new RegExp(escapePattern(name), 'giu'), '[name]'), text);
}

function redactOnce(text: string, names: readonly string[]): string {
  const ruled = RULES.reduce(
    (rest, [pattern, placeholder]) => rest.replace(pattern, placeholder),
    redactNames(text, names),
  );
  return ruled.replace(LONG_WORD, (word) => (hasDigit(word) || word.length >= 40 ? '[identifier]' : word));
}

/** A placeholder may free what was next to it from the word it was part of. */
const MAX_ROUNDS = 8;

/**
 * A text without email and network addresses, links, folders of people, the given names, and every run of 20 or more
 * letters and digits: addresses, transaction ids, keys and tokens of all chains are such runs. What is left may be shown
 * to whoever gives support. Redacting twice changes nothing more.
 */
export function redactText(text: string, names: readonly string[] = []): string {
  let before = text;
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const after = redactOnce(before, names);
    if (after === before) break;
    before = after;
  }
  return before;
}

/** Redacts every text of plain data. Keys are the writer's own and stay. */
export function redactValues(value: Json, names: readonly string[] = []): Json {
  if (typeof value === 'string') return redactText(value, names);
  if (Array.isArray(value)) return value.map((item: Json) => redactValues(item, names));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValues(item as Json, names)]));
}
