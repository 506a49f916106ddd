import {
  add,
  answerOf,
  ELEMENT_BYTES,
  framed,
  hash,
  hashToScalar,
  multiply,
  multiplyBase,
  randomScalar,
  SEED_DST,
} from './ristretto.ts';

/** Elements in a row, 32 bytes each. */
export const elementAt = (elements: Uint8Array, i: number): Uint8Array =>
  elements.subarray(i * ELEMENT_BYTES, (i + 1) * ELEMENT_BYTES);
export const countElements = (elements: Uint8Array): number => elements.length / ELEMENT_BYTES;

function* weightsOf(publicKey: Uint8Array, c: Uint8Array, d: Uint8Array): Generator<Uint8Array> {
  const seed = hash(framed(publicKey), framed(SEED_DST));
  for (let i = 0; i < countElements(c); i++) {
    const place = Buffer.alloc(2);
    place.writeUInt16BE(i);
    const parts = [framed(seed), place, framed(elementAt(c, i)), framed(elementAt(d, i)), Buffer.from('Composite')];
    yield hashToScalar(Buffer.concat(parts));
  }
}

function sumOf(weights: readonly Uint8Array[], elements: Uint8Array): Uint8Array {
  return weights.map((weight, i) => multiply(weight, elementAt(elements, i))).reduce(add);
}

function challengeOf(parts: readonly Uint8Array[]): Uint8Array {
  return hashToScalar(Buffer.concat([...parts.map(framed), Buffer.from('Challenge')]));
}

/** That the same key made every one of `d` from `c` (RFC 9497, 2.2.1): 64 bytes, however many there are. */
export function prove(
  { secret, publicKey }: { readonly secret: Uint8Array; readonly publicKey: Uint8Array },
  c: Uint8Array,
  d: Uint8Array,
  random: Uint8Array = randomScalar(),
): Uint8Array {
  const m = sumOf([...weightsOf(publicKey, c, d)], c);
  const z = multiply(secret, m);
  const challenge = challengeOf([publicKey, m, z, multiplyBase(random), multiply(random, m)]);
  return Buffer.concat([challenge, answerOf(random, challenge, secret)]);
}

/** Whether a proof is right (RFC 9497, 2.2.2). The elements are valid ones. */
export function isProven(publicKey: Uint8Array, c: Uint8Array, d: Uint8Array, proof: Uint8Array): boolean {
  if (proof.length !== 2 * ELEMENT_BYTES) return false;
  const [challenge, s] = [elementAt(proof, 0), elementAt(proof, 1)];
  try {
    const weights = [...weightsOf(publicKey, c, d)];
    const [m, z] = [sumOf(weights, c), sumOf(weights, d)];
    const t2 = add(multiplyBase(s), multiply(challenge, publicKey));
    const t3 = add(multiply(s, m), multiply(challenge, z));
    return Buffer.from(challengeOf([publicKey, m, z, t2, t3])).equals(challenge);
  } catch {
    // The group refuses results that are no element, which no honest proof has.
    return false;
  }
}
