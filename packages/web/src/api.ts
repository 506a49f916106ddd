import { keepPreviousData, QueryClient, queryOptions } from '@tanstack/react-query';
import type { ApiClient, OfFamily } from '@trailmark/api/client';
import type { Contract } from '@trailmark/api/contract';
import type { ChainStatus } from '@trailmark/api/contract/chain';
import type { Route, RouteInput, RouteOutput } from '@trailmark/api/route';
import { type CallInput, createRouteCaller } from '@trailmark/api/route-call';
import type { ChainFamily, ChainId, OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { adviseOnChecksum } from './format/words.ts';
import { isAttended } from './requests/activity.ts';
import { demandService } from './requests/demands.ts';
import { loadRoute } from './requests/load-route.ts';
import { createSessionFetch, type SessionFetchPorts } from './requests/session-fetch.ts';
import { clearHints } from './requests/session-hints.ts';

let queryClient: QueryClient | undefined;
/** How far the server's clock is ahead of the browser's, milliseconds. */
let serverAheadMs = 0;

/** The time on the server's clock, as accurate as its last answer. */
export function serverNow(): number {
  return Date.now() + serverAheadMs;
}

/** The session that the browser remembers is over: nothing is painted by it any more, and the server is queried for who we are. */
function noteSessionOver(reason: 'sign-in' | 'second-factor'): void {
  if (reason === 'sign-in') clearHints();
  void queryClient?.invalidateQueries({ queryKey: ['me'] });
}

const PORTS: SessionFetchPorts = {
  fetch: (url, init) => fetch(url, init),
  readCookies: () => document.cookie,
  isAttended,
  ask: (kind) => demandService.ask(kind),
  onSessionOver: noteSessionOver,
  onServerTime: (date) => {
    const time = Date.parse(date);
    if (Number.isFinite(time)) serverAheadMs = time - Date.now();
  },
};

/** Every request of the page goes through here. */
export const fetchOrExplain = createSessionFetch(PORTS);

/** A little longer than the server lets its longest work wait for its turn, and then take. */
const LONG_WORK_MS = 250_000;
/** The same for work that takes minutes, such as a comparison: the caller shows progress and can end it. */
export const fetchLongWork = createSessionFetch({ ...PORTS, giveUpMs: LONG_WORK_MS });

/** The same where the server reports meanwhile the place of the work in the queue: there it may wait for ten minutes. */
const TOLD_WORK_MS = 750_000;
/** Work that waits for its turn, and says so. */
export const fetchStatedWork = createSessionFetch({ ...PORTS, giveUpMs: TOLD_WORK_MS });

/** A little longer than the server keeps a stream of events open. */
const STREAM_MS = 360_000;
/** The same for events that come as long as the page is open. */
export const fetchEvents = createSessionFetch({ ...PORTS, giveUpMs: STREAM_MS });

/** Calls one route that the page has already. Same origin, nothing else is ever called. */
export const callRoute = createRouteCaller(fetchOrExplain);

/** The one client of the page. Routes are loaded when they are called, so that no page waits for them to be painted. */
export const api: ApiClient = {
  call: async (name, input) => callRoute<Route>(await loadRoute(name), input as CallInput<Route>) as never,
};

export function createQueryClient(): QueryClient {
  queryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        refetchOnWindowFocus: false,
        // Answers from this machine must be requested even when the browser believes it is offline.
        networkMode: 'always',
        retry: (count, error) => AppError.is(error, 'unavailable') && count < 1,
      },
    },
  });
  return queryClient;
}

/** The query of a route, each field as it may be left out. */
export type Query<N extends keyof Contract> = Partial<RouteInput<Contract[N]>['query']>;
/** The answer of a route, in the form of one family of chains where that is named. */
export type Answer<N extends keyof Contract, F extends ChainFamily = ChainFamily> = OfFamily<
  RouteOutput<Contract[N]>,
  F
>;

const CHAINS_REFRESH_MS = 15_000;

/** The chains of one family. */
export async function readChains<F extends ChainFamily>(family: F, signal: AbortSignal) {
  const { items, software } = await api.call('listChains', { query: { family }, signal });
  return { software, items: items.filter((item): item is ChainStatus<F> => item.family === family) };
}

/** Chains, tips, coverage and running ingest; requested again every 15 s because tips move. */
export function chainsQuery() {
  return queryOptions({
    queryKey: ['chains'],
    queryFn: ({ signal }) => readChains('outputs', signal),
    refetchInterval: CHAINS_REFRESH_MS,
  });
}

/** Shorter texts are beginnings; longer ones without a hit may be whole identifiers with a typing error. */
const WHOLE_FROM_CHARS = 26;

/** A whole identifier that is refused says why (the checksum), not that nothing begins like it. */
export async function explainMiss(
  answer: Answer<'search'>,
  query: Pick<Query<'search'>, 'chain'> & { readonly q: string },
  signal: AbortSignal,
): Promise<Answer<'search'>> {
  if (answer.hits.length > 0 || query.q.length < WHOLE_FROM_CHARS) return answer;
  const { refused } = await api.call('scanText', { body: { text: query.q, chain: query.chain }, signal });
  const [miss] = refused;
  return miss?.text === query.q ? { ...answer, refusal: adviseOnChecksum(miss.reason) } : answer;
}

export function searchQuery(q: string, chain?: ChainId, limit = 20) {
  return queryOptions({
    queryKey: ['search', q, chain, limit],
    queryFn: async ({ signal }) => {
      const query = { q: q.trim(), chain, limit };
      return explainMiss(await api.call('search', { query, signal }), query, signal);
    },
    enabled: q.trim() !== '',
    placeholderData: keepPreviousData,
  });
}

/** Never refetched: a proof is checked once, as it was given. */
export function transactionProofQuery(chain: OutputChainId, txid: string) {
  return queryOptions({
    queryKey: ['transaction', chain, txid, 'proof'],
    queryFn: ({ signal }) => api.call('getTransactionProof', { params: { chain, txid }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

export function rawTransactionQuery(chain: OutputChainId, txid: string) {
  return queryOptions({
    queryKey: ['transaction', chain, txid, 'raw'],
    queryFn: ({ signal }) => api.call('getRawTransaction', { params: { chain, txid }, signal }),
  });
}

/** What is kept of a transaction that was seen and is not on the chain. */
export function vanishedQuery(chain: OutputChainId, txid: string) {
  return queryOptions({
    queryKey: ['transaction', chain, txid, 'vanished'],
    queryFn: ({ signal }) => api.call('getTransactionEvidence', { params: { chain, txid }, signal }),
  });
}

/** Query keys are hashed as JSON, which knows no bigint. */
export function stableKey(query: object): string {
  return JSON.stringify(query, (_, value: unknown) => (typeof value === 'bigint' ? value.toString() : value));
}
