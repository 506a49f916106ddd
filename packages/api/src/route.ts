import type { z } from 'zod';

/**
 * Who may call a route. Until accounts exist the server binds to loopback and these two are all there is: `local` routes
 * change something, and answer under loopback names only.
 */
export type Access = 'public' | 'local';

export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Output extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST';
  /** Hono-style path below the API base, `/:chain/addresses/:address`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** What the answer decodes to. Absent for streamed files, which name their media types instead. */
  readonly output?: Output;
  readonly mediaTypes?: readonly string[];
  /** Bytes of the largest body taken; 64 KiB unless told. */
  readonly maxBodyBytes?: number;
}

/**
 * Identity with types: a route is data, shared by the server, the client and the OpenAPI document. The route keeps its
 * exact type, so that a part it does not declare is absent rather than optional.
 */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

type Value<S> = S extends z.ZodType ? z.output<S> : Record<never, never>;

/** Decoded inputs of a route as its handler receives them. */
export interface RouteInput<R extends Route> {
  readonly params: Value<R['params']>;
  readonly query: Value<R['query']>;
  readonly body: Value<R['body']>;
}

/** Decoded answer of a route: amounts are bigint, wire text is strings. */
export type RouteOutput<R extends Route> = R['output'] extends z.ZodType ? z.output<R['output']> : never;
