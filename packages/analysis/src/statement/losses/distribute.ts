/** Millionths in a cent. */
const CENT = 10_000n;
const WHOLE = 1_000_000n;

/**
 * Shares of losses in millionths of all of them, and an amount distributed by them to the whole cent. Rounded down, and what is left
 * goes cent by cent to the largest remainders, the first of equal ones first, so that the parts add up to the amount, except
 * for what is less than a cent. Nobody who lost nothing gets anything. Undefined where one of the losses is not known, or none is left.
 */
export function distribute(
  losses: readonly (bigint | undefined)[],
  available: bigint | null,
): { readonly shares: readonly number[] | undefined; readonly parts: readonly bigint[] | undefined } {
  const known = losses.flatMap((loss) => (loss === undefined ? [] : [loss > 0n ? loss : 0n]));
  const total = known.reduce((sum, loss) => sum + loss, 0n);
  if (known.length < losses.length || total === 0n) return { shares: undefined, parts: undefined };
  const shares = known.map((loss) => Number((loss * WHOLE + total / 2n) / total));
  if (available === null) return { shares, parts: undefined };
  const cents = available / CENT;
  const rows = known.map((loss, i) => ({ i, cents: (loss * cents) / total, rest: (loss * cents) % total }));
  let left = cents - rows.reduce((sum, row) => sum + row.cents, 0n);
  for (const row of rows.toSorted((a, b) => (a.rest === b.rest ? a.i - b.i : a.rest > b.rest ? -1 : 1))) {
    if (left === 0n) break;
    row.cents += 1n;
    left -= 1n;
  }
  return { shares, parts: rows.map((row) => row.cents * CENT) };
}
