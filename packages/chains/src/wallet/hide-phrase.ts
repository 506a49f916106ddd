import { toPlainWord, WORD_LISTS } from './word-lists.ts';

/** The shortest phrase of BIP 39, and of Electrum. */
const FEWEST_WORDS = 12;
/** Shorter texts hold no phrase. */
const FEWEST_CHARACTERS = 23;
const WORD = /[\p{L}\p{M}]+/gu;
/** What people and addresses of pages write between words. */
const BETWEEN = /^(?:[\s+,;.:()"'[\]\\/-]|\d|%20|%2C|%0A|\\n){1,12}$/i;
const HIDDEN = '[seed phrase]';

/** The answer to a seed phrase, whose text is never repeated. */
export const PHRASE_REASON =
  'This looks like a seed phrase. Never enter one here: whoever reads it can spend its coins. Wallet statement has a page for phrases.';

const words = new Set(WORD_LISTS.flatMap((list) => list.words.flatMap((word) => [word, toPlainWord(word)])));

interface Span {
  readonly start: number;
  readonly end: number;
}

/** Where twelve or more words of the lists of BIP 39, in any language, follow each other. */
function findPhrases(text: string): readonly Span[] {
  if (text.length < FEWEST_CHARACTERS) return [];
  const found: Span[] = [];
  let start = 0;
  let end = 0;
  let count = 0;
  const close = (): void => {
    if (count >= FEWEST_WORDS) found.push({ start, end });
    count = 0;
  };
  for (const { 0: word, index } of text.matchAll(WORD)) {
    const isWord = words.has(word.normalize('NFKD').toLowerCase());
    if (!isWord || (count > 0 && !BETWEEN.test(text.slice(end, index)))) close();
    if (!isWord) continue;
    if (count === 0) start = index;
    end = index + word.length;
    count++;
  }
  close();
  return found;
}

/** Whether a text holds what may be a seed phrase, also where its checksum fails: a mistyped one is as secret. */
export function holdsPhrase(text: string): boolean {
  return findPhrases(text).length > 0;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** A text without the seed phrases in it; one that is written for an address bar is hidden as a whole. */
export function hidePhrases(text: string): string {
  const spans = findPhrases(text);
  const shown = spans.reduceRight((rest, { start, end }) => rest.slice(0, start) + HIDDEN + rest.slice(end), text);
  return spans.length === 0 && text.includes('%') && holdsPhrase(decode(text)) ? HIDDEN : shown;
}
