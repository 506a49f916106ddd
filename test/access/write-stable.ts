import { createHash } from 'node:crypto';

// Answers and rows as text that is the same in every run: what is drawn by chance has a name instead.

/** Of longer answers the beginning is recorded, and the digest of the whole. */
const LONGEST = 1_200;
/** Ends of lines, and what does not show or turns the direction of a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\u2028\u2029]/gu;

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Lists of nothing but ids, which the database keeps in the order of these. */
const IDS = /\[(?:"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"(?:, ?)?){2,}\]/g;

/** What differs between two runs, and the word it is named by. */
const BY_CHANCE: readonly (readonly [RegExp, string])[] = [
  [ID, 'id'],
  [/\\\\x(?!0{64})[0-9a-f]{56,}/g, 'bytes'],
  [/\b(?!0{64})[0-9a-f]{64}\b/g, 'digest'],
  [/(?<=\b(?:session|keyId)\\?":\\?")[0-9a-f]{16}(?=\\?")/g, 'key'],
  [/(?<="(?:ticket|reference|requestId)":")[\w-]+/g, 'word'],
  [/(?<=\b(?:secret|salt)(?:\\?":\\?"|=))[\w+/=-]+/g, 'secret'],
  [/\bSR-20\d\d(?:-[0-9A-Z]{4}){2}\b/g, 'report'],
  [/\b[0-9a-f]{128}\b/g, 'signature'],
  [/\$argon2id\$[^"]+/g, 'password'],
  // Keys, seals and signatures in Base64: long, and with letters of both cases, as addresses of this length are not.
  [/(?<![\w+/-])(?=[\w+/-]*[A-Z])(?=[\w+/-]*[a-z])[\w+/-]{40,}={0,2}/g, 'token'],
  [/(?<=\b20\d\d-)\d{5}\b/g, 'number'],
  [/\b\d{5}(?: \d{5}){7}\b/g, 'fingerprint'],
  [/(?<="timestamp":")[^"]+/g, 'moment'],
  // The clock of the database, which no test moves.
  [/\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\.\d{4,6}\+00(?::00)?/g, 'moment'],
];

/** A text without what chance decides. */
const withoutChance = (text: string): string => BY_CHANCE.reduce((left, [pattern]) => left.replace(pattern, ''), text);

/** Objects in the order of what they say: those of one moment come in the order of ids that are drawn. */
function sortTies(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(sortTies);
    if (!items.every((item) => typeof item === 'object' && item !== null)) return items;
    const keyed = items.map((item) => ({ item, key: withoutChance(JSON.stringify(item)) }));
    return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ item }) => item);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, sortTies(each)]));
}

/** An answer whose rows are in an order that chance does not decide; what is no JSON stays as it is. */
export function orderAnswer(text: string): string {
  try {
    return JSON.stringify(sortTies(JSON.parse(text)));
  } catch {
    return text;
  }
}

/** One line, in which what is drawn by chance is named: planted objects by what they are, the rest by the order it occurs in. */
export function writeStable(text: string, planted: ReadonlyMap<string, string>): string {
  const names = new Map(planted);
  let written = text.replace(IDS, (ids) => `[${ids.split(',').length} ids]`);
  for (const [pattern, word] of BY_CHANCE) {
    const met = new Map<string, string>();
    written = written.replace(pattern, (found) => {
      const name = names.get(found) ?? met.get(found) ?? `${word}-${met.size}`;
      if (!names.has(found)) met.set(found, name);
      return name;
    });
  }
  const line = written.replace(UNSEEN, (char) =>
    char === '\n' ? '\\n' : `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  if (line.length <= LONGEST) return line;
  return `${line.slice(0, LONGEST)}… ${createHash('sha256').update(line).digest('hex').slice(0, 16)}`;
}
