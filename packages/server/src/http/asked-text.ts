import { isPrivateKey } from '@trailmark/chains/utxo/private-key';
import { hidePhrases } from '@trailmark/chains/wallet/hide-phrase';

const MAX_ASKED = 2_000;
/** Of longer texts no more is looked at: what is kept is shorter by far. */
const MAX_LOOKED = 4_000;
const LONGEST_KEY = 120;
const HIDDEN = '[private key]';

/** Members of a list or object, and characters of a text, that are kept; tried from the first on until the whole is short. */
const WIDTHS: readonly { readonly parts: number; readonly text: number }[] = [
  { parts: 1_000, text: MAX_ASKED },
  { parts: 20, text: 200 },
  { parts: 5, text: 100 },
  { parts: 2, text: 70 },
];

/** A text without the private keys and seed phrases somebody pasted into it: the log is read by others, and for years. */
export function hidePrivateKeys(text: string): string {
  return hidePhrases(text).replace(/[1-9A-HJ-NP-Za-km-z]{50,}/g, (word) =>
    word.length <= LONGEST_KEY && isPrivateKey(word) ? HIDDEN : word,
  );
}

/** Characters that may still be kept. Below nothing the whole is too long as it is, and no more of it is looked at. */
interface Room {
  left: number;
}

function shortenText(text: string, limit: number, room: Room): string {
  const shown = hidePrivateKeys(text.slice(0, MAX_LOOKED));
  const kept = shown.length <= limit && text.length <= MAX_LOOKED ? shown : `${shown.slice(0, limit)}…`;
  room.left -= kept.length;
  return kept;
}

function shortenAll<T, R>(parts: readonly T[], room: Room, shortenOne: (part: T) => R): R[] {
  const shown: R[] = [];
  for (const part of parts) {
    if (room.left < 0) break;
    shown.push(shortenOne(part));
  }
  return shown;
}

function shorten(value: unknown, width: (typeof WIDTHS)[number], room: Room): unknown {
  if (typeof value === 'string') return shortenText(value, width.text, room);
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const shown = shortenAll(value.slice(0, width.parts), room, (part) => shorten(part, width, room));
    const rest = value.length - width.parts;
    return rest > 0 ? [...shown, `… and ${rest} more`] : shown;
  }
  // The names of what a route takes stay; a record of ten thousand things is shown by a few of them.
  const entries = Object.entries(value).filter(([, part]) => part !== undefined);
  const most = Math.max(width.parts, 25);
  const shown = shortenAll(entries.slice(0, most), room, ([key, part]) => [
    shortenText(key, width.text, room),
    shorten(part, width, room),
  ]);
  const rest = entries.length - most;
  return Object.fromEntries(rest > 0 ? [...shown, ['…', `${rest} more`]] : shown);
}

/**
 * The request of a route, as JSON of at most 2,000 characters: of a large body the whole outline with its longest lists and
 * texts cut, each saying so, and never a private key.
 */
export function toAskedText(body: unknown): string {
  for (const width of WIDTHS) {
    const room = { left: MAX_ASKED };
    const text = JSON.stringify(shorten(body, width, room)) ?? '';
    if (room.left >= 0 && text.length <= MAX_ASKED) return text;
    if (width === WIDTHS.at(-1)) return text.slice(0, MAX_ASKED);
  }
  return '';
}
