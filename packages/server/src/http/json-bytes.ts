import { hidePrivateKeys } from './asked-text.ts';

/** JSON text in UTF-8, in parts that follow each other: an answer that was never taken apart here. */
export type JsonBytes = readonly Uint8Array[];

const LOOKED_BYTES = 4_000;
const SHOWN = 1_500;
/** Sent at once; between pieces others get their turn. */
const PIECE = 1_048_576;

/** The parts as one body, sent piece by piece. */
export function toBody(parts: JsonBytes): ReadableStream<Uint8Array> {
  const pieces = parts.flatMap((part) =>
    Array.from({ length: Math.ceil(part.length / PIECE) }, (_, at) => part.subarray(at * PIECE, (at + 1) * PIECE)),
  );
  let next = 0;
  return new ReadableStream({
    pull(controller) {
      const piece = pieces[next++];
      if (piece) controller.enqueue(piece);
      else controller.close();
    },
  });
}

/** How many bytes a body has, its SHA-256, and how it begins: what is kept of one that is too large to be kept. */
export async function outlineBytes(body: Buffer): Promise<{ bytes: number; sha256: string; begins: string }> {
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(body));
  const begins = hidePrivateKeys(body.toString('utf8', 0, LOOKED_BYTES)).slice(0, SHOWN);
  return { bytes: body.length, sha256: Buffer.from(digest).toString('hex'), begins };
}
