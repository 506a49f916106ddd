import type { sourceRoutes } from '@trailmark/api/contract/source';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { HAS_INTERNALS, HAS_LOGS } from '@trailmark/core/account-block';
import { isAccountChainId } from '@trailmark/core/account-chain';
import { AppError } from '@trailmark/core/errors';
import { type FetchedHistory, fetchHistory } from '@trailmark/ingest/on-demand/fetch-history';
import type { OnDemandSource } from '@trailmark/ingest/on-demand/on-demand-source';
import { countOutboundRequests } from '@trailmark/store/cases/sources/request-rows';
import { findSourceRow, type SourceRow } from '@trailmark/store/cases/sources/source-rows';
import type { Caller } from '../office/caller.ts';
import { type Office, read, recordEntry } from '../office/office.ts';
import { parseEndpoint } from '../outbound/endpoint.ts';
import { createSendToSource } from '../outbound/send-to-source.ts';
import { createSourceTransport } from '../outbound/source-transport.ts';
import { createRequestLedger } from './request-ledger.ts';
import type { AccountMerger, SourceHost } from './source-host.ts';
import { openSourceKey } from './source-key.ts';
import { getSourceStatus } from './source-status.ts';
import type { Turns } from './turns.ts';

type Route = (typeof sourceRoutes)['fetchAddress'];
type Answer = RouteOutput<Route>;

/** Requests a person may cause within an hour. */
export const HOURLY_REQUESTS = 600;
const HOUR_MS = 3_600_000;
/** What is left of a route's time for keeping what came. */
const MERGE_MS = 20_000;

interface Job {
  readonly office: Office;
  readonly caller: Caller;
  readonly host: SourceHost;
  readonly source: OnDemandSource;
  readonly signal: AbortSignal;
  readonly turns: Turns;
  readonly deadlineMs: number;
}

function assertOn(source: OnDemandSource, row: SourceRow | undefined): SourceRow {
  if (row?.isOn) return row;
  throw new AppError(
    'forbidden',
    `${source.name} is off, so nothing was asked. An administrator of the installation can turn it on under Sources.`,
  );
}

async function readAllowance(office: Office, caller: Caller, wanted: number): Promise<number> {
  const since = new Date(office.now().getTime() - HOUR_MS);
  const used = await read(office, caller, (tx) => countOutboundRequests(tx, caller.account?.id ?? '', since));
  if (used < HOURLY_REQUESTS) return Math.min(wanted, HOURLY_REQUESTS - used);
  const message = `${HOURLY_REQUESTS} requests left the building for you within the last hour, which is the limit. Try again later.`;
  throw new AppError('forbidden', message, { context: { reason: 'too-many' } });
}

function createSend({ office, caller, host, source }: Job, row: SourceRow) {
  const isOwn = row.endpoint !== null;
  return createSendToSource({
    endpoint: parseEndpoint(row.endpoint ?? source.endpoint, isOwn, row.pin ?? undefined),
    keyPlace: source.keyPlace,
    key: row.keyBox === null ? '' : openSourceKey(office.keys, source.id, row.keyBox),
    transport: host.transport ?? createSourceTransport(host.resolve),
    ...createRequestLedger(office, caller, source),
  });
}

async function keep(writer: AccountMerger, history: FetchedHistory): Promise<number> {
  const { transactions } = await writer.merge(history.blocks, history.coverage);
  await writer.putTokens(history.tokens);
  return transactions;
}

/** Aborts with the request, and early enough before its time is over that what came is still kept and answered. */
function readSignal({ signal, deadlineMs }: Job): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(Math.max(1_000, deadlineMs - MERGE_MS))]);
}

async function readHistory(job: Job, address: string, maxRequests: number): Promise<FetchedHistory> {
  const { office, caller, source } = job;
  if (!isAccountChainId(source.chain)) throw new AppError('internal', `${source.chain} is not an account chain.`);
  const chain = getAccountChain(source.chain);
  const key = parseAccount(chain, address);
  const addressText = formatAccount(chain, key);
  const row = assertOn(source, await read(office, caller, (tx) => findSourceRow(tx, source.id)));
  const allowance = await readAllowance(office, caller, maxRequests);
  // Before anything leaves, the log says for whom and what for.
  await recordEntry(office, caller, {
    action: 'source.fetch',
    object: { kind: 'address', id: `${source.chain}:${addressText}` },
    details: { source: source.id, maxRequests: allowance },
  });
  const place = new URL(row.endpoint ?? source.endpoint).origin;
  return fetchHistory({
    source,
    chain,
    address: key,
    addressText,
    description: `${source.name}, ${place}`,
    asking: { send: createSend(job, row), maxRequests: allowance, signal: readSignal(job) },
    now: Math.floor(office.now().getTime() / 1000),
  });
}

/** What went wrong at the other end is not this server's failure, but that nothing can be said now. */
function tellFault(cause: unknown, source: OnDemandSource): unknown {
  if (!AppError.is(cause, 'inconsistent')) return cause;
  return new AppError('unavailable', `${source.name} cannot be used. ${cause.message}`, { cause });
}

/**
 * Fetches the history of one address from a source and merges it into the index. What came by a fault, a limit or a cancel
 * is kept and answered as part.
 */
export async function fetchAddress(job: Job, { body }: Pick<RouteInput<Route>, 'body'>): Promise<Answer> {
  const { office, caller, host, source, turns, signal } = job;
  const { chain } = source;
  if (!isAccountChainId(chain)) throw new AppError('internal', `${chain} is not an account chain.`);
  return turns.take(source.id, signal, async () => {
    const told = (cause: unknown): never => {
      throw tellFault(cause, source);
    };
    const history = await readHistory(job, body.address, body.maxRequests).catch(told);
    // Facts that contradict what is held are the source's fault as well: nothing of them is kept.
    const transactions = await keep(await host.accountWriter(chain), history).catch(told);
    const { holds, note, address: _, ...fetched } = history.coverage;
    return {
      source: await read(office, caller, (tx) => getSourceStatus(tx, source.id)),
      fetched: {
        ...fetched,
        internals: (holds & HAS_INTERNALS) !== 0,
        tokens: (holds & HAS_LOGS) !== 0,
        note: note ?? null,
      },
      requests: history.requests,
      transactions,
      tip: history.tip,
    };
  });
}
