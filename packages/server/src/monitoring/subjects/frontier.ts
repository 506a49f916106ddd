import { AppError } from '@trailmark/core/errors';
import type { TraceRequest, TraceSeed } from '@trailmark/core/trace/trace-request';
import { decodeRequest, encodeRequest, followTrace } from './follow-trace.ts';
import type { AskedSubject, WatchSubject } from './watch-subject.ts';

const OUTPUT = /^([0-9a-f]{64}):(\d{1,10})$/i;
const TRANSACTION = /^(?:0x)?([0-9a-f]{64})$/i;

function refuse(message: string): never {
  throw new AppError('invalid', message, { context: { field: 'subject' } });
}

/** One line of what a trace begins with: an output, a transaction, or an address. */
export function readSeed(text: string): TraceSeed {
  const [, txid, vout] = OUTPUT.exec(text) ?? [];
  if (txid !== undefined && vout !== undefined) return { kind: 'output', txid: txid.toLowerCase(), vout: Number(vout) };
  const [, whole] = TRANSACTION.exec(text) ?? [];
  return whole === undefined ? { kind: 'address', address: text } : { kind: 'transaction', txid: whole.toLowerCase() };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse('This is no trace request: it begins as JSON and is none.');
  }
}

/** A trace request as JSON, as Coin flow states it, or lines of what to follow, by the default method and stop rules. */
export function readFrontier({ chain, text }: AskedSubject): TraceRequest {
  const trimmed = text.trim();
  const lines = trimmed.split(/[\s,;]+/).filter((line) => line !== '');
  let request: TraceRequest;
  try {
    request = trimmed.startsWith('{')
      ? decodeRequest(parse(trimmed))
      : decodeRequest({ chain, seeds: lines.map(readSeed) });
  } catch (cause) {
    if (AppError.is(cause, 'invalid')) throw cause;
    return refuse('This is no trace request. Enter outputs as txid:number, transactions or addresses, one a line.');
  }
  if (request.chain !== chain) refuse(`This trace is of ${request.chain}, and the watch of ${chain}.`);
  if (request.direction !== 'forward') refuse('A frontier is followed forward. Choose a forward trace.');
  return request;
}

function show(stored: string): string {
  try {
    const { method, seeds, stops } = decodeRequest(JSON.parse(stored));
    const count = seeds.length === 1 ? '1 beginning' : `${seeds.length} beginnings`;
    return `Frontier of ${count}, ${method}, to hop ${stops.maxHops}`;
  } catch {
    return stored;
  }
}

export const frontierSubject: WatchSubject = {
  id: 'frontier',
  name: 'Frontier of a trace',
  about:
    'Outputs (txid:number), transactions or addresses, one a line. Their money is followed hop by hop by the method and stop rules of the trace until it reaches a service.',
  grows: true,
  endsAtParties: true,
  read: async (deps, asked, read) => {
    const request = readFrontier(asked);
    const { targets } = await followTrace(deps, request, read);
    const stored = encodeRequest(request);
    return { targets, stored, text: show(stored) };
  },
  follow: (deps, asked, read) => followTrace(deps, readFrontier(asked), read),
  show,
};
