import { randomBytes } from 'node:crypto';
import { AppError } from '@trailmark/core/errors';
import { readCertificates } from '@trailmark/evidence/time-stamp/read-certificates';
import { encodeStampQuestion, type StampQuestion, toNonce } from '@trailmark/evidence/time-stamp/time-stamp-request';
import { readStampAnswer, type VerifiedStamp } from '@trailmark/evidence/time-stamp/verify-time-stamp';
import { insertOutboundRequest, settleOutboundRequest } from '@trailmark/store/cases/sources/request-rows';
import type { StampAuthorityRow } from '@trailmark/store/cases/sources/stamp-authority-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { type Endpoint, parseEndpoint } from '../outbound/endpoint.ts';
import { describeFault, type RequestOutcome } from '../outbound/send-to-source.ts';
import { createSourceTransport, type SourceTransport } from '../outbound/source-transport.ts';

/** How requests to the authority are listed in the log of what left. */
export const STAMP_SOURCE = 'time-stamps';

const SYSTEM = { kind: 'system' } as const;
const TIMEOUT_MS = 30_000;
const MAX_BYTES = 65_536;
const HEADERS = { accept: 'application/timestamp-reply', 'content-type': 'application/timestamp-query' };

export interface StampCall {
  readonly authority: StampAuthorityRow;
  /** Agency in whose log the request is. */
  readonly agency: string;
  /** SHA-256, hexadecimal: the only thing that leaves, with a random number. */
  readonly hash: string;
  /** What the hash is of, for the log. */
  readonly what: string;
  readonly signal: AbortSignal;
  readonly transport?: SourceTransport | undefined;
  readonly timeoutMs?: number | undefined;
}

/** How far the clock of an authority may be from the clock of this server. */
const MAX_DRIFT_MS = 10 * 60_000;

/** One of two clocks that disagree is wrong, and nobody here can say which. Throws `inconsistent`. */
function checkClocks(at: Date, asked: Date, answered: Date): void {
  const early = asked.getTime() - at.getTime();
  const late = at.getTime() - answered.getTime();
  if (Math.max(early, late) <= MAX_DRIFT_MS) return;
  const minutes = Math.round(Math.max(early, late) / 60_000);
  throw new AppError(
    'inconsistent',
    `The clock of the authority is ${minutes} minutes ${early > late ? 'behind' : 'ahead of'} the clock of this server: one of them is wrong.`,
  );
}

interface Sent {
  readonly outcome: RequestOutcome;
  readonly fault?: AppError;
  readonly body?: Uint8Array;
}

/** Sends one question. Redirections are answers and are not followed: the question is for this host only. */
async function send(endpoint: Endpoint, question: StampQuestion, call: StampCall): Promise<Sent> {
  const { transport = createSourceTransport(), timeoutMs = TIMEOUT_MS } = call;
  const { url } = endpoint;
  const signal = AbortSignal.any([call.signal, AbortSignal.timeout(timeoutMs)]);
  const request = { url, endpoint, headers: HEADERS, body: encodeStampQuestion(question), maxBytes: MAX_BYTES, signal };
  try {
    const { status, body } = await transport(request);
    if (status === 200) return { body, outcome: { status, bytes: body.length, fault: null } };
    const fault = new AppError('unavailable', `${url.host} answered ${status} instead of a time stamp.`);
    return { fault, outcome: { status, bytes: body.length, fault: `answered ${status}` } };
  } catch (cause) {
    const fault = describeFault(cause, url, timeoutMs);
    return { fault, outcome: { status: null, bytes: null, fault: fault.message.slice(0, 400) } };
  }
}

/**
 * Gets a time stamp (RFC 3161) of a hash. The request is in the log before it leaves, and the answer is verified before it is
 * given. Throws `unavailable`, `forbidden`, or `inconsistent` with what is wrong with the stamp.
 */
export async function askForStamp(
  casework: CaseworkContext,
  call: StampCall,
): Promise<{ readonly token: Uint8Array; readonly stamp: VerifiedStamp }> {
  const { authority, agency, hash } = call;
  const endpoint = parseEndpoint(authority.endpoint, true);
  const question = { hash, nonce: toNonce(randomBytes(8)) };
  const askedAt = casework.now();
  const id = await casework.store.transact(SYSTEM, (tx) =>
    insertOutboundRequest(tx, {
      ...{ agencyId: agency, accountId: null, sourceId: STAMP_SOURCE, chain: '', askedAt },
      ...{ revealed: `hash of ${call.what}: ${hash}`, url: endpoint.url.href },
    }),
  );
  const settle = (outcome: RequestOutcome): Promise<void> =>
    casework.store.transact(SYSTEM, (tx) => settleOutboundRequest(tx, id, outcome));
  const { outcome, fault, body } = await send(endpoint, question, call);
  try {
    if (!body) throw fault ?? new AppError('unavailable', `${endpoint.url.host} answered nothing.`);
    const answer = readStampAnswer(body, question, readCertificates(authority.trusted));
    checkClocks(answer.stamp.at, askedAt, casework.now());
    await settle(outcome);
    return answer;
  } catch (cause) {
    const refused = AppError.is(cause)
      ? cause
      : new AppError('inconsistent', 'The time stamp cannot be read.', { cause });
    await settle({ ...outcome, fault: outcome.fault ?? refused.message.slice(0, 400) });
    throw refused;
  }
}
