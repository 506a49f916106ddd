import { AppError } from '@trailmark/core/errors';
import type { LabelReader } from '@trailmark/core/label';
import { isNetworkId, type NetworkId } from '@trailmark/core/network';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Context, Hono } from 'hono';
import { decodeCursor, encodeCursor, listKey } from '../answers/cursor.ts';
import { replaceBigint } from '../esplora/esplora-route.ts';
import type { MountOptions } from '../http/mount.ts';
import { problemResponse } from '../http/problem.ts';
import { runScoped } from '../http/request-scope.ts';
import type { Knowledge } from '../knowledge/knowledge.ts';
import type { Ledgers } from '../ledger/ledgers.ts';

/** Where the adapter is mounted; a GraphSense client takes this as its base URL. */
export const GRAPHSENSE_BASE = '/graphsense/v1';

const PAGE_SIZE = 100;
const LARGEST_PAGE = 5_000;

/** What a handler works on: the same labels from its start to its end. */
export interface GraphsenseRequest {
  readonly labels: LabelReader;
  readonly knowledge: Knowledge;
  readonly ledgers: Ledgers;
  readonly read: ReadOptions;
  /** A path parameter; empty where the path has none of that name. */
  readonly param: (name: string) => string;
  readonly query: (name: string) => string | undefined;
}

export type GraphsenseHandler = (request: GraphsenseRequest) => Promise<unknown> | unknown;

/** Handlers by path below the base. */
export type GraphsenseRoutes = Readonly<Record<string, GraphsenseHandler>>;

/** Mounts handlers. Parts that are undefined are absent from the answer; failures leave as problem JSON. */
export function mountGraphsenseRoutes(
  app: Hono,
  deps: { readonly ledgers: Ledgers; readonly knowledge: Knowledge },
  routes: GraphsenseRoutes,
  { limits, log }: MountOptions,
): void {
  for (const [path, handler] of Object.entries(routes)) {
    const place = { log, route: `GET ${GRAPHSENSE_BASE}${path}` };
    app.get(`${GRAPHSENSE_BASE}${path}`, async (c: Context) => {
      try {
        const answer = await runScoped(c.req.raw.signal, limits.deadlineMs, async ({ read }) =>
          handler({
            ...deps,
            labels: deps.knowledge.labels(),
            read,
            param: (name) => c.req.param(name) ?? '',
            query: (name) => c.req.query(name),
          }),
        );
        return new Response(JSON.stringify(answer, replaceBigint), {
          headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
        });
      } catch (error) {
        return problemResponse(error, place);
      }
    });
  }
}

/** The network of a path: GraphSense says `btc`, `eth` and so on, in any case. Throws `not-found`. */
export function readCurrency({ param }: GraphsenseRequest): NetworkId {
  const text = param('currency').toLowerCase();
  if (isNetworkId(text)) return text;
  throw new AppError('not-found', `There is no currency "${text.slice(0, 40)}".`);
}

/** A page of a list: where it begins and how long it may be. */
export interface Page {
  readonly offset: number;
  readonly limit: number;
  /** The token of the next page; undefined where there is none. */
  readonly next: (isMore: boolean, offset: number) => string | undefined;
}

/** Reads `page` and `pagesize`. Throws `invalid` for a token of another list and for more than 5,000 rows. */
export function readPage({ query }: GraphsenseRequest, parts: readonly unknown[]): Page {
  const size = query('pagesize') ?? String(PAGE_SIZE);
  if (!/^\d{1,4}$/.test(size) || Number(size) < 1 || Number(size) > LARGEST_PAGE) {
    throw new AppError('invalid', `pagesize takes a whole number from 1 to ${LARGEST_PAGE}.`);
  }
  const list = listKey(['graphsense', ...parts]);
  const [offset = 0] = decodeCursor(list, query('page') || undefined, 1) ?? [];
  const next: Page['next'] = (isMore, place) => (isMore ? encodeCursor(list, [place]) : undefined);
  return { offset, limit: Number(size), next };
}
