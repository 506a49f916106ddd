import type { CoinTaint, OutputApportioning, SlotTaints } from './apportioning.ts';

const NO_SPANS: readonly bigint[] = [];

export function sumTaints(taints: SlotTaints): bigint {
  let sum = 0n;
  for (const { amount } of taints.values()) sum += amount;
  return sum;
}

/** Σ of the values, or undefined where one is not known. */
function sumKnown(values: readonly (bigint | undefined)[]): bigint | undefined {
  let sum = 0n;
  for (const value of values) {
    if (value === undefined) return undefined;
    sum += value;
  }
  return sum;
}

/** Places of the `count` largest, the earlier on a tie. */
function listLargest(numbers: readonly bigint[], count: number): number[] {
  if (count === 0) return [];
  const places: number[] = [];
  for (let place = 0; place < numbers.length; place++) places.push(place);
  places.sort((a, b) => {
    const first = numbers[a] ?? 0n;
    const second = numbers[b] ?? 0n;
    return first < second ? 1 : first > second ? -1 : a - b;
  });
  return places.slice(0, count);
}

/**
 * Divides an amount in proportion to weights by largest remainder: each part is rounded down, and the units left over go one
 * each to the largest fractions, the earlier on a tie. Exact, and no part exceeds its weight while the amount does not exceed
 * their sum.
 */
export function divideByWeight(amount: bigint, weights: readonly bigint[]): bigint[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  if (amount === 0n || total === 0n) return weights.map(() => 0n);
  if (amount === total) return [...weights];
  const parts: bigint[] = [];
  const fractions: bigint[] = [];
  let left = amount;
  for (const weight of weights) {
    const product = amount * weight;
    const part = product / total;
    parts.push(part);
    left -= part;
    fractions.push(product - part * total);
  }
  for (const index of listLargest(fractions, Number(left))) parts[index] = (parts[index] ?? 0n) + 1n;
  return parts;
}

function toTaints(parts: readonly bigint[], count: number): SlotTaints {
  const taints = new Map<number, CoinTaint>();
  for (let slot = 0; slot < count; slot++) {
    const amount = parts[slot] ?? 0n;
    if (amount > 0n) taints.set(slot, { amount, spans: NO_SPANS });
  }
  return taints;
}

/** Every output and the fee carry the share of traced money in all inputs; backward every input the share of what is sought. */
export const takeInProportion: OutputApportioning = {
  keepsOrder: false,
  forward({ inputs, outputs, fee }, tainted) {
    if (fee === undefined || sumKnown(inputs) === undefined) return undefined;
    const parts = divideByWeight(sumTaints(tainted), [...outputs, fee]);
    return { taints: toTaints(parts, outputs.length), fee: parts[outputs.length] ?? 0n, added: 0n };
  },
  backward({ inputs }, asked) {
    const total = sumKnown(inputs);
    const amount = sumTaints(asked);
    if (total === undefined || total < amount) return undefined;
    const parts = divideByWeight(amount, inputs as readonly bigint[]);
    return { taints: toTaints(parts, inputs.length), fee: 0n, added: 0n };
  },
};

function wholes(values: readonly (bigint | undefined)[]): SlotTaints {
  return toTaints(
    values.map((value) => value ?? 0n),
    values.length,
  );
}

/** All of every output and of the fee, once any input is traced; backward all of every input whose value is known. */
export const takeWhole: OutputApportioning = {
  keepsOrder: false,
  forward({ outputs, fee = 0n }, tainted) {
    const taints = wholes(outputs);
    return { taints, fee, added: sumTaints(taints) + fee - sumTaints(tainted) };
  },
  backward({ inputs }, asked) {
    const taints = wholes(inputs);
    return { taints, fee: 0n, added: sumTaints(taints) - sumTaints(asked) };
  },
};

function mostOf(values: readonly (bigint | undefined)[], whole: bigint): SlotTaints {
  return toTaints(
    values.map((value = 0n) => (value < whole ? value : whole)),
    values.length,
  );
}

/** Of every output and of the fee the most that can be traced money: all of it, up to what the inputs brought; backward likewise. */
export const takeMost: OutputApportioning = {
  keepsOrder: false,
  forward({ outputs, fee = 0n }, tainted) {
    const whole = sumTaints(tainted);
    const taints = mostOf(outputs, whole);
    const paid = fee < whole ? fee : whole;
    return { taints, fee: paid, added: sumTaints(taints) + paid - whole };
  },
  backward({ inputs }, asked) {
    const whole = sumTaints(asked);
    const taints = mostOf(inputs, whole);
    return { taints, fee: 0n, added: sumTaints(taints) - whole };
  },
};
