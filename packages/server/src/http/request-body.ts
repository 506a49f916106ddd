import { isAscii } from 'node:buffer';
import { AppError } from '@trailmark/core/errors';
import { isJsonDeeper } from '@trailmark/core/json-depth';
import { formatCount } from '../answers/format-count.ts';

/** No route takes anything that nests so deep; what walks a value by calling itself must not run out of stack. */
const MOST_LEVELS = 64;

function tooDeep(): AppError {
  return new AppError('invalid', `The JSON of the body nests deeper than ${MOST_LEVELS} levels.`);
}

function tooLarge(limit: number): AppError {
  return new AppError('invalid', `The body is larger than the ${formatCount(limit)} bytes this route takes.`, {
    context: { reason: 'body-too-large', limit },
  });
}

function notJson(cause: unknown): AppError {
  return new AppError('invalid', 'The body is not JSON text in UTF-8.', { cause });
}

/** Above what every body has, one more millisecond for each 64 bytes its route takes; the server's own limit is 30 s in all. */
const BYTES_PER_MS = 64;
const LONGEST_MS = 25_000;

/** How much of a body is read, and how long it has to arrive. */
export interface BodyLimits {
  readonly bytes: number;
  readonly ms: number;
}

function tooSlow(ms: number): AppError {
  return new AppError('invalid', `The body did not arrive within ${formatCount(Math.ceil(ms / 1_000))} seconds.`, {
    context: { reason: 'body-too-slow' },
  });
}

async function collect(request: Request, limit: number): Promise<Buffer> {
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

async function readBytes(request: Request, { bytes: limit, ms: least }: BodyLimits): Promise<Buffer> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw tooLarge(limit);
  if (!request.body) return Buffer.alloc(0);
  const { promise: late, reject } = Promise.withResolvers<never>();
  const ms = Math.min(least + limit / BYTES_PER_MS, LONGEST_MS);
  const timer = setTimeout(() => reject(tooSlow(ms)), ms);
  try {
    // What is left of a body that was refused is dropped with its connection.
    return await Promise.race([collect(request, limit), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** UTF-8; ASCII, which nearly every body is, is the same text in Latin-1 and much sooner read as that. Throws on other bytes. */
function decodeText(bytes: Buffer): string {
  return isAscii(bytes) ? bytes.toString('latin1') : new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function readText(bytes: Buffer): string {
  try {
    return decodeText(bytes);
  } catch (cause) {
    throw notJson(cause);
  }
}

/** The bytes of a JSON body as they came. Throws `invalid`, also when it is too long or too late. */
export async function readJsonBytes(request: Request, limits: BodyLimits): Promise<Buffer> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new AppError('invalid', 'The body must be sent as "Content-Type: application/json".', {
      context: { reason: 'media-type' },
    });
  }
  return readBytes(request, limits);
}

/** What the bytes of a body say. Throws `invalid` for what is no JSON, or nests too deep. */
export function parseJsonBytes(bytes: Buffer): unknown {
  const text = readText(bytes);
  if (isJsonDeeper(text, MOST_LEVELS)) throw tooDeep();
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw notJson(cause);
  }
}

/** The JSON body of a request. Throws `invalid`. */
export async function readJsonBody(request: Request, limits: BodyLimits): Promise<unknown> {
  return parseJsonBytes(await readJsonBytes(request, limits));
}
