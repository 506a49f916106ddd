import type { Route } from '@trailmark/api/route';
import type { MiddlewareHandler } from 'hono';
import { admit, toLookUpEntry } from './admit.ts';
import { settleCaller } from './connection-owner.ts';
import type { MountOptions } from './mount.ts';
import { type FailurePlace, problemResponse } from './problem.ts';
import { readSource } from './request-source.ts';

export interface AdapterPolicy extends Pick<Route, 'access' | 'audit' | 'tag'> {
  /** Names the adapter in the audit log. */
  readonly name: string;
  /** How the adapter's clients expect failures; problem JSON by default. */
  readonly refuse?: (error: unknown, place: FailurePlace) => Response;
}

/** Applies one policy to the paths of an adapter, which the contract does not list, and logs its searches. */
export function guardAdapter(
  { name, refuse = problemResponse, ...policy }: AdapterPolicy,
  { gate, log }: MountOptions,
): MiddlewareHandler {
  const route: Route = { ...policy, method: 'GET', path: '', summary: '' };
  return async (c, next) => {
    try {
      const caller = await gate.identify(c.req.raw, readSource(c));
      settleCaller(c, caller);
      await admit(name, route, caller, gate);
      const search = new URL(c.req.url).search;
      await gate.record(caller, toLookUpEntry(name, route, { path: c.req.path, search, params: {}, body: undefined }));
    } catch (error) {
      return refuse(error, { log, route: name });
    }
    await next();
    return undefined;
  };
}
