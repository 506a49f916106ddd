import type { Hono } from 'hono';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import type { MountOptions } from '../http/mount.ts';
import { readRulesInForce } from '../screening/rule-sets/read-rule-sets.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import { TRACES, TraceGate } from '../tracing/trace-gate.ts';
import { chainalysisRoutes } from './chainalysis-routes.ts';
import { ellipticRoutes } from './elliptic-routes.ts';
import { trmRoutes } from './trm-routes.ts';
import { mountVendorRoute } from './vendor-route.ts';

/** Screenings in the formats that compliance tools ask for, with the token of a program in the header they send. */
export function mountVendors(
  app: Hono,
  deps: TraceDeps & { readonly casework: CaseworkContext },
  options: MountOptions,
): void {
  const { casework, ledgers } = deps;
  const rulesOf = (caller: Caller) => readRulesInForce(casework, caller);
  const given = { ...deps, rulesOf, gate: new TraceGate(TRACES) };
  for (const route of [...chainalysisRoutes(ledgers), ...trmRoutes(casework.origin), ...ellipticRoutes(ledgers)]) {
    mountVendorRoute(app, given, route, options);
  }
}
