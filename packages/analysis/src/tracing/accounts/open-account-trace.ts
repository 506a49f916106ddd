import { BLOCK_MOVES_INDEX } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import type { AccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { type Position, positionHeight, positionIndex } from '@trailmark/core/position';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { Trace } from '@trailmark/core/trace/trace';
import type { AccountTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import { getTraceMethod, parseTraceParams } from '../catalogue.ts';
import { formatMethodId, type TraceMethod } from '../method.ts';
import { DEFAULT_BATCHING, type RunOptions, type TraceBatching, type TraceSession } from '../trace-session.ts';
import { orderOf } from './account-params.ts';
import { AccountParties, type AccountTrail } from './account-trail.ts';
import { AccountTraceBuilder } from './build-account-trace.ts';
import { findFanOutCuts } from './fan-out.ts';
import { readFetchedUntil } from './fetched-coverage.ts';
import { coverageOf } from './index-coverage.ts';
import { isStatedAsset, LoadedAccounts, sortWants, type Want } from './loaded-accounts.ts';
import { Replay } from './replay.ts';
import { resolveSeeds } from './resolve-seeds.ts';
import { buildTimeline } from './timeline.ts';

/** What a trace over an account chain works with. */
export interface AccountTraceContext {
  readonly chain: AccountChainId;
  readonly reader: AccountLedger;
  readonly knowledge: AccountTraceKnowledge;
  readonly batching?: TraceBatching | undefined;
}

function assertRequest({ chain }: AccountTraceContext, request: TraceRequest): void {
  const { fromTime, toTime, hubTransfers } = request.stops;
  if (request.chain !== chain)
    throw new AppError('invalid', `The request is about ${request.chain}, and this index is of ${chain}.`);
  if (fromTime !== undefined && toTime !== undefined && fromTime > toTime)
    throw new AppError(
      'invalid',
      'The time window ends before it begins. Give an end that is not before the beginning.',
    );
  if (hubTransfers < 1) throw new AppError('invalid', 'The limit of a hub is at least one transfer.');
}

function accountsOf(method: TraceMethod, { direction }: TraceRequest): AccountTrail['method'] {
  const { accounts } = method;
  if (!accounts) throw new AppError('invalid', `The method ${formatMethodId(method)} says nothing about accounts.`);
  if (direction === 'backward' && !accounts.backward)
    throw new AppError(
      'invalid',
      `The method ${formatMethodId(method)} only runs forward. Use fifo, lifo or haircut backward.`,
    );
  return accounts;
}

class AccountSession implements TraceSession {
  private readonly trail: AccountTrail;
  private readonly loaded: LoadedAccounts;
  private readonly hashes = new Map<Position, string>();
  private replay: Replay;
  /** Accounts of the current round that are not admitted yet; empty between rounds. */
  private queue: Want[] = [];
  /** What is left of the budget; below zero where the seeds alone, or a run that failed, took up more. */
  private allowance: number;
  private hasFailed = false;
  private rounds = 0;
  private isComplete = false;

  constructor(trail: AccountTrail, loaded: LoadedAccounts) {
    this.trail = trail;
    this.loaded = loaded;
    this.allowance = -loaded.transactions.size;
    this.replay = this.pass();
  }

  async run(budget: number, options: RunOptions = {}): Promise<Trace> {
    this.allowance += budget;
    try {
      const trace = await this.goOn(options);
      if (this.hasFailed) this.allowance = Math.max(0, this.allowance);
      this.hasFailed = false;
      return trace;
    } catch (error) {
      // What a failed run was allowed and did not read is not left to the next one.
      this.allowance -= budget;
      this.hasFailed = true;
      throw error;
    }
  }

  private async goOn(options: RunOptions): Promise<Trace> {
    const read: ReadOptions = options.signal ? { signal: options.signal } : {};
    while (!this.isComplete) {
      if (options.signal?.aborted) throw new AppError('unavailable', 'The trace was cancelled. It can be continued.');
      if (this.queue.length === 0) await this.beginRound(read);
      if (this.isComplete) break;
      const isDone = await this.admitQueue(read);
      this.replay = this.pass();
      this.report(options);
      if (!isDone) break;
    }
    await this.readHashes(read);
    const fetched = await this.readFetched(read);
    return new AccountTraceBuilder(this.trail, this.loaded, this.replay, this.hashes, fetched).build(
      this.isComplete,
      this.rounds,
    );
  }

  /** Where not every block is indexed, single accounts may have been fetched whole. */
  private async readFetched(read: ReadOptions): Promise<Map<string, number>> {
    const { reader, isForward } = this.trail;
    const resting = this.replay.holders.flatMap((holder) => {
      if (!holder || !isForward || holder.goesOn || holder.book.held === 0n) return [];
      const { address, asset } = holder.account;
      const since = positionHeight(holder.last.position);
      const { wholeFrom } = coverageOf(reader, asset);
      const isIndexed = wholeFrom !== undefined && since >= wholeFrom;
      return isIndexed || isStatedAsset(asset) ? [] : [{ address, asset, since, held: holder.book.held }];
    });
    return await readFetchedUntil(reader, resting, read);
  }

  /** Passes until the fan-out limit leaves nothing more out. */
  private pass(): Replay {
    const timeline = buildTimeline(this.trail, this.loaded);
    const cut = new Set<string>();
    for (;;) {
      const replay = new Replay(this.trail, this.loaded, timeline, cut).run();
      const more = findFanOutCuts(replay.record, this.trail.request.stops.maxFanOut);
      if (more.length === 0) return replay;
      for (const key of more) cut.add(key);
    }
  }

  /** Loads what the last pass requested: what addresses are and what protocols did first, then whose moves are missing. */
  private async beginRound(read: ReadOptions): Promise<void> {
    const { record } = this.replay;
    if (record.wants.size === 0 && record.wantedActions.size === 0) {
      this.isComplete = true;
      return;
    }
    const wants = sortWants(record.wants.values());
    await this.loaded.readActions(
      [...record.wantedActions].sort((a, b) => a - b),
      read,
    );
    await this.loaded.meet(
      wants.map(({ address }) => address),
      read,
    );
    this.queue = wants.filter(({ address, isTrader }) => isTrader || !this.loaded.isEnd(address));
    this.rounds++;
  }

  /** Admits accounts in their order as far as the budget reaches; true when the round is done. */
  private async admitQueue(read: ReadOptions): Promise<boolean> {
    let admitted = 0;
    try {
      for await (const account of this.loaded.read(this.queue, read)) {
        const cost = this.loaded.costOf(account);
        if (cost > Math.max(0, this.allowance)) return false;
        this.allowance -= cost;
        this.loaded.admit(account);
        admitted++;
      }
    } finally {
      this.queue = this.queue.slice(admitted);
    }
    return true;
  }

  private report({ onProgress }: RunOptions): void {
    const { record } = this.replay;
    const hops = [...record.steps.values()].reduce((most, { hop }) => Math.max(most, hop), 0);
    onProgress?.({
      transactionsRead: this.loaded.transactions.size,
      rounds: this.rounds,
      open: record.wants.size + record.wantedActions.size,
      ended: record.leaves.filter(({ reason }) => reason !== 'budget').length,
      hops,
    });
  }

  private async readHashes(read: ReadOptions): Promise<void> {
    const { record, holders } = this.replay;
    const positions = new Set([
      ...record.steps.keys(),
      // The books name transactions that are no step: an account was touched and nothing traced moved on.
      ...record.statement.entries.keys(),
      ...record.leaves.map(({ at }) => at.position),
      ...holders.flatMap((holder) => holder?.last.position ?? []),
      ...this.trail.seeds.moves.map(({ position }) => position),
    ]);
    const missing = [...positions].filter(
      (position) => !this.hashes.has(position) && positionIndex(position) !== BLOCK_MOVES_INDEX,
    );
    const records = await this.trail.reader.transactions(missing, read);
    missing.forEach((position, index) => {
      const record = records[index];
      if (record) this.hashes.set(position, record.hash);
    });
  }
}

/**
 * Begins a trace over an account chain. Rejects with `invalid` or `not-found` where the request or a seed does not fit. What is
 * read in a round depends on the ledger and the request alone, so neither batching nor pauses change the result.
 */
export async function openAccountTrace(
  context: AccountTraceContext,
  request: TraceRequest,
  read: ReadOptions = {},
): Promise<TraceSession> {
  assertRequest(context, request);
  const method = getTraceMethod(request.method, 'accounts');
  const params = parseTraceParams(method, request.params, 'accounts');
  const { chain, reader, knowledge } = context;
  const parties = new AccountParties(knowledge, request);
  const accounts = accountsOf(method, request);
  const seeds = await resolveSeeds({ reader, knowledge, request }, read);
  const trail = {
    chain,
    reader,
    request: seeds.stated,
    method: accounts,
    seeds,
    parties,
    isForward: request.direction === 'forward',
    order: orderOf(params),
  };
  const batching = context.batching ?? DEFAULT_BATCHING;
  return new AccountSession(trail, new LoadedAccounts(trail, batching));
}
