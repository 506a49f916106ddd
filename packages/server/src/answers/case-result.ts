import type { Route } from '@trailmark/api/route';
import { routeUrl } from '@trailmark/api/route-call';
import type { AsOf, Provenance } from '@trailmark/api/wire';
import { hashPlain } from './content-hash.ts';

/** How an answer came about: its route, what was requested, and the method with its version (`fifo/1`). */
export interface Computation {
  readonly route: Route;
  readonly input: { readonly params?: Record<string, unknown>; readonly query?: Record<string, unknown> };
  readonly method: string;
}

/**
 * An answer fit for a case file: with the method, the call that gives it again, and a hash over all of it but the hash itself.
 * The hash is over the answer as it travels, without the time it was given at, so that whoever has the JSON can check it and
 * the same answer tomorrow has the same hash.
 */
export function toCaseResult<Answer extends { readonly asOf: AsOf }>(
  { route, input, method }: Computation,
  answer: Answer,
): Answer & { readonly provenance: Provenance } {
  const made = { method, call: `${route.method} ${routeUrl(route, input)}` };
  const { answeredAt: _, ...asOf } = answer.asOf;
  const hash = hashPlain({ ...answer, asOf, provenance: made });
  return { ...answer, provenance: { ...made, hash } };
}
