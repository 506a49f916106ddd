import { AppError } from '@trailmark/core/errors';
import { countElements, elementAt, isProven, prove } from './proof.ts';
import {
  deriveKeyPair,
  finalize,
  hashToGroup,
  invert,
  isElement,
  multiply,
  randomElement,
  randomScalar,
} from './ristretto.ts';

/** Bytes that are kept of an output. The first half finds an entry, the second proves that its identifier was known. */
export const OUTPUT_BYTES = 32;
const KEY_INFO = Buffer.from('trailmark/dc/1');

/** An identifier as both sides write it: the name that it is compared under, in a domain of its own. */
const toInput = (key: string): Uint8Array => Buffer.from(`trailmark/dc/2:${key}`);

export interface BlindedBatch {
  /** One scalar an input; with them the answers are opened. They never leave. */
  readonly blinds: Uint8Array;
  /** As many elements as the batch is long: those of the inputs first, then random ones that nobody can distinguish from them. */
  readonly blinded: Uint8Array;
}

/** Blinds identifiers, and fills the batch up with random elements. */
export function blindBatch({ keys, size }: { readonly keys: readonly string[]; readonly size: number }): BlindedBatch {
  if (keys.length > size) throw new AppError('internal', `A batch takes ${size} identifiers, not ${keys.length}.`);
  const blinds = keys.map(() => randomScalar());
  const real = keys.map((key, i) => multiply(blinds[i] ?? randomScalar(), hashToGroup(toInput(key))));
  const dummies = Array.from({ length: size - keys.length }, randomElement);
  return { blinds: Buffer.concat(blinds), blinded: Buffer.concat([...real, ...dummies]) };
}

function assertElements(elements: Uint8Array, whose: string): void {
  if (elements.length % 32 !== 0 || elements.length === 0) {
    throw new AppError('invalid', `${whose} are ${elements.length} bytes: elements of 32 bytes are expected.`);
  }
  for (let i = 0; i < countElements(elements); i++) {
    if (!isElement(elementAt(elements, i))) {
      throw new AppError('invalid', `${whose}: number ${i + 1} is no element of ristretto255, or is the identity.`);
    }
  }
}

export interface Evaluation {
  readonly evaluated: Uint8Array;
  readonly proof: Uint8Array;
  readonly publicKey: Uint8Array;
}

/** Applies the key of a seed to blinded elements, with one proof for all. Throws `invalid` for bytes that are no elements. */
export function evaluateBatch({
  seed,
  blinded,
}: {
  readonly seed: Uint8Array;
  readonly blinded: Uint8Array;
}): Evaluation {
  assertElements(blinded, 'The blinded values');
  const pair = deriveKeyPair(seed, KEY_INFO);
  const answers = Array.from({ length: countElements(blinded) }, (_, i) =>
    multiply(pair.secret, elementAt(blinded, i)),
  );
  const evaluated = Buffer.concat(answers);
  return { evaluated, proof: prove(pair, blinded, evaluated), publicKey: pair.publicKey };
}

export interface Opening extends Evaluation {
  readonly keys: readonly string[];
  readonly blinds: Uint8Array;
  readonly blinded: Uint8Array;
}

/** Outputs for the identifiers, in their order, once the proof holds. Throws `invalid` for an answer that is not right. */
export function openBatch({ keys, blinds, blinded, evaluated, proof, publicKey }: Opening): Uint8Array {
  assertElements(evaluated, 'The answered values');
  if (evaluated.length !== blinded.length) {
    throw new AppError(
      'invalid',
      `${countElements(evaluated)} values were answered, and ${countElements(blinded)} were asked.`,
    );
  }
  if (!isElement(publicKey) || !isProven(publicKey, blinded, evaluated, proof)) {
    throw new AppError('invalid', 'The proof does not hold: the values were not made with the key that was agreed.');
  }
  const outputs = keys.map((key, i) => {
    const element = multiply(invert(elementAt(blinds, i)), elementAt(evaluated, i));
    return finalize(toInput(key), element).subarray(0, OUTPUT_BYTES);
  });
  return Buffer.concat(outputs);
}

/** Outputs for one's own identifiers under one's own key: what a set for a partner is made of. They never leave. */
export function makeOutputs({
  seed,
  keys,
}: {
  readonly seed: Uint8Array;
  readonly keys: readonly string[];
}): Uint8Array {
  const { secret } = deriveKeyPair(seed, KEY_INFO);
  const outputs = keys.map((key) => {
    const input = toInput(key);
    return finalize(input, multiply(secret, hashToGroup(input))).subarray(0, OUTPUT_BYTES);
  });
  return Buffer.concat(outputs);
}
