import { findTraits } from '@trailmark/chains/chain-traits';
import type { OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Context, Hono } from 'hono';
import type { MountOptions } from '../http/mount.ts';
import { plainProblemResponse } from '../http/problem.ts';
import { runScoped } from '../http/request-scope.ts';
import type { Ledgers, ServedOutputs } from '../ledger/ledgers.ts';

/** Where the adapter is mounted; an Esplora client takes this as its base URL. */
export const ESPLORA_BASE = '/api/esplora/:chain';

/** Transactions on a page of history or of a block. */
export const PAGE = 25;

export interface EsploraRequest {
  readonly ledger: ServedOutputs;
  readonly read: ReadOptions;
  /** A path parameter; empty where the path has none of that name. */
  readonly param: (name: string) => string;
}

/** Plain text, bytes, or a value written as JSON. */
export type EsploraAnswer =
  | { readonly text: string }
  | { readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly json: unknown };

export type EsploraHandler = (request: EsploraRequest) => Promise<EsploraAnswer> | EsploraAnswer;

/** Handlers by path below the base. */
export type EsploraRoutes = Readonly<Record<string, EsploraHandler>>;

/** Esplora writes amounts as JSON numbers. Beyond 2^53 their digits are written as they are: no float in between. */
export function replaceBigint(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? rawJson(value.toString()) : value;
}

// JSON.rawJSON (ES2026) is in the runtime and not yet in the compiler's library.
const rawJson = (JSON as unknown as { rawJSON: (text: string) => unknown }).rawJSON;

function toResponse(answer: EsploraAnswer): Response {
  const headers = { 'cache-control': 'no-store' };
  if ('text' in answer)
    return new Response(answer.text, { headers: { ...headers, 'content-type': 'text/plain; charset=utf-8' } });
  if ('bytes' in answer)
    return new Response(answer.bytes, { headers: { ...headers, 'content-type': 'application/octet-stream' } });
  return new Response(JSON.stringify(answer.json, replaceBigint), {
    headers: { ...headers, 'content-type': 'application/json' },
  });
}

function readChain(text: string): OutputChainId {
  const traits = findTraits(text);
  if (traits?.hasOutputs) return traits.id;
  throw new AppError('not-found', `There is no chain "${text.slice(0, 40)}".`);
}

/** Mounts handlers; failures leave as one plain line, as Esplora's do. */
export function mountEsploraRoutes(
  app: Hono,
  ledgers: Ledgers,
  routes: EsploraRoutes,
  { limits, log }: MountOptions,
): void {
  for (const [path, handler] of Object.entries(routes)) {
    const place = { log, route: `GET ${ESPLORA_BASE}${path}` };
    app.get(`${ESPLORA_BASE}${path}`, async (c: Context) => {
      try {
        const answer = await runScoped(c.req.raw.signal, limits.deadlineMs, async ({ read }) => {
          const ledger = ledgers.get(readChain(c.req.param('chain') ?? ''));
          return handler({ ledger, read, param: (name) => c.req.param(name) ?? '' });
        });
        return toResponse(answer);
      } catch (error) {
        return plainProblemResponse(error, place);
      }
    });
  }
}

/** A txid or block hash of a path. Throws `invalid` with Esplora's words. */
export function readHash(text: string): string {
  if (/^[0-9a-fA-F]{64}$/.test(text)) return text.toLowerCase();
  throw new AppError('invalid', 'Invalid hex string');
}

/** A whole number of a path. Throws `invalid`. */
export function readNumber(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new AppError('invalid', 'Invalid number');
}
