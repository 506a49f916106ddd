import { randomInt } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import type { BlockFacts, Indexer, IndexProgress, OpenIndex } from '@trailmark/analysis/indexes/indexer';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { gaplessUntil, type LedgerReader } from '@trailmark/core/ledger';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { heightsAbove, IndexTrail } from './index-trail.ts';

/** Work on indexes between two turns of everything else, milliseconds. */
const SLICE_MS = 8;
/**
 * How often at most a ledger that keeps changing is looked at again before the work ends. What the indexes have by then is
 * accepted: it is the ledger's, only not up to its tip, and the next change continues it. An error would throw away indexes
 * that are right while blocks come in faster than they are read.
 */
const MAX_ROUNDS = 16;

/** A chain as indexes are fed from it. */
export interface FeedingLedger {
  readonly reader: LedgerReader;
  /** For indexers that read records. */
  readonly outputs: OutputLedger | undefined;
  /** Blocks this far below the tip will not be taken back. */
  readonly reorganisationDepth: number;
}

export interface IndexHostOptions {
  readonly indexers: readonly Indexer<unknown>[];
  /** Gets what made an index of a chain stop growing. */
  readonly onFailure?: ((chain: ChainId, indexer: string, cause: unknown) => void) | undefined;
}

interface Follower {
  readonly indexer: Indexer<unknown>;
  version: string;
  index: OpenIndex<unknown>;
  trail: IndexTrail;
  /** `ready` from the first time on that it was at the tip. */
  state: IndexProgress['state'];
  failed: boolean;
}

interface Feed {
  readonly chain: ChainId;
  readonly ledger: FeedingLedger;
  readonly followers: readonly Follower[];
  /** The ledger's revision that was last taken in whole. */
  seen: unknown;
  busy: Promise<void> | undefined;
  /** Whether the ledger changed since the last round began. */
  isStale: boolean;
  stop: () => void;
}

/**
 * Keeps every index of every chain in step with its ledger, in slices between other work. A commit or removal of blocks
 * starts the work; a block is read once, whatever number of indexes it feeds.
 */
export class IndexHost {
  private readonly feeds = new Map<ChainId, Feed>();
  private readonly options: IndexHostOptions;
  private isClosed = false;

  constructor(options: IndexHostOptions) {
    this.options = options;
  }

  /** Follows a chain from now on; a second call for the same chain changes nothing. */
  follow(chain: ChainId, ledger: FeedingLedger): void {
    if (this.feeds.has(chain) || this.isClosed) return;
    const followers = this.options.indexers
      .filter((indexer) => indexer.suits(chain))
      .map((indexer) => openFollower(indexer, chain));
    const [nothing, stop] = [undefined, () => undefined];
    const feed: Feed = { chain, ledger, followers, seen: nothing, busy: nothing, isStale: false, stop };
    this.feeds.set(chain, feed);
    feed.stop = ledger.reader.onChange(() => {
      feed.isStale = true;
      void this.advance(feed);
    });
  }

  /** An index of a chain; undefined where the chain has none or it could not be built. */
  get<State>(indexer: Indexer<State>, chain: ChainId): State | undefined {
    const follower = this.feeds.get(chain)?.followers.find((each) => each.indexer === indexer);
    // The follower was opened by this very indexer.
    return follower === undefined || follower.failed ? undefined : (follower.index.state as State);
  }

  /** Begins with what is indexed already. */
  start(): void {
    for (const feed of this.feeds.values()) void this.advance(feed);
  }

  /**
   * Resolves when every index is at what its ledger contained when this was called. Over a ledger that does not come to
   * rest it resolves after `MAX_ROUNDS` rounds, with what they took in.
   */
  async catchUp(): Promise<void> {
    await Promise.all([...this.feeds.values()].map((feed) => this.advance(feed)));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    for (const { stop } of this.feeds.values()) stop();
    await Promise.all([...this.feeds.values()].map(({ busy }) => busy));
  }

  private advance(feed: Feed): Promise<void> {
    if (this.isClosed || feed.followers.length === 0) return Promise.resolve();
    if (feed.busy) return feed.busy;
    if (feed.seen === feed.ledger.reader.revision() && feed.followers.every(isOfItsVersion(feed.chain)))
      return Promise.resolve();
    feed.busy = this.takeInAll(feed)
      .catch((cause: unknown) => {
        // The ledger itself could not be read: tried again when it changes.
        feed.seen = feed.ledger.reader.revision();
        for (const follower of feed.followers) this.giveUp(feed, follower, cause);
      })
      .finally(() => {
        feed.busy = undefined;
        // Changes that came after the last round: others get their turn first.
        if (feed.isStale) setImmediate(() => void this.advance(feed));
      });
    return feed.busy;
  }

  private async takeInAll(feed: Feed): Promise<void> {
    const { reader } = feed.ledger;
    for (const follower of feed.followers) follower.failed = false;
    for (let round = 1; !this.isClosed; round++) {
      feed.isStale = false;
      const seen = reader.revision();
      this.takeBackAll(feed);
      const isCurrent = await this.takeIn(feed);
      if (this.isClosed) return;
      if (isCurrent && seen === reader.revision()) return this.settle(feed, seen);
      // Blocks that went while they were read are looked at again.
      if (round < MAX_ROUNDS) continue;
      this.takeBackAll(feed);
      if (isCurrent) this.settle(feed, seen);
      else this.reportUnreadable(feed, seen);
      return;
    }
  }

  private takeBackAll(feed: Feed): void {
    for (const follower of feed.followers) this.guard(feed, follower, () => takeBack(feed, follower));
  }

  /** Every index has what the ledger contained at a revision. */
  private settle(feed: Feed, seen: unknown): void {
    const { reader, reorganisationDepth } = feed.ledger;
    feed.seen = seen;
    const settled = (reader.tip()?.height ?? 0) - reorganisationDepth;
    for (const follower of feed.followers) {
      this.guard(feed, follower, () => {
        follower.index.settle(settled);
        follower.trail.settle(settled);
        follower.state = 'ready';
        report(feed, follower);
      });
    }
  }

  /** The ledger lists a block whose transactions it does not give: the indexes stay below it until the ledger changes. */
  private reportUnreadable(feed: Feed, seen: unknown): void {
    feed.seen = seen;
    const cause = new AppError(
      'inconsistent',
      `A block that the ledger of ${feed.chain} lists could not be read whole in ${MAX_ROUNDS} attempts. Indexes of the chain continue with the next change of the ledger.`,
    );
    for (const { indexer, failed } of feed.followers)
      if (!failed) this.options.onFailure?.(feed.chain, indexer.id, cause);
  }

  /** Feeds every block above the lowest index. False where a block was gone before it was read. */
  private async takeIn(feed: Feed): Promise<boolean> {
    const { reader } = feed.ledger;
    const lowest = Math.min(...feed.followers.map(({ trail, failed }) => (failed ? Infinity : heightOf(trail))));
    const run = new GaplessRun(reader);
    let started = performance.now();
    for (const height of heightsAbove(reader, lowest)) {
      if (!(await this.takeInBlock(feed, height, run))) return false;
      if (performance.now() - started < SLICE_MS) continue;
      await yieldToOthers();
      if (this.isClosed) return true;
      started = performance.now();
    }
    return true;
  }

  private async takeInBlock(feed: Feed, height: number, run: GaplessRun): Promise<boolean> {
    const { reader, reorganisationDepth } = feed.ledger;
    const hungry = feed.followers.filter(({ trail, failed }) => !failed && heightOf(trail) < height);
    const block = reader.block(height);
    const facts = block && (await readFacts(feed.ledger, height, hungry));
    if (!block || !facts) return false;
    const { hash, time, transactionCount } = block;
    const isFinal = height <= (reader.tip()?.height ?? 0) - reorganisationDepth;
    const isGapless = height <= run.end();
    for (const follower of hungry) {
      this.guard(feed, follower, () => {
        follower.index.update({ height, hash, time, isGapless, isFinal, facts });
        follower.trail.append({ height, hash, isFinal, transactions: transactionCount });
        report(feed, follower);
      });
    }
    return true;
  }

  /** What fails ends with its own index only; it is built again when the ledger changes. */
  private guard(feed: Feed, follower: Follower, work: () => void): void {
    if (follower.failed) return;
    try {
      work();
    } catch (cause) {
      this.giveUp(feed, follower, cause);
    }
  }

  private giveUp(feed: Feed, follower: Follower, cause: unknown): void {
    reopen(follower, feed.chain);
    follower.failed = true;
    this.options.onFailure?.(feed.chain, follower.indexer.id, cause);
  }
}

/** The end of the gapless run from height 0, calculated again only when the ledger changed. */
class GaplessRun {
  private readonly reader: LedgerReader;
  private revision: unknown;
  private last = -1;

  constructor(reader: LedgerReader) {
    this.reader = reader;
  }

  end(): number {
    const revision = this.reader.revision();
    if (revision !== this.revision) {
      this.revision = revision;
      this.last = gaplessUntil(this.reader.coverage()) ?? -1;
    }
    return this.last;
  }
}

function heightOf(trail: IndexTrail): number {
  return trail.tip?.height ?? -1;
}

function isOfItsVersion(chain: ChainId): (follower: Follower) => boolean {
  return ({ indexer, version }) => indexer.version(chain) === version;
}

function openFollower(indexer: Indexer<unknown>, chain: ChainId): Follower {
  const index = indexer.open(chain, randomInt(2 ** 32));
  return { indexer, version: indexer.version(chain), index, trail: new IndexTrail(), state: 'building', failed: false };
}

function reopen(follower: Follower, chain: ChainId): void {
  Object.assign(follower, openFollower(follower.indexer, chain));
}

/** Takes back what the ledger no longer contains, or begins again where that is not possible or the method changed. */
function takeBack(feed: Feed, follower: Follower): void {
  const { chain, ledger } = feed;
  const fork = isOfItsVersion(chain)(follower) ? follower.trail.findFork(ledger.reader) : undefined;
  if (fork === undefined || !follower.index.invalidate(fork)) reopen(follower, chain);
  else follower.trail.undo(fork);
  report(feed, follower);
}

function report({ ledger }: Feed, { index, trail, state }: Follower): void {
  const all = ledger.reader.transactionCount();
  index.report({
    state,
    height: trail.tip?.height,
    hash: trail.tip?.hash,
    transactions: trail.transactions,
    progress: state === 'ready' || all === 0 ? 1 : Math.min(1, trail.transactions / all),
  });
}

/** What the followers read of a block; undefined where the block went meanwhile. */
async function readFacts(
  { reader, outputs }: FeedingLedger,
  height: number,
  followers: readonly Follower[],
): Promise<BlockFacts | undefined> {
  const reads = (facts: keyof BlockFacts): boolean => followers.some(({ indexer }) => indexer.reads === facts);
  const transfers = reads('transfers') ? await reader.transfersIn(height) : [];
  if (!outputs || !reads('records')) return { transfers, records: [] };
  const found = await outputs.records(await outputs.blockPositions(height));
  const records = found.filter((record) => record !== undefined);
  return records.length === found.length ? { transfers, records } : undefined;
}
