import { normaliseAddress } from '@trailmark/chains/chain-address';
import { listTraits } from '@trailmark/chains/chain-traits';
import { isChainId } from '@trailmark/core/chain';
import type { LeftOut, OutlinePoint } from './case-outline.ts';

/** What a file had and a case has no place for: each kind once, with its count. */
export interface Tally {
  count(what: string, why: string): void;
  list(): LeftOut[];
}

export function createTally(): Tally {
  const counts = new Map<string, LeftOut>();
  return {
    count: (what, why) => {
      const key = `${what}\n${why}`;
      counts.set(key, { what, why, count: (counts.get(key)?.count ?? 0) + 1 });
    },
    list: () => [...counts.values()].toSorted((a, b) => (a.what < b.what ? -1 : 1)),
  };
}

/** Texts of a stranger's file, cut to what a field takes; what was cut is counted. */
export interface TextReader {
  line(value: unknown, max: number): string;
  text(value: unknown, max: number): string;
}

export function createTextReader(tally: Tally): TextReader {
  const cut = (text: string, max: number): string => {
    if (text.length <= max) return text;
    tally.count('Texts', 'longer than a field of a case takes: their ends were cut');
    return `${text.slice(0, max - 1).toWellFormed()}…`;
  };
  const plain = (value: unknown) => (typeof value === 'string' ? value.toWellFormed().normalize('NFC') : '');
  return {
    line: (value, max) =>
      cut(
        plain(value)
          .replace(/\p{Cc}+/gu, ' ')
          .trim(),
        max,
      ),
    text: (value, max) =>
      cut(
        plain(value)
          .replace(/[^\P{Cc}\n\t]/gu, '')
          .trim(),
        max,
      ),
  };
}

const MAX_TAGS = 20;

/** Tags of a stranger's file as a case has them: lower case, without commas, each once. */
export function readTags(texts: TextReader, given: unknown): readonly string[] {
  if (!Array.isArray(given)) return [];
  const tags = given.map((tag) => texts.line(tag, 40).replaceAll(',', ' ').toLowerCase().slice(0, 40).trim());
  return [...new Set(tags)].filter(Boolean).slice(0, MAX_TAGS).toSorted();
}

const MAIN = listTraits().filter(({ network }) => network === 'main');

function spellingOn(chain: string, text: string): string | undefined {
  if (!isChainId(chain)) return undefined;
  try {
    return normaliseAddress(chain, text);
  } catch {
    return undefined;
  }
}

/** The chains whose coin has this symbol, main networks first and best known: `ETH` is Ethereum before its rollups. */
function chainsOf(symbol: string): readonly string[] {
  const wanted = symbol.toUpperCase() === 'TRON' ? 'TRX' : symbol.toUpperCase();
  const found = MAIN.filter((traits) => traits.symbol.toUpperCase() === wanted).map(({ id }) => id as string);
  return found.toSorted((a, b) => Number(b === symbol.toLowerCase()) - Number(a === symbol.toLowerCase()));
}

/** Chains that are tried where a file names none: an address of one form is an address of all of them. */
const TRIED = ['btc', 'eth', 'trx', 'ltc', 'doge', 'bch'];

export interface ReadPoint extends OutlinePoint {
  /** The file did not say which chain. */
  readonly isGuessed: boolean;
}

/** An address with its chain, by what the file names: the id of a chain, a symbol, or neither. Undefined for what is none. */
export function readPoint(
  text: unknown,
  { chain, symbol }: { readonly chain?: unknown; readonly symbol?: unknown },
): ReadPoint | undefined {
  if (typeof text !== 'string' || text.length > 200) return undefined;
  const named = typeof chain === 'string' ? [chain] : [];
  const bySymbol = typeof symbol === 'string' ? chainsOf(symbol.trim()) : [];
  const stated = [...named, ...bySymbol];
  for (const [id, isGuessed] of [
    ...stated.map((one) => [one, false] as const),
    ...(stated.length === 0 ? TRIED.map((one) => [one, true] as const) : []),
  ]) {
    const address = spellingOn(id, text.trim());
    if (address !== undefined) return { chain: id, address, isGuessed };
  }
  return undefined;
}
