import { setImmediate } from 'node:timers/promises';
import { AppError } from '@trailmark/core/errors';
import { type FailurePlace, type Problem, reportFailure, toProblem } from './problem.ts';

/** Which bytes of a file of known size are answered, both ends included. */
export interface FilePart {
  readonly start: number;
  readonly end: number;
  readonly size: number;
  readonly isWhole: boolean;
}

/** Logs a failure as any other, and answers what may be disclosed. */
export type FailureReport = (error: unknown) => Problem;

/** What a file answer is made of. */
export interface FileParts {
  /** Made by the server from checked parts: no quote can be in it. */
  readonly name: string;
  readonly mediaType: string;
  /** Those of files that report a failure in their own words get a function that reports it first. */
  readonly chunks: AsyncIterable<Uint8Array> | ((report: FailureReport) => AsyncIterable<Uint8Array>);
  /** Given for files of which parts may be requested: players seek by them. */
  readonly part?: FilePart;
  /** Bytes of a file that is only answered as a whole, where that is known before. */
  readonly size?: number;
  /** The client left: end what is being read. */
  readonly onCancel: () => void;
}

function reportProblem(error: unknown, place: FailurePlace): Problem {
  const problem = toProblem(error);
  reportFailure(error, problem, place);
  return problem;
}

/** Logs a failure and answers what the HTTP layer gets to see, and may print, of it: nothing but the reference. */
function breakOff(error: unknown, place: FailurePlace): AppError {
  const problem = reportProblem(error, place);
  const seen = new AppError('unavailable', `A file broke off (reference ${problem.reference}).`);
  seen.stack = seen.message;
  return seen;
}

function partHeaders({ start, end, size, isWhole }: FilePart): Record<string, string> {
  const length = { 'accept-ranges': 'bytes', 'content-length': String(end - start + 1) };
  return isWhole ? length : { ...length, 'content-range': `bytes ${start}-${end}/${size}` };
}

/** A file answer, written while it is read: chunks are read only as fast as the client takes them. */
export class FileStream {
  readonly #status: number;
  readonly #open: (report: FailureReport) => AsyncIterator<Uint8Array>;
  readonly #headers: Record<string, string>;
  readonly #onCancel: () => void;

  constructor(file: FileParts) {
    this.#onCancel = file.onCancel;
    const { chunks } = file;
    this.#open = (report) => (typeof chunks === 'function' ? chunks(report) : chunks)[Symbol.asyncIterator]();
    this.#headers = {
      'content-type': file.mediaType,
      'content-disposition': `attachment; filename="${file.name}"`,
      'cache-control': 'no-store',
      ...(file.size === undefined ? {} : { 'content-length': String(file.size) }),
      ...(file.part ? partHeaders(file.part) : {}),
    };
    this.#status = file.part && !file.part.isWhole ? 206 : 200;
  }

  /** A failure on the way is logged, and breaks the connection: the client sees that the file is not whole. */
  toResponse(place: FailurePlace): Response {
    const chunks = this.#open((error) => reportProblem(error, place));
    const onCancel = this.#onCancel;
    let hasLeft = false;
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        try {
          // A file that is made without waiting for anything would keep everybody else waiting.
          await setImmediate();
          const next = await chunks.next();
          if (next.done) controller.close();
          else controller.enqueue(next.value);
        } catch (error) {
          if (!hasLeft) throw breakOff(error, place);
        }
      },
      async cancel() {
        hasLeft = true;
        onCancel();
        await chunks.return?.();
      },
    });
    return new Response(body, { status: this.#status, headers: this.#headers });
  }
}
