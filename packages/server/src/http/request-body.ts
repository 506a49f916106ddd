import { isAscii } from 'node:buffer';
import { AppError } from '@trailmark/core/errors';
import { formatCount } from '../format-count.ts';

function tooLarge(limit: number): AppError {
  return new AppError('invalid', `The body is larger than the ${formatCount(limit)} bytes this route takes.`, {
    context: { reason: 'body-too-large', limit },
  });
}

function notJson(cause: unknown): AppError {
  return new AppError('invalid', 'The body is not JSON text in UTF-8.', { cause });
}

async function readBytes(request: Request, limit: number): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  const chunks: Uint8Array[] = [];
  let length = 0;
  // The declared length is a claim, and chunked bodies have none: what arrives is counted.
  for await (const chunk of request.body ?? []) {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge(limit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** UTF-8; ASCII, which nearly every body is, is the same text in Latin-1 and much sooner read as that. Throws on other bytes. */
function decodeText(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

/** The JSON body of a request of at most `limit` bytes. Throws `invalid`. */
export async function readJsonBody(request: Request, limit: number): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new AppError('invalid', 'The body must be sent as "Content-Type: application/json".', {
      context: { reason: 'media-type' },
    });
  }
  const bytes = await readBytes(request, limit);
  try {
    return JSON.parse(decodeText(bytes));
  } catch (cause) {
    throw notJson(cause);
  }
}
