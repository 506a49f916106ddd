/**
 * Splits an amount by weights into whole units that sum to it exactly: the largest remainders get what is left over, and of
 * equal remainders the earlier. Without any weight everything stays with the first.
 */
export function splitShares(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total <= 0n) return weights.map((_, i) => (i === 0 ? amount : 0n));
  const shares = weights.map((weight) => (amount * weight) / total);
  let left = amount - shares.reduce((sum, share) => sum + share, 0n);
  const order = weights
    .map((weight, i) => ({ i, remainder: (amount * weight) % total }))
    .sort((a, b) => (a.remainder === b.remainder ? a.i - b.i : a.remainder > b.remainder ? -1 : 1));
  for (const { i } of order) {
    if (left <= 0n) break;
    shares[i] = (shares[i] ?? 0n) + 1n;
    left -= 1n;
  }
  return shares;
}
