import { type TraceAnswer, traceAnswer } from '@trailmark/api/contract/trace';
import { type WaitingPlace, waitingPlace } from '@trailmark/api/contract/trace-line';
import { traceProgress } from '@trailmark/api/contract/trace-wire';
import { AppError, type ErrorKind } from '@trailmark/core/errors';
import type { TraceProgress } from '@trailmark/core/trace/trace-knowledge';

const BROKEN_OFF = 'The connection ended before the trace did. Nothing was added; start it again.';
const NOT_UNDERSTOOD =
  'The server’s answer is not what this page expects: they are of different versions. Load the page again.';

interface Problem {
  readonly kind?: ErrorKind;
  readonly detail?: string;
  readonly reference?: string;
  readonly reason?: string;
}

function toError({ kind, detail, reference, reason }: Problem): AppError {
  return new AppError(kind ?? 'unavailable', detail ?? 'The trace failed and the server gave no reason.', {
    context: { reference, reason },
  });
}

/** Whole lines of a text that arrives in pieces; what follows the last line break is the last line. */
export async function* readLines(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines.filter((line) => line.trim() !== '');
      if (done) break;
    }
    if (rest.trim() !== '') yield rest;
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function readLine(line: string): { waiting?: unknown; progress?: unknown; answer?: unknown; problem?: Problem } {
  try {
    return JSON.parse(line) as Record<string, never>;
  } catch (cause) {
    throw new AppError('internal', NOT_UNDERSTOOD, { cause });
  }
}

function decodeAnswer(value: unknown): TraceAnswer {
  const result = traceAnswer.safeDecode(value as never);
  if (!result.success) throw new AppError('internal', NOT_UNDERSTOOD, { cause: result.error });
  return result.data;
}

/** Reads a running trace: reports its place in the queue and its progress, returns its answer, throws its problem. */
export async function readTraceStream(
  response: Response,
  onProgress: (progress: TraceProgress) => void,
  onWaiting: (place: WaitingPlace) => void = () => undefined,
): Promise<TraceAnswer> {
  if (!response.ok) throw toError((await response.json().catch(() => ({}))) as Problem);
  if (response.body === null) throw new AppError('unavailable', BROKEN_OFF);
  for await (const line of readLines(response.body)) {
    const { waiting, progress, answer, problem } = readLine(line);
    if (problem !== undefined) throw toError(problem);
    if (answer !== undefined) return decodeAnswer(answer);
    const place = waitingPlace.safeParse(waiting);
    if (place.success) onWaiting(place.data);
    const told = traceProgress.safeParse(progress);
    if (told.success) onProgress(told.data);
  }
  throw new AppError('unavailable', BROKEN_OFF);
}
