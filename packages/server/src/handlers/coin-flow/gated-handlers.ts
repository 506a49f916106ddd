import type { RequestScope } from '../../http/request-scope.ts';
import type { TraceGate } from '../../tracing/trace-gate.ts';
import { ownerOf } from '../../tracing/trace-owner.ts';

type Handler = (input: never, scope: RequestScope) => Promise<unknown>;

/** The same handlers, each call of which waits for a place in the gate. */
export function createGatedHandlers<H extends Readonly<Record<keyof H, Handler>>>(gate: TraceGate, handlers: H): H {
  const gated = Object.entries<Handler>(handlers).map(([name, handler]): [string, Handler] => [
    name,
    (input, scope) => gate.run(ownerOf(scope), () => handler(input, scope), { signal: scope.read.signal }),
  ]);
  return Object.fromEntries(gated) as H;
}
