import { setImmediate } from 'node:timers/promises';

export interface ShownText {
  /** Where it is, in words. */
  readonly where: string;
  readonly value: unknown;
  readonly isHidden: boolean;
  /** Whether people wrote it: what is left out is searched for. The name of a kind or a state is no secret. */
  readonly isWritten: boolean;
  /** Whether it may name what is left out; a ledger of custody is signed as a whole and is not read word for word. */
  readonly mayName: boolean;
}

/** Something that is left out in one place and repeated in another, which leaves. */
export interface Repeat {
  readonly text: string;
  readonly where: string;
}

export interface Repeats {
  readonly repeats: Repeat[];
  /** Whether there may be more of them than are listed. */
  readonly isCut: boolean;
  /** Texts that are left out and were not searched for: too short to mean the same elsewhere. */
  readonly tooShort: number;
}

const LEAST_CHARS = 4;
const MOST_REPEATS = 50;
const SLOTS = 1 << 16;
/** Characters read before others have their turn: milliseconds. */
const PIECE = 1 << 20;

/** Parts of an identifier or a reference that nobody wrote. */
const NAMES_OF_KINDS = new Set(['type', '$row', '$person']);

function listStrings(value: unknown, isLeft: (key: string) => boolean = () => false): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap((part) => listStrings(part, isLeft));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, part]) => (isLeft(key) ? [] : listStrings(part, isLeft)));
}

const fold = (text: string): string => text.normalize('NFKC').toLowerCase().trim();

/** A number for the characters from a place on, as many as the shortest text has: equal ones have the same. */
function slotAt(text: string, at: number): number {
  let slot = 0;
  for (let place = at; place < at + LEAST_CHARS; place++) slot = slot * 31 + text.charCodeAt(place);
  return slot % SLOTS;
}

/** Many texts, all found in one pass over another, whose cost does not depend on how many they are. */
class TextIndex {
  readonly #marks = new Uint8Array(SLOTS);
  readonly #byBeginning = new Map<string, string[]>();

  constructor(texts: Iterable<string>) {
    for (const text of texts) {
      const beginning = text.slice(0, LEAST_CHARS);
      this.#marks[slotAt(text, 0)] = 1;
      this.#byBeginning.set(beginning, [...(this.#byBeginning.get(beginning) ?? []), text]);
    }
  }

  findIn(text: string): ReadonlySet<string> {
    const found = new Set<string>();
    for (let at = 0; at + LEAST_CHARS <= text.length; at++) {
      if (this.#marks[slotAt(text, at)] === 0) continue;
      for (const one of this.#byBeginning.get(text.slice(at, at + LEAST_CHARS)) ?? [])
        if (text.startsWith(one, at)) found.add(one);
    }
    return found;
  }
}

/** Where texts that are left out occur in what is not: a name in a note, an identifier in a comment. */
export async function findRepeats(texts: readonly ShownText[]): Promise<Repeats> {
  const hidden = texts.filter(({ isHidden, isWritten }) => isHidden && isWritten);
  const all = hidden.flatMap(({ value }) => listStrings(value, (key) => NAMES_OF_KINDS.has(key)));
  const byFolded = new Map(all.map((text) => [fold(text), text]));
  byFolded.delete('');
  const folded = [...byFolded.keys()].filter((text) => text.length >= LEAST_CHARS);
  const tooShort = byFolded.size - folded.length;
  const index = new TextIndex(folded);
  const repeats: Repeat[] = [];
  let read = 0;
  for (const { value, isHidden, mayName, where } of folded.length === 0 ? [] : texts) {
    if (isHidden || !mayName) continue;
    const text = fold(listStrings(value).join('\n'));
    for (const one of index.findIn(text)) repeats.push({ text: byFolded.get(one) ?? one, where });
    if (repeats.length > MOST_REPEATS) return { repeats: repeats.slice(0, MOST_REPEATS), isCut: true, tooShort };
    read += text.length;
    if (read > PIECE) {
      read = 0;
      await setImmediate();
    }
  }
  return { repeats, isCut: false, tooShort };
}
