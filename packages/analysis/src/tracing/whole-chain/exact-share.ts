/** 2^27 + 1: multiplying by it parts a 53 bit number into two halves whose products are exact. */
const SPLITTER = 134_217_729;
/** From so many comparisons on, sorting the remainders is cheaper than looking for the largest again and again. */
const SORT_FROM = 512;

/**
 * `a * b - c * d`, exact where all four are whole numbers below 2^51 and the difference is below 2^53: each product is kept
 * as its rounded value and the exact error of that rounding.
 */
function differenceOfProducts(a: number, b: number, c: number, d: number): number {
  const aWide = SPLITTER * a;
  const aHigh = aWide - (aWide - a);
  const aLow = a - aHigh;
  const bWide = SPLITTER * b;
  const bHigh = bWide - (bWide - b);
  const bLow = b - bHigh;
  const cWide = SPLITTER * c;
  const cHigh = cWide - (cWide - c);
  const cLow = c - cHigh;
  const dWide = SPLITTER * d;
  const dHigh = dWide - (dWide - d);
  const dLow = d - dHigh;
  const first = a * b;
  const firstError = aHigh * bHigh - first + aHigh * bLow + aLow * bHigh + aLow * bLow;
  const second = c * d;
  const secondError = cHigh * dHigh - second + cHigh * dLow + cLow * dHigh + cLow * dLow;
  return first - second + (firstError - secondError);
}

/**
 * Divides `traced` among parts by size, whole numbers only: each part gets the floor of its exact share, and the units left
 * over go to the largest remainders, of equal ones to the earlier part. Amounts below 2^51.
 */
export class ExactShares {
  shares = new Float64Array(64);
  #remainders = new Float64Array(64);

  /** Shares of the parts of `whole`, in `shares`; the last part is what the others leave. `traced` is at most `whole`. */
  divide(traced: number, whole: number, values: Float64Array, from: number, to: number): void {
    const parts = to - from + 1;
    if (parts > this.shares.length) this.#grow(parts);
    let rest = whole;
    let left = traced;
    for (let part = 0; part < parts - 1; part++) {
      const value = values[from + part] ?? 0;
      rest -= value;
      left -= this.#floor(part, traced, value, whole);
    }
    left -= this.#floor(parts - 1, traced, rest, whole);
    if (left * parts > SORT_FROM) this.#handOutSorted(parts, left);
    else for (; left > 0; left--) this.#handOut(parts);
  }

  #floor(part: number, traced: number, value: number, whole: number): number {
    const product = traced * value;
    let quotient = Math.floor(product / whole);
    // Below 2^53 plain products are exact, and most traced amounts are small.
    let remainder =
      product < 2 ** 53 ? product - quotient * whole : differenceOfProducts(traced, value, quotient, whole);
    while (remainder < 0) {
      quotient--;
      remainder += whole;
    }
    while (remainder >= whole) {
      quotient++;
      remainder -= whole;
    }
    this.shares[part] = quotient;
    this.#remainders[part] = remainder;
    return quotient;
  }

  /** One unit to the largest remainder, which then has none. */
  #handOut(parts: number): void {
    const remainders = this.#remainders;
    let best = 0;
    for (let part = 1; part < parts; part++) if ((remainders[part] ?? 0) > (remainders[best] ?? 0)) best = part;
    remainders[best] = -1;
    this.shares[best] = (this.shares[best] ?? 0) + 1;
  }

  #handOutSorted(parts: number, units: number): void {
    const remainders = this.#remainders;
    const sorted = remainders.slice(0, parts).sort();
    const least = sorted[parts - units] ?? 0;
    let above = 0;
    for (let part = parts - units; part < parts; part++) if ((sorted[part] ?? 0) > least) above++;
    let atLeast = units - above;
    for (let part = 0; part < parts; part++) {
      const remainder = remainders[part] ?? 0;
      if (remainder < least || (remainder === least && atLeast-- <= 0)) continue;
      this.shares[part] = (this.shares[part] ?? 0) + 1;
    }
  }

  #grow(parts: number): void {
    this.shares = new Float64Array(parts * 2);
    this.#remainders = new Float64Array(parts * 2);
  }
}
