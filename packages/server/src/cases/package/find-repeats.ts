export interface ShownText {
  /** Where it is, in words. */
  readonly where: string;
  readonly value: unknown;
  readonly isHidden: boolean;
  /** Whether it may name what is left out; a ledger of custody is signed as a whole and is not read word for word. */
  readonly mayName: boolean;
}

/** Something that is left out in one place and repeated in another, which leaves. */
export interface Repeat {
  readonly text: string;
  readonly where: string;
}

const LEAST_CHARS = 4;
const MOST_CHARS = 200;
const MOST_WORDS = 500;
const MOST_REPEATS = 50;

function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(listStrings);
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : [];
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Words that mean nothing alone: kinds, references and the names of states. */
const PLAIN = /^[a-z-]{1,20}(?::\d+)?$/;

/** Texts that are left out and could be recognised elsewhere, by their folded form. */
function listWords(texts: readonly ShownText[]): ReadonlyMap<string, string> {
  const hidden = texts.filter(({ isHidden }) => isHidden).flatMap(({ value }) => listStrings(value));
  const named = hidden.filter((text) => text.length >= LEAST_CHARS && text.length <= MOST_CHARS && !PLAIN.test(text));
  return new Map(named.slice(0, MOST_WORDS).map((text) => [fold(text), text]));
}

/** Where short texts that are left out occur in what is not: a name in a note, an identifier in a comment. */
export function findRepeats(texts: readonly ShownText[]): Repeat[] {
  const words = listWords(texts);
  const found: Repeat[] = [];
  for (const { value, isHidden, mayName, where } of words.size === 0 ? [] : texts) {
    if (isHidden || !mayName) continue;
    const text = fold(listStrings(value).join('\n'));
    found.push(...[...words].filter(([word]) => text.includes(word)).map(([, shown]) => ({ text: shown, where })));
    if (found.length >= MOST_REPEATS) break;
  }
  return found.slice(0, MOST_REPEATS);
}
