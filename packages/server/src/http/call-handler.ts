import { contract, type RouteName } from '@trailmark/api/contract';
import { compileEncoder } from '@trailmark/api/encoder';
import type { Route } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { isAdmitted } from '@trailmark/core/role';
import { FileStream } from './file-stream.ts';
import type { JsonBytes } from './json-bytes.ts';
import type { Handlers } from './mount.ts';
import type { RequestScope } from './request-scope.ts';
import { compileInput } from './route-input.ts';

/** The request of a route: path parameters, query and body as they travel. */
export interface RouteCall {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What a route answered: JSON as it travels, or a file. */
export type RouteAnswer =
  | { readonly kind: 'json'; readonly value: Readonly<Record<string, unknown>> }
  | { readonly kind: 'file'; readonly name: string; readonly mediaType: string; readonly bytes: Buffer };

/** Calls a route as somebody's browser would, without the way over the network. */
export type CallHandler = (name: RouteName, call: RouteCall) => Promise<RouteAnswer>;

type LooseHandler = (input: unknown, scope: RequestScope) => Promise<unknown>;

/** What a file of an answer may come to in memory. */
const MAX_FILE_BYTES = 64 * 2 ** 20;

async function readFile(stream: FileStream, route: string) {
  const response = stream.toResponse({ log: () => {}, route });
  const name = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'file';
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body ?? []) {
    size += part.length;
    if (size > MAX_FILE_BYTES) throw new AppError('invalid', 'This file is larger than 64 MiB. Export a smaller part.');
    parts.push(part);
  }
  const mediaType = response.headers.get('content-type') ?? 'application/octet-stream';
  return { kind: 'file', name, mediaType, bytes: Buffer.concat(parts) } as const;
}

/** Calls handlers under the scope of a request: the same checks of the input, the same rights, the same answer as it travels. */
export function createHandlerCaller(handlers: Partial<Handlers>, scope: RequestScope): CallHandler {
  return async (name, { params, query, body }) => {
    const route: Route = contract[name];
    if (!isAdmitted(scope.caller.role, route.access)) throw new AppError('forbidden', 'Your account may not do this.');
    const handler = handlers[name] as LooseHandler | undefined;
    if (!handler) throw new AppError('internal', `Nothing answers ${name}.`);
    const search = new URLSearchParams(query).toString();
    // A copy that fills its buffer: bulky bodies move to another thread.
    const sent = route.hasBulkyBody ? new TextEncoder().encode(JSON.stringify(body)) : body;
    const input = await compileInput(route)({ params, search, readBody: async () => sent });
    const answer = await handler(input, scope);
    if (answer instanceof FileStream) return readFile(answer, name);
    const value = route.hasBulkyAnswer
      ? JSON.parse(Buffer.concat(answer as JsonBytes).toString('utf8'))
      : JSON.parse(JSON.stringify(route.output ? compileEncoder(route.output)(answer) : answer));
    return { kind: 'json', value: value as Readonly<Record<string, unknown>> };
  };
}
