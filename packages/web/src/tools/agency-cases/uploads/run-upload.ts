import { AppError } from '@trailmark/core/errors';
import type { FileHasher } from '../../../parts/files/file-hasher.ts';

const MIB = 2 ** 20;
/** Read at a time when the part that has arrived is hashed again. */
const READ = 8 * MIB;
const LEAST_PIECE = MIB;
const MOST_PIECE = 16 * MIB;
/** The server ends a request after 30 s: a piece is to take far less. */
const QUICK_MS = 2_000;
const SLOW_MS = 8_000;
const TRIES = 6;
const FIRST_WAIT_MS = 1_000;

const TUS = { 'tus-resumable': '1.0.0' };

/** The server's answer to the calls of an upload that take time. */
export type Told<T> =
  | { readonly isDone: false; readonly done: number; readonly total: number }
  | ({ readonly isDone: true } & T);

export interface UploadPorts {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly compare: (length: number, sha256: string) => Promise<Told<{ readonly isSame: boolean }>>;
  readonly finish: (sha256: string) => Promise<Told<object>>;
  readonly openHasher: () => FileHasher;
  readonly wait: (ms: number) => Promise<void>;
  readonly now: () => number;
  /** Says how far it is: bytes that are stored, or that were read again. */
  readonly report: (phase: UploadPhase, done: number) => void;
}

/** `comparing`: the part that has arrived is hashed again. `checking`: the server reads the stored file. */
export type UploadPhase = 'comparing' | 'sending' | 'checking';

async function readProblem(response: Response): Promise<AppError> {
  const problem = (await response.json().catch(() => ({}))) as { readonly detail?: string; readonly kind?: string };
  const isPassing = response.status >= 500 || [408, 423, 429, 499].includes(response.status);
  const kind = isPassing ? 'unavailable' : response.status === 409 ? 'conflict' : 'invalid';
  return new AppError(kind, problem.detail ?? 'The server refused a part of the file.');
}

/** The offset that a header names. */
function offsetOf(response: Response): number {
  const offset = Number(response.headers.get('upload-offset') ?? Number.NaN);
  if (Number.isSafeInteger(offset)) return offset;
  throw new AppError('unavailable', 'The server did not say how much of the file has arrived.');
}

/** Sends a file from where its upload stopped, and ends the upload. */
class UploadRun {
  readonly #file: Blob;
  readonly #url: string;
  readonly #ports: UploadPorts;
  readonly #signal: AbortSignal;
  #hasher: FileHasher;
  #hashed = 0;
  #piece = LEAST_PIECE;
  /** Pieces that have arrived. */
  sent = 0;

  constructor(file: Blob, url: string, ports: UploadPorts, signal: AbortSignal) {
    this.#file = file;
    this.#url = url;
    this.#ports = ports;
    this.#signal = signal;
    this.#hasher = ports.openHasher();
  }

  close(): void {
    this.#hasher.close();
  }

  async #hash(from: number, to: number): Promise<void> {
    await this.#hasher.update(await this.#file.slice(from, to).arrayBuffer());
    this.#hashed = to;
  }

  async #hashUpTo(offset: number): Promise<void> {
    if (this.#hashed > offset) {
      this.#hasher.close();
      this.#hasher = this.#ports.openHasher();
      this.#hashed = 0;
    }
    while (this.#hashed < offset) {
      this.#signal.throwIfAborted();
      await this.#hash(this.#hashed, Math.min(this.#hashed + READ, offset));
      this.#ports.report('comparing', this.#hashed);
    }
  }

  async #told<T>(ask: () => Promise<Told<T>>, phase: UploadPhase): Promise<T> {
    for (;;) {
      this.#signal.throwIfAborted();
      const answer = await ask();
      if (answer.isDone) return answer;
      this.#ports.report(phase, answer.done);
    }
  }

  /** Where the upload is, once it is certain that the file still begins with what has arrived. */
  async #find(): Promise<number> {
    const response = await this.#ports.fetch(this.#url, { method: 'HEAD', headers: TUS, signal: this.#signal });
    if (!response.ok) throw await readProblem(response);
    const offset = offsetOf(response);
    if (offset > this.#file.size) throw changed();
    if (this.#hashed === offset && offset > 0) return offset;
    await this.#hashUpTo(offset);
    if (offset === 0) return offset;
    const digest = await this.#hasher.digest();
    const { isSame } = await this.#told(() => this.#ports.compare(offset, digest), 'comparing');
    if (!isSame) throw changed();
    return offset;
  }

  async #sendPiece(offset: number): Promise<number> {
    const end = Math.min(offset + this.#piece, this.#file.size);
    const started = this.#ports.now();
    const headers = { ...TUS, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) };
    const body = this.#file.slice(offset, end);
    const sending = this.#ports.fetch(this.#url, { method: 'PATCH', headers, body, signal: this.#signal });
    const [response] = await Promise.all([sending, this.#hash(offset, end)]);
    if (!response.ok) throw await readProblem(response);
    const took = this.#ports.now() - started;
    if (took < QUICK_MS) this.#piece = Math.min(2 * this.#piece, MOST_PIECE);
    if (took > SLOW_MS) this.#piece = Math.max(this.#piece / 2, LEAST_PIECE);
    this.sent += 1;
    return offsetOf(response);
  }

  async send(): Promise<void> {
    let offset = await this.#find();
    while (offset < this.#file.size) {
      this.#signal.throwIfAborted();
      this.#ports.report('sending', offset);
      offset = await this.#sendPiece(offset);
      // Less has arrived than was sent: what was hashed beyond is hashed again.
      if (offset !== this.#hashed) offset = await this.#find();
    }
    this.#ports.report('checking', 0);
    const digest = await this.#hasher.digest();
    await this.#told(() => this.#ports.finish(digest), 'checking');
  }
}

function changed(): AppError {
  return new AppError(
    'invalid',
    'This is not the file of which a part has arrived, or it was changed since. Choose the unchanged file, or cancel this upload.',
  );
}

/** What passes on its own: no connection, a busy server, another offset. */
function isPassing(error: unknown): boolean {
  return AppError.is(error, 'unavailable') || AppError.is(error, 'conflict') || error instanceof TypeError;
}

/**
 * Sends a file to its upload and ends it. A broken connection is tried again; what has arrived is compared first. Throws `invalid`
 * where the file changed, and the server's last answer where it keeps failing.
 */
export async function runUpload(file: Blob, url: string, ports: UploadPorts, signal: AbortSignal): Promise<void> {
  const run = new UploadRun(file, url, ports, signal);
  try {
    for (let tries = 0; ; tries++) {
      const before = run.sent;
      try {
        return await run.send();
      } catch (error) {
        if (signal.aborted || !isPassing(error) || tries >= TRIES) throw error;
        if (run.sent > before) tries = 0;
      }
      await ports.wait(FIRST_WAIT_MS * 2 ** tries);
      signal.throwIfAborted();
    }
  } finally {
    run.close();
  }
}
