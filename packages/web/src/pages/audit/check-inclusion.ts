import type { AuditProof } from '@trailmark/api/contract/audit';
import { decodeHex, encodeHex } from '@trailmark/core/hex';

/** What the browser found of the proof of one event. */
export interface InclusionCheck {
  readonly isProven: boolean;
  /** One sentence. */
  readonly sentence: string;
  /** What the hashes lead to, hexadecimal. */
  readonly computedRoot: string | null;
}

async function hash(...parts: readonly Uint8Array[]): Promise<Uint8Array> {
  const bytes = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

/** Root that the path leads to (RFC 9162 section 2.1.3.2); null for a path of another length. */
async function climb({ leaf, path, checkpoint }: AuditProof, start: Uint8Array): Promise<Uint8Array | null> {
  let [at, last, node] = [leaf, checkpoint.size - 1, start];
  for (const hex of path) {
    if (last === 0) return null;
    const part = decodeHex(hex);
    const isRight = at % 2 === 1 || at === last;
    node = isRight ? await hash(Uint8Array.of(1), part, node) : await hash(Uint8Array.of(1), node, part);
    while (isRight && at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node : null;
}

/** The root that the signed note itself states, hexadecimal. */
function rootOfNote(note: string): string {
  const bytes = atob(note.split('\n')[2] ?? '');
  return encodeHex(Uint8Array.from(bytes, (char) => char.charCodeAt(0)));
}

/** Checks in the browser that an event is under the root of a checkpoint: from its text, not from what the server states about it. */
export async function checkInclusion(proof: AuditProof, shownBody: string): Promise<InclusionCheck> {
  if (globalThis.crypto?.subtle === undefined)
    return {
      isProven: false,
      sentence: 'This browser offers no SHA-256 on this page, so nothing was checked.',
      computedRoot: null,
    };
  const start = await hash(Uint8Array.of(0), new TextEncoder().encode(shownBody));
  const root = await climb(proof, start);
  const computedRoot = root && encodeHex(root);
  const isProven = computedRoot !== null && computedRoot === rootOfNote(proof.checkpoint.note);
  const sentence = isProven
    ? `The text above was hashed in this browser; with ${proof.path.length} hashes it leads to the root of the checkpoint at ${proof.checkpoint.size} events.`
    : 'The text above does not lead to the root of the checkpoint. Keep this page and check an export with the separate verifier program.';
  return { isProven, sentence, computedRoot };
}
