import type { sourceRoutes } from '@trailmark/api/contract/source';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { formatAccount, parseAccount } from '@trailmark/chains/account/account-address';
import { getAccountChain } from '@trailmark/chains/account-catalogue';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner, parseOwner } from '@trailmark/chains/utxo/address';
import { ownerScript } from '@trailmark/chains/utxo/script';
import { HAS_INTERNALS, HAS_LOGS } from '@trailmark/core/account-block';
import { AppError } from '@trailmark/core/errors';
import { type FetchedHistory, fetchHistory } from '@trailmark/ingest/on-demand/fetch-history';
import { fetchUtxoHistory } from '@trailmark/ingest/on-demand/fetch-utxo-history';
import type { AnySource, OnDemandSource } from '@trailmark/ingest/on-demand/on-demand-source';
import type { AskerOptions, SendToSource } from '@trailmark/ingest/on-demand/source-asker';
import type { ListedTransaction, UtxoSource } from '@trailmark/ingest/on-demand/utxo-source';
import { countOutboundRequests } from '@trailmark/store/cases/sources/request-rows';
import { findSourceRow, type SourceRow } from '@trailmark/store/cases/sources/source-rows';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read, recordEntry } from '../casework/casework-context.ts';
import type { AccountMerger } from '../ledger/mergers.ts';
import { toFetched } from '../ledger/outputs/fetched-view.ts';
import { scriptHashOf } from '../ledger/outputs/script-hash.ts';
import { createSendLines } from '../outbound/send-lines.ts';
import { createSendToSource } from '../outbound/send-to-source.ts';
import { parseSourcePlace, type SourcePlace } from '../outbound/source-endpoint.ts';
import { createSourceTransport } from '../outbound/source-transport.ts';
import { type AllowFetch, assertCaseNamed } from './fetch-case.ts';
import { createRequestLedger } from './request-ledger.ts';
import type { SourceHost } from './source-host.ts';
import { openSourceKey } from './source-key.ts';
import { getSourceStatus } from './source-status.ts';
import type { Turns } from './turns.ts';

type Route = (typeof sourceRoutes)['fetchAddress'];
type Answer = RouteOutput<Route>;
type Body = RouteInput<Route>['body'];

/** Requests a person may cause within an hour. */
export const HOURLY_REQUESTS = 600;
const HOUR_MS = 3_600_000;
/** What is left of a route's time for keeping what came. */
const MERGE_MS = 20_000;

export interface FetchJob {
  readonly casework: CaseworkContext;
  readonly caller: Caller;
  readonly host: SourceHost;
  readonly source: AnySource;
  readonly signal: AbortSignal;
  readonly turns: Turns;
  readonly deadlineMs: number;
  readonly allowFetch: AllowFetch;
}

/** What a server without a chain states about a fetch. */
export function noHost(): AppError {
  return new AppError('unavailable', 'This server keeps no chain that something could be fetched into.');
}

/** Throws `forbidden` where the source is off. */
export function assertOn(source: AnySource, row: SourceRow | undefined): SourceRow {
  if (row?.isOn) return row;
  throw new AppError(
    'forbidden',
    `${source.name} is off, so no request was made. An administrator of the installation can turn it on under Sources.`,
  );
}

export async function readAllowance(casework: CaseworkContext, caller: Caller, wanted: number): Promise<number> {
  const since = new Date(casework.now().getTime() - HOUR_MS);
  const used = await read(casework, caller, (tx) => countOutboundRequests(tx, caller.account?.id ?? '', since));
  if (used < HOURLY_REQUESTS) return Math.min(wanted, HOURLY_REQUESTS - used);
  const message = `${HOURLY_REQUESTS} requests left the building for you within the last hour, which is the limit. Try again later.`;
  throw new AppError('forbidden', message, { context: { reason: 'too-many' } });
}

export type WayOutJob = Pick<FetchJob, 'casework' | 'caller' | 'host' | 'source'>;

function placeOf({ source }: WayOutJob, row: SourceRow): SourcePlace {
  return parseSourcePlace(source, row.endpoint ?? source.endpoint, row.endpoint !== null, row.pin ?? undefined);
}

export interface WayOut {
  readonly send: SendToSource;
  readonly close: () => void;
}

/** The way to a source that is on, each request in the log before it leaves. Whoever opened it closes it. */
export function openWayOut(
  { casework, caller, host, source }: WayOutJob,
  row: SourceRow,
  caseId: string | undefined,
  place = placeOf({ casework, caller, host, source }, row),
): WayOut {
  const ledger = createRequestLedger(casework, caller, { source, caseId });
  if (source.kind === 'electrum') return createSendLines({ place, resolve: host.resolve, ...ledger });
  const send = createSendToSource({
    endpoint: place.endpoint,
    keyPlace: source.keyPlace,
    key: row.keyBox === null ? '' : openSourceKey(casework.keys, source.id, row.keyBox),
    transport: host.transport ?? createSourceTransport(host.resolve),
    ...ledger,
  });
  return { send, close: () => undefined };
}

async function keep(writer: AccountMerger, history: FetchedHistory): Promise<number> {
  const { transactions } = await writer.merge(history.blocks, history.coverage);
  await writer.putTokens(history.tokens);
  return transactions;
}

/** Aborts with the request, and early enough before its time is over that what came is still kept and answered. */
function readSignal({ signal, deadlineMs }: FetchJob): AbortSignal {
  return AbortSignal.any([signal, AbortSignal.timeout(Math.max(1_000, deadlineMs - MERGE_MS))]);
}

interface Asking {
  readonly description: string;
  readonly asking: Pick<AskerOptions, 'send' | 'maxRequests' | 'signal'>;
  readonly now: number;
}

/** Holds a fetch to what is on and what its case allows. */
async function checkAllowed(job: FetchJob, address: string, caseId: string | undefined): Promise<SourceRow> {
  const { casework, caller, source, allowFetch } = job;
  const row = assertOn(source, await read(casework, caller, (tx) => findSourceRow(tx, source.id)));
  assertCaseNamed(source, row, caseId);
  if (caseId !== undefined) {
    await allowFetch(casework, caller, { id: caseId, source, address, isLimited: row.onlyForCases });
  }
  return row;
}

/** Holds a fetch to what is on and allowed, writes it to the log, and lets it go out. */
async function goOut<T>(
  job: FetchJob,
  addressText: string,
  { maxRequests, case: caseId }: Body,
  work: (asking: Asking) => Promise<T>,
): Promise<T> {
  const { casework, caller, source } = job;
  const row = await checkAllowed(job, addressText, caseId);
  const allowance = await readAllowance(casework, caller, maxRequests);
  // Before anything leaves, the log says for whom and what for.
  await recordEntry(casework, caller, {
    action: 'source.fetch',
    object: { kind: 'address', id: `${source.chain}:${addressText}` },
    details: { source: source.id, maxRequests: allowance },
  });
  const place = placeOf(job, row);
  const { send, close } = openWayOut(job, row, caseId, place);
  try {
    return await work({
      description: `${source.name}, ${place.origin}`,
      asking: { send, maxRequests: allowance, signal: readSignal(job) },
      now: Math.floor(casework.now().getTime() / 1000),
    });
  } finally {
    close();
  }
}

type Kept = Omit<Answer, 'source'>;

async function fetchAccount(job: FetchJob, source: OnDemandSource, body: Body): Promise<Kept> {
  const chain = getAccountChain(source.chain);
  const address = parseAccount(chain, body.address);
  const addressText = formatAccount(chain, address);
  const history = await goOut(job, addressText, body, (asking) =>
    fetchHistory({ source, chain, address, addressText, ...asking }),
  );
  // Facts that contradict what is indexed are the source's fault as well: nothing of them is kept.
  const transactions = await keep(await job.host.accountWriter(source.chain), history);
  const { holds, note, address: _, ...fetched } = history.coverage;
  const lists = { internals: (holds & HAS_INTERNALS) !== 0, tokens: (holds & HAS_LOGS) !== 0 };
  const { requests, tip } = history;
  return { fetched: { ...fetched, ...lists, note: note ?? null }, requests, transactions, tip };
}

async function fetchUtxo(job: FetchJob, source: UtxoSource, body: Body): Promise<Kept> {
  const chain = getChain(source.chain);
  const owner = parseOwner(chain, body.address);
  const addressText = formatOwner(chain, owner);
  const script = ownerScript(owner);
  if (!script) throw new AppError('invalid', `${source.name} serves addresses only, not other scripts.`);
  const [merger, history] = await goOut(job, addressText, body, async (asking) => {
    const merger = job.host.utxoMerger(source.chain);
    const findIndexed = (listed: readonly ListedTransaction[]) => merger.findIndexed(listed);
    const scriptHash = scriptHashOf(script);
    const request = { source, chain, owner, addressText, scriptHash, findIndexed, ...asking };
    return [merger, await fetchUtxoHistory(request)] as const;
  });
  const { transactions, coverage } = await merger.merge(history);
  const { requests, tip } = history;
  return { fetched: toFetched(coverage), requests, transactions, tip };
}

/** What went wrong at the other end is not this server's failure, but means that nothing can be stated now. */
function toFault(cause: unknown, source: AnySource): unknown {
  if (!AppError.is(cause, 'inconsistent')) return cause;
  return new AppError('unavailable', `${source.name} cannot be used. ${cause.message}`, { cause });
}

/**
 * Fetches the history of one address from a source and merges it into the index. What came by a fault, a limit or a cancel
 * is kept and answered as part.
 */
export async function fetchAddress(job: FetchJob, { body }: Pick<RouteInput<Route>, 'body'>): Promise<Answer> {
  const { casework, caller, source, turns, signal } = job;
  return turns.take(source.id, signal, async () => {
    const fetching = source.family === 'account' ? fetchAccount(job, source, body) : fetchUtxo(job, source, body);
    const kept = await fetching.catch((cause: unknown): never => {
      throw toFault(cause, source);
    });
    return { source: await read(casework, caller, (tx) => getSourceStatus(tx, source.id)), ...kept };
  });
}
