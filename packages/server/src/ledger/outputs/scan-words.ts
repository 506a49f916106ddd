import { isExtendedKeyShaped } from '@trailmark/chains/utxo/extended-key';
import { holdsPrivateKey, isPrivateKey } from '@trailmark/chains/utxo/private-key';

const MAX_CANDIDATES = 5_000;
/** Different words looked at: the subjects of one batch of screening, and as many again that may be refused. */
const MAX_WORDS = 20_000;
/** Checking a key costs some milliseconds of curve arithmetic a chain. */
const MAX_KEYS = 100;
const LONGEST_DESCRIPTOR = 2_000;

const TXID = /^[0-9a-fA-F]{64}$/;
/** Words that may be identifiers: addresses have 25 to 113 characters, cash addresses a prefix with a colon. */
const WORD = /(?<![A-Za-z0-9])(?:(?:bitcoincash|bchtest|bchreg):)?[A-Za-z0-9]{25,113}(?![A-Za-z0-9])/g;
const DESCRIPTOR_START = /(?<![A-Za-z0-9_])(?:pk|pkh|wpkh|sh|wsh|tr|multi|sortedmulti|combo)\(/g;
/** What a descriptor contains in addition to brackets: a key. Without one a text is a call in some source code. */
const KEY_INSIDE = /[1-9A-HJ-NP-Za-km-z]{50}|[0-9a-fA-F]{64}/;
const CHECKSUM = /^#[a-z0-9]{8}/;

/** What a text holds that may be an identifier, each once and in its order. */
export interface ScanWords {
  readonly txids: readonly string[];
  /** Extended keys and descriptors. */
  readonly keys: readonly string[];
  readonly others: readonly string[];
  /** Places in the text, from 1 on, of private keys. Their text goes no further than this file. */
  readonly privateKeysAt: readonly number[];
  readonly truncated: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** End of the brackets that open before `from`, and of a checksum behind them; undefined where they do not close. */
function findEnd(text: string, from: number): number | undefined {
  let depth = 1;
  const last = Math.min(text.length, from + LONGEST_DESCRIPTOR);
  for (let at = from; at < last; at++) {
    const letter = text.charAt(at);
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (depth === 0) return at + 1 + (CHECKSUM.exec(text.slice(at + 1, at + 10))?.[0].length ?? 0);
    if (letter <= ' ') return undefined;
  }
  return undefined;
}

function findDescriptors(text: string): { spans: Span[]; truncated: boolean } {
  const spans: Span[] = [];
  let looked = 0;
  for (const { 0: start, index } of text.matchAll(DESCRIPTOR_START)) {
    if (index < (spans.at(-1)?.end ?? 0)) continue;
    if (++looked > MAX_CANDIDATES) return { spans, truncated: true };
    const end = findEnd(text, index + start.length);
    if (end !== undefined && KEY_INSIDE.test(text.slice(index, end))) spans.push({ start: index, end });
  }
  return { spans, truncated: false };
}

/** Sorts what is found, each once. */
class Collector {
  readonly #keys = new Set<string>();
  readonly #words = new Set<string>();
  readonly #privateKeysAt: number[] = [];
  #truncated: boolean;

  constructor(truncated: boolean) {
    this.#truncated = truncated;
  }

  addKey(key: string, at: number): void {
    if (holdsPrivateKey(key)) this.#privateKeysAt.push(at);
    else if (this.#keys.size < MAX_KEYS) this.#keys.add(key);
    else this.#truncated ||= !this.#keys.has(key);
  }

  addWord(word: string, at: number): void {
    if (isPrivateKey(word)) this.#privateKeysAt.push(at);
    else if (isExtendedKeyShaped(word)) this.addKey(word, at);
    else if (this.#words.size < MAX_WORDS) this.#words.add(TXID.test(word) ? word.toLowerCase() : word);
    else this.#truncated = true;
  }

  finish(): ScanWords {
    const words = [...this.#words];
    return {
      txids: words.filter((word) => TXID.test(word)),
      keys: [...this.#keys],
      others: words.filter((word) => !TXID.test(word)),
      privateKeysAt: this.#privateKeysAt.toSorted((a, b) => a - b),
      truncated: this.#truncated,
    };
  }
}

/** Sorts the words and descriptors of a text by what they may be. */
export function findScanWords(text: string): ScanWords {
  const { spans, truncated } = findDescriptors(text);
  const collector = new Collector(truncated);
  for (const { start, end } of spans) collector.addKey(text.slice(start, end), start + 1);
  let next = 0;
  for (const { 0: word, index } of text.matchAll(WORD)) {
    while (next < spans.length && (spans[next]?.end ?? 0) <= index) next++;
    const isInside = index >= (spans[next]?.start ?? Number.POSITIVE_INFINITY);
    if (!isInside) collector.addWord(word, index + 1);
  }
  return collector.finish();
}
