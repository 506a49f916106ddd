const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** Every TRON address has 34 characters: 25 bytes that begin with 0x41. */
const TRON_LENGTH = 34;
const KEY_DIGITS = 40;
const CHECKSUM_BITS = 32n;
const VERSION = 0x41n;
const VERSION_SHIFT = 160n;
const MIN_CHARACTERS = 3;
/** More prefixes than these are one digit too long. */
const MOST_PREFIXES = 64;

function toKey(value: bigint): string {
  return value.toString(16).padStart(KEY_DIGITS, '0');
}

/** Hex prefixes that together hold every key between two, and not much more. */
function cover(from: string, to: string): string[] {
  let length = 0;
  while (length < KEY_DIGITS && from[length] === to[length]) length++;
  if (length === KEY_DIGITS) return [from];
  let best = [from.slice(0, length)];
  for (let digits = length + 1; digits <= KEY_DIGITS; digits++) {
    const [first, last] = [BigInt(`0x${from.slice(0, digits)}`), BigInt(`0x${to.slice(0, digits)}`)];
    if (last - first >= MOST_PREFIXES) return best;
    best = Array.from({ length: Number(last - first) + 1 }, (_, i) =>
      (first + BigInt(i)).toString(16).padStart(digits, '0'),
    );
  }
  return best;
}

/**
 * Hex prefixes under which the keys of all TRON addresses that begin like a text are: the addresses found under them are
 * still to be compared with the text. Empty for a text that no address begins like, and for less than three characters.
 */
export function tronPrefixes(text: string): string[] {
  if (text.length < MIN_CHARACTERS || text.length > TRON_LENGTH || !/^T[1-9A-HJ-NP-Za-km-z]*$/.test(text)) return [];
  let value = 0n;
  for (const digit of text) value = value * 58n + BigInt(BASE58.indexOf(digit));
  const scale = 58n ** BigInt(TRON_LENGTH - text.length);
  const [low, high] = [(value * scale) >> CHECKSUM_BITS, ((value + 1n) * scale - 1n) >> CHECKSUM_BITS];
  const first = VERSION << VERSION_SHIFT;
  const last = first + (1n << VERSION_SHIFT) - 1n;
  const from = low > first ? low : first;
  const to = high < last ? high : last;
  return from > to ? [] : cover(toKey(from - first), toKey(to - first));
}
