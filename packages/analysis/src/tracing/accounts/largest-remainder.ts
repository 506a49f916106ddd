/** Divides an amount by weights: each part rounded down, the rest one unit each to the largest fractions, on a tie to the earlier. */
export function divideByLargestRemainder(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (total === 0n) return weights.map(() => 0n);
  const parts = weights.map((weight) => (amount * weight) / total);
  const left = Number(amount - parts.reduce((sum, part) => sum + part, 0n));
  const fractions = weights
    .map((weight, index) => ({ index, fraction: (amount * weight) % total }))
    .sort((a, b) => (a.fraction === b.fraction ? a.index - b.index : a.fraction > b.fraction ? -1 : 1));
  for (const { index } of fractions.slice(0, left)) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}
