import { createHash } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import sodium from 'libsodium-wrappers-sumo';
import { FRAME_FORMAT, type FrameHead, type FrameText, frameHead, parseFrame, refuseFrame } from './frame-shape.ts';

await sodium.ready;

// A frame is what two installations exchange, over the network and as a file: a head and rows of bytes, filled up to a size that
// depends on its kind alone, sealed for one key (crypto_box_seal) and signed by another (Ed25519). Who listens reads two keys and a size.

const DOMAIN = Buffer.from(`trailmark/${FRAME_FORMAT}`);
const LENGTH_BYTES = 4;

const toBase64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
const signed = (from: Uint8Array, to: Uint8Array, sealed: Uint8Array): Uint8Array =>
  createHash('sha512').update(DOMAIN).update(from).update(to).update(sealed).digest();

/** Public key of the agency that a seed is the secret of. */
export function publicKeyOf(seed: Uint8Array): Uint8Array {
  return sodium.crypto_sign_seed_keypair(seed).publicKey;
}

export interface SealGiven {
  /** Seed of the own key. */
  readonly seed: Uint8Array;
  readonly to: Uint8Array;
  readonly head: FrameHead;
  readonly parts: readonly Uint8Array[];
  /** Bytes before sealing; everything of this kind has the same. */
  readonly size: number;
}

/** A frame as text, and the digest by which both sides log it. */
export function sealFrame({ seed, to, head, parts, size }: SealGiven): {
  readonly text: string;
  readonly digest: Uint8Array;
} {
  const words = Buffer.from(JSON.stringify({ ...head, parts: parts.map(({ length }) => length) }));
  const plain = Buffer.alloc(size);
  const end = parts.reduce((sum, { length }) => sum + length, LENGTH_BYTES + words.length);
  if (end > size) throw new AppError('internal', `A frame of ${size} bytes has no room for ${end}.`);
  plain.writeUInt32BE(words.length);
  let at = LENGTH_BYTES + words.copy(plain, LENGTH_BYTES);
  for (const part of parts) {
    plain.set(part, at);
    at += part.length;
  }
  const own = sodium.crypto_sign_seed_keypair(seed);
  const sealed = sodium.crypto_box_seal(plain, sodium.crypto_sign_ed25519_pk_to_curve25519(to));
  const signature = sodium.crypto_sign_detached(signed(own.publicKey, to, sealed), own.privateKey);
  const frame: FrameText = {
    trailmark: FRAME_FORMAT,
    from: Buffer.from(own.publicKey).toString('hex'),
    to: Buffer.from(to).toString('hex'),
    sealed: toBase64(sealed),
    signature: toBase64(signature),
  };
  return { text: JSON.stringify(frame), digest: createHash('sha256').update(sealed).digest() };
}

function unseal(seed: Uint8Array, sealed: Uint8Array): Uint8Array {
  const own = sodium.crypto_sign_seed_keypair(seed);
  try {
    return sodium.crypto_box_seal_open(
      sealed,
      sodium.crypto_sign_ed25519_pk_to_curve25519(own.publicKey),
      sodium.crypto_sign_ed25519_sk_to_curve25519(own.privateKey),
    );
  } catch {
    return refuseFrame('The frame does not open with the key that it names.', 'garbage');
  }
}

function splitPlain(plain: Buffer): { readonly head: FrameHead; readonly parts: Uint8Array[] } {
  const length = plain.length < LENGTH_BYTES ? 0 : plain.readUInt32BE();
  let words: unknown;
  try {
    words = JSON.parse(plain.subarray(LENGTH_BYTES, LENGTH_BYTES + length).toString('utf8'));
  } catch {
    refuseFrame('The frame has no head that is understood.', 'garbage');
  }
  const parsed = frameHead.safeParse(words);
  if (!parsed.success) refuseFrame('The frame has no head that is understood.', 'garbage');
  let at = LENGTH_BYTES + length;
  const parts = parsed.data.parts.map((size) => {
    at += size;
    return plain.subarray(at - size, at);
  });
  if (at > plain.length) refuseFrame('The frame is shorter than its head states.', 'garbage');
  return { head: parsed.data, parts };
}

export interface OpenedFrame {
  readonly head: FrameHead;
  readonly parts: readonly Uint8Array[];
  /** Bytes before sealing. */
  readonly size: number;
  readonly digest: Uint8Array;
}

/** Opens a frame of one sender for one receiver. Throws `invalid` for one that was changed, or is of others. */
export function openFrame({
  text,
  seed,
  from,
}: {
  readonly text: string;
  readonly seed: Uint8Array;
  readonly from: Uint8Array;
}): OpenedFrame {
  const frame = parseFrame(text);
  const own = publicKeyOf(seed);
  if (frame.from !== Buffer.from(from).toString('hex'))
    refuseFrame('The frame is of another agency than expected.', 'other-sender');
  if (frame.to !== Buffer.from(own).toString('hex')) refuseFrame('The frame is for another agency.', 'other-receiver');
  const [sealed, signature] = [Buffer.from(frame.sealed, 'base64'), Buffer.from(frame.signature, 'base64')];
  const isSigned =
    signature.length === sodium.crypto_sign_BYTES &&
    sodium.crypto_sign_verify_detached(signature, signed(from, own, sealed), from);
  if (!isSigned)
    refuseFrame('The signature does not hold: the frame was changed, or is not of this agency.', 'changed');
  const plain = Buffer.from(unseal(seed, sealed));
  const digest = createHash('sha256').update(sealed).digest();
  return { ...splitPlain(plain), size: plain.length, digest };
}
