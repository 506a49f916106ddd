import { ROUTES_BASE } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { api, fetchOrExplain } from '../../../api.ts';
import { openFileHasher } from '../../../parts/files/file-hasher.ts';
import { runUpload, type UploadPhase, type UploadPorts } from './run-upload.ts';

/** An upload that this page is sending, or can continue. */
export interface OwnUpload {
  readonly caseId: string;
  readonly id: string;
  readonly size: number;
  readonly state: 'running' | 'paused' | 'failed';
  readonly phase: UploadPhase;
  readonly done: number;
  /** Bytes per second since it was last resumed; null before that is known. */
  readonly rate: number | null;
  readonly error: unknown;
}

interface Kept {
  upload: OwnUpload;
  readonly file: File;
  /** SHA-256 that the file is to have; undefined where nobody stated one. */
  readonly expected: string | undefined;
  stop: AbortController;
  started: { readonly at: number; readonly done: number } | undefined;
}

const kept = new Map<string, Kept>();
const listeners = new Set<() => void>();
const ended = new Set<(caseId: string) => void>();
let shown: readonly OwnUpload[] = [];

function publish(): void {
  shown = [...kept.values()].map(({ upload }) => upload);
  for (const listener of listeners) listener();
}

/** The uploads of this page, for `useSyncExternalStore`. They continue while other screens are open. */
export const uploadStore = {
  read: () => shown,
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  /** Is called with the case whose upload has ended. */
  onEnd: (listener: (caseId: string) => void) => {
    ended.add(listener);
    return () => ended.delete(listener);
  },
};

function update(id: string, change: Partial<OwnUpload>): void {
  const own = kept.get(id);
  if (!own) return;
  own.upload = { ...own.upload, ...change };
  publish();
}

const uploadsUrl = (caseId: string) => `${ROUTES_BASE}/cases/${caseId}/uploads`;

function report(own: Kept, phase: UploadPhase, done: number): void {
  const now = performance.now();
  if (own.upload.phase !== phase || !own.started) own.started = { at: now, done };
  const [seconds, bytes] = [(now - own.started.at) / 1_000, done - own.started.done];
  update(own.upload.id, { phase, done, rate: seconds > 1 && bytes > 0 ? bytes / seconds : own.upload.rate });
}

function toPorts(own: Kept): UploadPorts {
  const { caseId, id } = own.upload;
  const params = { case: caseId, upload: id };
  const { signal } = own.stop;
  return {
    fetch: fetchOrExplain,
    compare: (length, sha256) => api.call('compareCaseUpload', { params, body: { length, sha256 }, signal }),
    finish: (sha256) => api.call('finishCaseUpload', { params, body: { sha256: own.expected ?? sha256 }, signal }),
    openHasher: openFileHasher,
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    now: () => performance.now(),
    report: (phase, done) => report(own, phase, done),
  };
}

async function run(own: Kept): Promise<void> {
  const { id, caseId } = own.upload;
  own.stop = new AbortController();
  own.started = undefined;
  update(id, { state: 'running', error: undefined, rate: null });
  try {
    await runUpload(own.file, `${uploadsUrl(caseId)}/${id}`, toPorts(own), own.stop.signal);
    kept.delete(id);
    publish();
    for (const listener of ended) listener(caseId);
  } catch (error) {
    if (own.stop.signal.aborted) return;
    update(id, { state: 'failed', error });
  }
}

/** Sends a file to an upload that exists: a new one, or one that was interrupted. Throws where it is another file. */
export function sendFile(
  caseId: string,
  { id, size }: { readonly id: string; readonly size: number },
  file: File,
  expected?: string,
): void {
  if (file.size !== size) {
    throw new AppError(
      'invalid',
      'This file has another size than the one whose upload was interrupted. Choose that file.',
    );
  }
  kept.get(id)?.stop.abort();
  const stop = new AbortController();
  const upload = {
    caseId,
    id,
    size,
    state: 'running',
    phase: 'sending',
    done: 0,
    rate: null,
    error: undefined,
  } as const;
  const own: Kept = { upload, file, expected, stop, started: undefined };
  kept.set(id, own);
  void run(own);
}

/** Begins an upload under the next exhibit number and gives its id. */
export async function beginUpload(caseId: string, file: File): Promise<string> {
  const name = btoa(String.fromCharCode(...new TextEncoder().encode(file.name)));
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': String(file.size),
    'upload-metadata': `filename ${name}`,
  };
  const response = await fetchOrExplain(uploadsUrl(caseId), { method: 'POST', headers });
  const id = response.headers.get('location')?.split('/').at(-1);
  if (response.ok && id) return id;
  const { detail } = (await response.json().catch(() => ({}))) as { readonly detail?: string };
  throw new AppError('invalid', detail ?? 'The server did not begin the upload.');
}

export function pauseUpload(id: string): void {
  kept.get(id)?.stop.abort();
  update(id, { state: 'paused' });
}

export function resumeUpload(id: string): void {
  const own = kept.get(id);
  if (own) void run(own);
}

/** Forgets an upload of this page. The server is notified separately. */
export function dropUpload(id: string): void {
  kept.get(id)?.stop.abort();
  kept.delete(id);
  publish();
}
