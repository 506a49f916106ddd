/** Largest integer whose square is at most the value (Newton's method). */
export function floorRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let guess = 1n << BigInt(Math.ceil(value.toString(2).length / 2));
  for (;;) {
    const next = (guess + value / guess) >> 1n;
    if (next >= guess) return guess;
    guess = next;
  }
}

/** A pair of values to be ranked within its group; values of different groups are not compared. */
export interface RankedPair {
  readonly group: string;
  readonly a: bigint;
  readonly b: bigint;
}

function sign(x: bigint, y: bigint): number {
  return x > y ? 1 : x < y ? -1 : 0;
}

/**
 * Kendall's tau-b (Kendall 1945) between two rankings, in millionths towards zero, calculated in integers. Null where one of them
 * ranks everything alike, or nothing can be compared.
 */
export function kendallTauPpm(pairs: readonly RankedPair[]): number | null {
  let [agree, ofA, ofB] = [0, 0, 0];
  for (const [i, one] of pairs.entries()) {
    for (const other of pairs.slice(0, i)) {
      if (one.group !== other.group) continue;
      const [inA, inB] = [sign(one.a, other.a), sign(one.b, other.b)];
      agree += inA * inB;
      ofA += Math.abs(inA);
      ofB += Math.abs(inB);
    }
  }
  if (ofA === 0 || ofB === 0) return null;
  const square = (BigInt(agree) * BigInt(agree) * 1_000_000_000_000n) / (BigInt(ofA) * BigInt(ofB));
  return Math.sign(agree) * Number(floorRoot(square));
}
