const THINNEST = 1.5;
const THICKEST = 12;
/** A tenth of a coin, on chains whose coin has eight places. */
const COIN_BASE = 10_000_000n;
const COIN_PLACES = 8;
/** Where the asset is worth something else: so many powers of ten below the largest payment. */
const SPAN = 3;

/** Amount, in smallest units, from which on edges of an asset grow wider; a legend prints it. */
export function edgeWidthBase(values: Iterable<bigint>, asset: string, decimals: number | null): bigint {
  if (!asset.includes(':') && decimals === COIN_PLACES) return COIN_BASE;
  let largest = 1n;
  for (const value of values) if (value > largest) largest = value;
  return 10n ** BigInt(Math.max(0, largest.toString().length - 1 - SPAN));
}

/** Width of an edge in pixels: 0.6 + 3 log10(value / base), from 1.5 to 12. */
export function edgeWidth(value: bigint, base: bigint): number {
  const width = 0.6 + 3 * Math.log10(Number(value) / Number(base));
  return width > THINNEST ? Math.min(THICKEST, Math.round(width * 10) / 10) : THINNEST;
}
