import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { AppError, type ErrorKind } from '@trailmark/core/errors';
import type { IngestStatus } from '@trailmark/ingest/ingest-job';
import type { LockHolder } from '@trailmark/store/data-lock';
import type { ControlLine } from './control-door.ts';
import type { IngestRequest } from './ledger-host.ts';

type Control = NonNullable<LockHolder['control']>;

function post(control: Control, path: string, body: unknown, signal?: AbortSignal): Promise<Response> {
  return fetch(`${control.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${control.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal ? { signal } : {}),
  });
}

/** Lets the process that holds the data folder run an ingest. Throws what stopped it. */
export async function handOverIngest(
  control: Control,
  request: IngestRequest,
  onStatus: (status: IngestStatus) => void,
  signal: AbortSignal,
): Promise<void> {
  const response = await post(control, '/ingest', request, signal);
  if (!response.body) throw new AppError('unavailable', `The running server answered ${response.status}.`);
  for await (const text of createInterface({ input: Readable.fromWeb(response.body as never) })) {
    const line = JSON.parse(text) as ControlLine;
    if ('status' in line) onStatus(line.status);
    else if (line.end.error) throw new AppError(line.end.error.kind as ErrorKind, line.end.error.message);
  }
}

/** Tells the holder that a node announced a block. Answers whether an ingest of the chain is running there. */
export async function handOverNotify(control: Control, chain: string): Promise<boolean> {
  return (await post(control, '/notify', { chain })).status === 204;
}
