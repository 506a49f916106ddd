import { randomInt } from 'node:crypto';
import { setImmediate as yieldToOthers } from 'node:timers/promises';
import { ClusterIndex } from '@trailmark/analysis/clusters/cluster-index';
import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import type { ClusterRules } from '@trailmark/analysis/clusters/cluster-rules';
import { createClusterRules } from '@trailmark/analysis/clusters/create-cluster-rules';
import type { OutputChainId } from '@trailmark/core/chain';
import type { OutputLedger, TransactionRecord } from '@trailmark/core/output-ledger';
import { MAXIMUM_REORG_DEPTH } from '@trailmark/ingest/utxo/ingest-engine';
import { getHoldings } from '../ledger/answer.ts';
import type { OutputReaders } from '../ledgers.ts';

/** Work on clusters between two turns of everything else, milliseconds. */
const SLICE_MS = 8;
const LOOK_EVERY_MS = 500;

export interface ClusterHostOptions {
  readonly readers: OutputReaders;
  readonly rules?: ((chain: OutputChainId) => ClusterRules) | undefined;
  /** Gets what made the clusters of a chain stop growing. */
  readonly onFailure?: ((chain: OutputChainId, cause: unknown) => void) | undefined;
}

interface Follower {
  index: ClusterIndex;
  /** The ranges last taken in: the reader answers with another array when anything changed. */
  seen: unknown;
  busy: Promise<void> | undefined;
  failed: boolean;
}

/**
 * Keeps the clusters of every chain in step with its ledger, in slices between other work. They live in memory and are
 * derived: what is held is read once at the start, then block by block; a block that is taken back is taken back here.
 */
export class ClusterHost {
  private readonly followers = new Map<OutputChainId, Follower>();
  private readonly options: ClusterHostOptions;
  private timer: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(options: ClusterHostOptions) {
    this.options = options;
  }

  /** The clusters of a chain; undefined where the chain has no ledger, or where they could not be built. */
  get(chain: OutputChainId): ClusterReader | undefined {
    const follower = this.followers.get(chain);
    return follower?.failed ? undefined : follower?.index;
  }

  /** Looks for changes from now on. */
  start(): void {
    const look = (): void => {
      for (const chain of this.options.readers.keys()) void this.follow(chain);
    };
    look();
    this.timer = setInterval(look, LOOK_EVERY_MS);
    this.timer.unref();
  }

  /** Resolves when the clusters of every chain stand at what its ledger held when this was called. */
  async catchUp(): Promise<void> {
    await Promise.all([...this.options.readers.keys()].map((chain) => this.follow(chain)));
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.timer);
    await Promise.all([...this.followers.values()].map(({ busy }) => busy));
  }

  private follow(chain: OutputChainId): Promise<void> {
    const reader = this.options.readers.get(chain);
    if (!reader || this.isClosed) return Promise.resolve();
    const follower = this.followers.get(chain) ?? this.open(chain);
    if (follower.busy) return follower.busy;
    if (follower.seen === reader.heightRanges()) return Promise.resolve();
    follower.busy = this.advance(chain, reader, follower).finally(() => {
      follower.busy = undefined;
    });
    return follower.busy;
  }

  private open(chain: OutputChainId): Follower {
    const follower: Follower = { index: this.createIndex(chain), seen: undefined, busy: undefined, failed: false };
    this.followers.set(chain, follower);
    return follower;
  }

  private createIndex(chain: OutputChainId): ClusterIndex {
    const rules = (this.options.rules ?? createClusterRules)(chain);
    return new ClusterIndex({ rules, seed: randomInt(2 ** 32) });
  }

  private async advance(chain: OutputChainId, reader: OutputLedger, follower: Follower): Promise<void> {
    try {
      for (;;) {
        const seen = reader.heightRanges();
        if (!takeBack(reader, follower.index)) follower.index = this.createIndex(chain);
        setProgress(follower.index, reader, follower.index.progress.state);
        const isCurrent = await this.takeIn(reader, follower.index);
        if (this.isClosed) return;
        // Blocks that went while they were read are looked at again.
        if (!isCurrent || seen !== reader.heightRanges()) continue;
        follower.seen = seen;
        follower.failed = false;
        const tip = reader.tip();
        if (tip) follower.index.graph.settle(tip.height - MAXIMUM_REORG_DEPTH);
        setProgress(follower.index, reader, 'ready');
        return;
      }
    } catch (cause) {
      follower.failed = true;
      // Tried again when the ledger changes.
      follower.seen = reader.heightRanges();
      follower.index = this.createIndex(chain);
      this.options.onFailure?.(chain, cause);
    }
  }

  /** Appends every block above the graph's tip. Answers false where a block was gone before it was read. */
  private async takeIn(reader: OutputLedger, index: ClusterIndex): Promise<boolean> {
    let started = performance.now();
    for (const height of heightsAbove(reader, index.graph.tip?.height ?? -1)) {
      const block = reader.block(height);
      if (!block) return false;
      const records = await readBlock(reader, height);
      if (!records) return false;
      const isFinal = height <= (reader.tip()?.height ?? 0) - MAXIMUM_REORG_DEPTH;
      const isGapless = height <= (getHoldings(reader).runEnd ?? -1);
      index.graph.append({ height, hash: block.hash, isGapless, isFinal, records });
      setProgress(index, reader, index.progress.state);
      if (performance.now() - started < SLICE_MS) continue;
      await yieldToOthers();
      if (this.isClosed) return true;
      started = performance.now();
    }
    return true;
  }
}

function setProgress(index: ClusterIndex, reader: OutputLedger, state: 'building' | 'ready'): void {
  const { tip, transactions } = index.graph;
  const all = reader.transactionCount();
  index.progress = {
    state,
    height: tip?.height,
    hash: tip?.hash,
    transactions,
    progress: state === 'ready' || all === 0 ? 1 : Math.min(1, transactions / all),
  };
}

/** Records of a block in block order; undefined where the block went meanwhile. */
async function readBlock(reader: OutputLedger, height: number): Promise<TransactionRecord[] | undefined> {
  const records = await reader.records(await reader.blockPositions(height));
  const held = records.filter((record) => record !== undefined);
  return held.length === records.length ? held : undefined;
}

function* heightsAbove(reader: OutputLedger, above: number): Generator<number> {
  for (const { fromHeight, toHeight } of reader.heightRanges()) {
    for (let height = Math.max(fromHeight, above + 1); height <= toHeight; height++) {
      // Where heights are estimates a run may skip some.
      if (reader.block(height)) yield height;
    }
  }
}

/** Blocks held at or below a height. */
function countHeld(reader: OutputLedger, height: number): number {
  let count = 0;
  for (const range of reader.heightRanges()) {
    if (range.toHeight <= height) count += range.blocks;
    else for (let at = range.fromHeight; at <= height; at++) count += reader.block(at) ? 1 : 0;
  }
  return count;
}

/** Transactions held at or below a height. */
function countTransactions(reader: OutputLedger, height: number): number {
  if (height >= (reader.tip()?.height ?? -1)) return reader.transactionCount();
  return (
    reader.transactionCount() -
    [...heightsAbove(reader, height)].reduce((sum, at) => sum + (reader.block(at)?.transactionCount ?? 0), 0)
  );
}

/** Takes back what the ledger no longer holds. Answers false where the graph must be built anew. */
function takeBack(reader: OutputLedger, index: ClusterIndex): boolean {
  const { graph } = index;
  if (graph.tip === undefined) return true;
  const tail = graph.tail();
  const gone = tail.findIndex(({ height, hash }) => reader.block(height)?.hash === hash);
  const shared = tail[gone];
  // A block that was held in part may hold more of its transactions now.
  if (gone === 0 && countTransactions(reader, shared?.height ?? -1) !== graph.transactions) return false;
  // Blocks that appeared below, such as a node's own in place of bundled ones, change the order of everything above.
  if (!shared || countHeld(reader, shared.height) !== graph.blockCount - gone) return false;
  return graph.undo(shared.height + 1);
}
