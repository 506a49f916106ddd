import { AppError, assert } from '@trailmark/core/errors';
import type { OutputPlace, TransactionRecord } from '@trailmark/core/output-ledger';
import type { Position } from '@trailmark/core/position';
import type { Trace } from '@trailmark/core/trace/trace';
import type { TraceChoice, TraceRequest } from '@trailmark/core/trace/trace-request';
import { type MemoPayment, readMemoPayment } from '../../protocols/memo-payment.ts';
import { OUTPUT_BATCHING, type RunOptions, type TraceBatching, type TraceSession } from '../trace-session.ts';
import type { OutputApportioning } from './apportioning.ts';
import { type Coin, keyOf, type Passage } from './coin.ts';
import { toLimits } from './cuts.ts';
import type { SeedOutput } from './find-seeds.ts';
import { IndexedHeights } from './indexed-heights.ts';
import { type IndexedRows, InputRows, OutputRows } from './indexed-rows.ts';
import { describeTransaction, type IndexedTransaction, type PlacedSide } from './indexed-transaction.ts';
import { KnownAddresses } from './known-addresses.ts';
import { coinOfSeed } from './make-coin.ts';
import type { OutputTraceReader, OutputTraceSources } from './output-trace-reader.ts';
import { Pace } from './pace.ts';
import { readBatches } from './read-batches.ts';
import type { StopContext } from './stop-rules.ts';
import { isPeelShaped, toTrace } from './to-trace.ts';
import { TraceState } from './trace-state.ts';

/** Reading one transaction includes its addresses and asking whether it is a CoinJoin. */
const LOAD_WORK = 40;
/** Records read before any is made smaller: young ones cost little to forget. */
const RECORDS_AT_ONCE = 250;
const LOOK_UP_WORK = 5;
const TXIDS_AT_ONCE = 1_000;
const TXID_WORK = 5;

/** Payments into and out of bridges have a vault, somebody, change, and pieces of a long memo. */
const MOST_OUTPUTS_OF_A_BRIDGE = 20;

function maySpeak({ outputs, hasRaw }: TransactionRecord): boolean {
  return hasRaw && outputs.length <= MOST_OUTPUTS_OF_A_BRIDGE && outputs.some(({ type }) => type === 'op-return');
}

export interface OutputMethod {
  readonly apportioning: OutputApportioning;
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * A trace over outputs under way. It works in rounds: ask for the spenders of all open coins, then read the transactions
 * of the round, those of fewest hops first. A round is planned whole before any of it is read, and a budget that ends
 * within it ends between two transactions of the plan, so that runs in pieces read the same in the same order as one run.
 */
export class OutputTrace implements TraceSession {
  readonly #request: TraceRequest;
  readonly #reader: OutputTraceReader;
  readonly #sources: OutputTraceSources;
  readonly #batching: TraceBatching;
  readonly #method: OutputMethod;
  readonly #addresses: KnownAddresses;
  readonly #rows: IndexedRows = { inputs: new InputRows(), outputs: new OutputRows() };
  readonly #context: StopContext;
  readonly #state: TraceState;
  readonly #seeds: readonly Coin[];
  readonly #choices: ReadonlyMap<string, TraceChoice>;
  readonly #txids = new Map<Position, string>();
  #isBrief: boolean | undefined;
  #plan: readonly Position[] = [];
  #planned = 0;
  #read = 0;
  /** Transactions that the runs so far were allowed together, but for those that failed. */
  #allowed = 0;
  #rounds = 0;

  constructor(sources: OutputTraceSources, request: TraceRequest, method: OutputMethod, seeds: readonly SeedOutput[]) {
    const { reader, knowledge } = sources;
    this.#sources = sources;
    this.#request = request;
    this.#reader = reader;
    this.#batching = sources.batching ?? OUTPUT_BATCHING;
    this.#method = method;
    this.#addresses = sources.addresses ?? new KnownAddresses(knowledge);
    this.#choices = new Map(request.choices.map((choice) => [choice.txid, choice]));
    const isForward = request.direction === 'forward';
    const { apportioning } = method;
    this.#seeds = seeds.map(({ record, vout, part }) => {
      // Of what made a seed, nothing but the seed is a place of the trace.
      const owner = this.#addresses.placeOf(record.outputs[vout]?.owner);
      return coinOfSeed(record, { vout, part, owner }, { apportioning, isForward });
    });
    this.#addresses.askNew();
    for (const { record } of seeds) this.#txids.set(record.position, record.txid);
    const began = this.#seeds.reduce((sum, { seed }) => sum + (seed?.amount ?? 0n), 0n);
    const times = new Map<number, number>();
    this.#context = {
      isForward,
      stops: request.stops,
      stopAt: new Set(request.stops.stopAt.map((text) => knowledge.formatOwner(knowledge.parseAddress(text)))),
      addressAt: this.#addresses.addressAt,
      partyOf: this.#addresses.partyOf,
      blockAt: (height) => reader.block(height),
      timeOf: (height) => {
        const known = times.get(height);
        if (known !== undefined) return known;
        const time = reader.block(height)?.time ?? 0;
        times.set(height, time);
        return time;
      },
      held: new IndexedHeights(reader.heightRanges(), reader.tip()?.height ?? 0),
    };
    this.#state = new TraceState(
      {
        apportioning: method.apportioning,
        context: this.#context,
        limits: toLimits(request.stops, began),
        chosenAt: (passage) => this.#chosenAt(passage),
      },
      this.#seeds,
    );
  }

  async run(budget: number, { signal, onProgress, isBrief = false, apart }: RunOptions = {}): Promise<Trace> {
    const pace = new Pace(signal, this.#sources.rest);
    pace.check();
    assert(isBrief || this.#isBrief !== true, 'A trace that began in brief continues in brief.');
    this.#isBrief = isBrief;
    const allowed = this.#allowed + budget;
    for (;;) {
      await this.#planNext(pace);
      onProgress?.({ transactionsRead: this.#read, rounds: this.#rounds, ...this.#state.progress });
      const part = this.#plan.slice(this.#planned, this.#planned + Math.max(0, allowed - this.#read));
      if (part.length === 0) break;
      await this.#readPart(part, pace);
    }
    const answer = await this.#answer(pace, isBrief ? apart : undefined);
    this.#allowed = Math.max(allowed, this.#read);
    return answer;
  }

  /** Calculates what was read and, once a plan is worked off, makes the next. Nothing left to plan: nothing is open. */
  async #planNext(pace: Pace): Promise<void> {
    await this.#state.settle(pace);
    while (this.#planned === this.#plan.length) {
      await this.#planRound(pace);
      // A coin that continues into a transaction already read changes what comes after that.
      await this.#state.settle(pace);
      if (this.#plan.length === 0 && this.#state.progress.open === 0) return;
    }
  }

  /** Asks where open coins were spent, and plans to read those transactions. */
  async #planRound(pace: Pace): Promise<void> {
    const coins = this.#state.toLookUp();
    const places: OutputPlace[] = [];
    for (const { position, vout, owner: entry } of coins) {
      const owner = this.#addresses.ownerAt(entry);
      // What nobody can spend, or nobody holds, has ended where it was handed on.
      assert(position !== undefined && owner, 'Only an indexed output that can be spent is read.');
      places.push({ position, vout, owner });
      if (pace.isDue(LOOK_UP_WORK)) await pace.turn();
    }
    const { signal } = pace;
    const answers = await readBatches(places, this.#batching, pace, (batch) =>
      this.#reader.spenders(batch, { signal }),
    );
    for (const [i, coin] of coins.entries()) {
      const spenders = answers[Math.floor(i / this.#batching.batch)];
      this.#state.lookUp(coin, spenders?.get(keyOf(coin))?.position);
      // A round is planned from all of its spenders, so nothing ends it here.
      if (pace.isDue(LOOK_UP_WORK)) await pace.pause();
    }
    this.#plan = this.#state.toRead();
    this.#planned = 0;
    if (this.#plan.length > 0) this.#rounds++;
  }

  /** Reads in pieces, of which each is made small before the next is read. */
  async #readPart(positions: readonly Position[], pace: Pace): Promise<void> {
    const { batch, concurrency } = this.#batching;
    const piece = { batch: Math.min(batch, RECORDS_AT_ONCE), concurrency };
    for (let from = 0; from < positions.length; from += piece.batch * concurrency) {
      await this.#readPiece(positions.slice(from, from + piece.batch * concurrency), piece, pace);
    }
  }

  async #readPiece(positions: readonly Position[], batching: TraceBatching, pace: Pace): Promise<void> {
    const { signal } = pace;
    const answers = await readBatches(positions, batching, pace, (batch) => this.#reader.records(batch, { signal }));
    const records = answers.flat();
    this.#checkChoices(records);
    const held: (IndexedTransaction | undefined)[] = [];
    const bridges = await this.#readBridges(records, pace);
    for (const record of records) {
      held.push(record && this.#hold(record, this.#placed, bridges.get(record.position)));
      if (pace.isDue(LOAD_WORK)) await pace.turn();
    }
    this.#addresses.askNew();
    const { knowledge } = this.#sources;
    for (const [i, position] of positions.entries()) {
      const record = records[i];
      const transaction = held[i];
      if (record) this.#txids.set(position, record.txid);
      const coinJoin = record && !record.isCoinbase ? knowledge.coinJoinOf(record) : undefined;
      this.#state.load(position, transaction, coinJoin);
      this.#planned++;
      this.#read++;
      if (pace.isDue(LOAD_WORK)) await pace.turn();
    }
  }

  /** What memos state about payments, where a transaction has few outputs and one of them carries data. */
  async #readBridges(
    records: readonly (TransactionRecord | undefined)[],
    { signal }: Pace,
  ): Promise<Map<Position, MemoPayment>> {
    const found = new Map<Position, MemoPayment>();
    const { memosOf } = this.#sources.knowledge;
    if (!memosOf || !this.#reader.rawTransactions || !this.#request.stops.contracts) return found;
    const speaking = records.flatMap((record) => (record && maySpeak(record) ? record : []));
    if (speaking.length === 0) return found;
    const positions = speaking.map(({ position }) => position);
    const raws = await this.#reader.rawTransactions(positions, { signal });
    for (const record of speaking) {
      const raw = raws.get(record.position);
      const payment = raw && readMemoPayment(record, memosOf(raw));
      if (payment) found.set(record.position, payment);
    }
    return found;
  }

  /** Sides of transactions that the trace goes to. */
  get #placed(): PlacedSide {
    return this.#context.isForward ? 'outputs' : 'inputs';
  }

  #hold(record: TransactionRecord, placed: PlacedSide, bridge?: MemoPayment): IndexedTransaction {
    const change = this.#sources.knowledge.changeOf(record);
    const isNamed = this.#isBrief !== true || isPeelShaped(record);
    return describeTransaction(
      record,
      { change, bridge },
      { rows: this.#rows, addresses: this.#addresses, placed, isNamed },
    );
  }

  #checkChoices(records: readonly (TransactionRecord | undefined)[]): void {
    if (this.#choices.size === 0) return;
    for (const record of records) if (record) this.#checkChoice(record);
  }

  #checkChoice({ txid, outputs }: TransactionRecord): void {
    const choice = this.#choices.get(txid);
    const named = [...(choice?.follow ?? []), ...(typeof choice?.change === 'number' ? [choice.change] : [])];
    const wrong = named.find((vout) => vout >= outputs.length);
    if (wrong !== undefined)
      throw new AppError(
        'invalid',
        `The choice for ${txid} names output ${wrong}; it has ${outputs.length}, numbered from 0.`,
      );
  }

  #chosenAt(passage: Passage): ReadonlySet<number> | 'all' | undefined {
    const { apportioning, params } = this.#method;
    if (!apportioning.follows || !this.#context.isForward) return 'all';
    const { held } = passage;
    const choice = this.#choices.get(held.txid);
    const change = choice?.change === undefined ? held.change.vout : choice.change;
    const chosen = apportioning.follows(params, {
      chosen: choice?.follow,
      change: change ?? undefined,
      outputCount: held.outputCount,
    });
    return chosen && new Set(chosen);
  }

  #ownersOf(addresses: readonly string[]): Set<number> {
    const { knowledge } = this.#sources;
    return new Set(addresses.flatMap((text) => this.#addresses.entryOf(knowledge.parseAddress(text)) ?? []));
  }

  async #answer(pace: Pace, apart: readonly string[] | undefined): Promise<Trace> {
    return await toTrace(
      {
        request: this.#request,
        seeds: this.#seeds,
        state: this.#state,
        context: this.#context,
        isPartial: this.#planned < this.#plan.length,
        isBrief: this.#isBrief === true,
        apart: apart && this.#ownersOf(apart),
        counts: { transactionsRead: this.#read, rounds: this.#rounds },
        choices: this.#choices,
        txids: this.#txids,
        readTxids: (positions) => this.#readTxids(positions, pace),
      },
      pace,
    );
  }

  /** Names of transactions that are spent from and not followed. */
  async #readTxids(positions: readonly Position[], pace: Pace): Promise<void> {
    const { signal } = pace;
    const { batch, concurrency } = this.#batching;
    const piece = { batch: Math.min(batch, TXIDS_AT_ONCE), concurrency };
    const answers = await readBatches(positions, piece, pace, async (part) => {
      if (pace.isDue(TXID_WORK * part.length)) await pace.turn();
      return await this.#reader.txids(part, { signal });
    });
    for (const [i, txid] of answers.flat().entries()) {
      const position = positions[i];
      if (txid !== undefined && position !== undefined) this.#txids.set(position, txid);
    }
  }
}
