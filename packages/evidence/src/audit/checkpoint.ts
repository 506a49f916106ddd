import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';

// Checkpoints as C2SP tlog-checkpoint has them: a signed note (C2SP signed-note) with an Ed25519 signature.

/** What a checkpoint states about a log: its first `size` leaves have this root. */
export interface Checkpoint {
  /** The log's name, one line without spaces and plus signs. */
  readonly origin: string;
  readonly size: number;
  readonly root: Buffer;
  /** When it was signed, by the log's own clock. */
  readonly at: Date;
}

const ED25519 = Uint8Array.of(1);
/** DER before the 32 bytes of an Ed25519 public key (RFC 8410). */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');
const NOTE =
  /^(?<text>(?<origin>[^\s+]{1,200})\n(?<size>0|[1-9]\d{0,15})\n(?<root>[A-Za-z0-9+/]{43}=)\ntime (?<at>\S{24})\n)\n— (?<name>[^\s+]{1,200}) (?<signature>[A-Za-z0-9+/]{91}=)\n$/u;

function rawKey(key: KeyObject): Buffer {
  return key.export({ format: 'der', type: 'spki' }).subarray(SPKI.length);
}

function keyHash(name: string, key: KeyObject): Buffer {
  return createHash('sha256').update(`${name}\n`).update(ED25519).update(rawKey(key)).digest().subarray(0, 4);
}

/** The log's name, from its key: two installations never share one. */
export function originOf(publicKey: KeyObject): string {
  return `trailmark/${createHash('sha256').update(rawKey(publicKey)).digest('hex').slice(0, 32)}`;
}

/** Public key as one line of text, `origin+hash+key` (C2SP signed-note). */
export function formatKey(origin: string, publicKey: KeyObject): string {
  const key = Buffer.concat([ED25519, rawKey(publicKey)]).toString('base64');
  return `${origin}+${keyHash(origin, publicKey).toString('hex')}+${key}`;
}

/** Throws `invalid` for a line that `formatKey` did not write. */
export function parseKey(line: string): { readonly origin: string; readonly publicKey: KeyObject } {
  const [origin = '', , key = ''] = line.trim().split(/\+(?=[0-9a-f]{8}\+)|(?<=\+[0-9a-f]{8})\+/);
  const bytes = Buffer.from(key, 'base64');
  if (bytes.length === 33 && bytes[0] === 1) {
    const publicKey = createPublicKey({ key: Buffer.concat([SPKI, bytes.subarray(1)]), format: 'der', type: 'spki' });
    if (formatKey(origin, publicKey) === line.trim()) return { origin, publicKey };
  }
  throw new AppError('invalid', 'This is not a public key of an audit log: one line "name+hash+key" is expected.');
}

/** The signed note of a checkpoint. */
export function signCheckpoint(
  { origin, size, root, at }: Checkpoint,
  keys: { readonly privateKey: KeyObject; readonly publicKey: KeyObject },
): string {
  const text = `${origin}\n${size}\n${root.toString('base64')}\ntime ${at.toISOString()}\n`;
  const signature = Buffer.concat([keyHash(origin, keys.publicKey), sign(null, Buffer.from(text), keys.privateKey)]);
  return `${text}\n— ${origin} ${signature.toString('base64')}\n`;
}

/** Reads a note and checks its signature. Throws `inconsistent` where it is not what this key signed. */
export function openCheckpoint(note: string, origin: string, publicKey: KeyObject): Checkpoint {
  const parts = NOTE.exec(note)?.groups;
  if (!parts) throw new AppError('inconsistent', 'A checkpoint is not a signed note of an audit log.');
  const { text = '', root = '', at = '', signature = '' } = parts;
  const bytes = Buffer.from(signature, 'base64');
  const isOwn = parts.origin === origin && parts.name === origin && bytes.toString('base64') === signature;
  const isSigned = bytes.subarray(0, 4).equals(keyHash(origin, publicKey));
  if (!isOwn || !isSigned || !verify(null, Buffer.from(text), publicKey, bytes.subarray(4)))
    throw new AppError(
      'inconsistent',
      `The checkpoint at ${parts.size} events is not signed with the key of ${origin}.`,
    );
  return { origin, size: Number(parts.size), root: Buffer.from(root, 'base64'), at: new Date(at) };
}

/** The notes of a file that checkpoints were appended to. What is not a note is left out. */
export function splitNotes(text: string): readonly string[] {
  return [...text.matchAll(/[^\n]+\n\d+\n[^\n]+\n(?:[^\n]+\n)*\n— [^\n]+\n/gu)].map(([note]) => note);
}
