import { createHash, randomBytes } from 'node:crypto';

/** Bytes of a tag in a set. */
export const TAG = 16;
/** Bytes of an output of the pseudorandom function, as both sides keep it. */
export const OUTPUT = 32;

/** The tag of each output in a set, in their order: without the output nobody can make it, or find it again in another set. */
export function saltOutputs(outputs: Uint8Array, salt: Uint8Array): Buffer {
  const tags = Buffer.alloc((outputs.length / OUTPUT) * TAG);
  for (let i = 0; i * OUTPUT < outputs.length; i++)
    createHash('sha256')
      .update(salt)
      .update(outputs.subarray(i * OUTPUT, (i + 1) * OUTPUT))
      .digest()
      .copy(tags, i * TAG, 0, TAG);
  return tags;
}

export interface FillGiven {
  /** Outputs for what is filed. */
  readonly outputs: Uint8Array;
  readonly salt: Uint8Array;
  /** Tags of the whole set. */
  readonly count: number;
}

/** A set in order, filled up with random tags. Salt and random tags are new in each, so that two sets of the same have nothing in common. */
export function fillSet({ outputs, salt, count }: FillGiven): Uint8Array {
  const real = saltOutputs(outputs, salt);
  const tags = Buffer.concat([real, randomBytes(count * TAG - real.length)]);
  const heads = Float64Array.from({ length: count }, (_, i) => tags.readUIntBE(i * TAG, 6));
  const order = Uint32Array.from({ length: count }, (_, i) => i).sort(
    (a, b) => (heads[a] ?? 0) - (heads[b] ?? 0) || tags.compare(tags, b * TAG, (b + 1) * TAG, a * TAG, (a + 1) * TAG),
  );
  const set = Buffer.alloc(tags.length);
  order.forEach((from, to) => void tags.copy(set, to * TAG, from * TAG, (from + 1) * TAG));
  return set;
}
