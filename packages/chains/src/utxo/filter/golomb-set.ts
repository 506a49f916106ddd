import { AppError } from '@trailmark/core/errors';

/** Bits of the remainder of a basic filter (BIP 158). */
const REMAINDER_BITS = 19;
const STEP = 2 ** REMAINDER_BITS;

function fail(reason: string): never {
  throw new AppError('invalid', `The block filter cannot be read: ${reason}.`);
}

/** The differences of ascending values (below 2^53) in Golomb-Rice coding with 19 remainder bits, padded with zeros to a byte. */
export function encodeGolombSet(values: readonly number[]): Uint8Array {
  const bytes: number[] = [];
  let bits = 0;
  const put = (bit: number): void => {
    if (bits % 8 === 0) bytes.push(0);
    if (bit) bytes[bytes.length - 1] = (bytes[bytes.length - 1] ?? 0) | (0x80 >> (bits % 8));
    bits++;
  };
  let last = 0;
  for (const value of values) {
    const difference = value - last;
    last = value;
    for (let quotient = Math.floor(difference / STEP); quotient > 0; quotient--) put(1);
    put(0);
    for (let bit = REMAINDER_BITS - 1; bit >= 0; bit--) put(((difference % STEP) >>> bit) & 1);
  }
  return Uint8Array.from(bytes);
}

/**
 * The values of a set of `count`, ascending, all below `range`. Throws `invalid` for a set that ends early, that has bytes after its
 * last value, or with a value that no item can have.
 */
export function decodeGolombSet(
  bytes: Uint8Array,
  { count, range }: { readonly count: number; readonly range: number },
): Float64Array {
  // Each value takes a stop bit and its remainder: a count from a stranger reserves no memory beyond what was sent.
  if (count * (REMAINDER_BITS + 1) > bytes.length * 8) fail(`${count} items do not fit into ${bytes.length} bytes`);
  const values = new Float64Array(count);
  let at = 0;
  const take = (): number => {
    const byte = bytes[at >> 3];
    if (byte === undefined) fail('it ends within an item');
    return (byte >> (7 - (at++ & 7))) & 1;
  };
  let value = 0;
  for (let i = 0; i < count; i++) {
    while (take() === 1) value += STEP;
    let remainder = 0;
    for (let bit = 0; bit < REMAINDER_BITS; bit++) remainder = (remainder << 1) | take();
    value += remainder;
    if (value >= range) fail(`item ${i + 1} is out of range`);
    values[i] = value;
  }
  const padding = bytes.length * 8 - at;
  if (padding >= 8) fail(`${padding >> 3} bytes follow its last item`);
  while (at < bytes.length * 8) if (take() === 1) fail('its padding is not zero');
  return values;
}
