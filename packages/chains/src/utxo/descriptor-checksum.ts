import { AppError } from '@trailmark/core/errors';

/** Order of characters within three groups of 32, as BIP 380 fixes it. */
const INPUT =
  "0123456789()[],'/*abcdefgh@:$%{}" + 'IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~' + 'ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATORS = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];
const CHECKSUM_CHARACTERS = 8;

function polymod(symbols: readonly number[]): bigint {
  let checksum = 1n;
  for (const symbol of symbols) {
    const top = checksum >> 35n;
    checksum = ((checksum & 0x7ffffffffn) << 5n) ^ BigInt(symbol);
    for (const [i, generator] of GENERATORS.entries()) if ((top >> BigInt(i)) & 1n) checksum ^= generator;
  }
  return checksum;
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

/** The descriptor without its checksum, which is checked if there is one. Throws `invalid`. */
export function stripDescriptorChecksum(text: string): string {
  const [descriptor = '', checksum, ...more] = text.split('#');
  const expected = descriptorChecksum(descriptor);
  if (checksum === undefined) return descriptor;
  if (more.length > 0 || checksum.length !== CHECKSUM_CHARACTERS) {
    throw new AppError('invalid', 'The checksum of this descriptor is not eight characters after one "#".');
  }
  if (checksum !== expected) throw new AppError('invalid', 'The checksum of this descriptor fails.');
  return descriptor;
}
