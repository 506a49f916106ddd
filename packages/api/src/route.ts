import type { Access } from '@trailmark/core/role';
import type { z } from 'zod';

/** Where version 1 of the API begins. */
export const ROUTES_BASE = '/api/v1';

/**
 * What the audit log keeps of a call; denials are always logged. `look-up`: what was requested, by whom. `view` and `export`: what
 * was read or taken out. `act`: the handler writes it in the transaction of what it changes. `change`: written before
 * something outside the database is changed. `none`: public text that says nothing about an investigation,
 * and what a person keeps for themselves of pages whose calls are logged.
 */
export type Audit = 'look-up' | 'view' | 'export' | 'act' | 'change' | 'none';

/**
 * What a part of a route is written in: a schema of zod, of which only this is named. Comparing the schemas of the contract with
 * zod's own types costs the type checker 19,000 types with `z.core.$ZodType` and 280,000 with `z.ZodType`.
 */
export interface Schema {
  readonly _zod: { readonly output: unknown };
}

/** A part of a route as zod takes it, to decode or encode with. */
export function zodOf(schema: Schema): z.core.$ZodType {
  return schema as z.core.$ZodType;
}

/** Another address of a route, whose query has these values where the request gives none. */
export interface OtherAddress {
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
}

export interface Route<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Output extends Schema = Schema,
> {
  readonly method: 'GET' | 'POST';
  /** Hono-style path below the API base, `/:chain/addresses/:address`. */
  readonly path: string;
  /** Whole paths under which the same call is answered too, with the same names of parameters. */
  readonly alsoAt?: readonly (string | OtherAddress)[];
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  readonly access: Access;
  readonly audit: Audit;
  /** The path parameter that names what a line of the log is about, where that is not the path itself. */
  readonly subject?: 'case';
  /** Where a request may name the case, as `case`, that a line of the log is about. */
  readonly caseIn?: 'query' | 'body';
  /** Is answered for a locked session too: what opens it or ends it. Every other route but public ones is not. */
  readonly whileLocked?: true;
  /** Asks for a factor proven within the last five minutes. */
  readonly stepUp?: true;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** What the answer decodes to. Absent for streamed files, which name their media types instead. */
  readonly output?: Output;
  readonly mediaTypes?: readonly string[];
  /** Bytes of the largest body taken; 64 KiB by default. */
  readonly maxBodyBytes?: number;
  /** Bodies of many megabytes: handlers get the bytes, and check them where it holds nobody up. */
  readonly hasBulkyBody?: true;
  /** Answers of many megabytes: handlers give the bytes of the JSON. */
  readonly hasBulkyAnswer?: true;
  /** Milliseconds after which it is stopped, where that is not the server's usual limit. */
  readonly deadlineMs?: number;
}

/**
 * Identity with types: a route is data, shared by the server, the client and the OpenAPI document. The route keeps its
 * exact type, so that a part it does not declare is absent rather than optional.
 */
export function defineRoute<const R extends Route>(route: R): R {
  return route;
}

type Value<S> = S extends Schema ? z.output<S> : Record<never, never>;

/** Decoded inputs of a route as its handler receives them. */
export interface RouteInput<R extends Route> {
  readonly params: Value<R['params']>;
  readonly query: Value<R['query']>;
  readonly body: Value<R['body']>;
}

/** Decoded answer of a route: amounts are bigint, wire text is strings. */
export type RouteOutput<R extends Route> = R['output'] extends Schema ? z.output<R['output']> : never;
