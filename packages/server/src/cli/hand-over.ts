import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { AppError, type ErrorKind } from '@trailmark/core/errors';
import type { SourceReport } from '@trailmark/ingest/source';
import type { IngestStatus } from '@trailmark/ingest/worker-job';
import type { LockHolder } from '@trailmark/store/data-lock';
import type { IngestRequest } from '../ledger/ledger-host.ts';
import type { ControlLine } from './control-socket.ts';

type Control = NonNullable<LockHolder['control']>;

const STOPPED = 'The running server stopped, and with it this work. What was read is kept: start the command again.';

function post(control: Control, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(`${control.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${control.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

/** Lets the process that holds the data folder run an ingest; `onReport` receives what its source left out. Throws what stopped it. */
export async function handOverIngest(
  control: Control,
  request: IngestRequest,
  onStatus: (status: IngestStatus) => void,
  signal: AbortSignal,
  onReport: (report: SourceReport) => void,
): Promise<void> {
  const end = await followIngest(control, request, onStatus, signal).catch((cause: unknown) => {
    throw new AppError('unavailable', STOPPED, { cause });
  });
  if (!end) throw new AppError('unavailable', STOPPED);
  if (end.report) onReport(end.report);
  if (end.error) throw new AppError(end.error.kind as ErrorKind, end.error.message);
}

/** Reads the status lines of a handed-over ingest and returns how it ended; undefined where no line says so. */
async function followIngest(
  control: Control,
  request: IngestRequest,
  onStatus: (status: IngestStatus) => void,
  signal: AbortSignal,
): Promise<Extract<ControlLine, { readonly end: unknown }>['end'] | undefined> {
  const response = await post(control, '/ingest', request, signal);
  if (!response.body) return undefined;
  for await (const text of createInterface({ input: Readable.fromWeb(response.body as never) })) {
    const line = JSON.parse(text) as ControlLine;
    if ('end' in line) return line.end;
    onStatus(line.status);
  }
  return undefined;
}

/** Notifies the holder that a node announced a block. Returns whether an ingest of the chain is running there. */
export async function handOverNotify(control: Control, chain: string): Promise<boolean> {
  return (await post(control, '/notify', { chain })).status === 204;
}

/** Asks the holder something that it answers in words. Throws what it threw. */
export async function handOverQuestion(control: Control, what: string, asked: unknown): Promise<string> {
  const response = await post(control, '/question', { what, asked }).catch((cause: unknown) => {
    throw new AppError('unavailable', 'The running server did not answer. Try again.', { cause });
  });
  const answer = (await response.json().catch(() => ({}))) as { readonly text?: string } & Partial<
    Extract<ControlLine, { readonly end: unknown }>
  >;
  if (answer.text !== undefined) return answer.text;
  const error = answer.end?.error;
  if (error) throw new AppError(error.kind as ErrorKind, error.message);
  throw new AppError('unavailable', 'The running server did not take the question.');
}

/** Makes the holder read something again that a command changed. Returns false where it knows no such thing. */
export async function handOverReload(control: Control, what: string): Promise<boolean> {
  const response = await post(control, '/reload', { what });
  if (response.status === 204) return true;
  if (response.status === 404) return false;
  throw new AppError('unavailable', `The running server could not read the ${what} again: it keeps those it has.`);
}
