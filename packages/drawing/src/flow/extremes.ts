/** The largest of some amounts; 0 of none. */
export function largestOf(amounts: Iterable<bigint>): bigint {
  let most: bigint | undefined;
  for (const amount of amounts) if (most === undefined || amount > most) most = amount;
  return most ?? 0n;
}

/** The smallest of some amounts; 0 of none. */
export function smallestOf(amounts: Iterable<bigint>): bigint {
  let least: bigint | undefined;
  for (const amount of amounts) if (least === undefined || amount < least) least = amount;
  return least ?? 0n;
}
