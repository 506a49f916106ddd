import { createHash } from 'node:crypto';

/** Choices that are the same in every run with the same seed. */
export interface SeededChoice {
  /** 0 to `limit - 1`. */
  integer(limit: number): number;
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  /** Throws for an empty list. */
  pick<T>(list: readonly T[]): T;
  /** `count` different elements, or all where there are fewer. */
  sample<T>(list: readonly T[], count: number): T[];
}

/** Mulberry32, started from SHA-256 of the seed. */
export function createSeededChoice(seed: string): SeededChoice {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
  const integer = (limit: number): number => Math.floor(next() * limit);
  return {
    integer,
    between: (low, high) => low + integer(high - low + 1),
    chance: (probability) => next() < probability,
    pick(list) {
      const chosen = list[integer(list.length)];
      if (chosen === undefined) throw new Error('There is nothing to choose from.');
      return chosen;
    },
    sample(list, count) {
      const rest = [...list];
      const chosen = [];
      while (chosen.length < count && rest.length > 0) chosen.push(...rest.splice(integer(rest.length), 1));
      return chosen;
    },
  };
}
