import { decodeHeader } from '@trailmark/chains/utxo/block';
import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { AppError } from '@trailmark/core/errors';
import { encodeHex } from '@trailmark/core/hex';
import type { ResolvedBlock } from '@trailmark/core/resolved-block';
import type { SourceHead } from '../source.ts';
import { applyUndo, hasUnknownInputs } from '../utxo/apply-undo.ts';
import { BatchStager, LIMITS } from '../utxo/batch-stager.ts';
import { BlockResolver } from '../utxo/block-resolver.ts';
import { checkValues } from '../utxo/check-values.ts';
import { MAXIMUM_REORG_DEPTH } from '../utxo/ingest-engine.ts';
import type { IngestProgress } from '../worker-protocol.ts';
import { checkFilteredBlock, compareFilter, matchFilter } from './check-filter.ts';
import type { FilterCounts, FilterLog, FilterPlace } from './filter-log.ts';
import type { FilterPort, WatchedScripts } from './filter-port.ts';
import type { FilteredBlock, FilterSource } from './filter-source.ts';
import { judgeMatch, listPaidScripts, toHeaderBlock } from './matched-block.ts';

const FILTERS_AT_ONCE = 100;
/** How long to wait until watches have read what was committed. */
const WAIT_MS = 200;

export interface FilterEngineOptions {
  readonly chain: UtxoChain;
  readonly source: FilterSource;
  readonly port: FilterPort;
  readonly log: FilterLog;
  readonly directories: { readonly staging: string; readonly lookup: string };
  /** Slots of the table of unspent outputs, a power of two. */
  readonly tableSlots: number;
  /** First height to match; the one above the source's newest block unless given. */
  readonly fromHeight?: number | undefined;
  /** Highest height to read, inclusive. */
  readonly toHeight?: number | undefined;
  readonly sleep: (milliseconds: number) => Promise<void>;
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined;
}

/** What one step reads: filters up to the first that matches. */
interface Run {
  readonly places: FilterPlace[];
  readonly counts: { -readonly [K in keyof FilterCounts]: FilterCounts[K] };
  transactions: number;
  bytes: number;
}

/**
 * Follows a chain by its block filters alone. Each filter is matched here against the scripts that are watched; a block that matches is
 * fetched whole, checked as every block and indexed, and of all others the header is. So watches read the chain as they read any other,
 * and a source learns of what is watched only which blocks were fetched. Reads what is watched again after each block that was fetched:
 * watches of wallets and clusters grow by what they read.
 */
export class FilterEngine {
  readonly #options: FilterEngineOptions;
  readonly #resolver: BlockResolver;
  readonly #stager: BatchStager;
  #done = { blocks: 0, transactions: 0, bytes: 0 };
  #targetHeight: number | undefined;
  /** Scripts that were looked for last. */
  scripts = 0;

  constructor(options: FilterEngineOptions) {
    this.#options = options;
    const { source, tableSlots, port, directories } = options;
    this.#resolver = new BlockResolver(options.chain, { source: source.description, tableSlots });
    this.#stager = new BatchStager(port, directories, LIMITS);
  }

  close(): void {
    this.#stager.close();
  }

  /** Returns how many blocks were added. Throws what the source, a check or the store refused; everything before that stays. */
  async catchUp(signal?: AbortSignal): Promise<number> {
    const { source, log, toHeight } = this.#options;
    const head = await source.head(signal);
    const before = this.#done.blocks;
    if (log.last) await this.#rewind(head, signal);
    else await this.#start(head, signal);
    const limit = Math.min(head.height, toHeight ?? head.height);
    this.#targetHeight = limit;
    this.scripts = (await this.#readWatched(signal)).scripts.length;
    this.#report();
    try {
      for (let next = (log.last?.height ?? 0) + 1; next <= limit; next += FILTERS_AT_ONCE) {
        const blocks = await source.filters({ from: next, to: Math.min(limit, next + FILTERS_AT_ONCE - 1), signal });
        for (let at = 0; at < blocks.length; ) at += await this.#step(blocks.slice(at), signal);
      }
    } catch (cause) {
      this.#resolver.clear();
      await this.#stager.restart();
      throw cause;
    }
    return this.#done.blocks - before;
  }

  /** The block below the first that is matched: from its filter header on, every other is checked. */
  async #start(head: SourceHead, signal: AbortSignal | undefined): Promise<void> {
    const { chain, source, fromHeight, port } = this.#options;
    const height = Math.min(head.height, Math.max(0, (fromHeight ?? head.height + 1) - 1));
    const [block] = await source.filters({ from: height, to: height, signal });
    if (!block) throw new AppError('unavailable', `${source.description} has no filter of block ${height}.`);
    checkFilteredBlock(chain, block, undefined);
    const known = await port.indexedBlock(height);
    if (known && known.hash !== block.hash) {
      const message = `The index of ${chain.name} contains another block at height ${height.toLocaleString('en')} than ${source.description}: ${known.hash}. Read the chain with the node it was read from first.`;
      throw new AppError('inconsistent', message);
    }
    if (!known) this.#stager.add(toHeaderBlock(block, source.description), []);
    await this.#commit(newRun([block]));
  }

  /** Goes back to the highest block that source and index still share. */
  async #rewind(head: SourceHead, signal: AbortSignal | undefined): Promise<void> {
    const { chain, source, log, port } = this.#options;
    const top = log.last as FilterPlace;
    // A source below us is behind, or on its way back: what it does not have yet proves nothing.
    const places = log.places.filter(({ height }) => height <= head.height);
    for (const place of places.slice(0, MAXIMUM_REORG_DEPTH)) {
      const theirs = place.height === head.height ? head.hash : await source.hashAt(place.height, signal);
      if (theirs !== place.hash || (await port.indexedBlock(place.height))?.hash !== place.hash) continue;
      if (place.height === top.height || place.height === head.height) return;
      this.#forget();
      await port.invalidate(place.height + 1);
      log.cutAbove(place.height);
      return;
    }
    throw new AppError(
      'inconsistent',
      `The source and the index of ${chain.name} part more than ${MAXIMUM_REORG_DEPTH} blocks below height ${top.height.toLocaleString('en')}. ` +
        'If the source is right, remove the index of this chain and follow it again.',
    );
  }

  /** Matches filters up to the first that matches, and commits. Returns how many blocks that were; none where what is watched changed meanwhile. */
  async #step(blocks: readonly FilteredBlock[], signal: AbortSignal | undefined): Promise<number> {
    const watched = await this.#readWatched(signal);
    this.scripts = watched.scripts.length;
    const run = newRun([]);
    for (const block of blocks) {
      signal?.throwIfAborted();
      await this.#checkLink(block, run.places.at(-1) ?? this.#options.log.last, signal);
      const matched = matchFilter(this.#options.chain, block, watched.scripts);
      const wanted = matched.map((i) => watched.scripts[i] as Uint8Array);
      if (await this.#isFree(block)) await this.#stage(block, wanted, { run, signal });
      run.places.push(block);
      run.counts.filters++;
      if (matched.length > 0) break;
    }
    if ((await this.#readWatched(signal)).revision !== watched.revision) {
      this.#forget();
      return 0;
    }
    await this.#commit(run);
    await this.#lookAgain(blocks.slice(0, run.places.length - run.counts.fetched), watched, signal);
    return run.places.length;
  }

  /**
   * A watch that began while blocks were being committed reads from the one above the last that watches had read: these blocks, which were
   * matched without it. They are matched once more, and read again where they match now.
   */
  async #lookAgain(
    blocks: readonly FilteredBlock[],
    before: WatchedScripts,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { chain, port, source } = this.#options;
    const { revision, scripts } = await this.#readWatched(signal);
    if (revision === before.revision) return;
    const known = new Set(before.scripts.map(encodeHex));
    const added = scripts.filter((script) => !known.has(encodeHex(script)));
    for (const block of blocks) {
      const wanted = matchFilter(chain, block, added).map((i) => added[i] as Uint8Array);
      const present = wanted.length > 0 ? await port.indexedBlock(block.height) : undefined;
      if (present?.isWhole !== false || present.source !== source.description) continue;
      const run = newRun([]);
      await port.discardAt(block.height);
      await this.#stage(block, wanted, { run, signal });
      await this.#commit(run);
      await port.readAgain(block.height, decodeHeader(block.header).prevHash);
    }
  }

  /** A source that reorganises while its filters are read answers of both branches: that is tried again. */
  async #checkLink(
    block: FilteredBlock,
    last: FilterPlace | undefined,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { chain, source } = this.#options;
    try {
      checkFilteredBlock(chain, block, last);
    } catch (cause) {
      if (last === undefined || (await source.hashAt(last.height, signal)) === last.hash) throw cause;
      throw new AppError('unavailable', `${source.description} changed its branch while it was read.`, { cause });
    }
  }

  async #readWatched(signal: AbortSignal | undefined): Promise<WatchedScripts> {
    const { port, log, sleep } = this.#options;
    for (;;) {
      const watched = await port.watchedScripts(log.last?.height ?? -1);
      if (watched) return watched;
      await sleep(WAIT_MS);
      signal?.throwIfAborted();
    }
  }

  /** Whether a block has to be written. What is indexed whole, or was written before a stop, stays. */
  async #isFree({ height, hash }: FilteredBlock): Promise<boolean> {
    const { port, source } = this.#options;
    const known = await port.indexedBlock(height);
    if (!known) return true;
    if (known.hash !== hash) await port.invalidate(height);
    else if (known.isWhole || known.source === source.description) return false;
    else await port.discardAt(height);
    return true;
  }

  async #stage(
    block: FilteredBlock,
    wanted: readonly Uint8Array[],
    { run, signal }: { readonly run: Run; readonly signal: AbortSignal | undefined },
  ): Promise<void> {
    const { chain, source } = this.#options;
    if (wanted.length === 0) return this.#stager.add(toHeaderBlock(block, source.description), []);
    const raw = await source.block(block.hash, signal);
    if (encodeHex(raw.subarray(0, 80)) !== encodeHex(block.header)) {
      throw new AppError('inconsistent', `${source.description} sent another block for ${block.hash}.`);
    }
    this.#resolver.add({ height: block.height, raw }, undefined);
    const [resolved] = await this.#resolver.take((requests) => this.#options.port.findOutputs(requests));
    if (!resolved) throw new AppError('internal', 'A block that was added is not resolved.');
    const spent = await this.#readSpent(block, resolved, signal);
    const scripts = { paid: listPaidScripts(chain, resolved), spent };
    compareFilter(chain, block, scripts);
    this.#stager.add(resolved, checkValues(chain, resolved, { mayMissInputs: true }));
    const verdict = judgeMatch(resolved, wanted, scripts);
    run.counts.fetched++;
    if (verdict === 'chance') run.counts.byChance++;
    if (verdict === 'undecided') run.counts.undecided++;
    run.transactions += resolved.txCount;
    run.bytes += raw.length;
  }

  /** Completes what a block spends from what the source states of it. Returns the scripts, or undefined where it states none. */
  async #readSpent(
    { hash }: FilteredBlock,
    resolved: ResolvedBlock,
    signal: AbortSignal | undefined,
  ): Promise<readonly Uint8Array[] | undefined> {
    if (resolved.txCount === 1) return [];
    const spent = await this.#options.source.spentOutputs(hash, signal);
    if (!spent) return undefined;
    if (hasUnknownInputs(resolved)) applyUndo(this.#options.chain, resolved, spent);
    return spent.flat().map(({ script }) => script);
  }

  async #commit(run: Run): Promise<void> {
    await this.#stager.flush();
    await this.#stager.settle();
    this.#options.log.add(
      run.places.map(({ height, hash, filterHeader }) => ({ height, hash, filterHeader })),
      run.counts,
    );
    const { blocks, transactions, bytes } = this.#done;
    this.#done = {
      blocks: blocks + run.places.length,
      transactions: transactions + run.transactions,
      bytes: bytes + run.bytes,
    };
    this.#report();
  }

  /** Drops what is not committed: it is read again, perhaps on another branch. */
  #forget(): void {
    this.#resolver.clear();
    this.#stager.abandon();
  }

  #report(): void {
    const height = this.#options.log.last?.height;
    this.#options.onProgress?.({ ...this.#done, height, targetHeight: this.#targetHeight });
  }
}

function newRun(places: FilterPlace[]): Run {
  return { places, counts: { filters: 0, fetched: 0, byChance: 0, undecided: 0 }, transactions: 0, bytes: 0 };
}
