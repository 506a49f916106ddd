import { toCanonicalJson } from '@trailmark/core/canonical-json';
import type { Crossing } from '@trailmark/core/trace/crossing';

interface HashedLeg {
  readonly parent: number;
  readonly crossing: Crossing;
  /** Of its trace. */
  readonly hash: string;
}

/** The text a trace that crossed bridges is hashed over: the hash of the first trace, and of each leg with its bridge transfer. */
export function canonicalLegs(first: string, legs: readonly HashedLeg[]): string {
  const plain = legs.map(({ parent, crossing, hash }) => ({ parent, crossing, hash }));
  const text = JSON.stringify(plain, (_key, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
  return toCanonicalJson({ trace: first, legs: JSON.parse(text.toWellFormed()) as object });
}
