import { AppError } from '@trailmark/core/errors';

/** Order of characters within three groups of 32, as BIP 380 fixes it. */
const INPUT =
  "0123456789()[],'/*abcdefgh@:$%{}" + 'IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~' + 'ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];
const CHECKSUM_CHARACTERS = 8;

/** The checksum after one more symbol of zero. */
function shift(checksum: bigint): bigint {
  const top = checksum >> 35n;
  return GENERATORS.reduce(
    (sum, generator, i) => ((top >> BigInt(i)) & 1n ? sum ^ generator : sum),
    (checksum & 0x7ffffffffn) << 5n,
  );
}

function polymod(symbols: readonly number[]): bigint {
  return symbols.reduce((checksum, symbol) => shift(checksum) ^ BigInt(symbol), 1n);
}

/** A symbol for each character's place in its group, and after each three one for their groups together. */
function expand(text: string): number[] {
  const symbols: number[] = [];
  let groups: number[] = [];
  for (const character of text) {
    const at = INPUT.indexOf(character);
    if (at < 0) throw new AppError('invalid', 'This descriptor contains a character that descriptors never use.');
    symbols.push(at & 31);
    groups.push(at >> 5);
    if (groups.length === 3) {
      symbols.push(groups.reduce((total, group) => total * 3 + group, 0));
      groups = [];
    }
  }
  return groups.length === 0 ? symbols : [...symbols, groups.reduce((total, group) => total * 3 + group, 0)];
}

/** The eight checksum characters of a descriptor without its `#` part (BIP 380). */
export function descriptorChecksum(descriptor: string): string {
  const value = polymod([...expand(descriptor), ...new Array<number>(CHECKSUM_CHARACTERS).fill(0)]) ^ 1n;
  const digits = Array.from({ length: CHECKSUM_CHARACTERS }, (_, i) => (value >> BigInt(5 * (7 - i))) & 31n);
  return digits.map((digit) => CHECKSUM[Number(digit)]).join('');
}

/** Longer texts are not searched for the wrong character. */
const LONGEST_SEARCHED = 4_000;

/** Effects of a wrong symbol on the checksum, one for each of its 32 values, `distance` symbols before the end. */
function listEffects(length: number): readonly (readonly bigint[])[] {
  const effects: bigint[][] = [];
  let bits = [1n, 2n, 4n, 8n, 16n];
  for (let distance = 0; distance < length; distance++) {
    effects.push(
      Array.from({ length: 32 }, (_, value) => bits.reduce((sum, bit, i) => ((value >> i) & 1 ? sum ^ bit : sum), 0n)),
    );
    bits = bits.map((bit) => shift(bit));
  }
  return effects;
}

/** The three characters around a place share a symbol for their groups: its value before and after a substitution. */
function groupSymbols(text: string, at: number, replacement: number): readonly [before: number, after: number] {
  const start = at - (at % 3);
  const places = Array.from(text.slice(start, start + 3), (character) => INPUT.indexOf(character));
  const join = (all: readonly number[]): number => all.reduce((total, place) => total * 3 + (place >> 5), 0);
  return [join(places), join(places.with(at - start, replacement))];
}

/** Places, from 0 on, of single characters that would make the checksum hold if they were another one. */
function findWrongCharacters(descriptor: string, checksum: string): number[] {
  const symbols = [...expand(descriptor), ...Array.from(checksum, (digit) => CHECKSUM.indexOf(digit))];
  const syndrome = polymod(symbols) ^ 1n;
  const effects = listEffects(symbols.length);
  const effectAt = (symbol: number, difference: number): bigint =>
    effects[symbols.length - 1 - symbol]?.[difference] ?? 0n;
  const isWrong = (at: number): boolean => {
    const place = INPUT.indexOf(descriptor.charAt(at));
    // Each group of three characters is followed by one symbol.
    const own = at + Math.floor(at / 3);
    const group = Math.min(own + 3 - (at % 3), symbols.length - CHECKSUM_CHARACTERS - 1);
    return Array.from(INPUT, (_, other) => other).some((other) => {
      const [before, after] = groupSymbols(descriptor, at, other);
      return (effectAt(own, (place ^ other) & 31) ^ effectAt(group, before ^ after)) === syndrome;
    });
  };
  const inText = Array.from(descriptor, (_, at) => at).filter(isWrong);
  const inChecksum = Array.from(checksum, (_, i) => i).filter((i) => {
    const at = symbols.length - CHECKSUM_CHARACTERS + i;
    return Array.from({ length: 32 }, (_, difference) => difference).some((d) => effectAt(at, d) === syndrome);
  });
  return [...inText, ...inChecksum.map((i) => descriptor.length + 1 + i)];
}

/** Names the place of a single wrong character, never what would fit there: a guessed key is worse than none. */
function refuseChecksum(descriptor: string, checksum: string): never {
  const isSearched = descriptor.length <= LONGEST_SEARCHED && Array.from(checksum).every((c) => CHECKSUM.includes(c));
  const [at, ...others] = isSearched ? findWrongCharacters(descriptor, checksum) : [];
  const fails = 'The checksum of this descriptor fails';
  if (at === undefined || others.length > 0) {
    throw new AppError('invalid', `${fails}: more than one character is wrong. Compare it with its source.`);
  }
  throw new AppError('invalid', `${fails}: character ${at + 1} of ${descriptor.length + 9} is likely wrong.`);
}

/** The descriptor without its checksum, which is checked if there is one. Throws `invalid` with the place of a wrong character. */
export function stripDescriptorChecksum(text: string): string {
  const [descriptor = '', checksum, ...more] = text.split('#');
  const expected = descriptorChecksum(descriptor);
  if (checksum === undefined) return descriptor;
  if (more.length > 0 || checksum.length !== CHECKSUM_CHARACTERS) {
    throw new AppError('invalid', 'The checksum of this descriptor is not eight characters after one "#".');
  }
  return checksum === expected ? descriptor : refuseChecksum(descriptor, checksum);
}
