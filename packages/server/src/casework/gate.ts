import type { AuditEntry } from '@trailmark/core/audit';
import type { Caller, RequestSource } from './caller.ts';

/** How far clocks of servers may be apart. A time later than this is in the future: the clock was turned back. */
const SKEW_MS = 60_000;

export function isAhead(time: Date, now: Date): boolean {
  return time.getTime() - now.getTime() > SKEW_MS;
}

/** A request that a program signed with the key of a token instead of sending the token. */
export interface SignedRequest {
  /** Names the token: its id. */
  readonly key: string;
  /** HMAC-SHA-256 in base64. */
  readonly sign: string;
  /** When it was signed, milliseconds since 1970 UTC. */
  readonly at: number;
  /** What may have been signed: one of them has to fit. */
  readonly texts: readonly string[];
}

/** Decides who a request is from, and logs what was requested. */
export interface Gate {
  /** Never throws for a bad or ended session: that is a visitor. */
  identify(request: Request, source: RequestSource): Promise<Caller>;
  /** The same for a signed request: one that is old, was taken before, or whose signature does not fit is a visitor's. */
  identifySigned(signed: SignedRequest, source: RequestSource): Promise<Caller>;
  /** Holds a request that changes something to the cookie and header pair. Throws `forbidden`. */
  checkXsrf(request: Request, caller: Caller): void;
  /** Writes one event; throws where it cannot, and then nothing is answered. */
  record(caller: Caller, entry: AuditEntry): Promise<void>;
  /** How recent a proven factor has to be for a step that asks for one, milliseconds; and the clock it is measured by. */
  readonly freshMs: number;
  now(): Date;
}
