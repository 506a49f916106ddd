/** A share: how many of how many. */
export interface Share {
  readonly hits: number;
  readonly total: number;
}

const Z_95 = 1.959963984540054;

/** Wilson's 95 % score interval of a share (Wilson 1927), both ends 0 to 1; undefined for a share of nothing. */
export function wilsonInterval({ hits, total }: Share): { readonly low: number; readonly high: number } | undefined {
  if (total === 0) return undefined;
  const rate = hits / total;
  const z2 = Z_95 * Z_95;
  const centre = rate + z2 / (2 * total);
  const spread = Z_95 * Math.sqrt((rate * (1 - rate)) / total + z2 / (4 * total * total));
  const scale = 1 + z2 / total;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}
