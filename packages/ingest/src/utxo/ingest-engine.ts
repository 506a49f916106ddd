import type { UtxoChain } from '@trailmark/chains/utxo/chain-definition';
import { AppError } from '@trailmark/core/errors';
import {
  type FundingAnswers,
  type FundingRequests,
  mergeFundingAnswers,
  pickFundingRequests,
} from '@trailmark/core/funding';
import type { ResolvedBlock } from '@trailmark/core/resolved-block';
import type { BlockSource, SourceBlock, SourceHead } from '../source.ts';
import type { IngestProgress, IngestStart } from '../worker-protocol.ts';
import { applyUndo, hasUnknownInputs } from './apply-undo.ts';
import { type BatchLimits, BatchStager, type CommittedBatch, LIMITS } from './batch-stager.ts';
import { BlockResolver } from './block-resolver.ts';
import { checkValues } from './check-values.ts';
import type { LedgerPort } from './ledger-port.ts';

/** Deeper forks than this are refused: facts that deep are considered final. */
export const MAXIMUM_REORG_DEPTH = 100;
const SOURCE_BATCH_BYTES = 8 * 2 ** 20;

export interface IngestEngineOptions {
  readonly chain: UtxoChain;
  readonly source: BlockSource;
  readonly port: LedgerPort;
  readonly directories: { readonly staging: string; readonly lookup: string };
  /** Slots of the table of unspent outputs, a power of two. */
  readonly tableSlots: number;
  readonly onProgress?: (progress: IngestProgress) => void;
  /** Where to begin where the blocks below are not to be had; what they paid is then known from undo data only. */
  readonly fromHeight?: IngestStart | undefined;
  /** Highest height to read, inclusive. */
  readonly toHeight?: number | undefined;
  /** When a batch is full; what the store takes well by default. */
  readonly limits?: BatchLimits | undefined;
}

/**
 * Reads a source's main chain into the ledger: finds where the index and the source part, takes back what is no longer on
 * the chain, checks and resolves every block and commits in batches. Each call of `catchUp` goes to the source's present head.
 */
export class IngestEngine {
  private readonly options: IngestEngineOptions;
  private readonly limits: BatchLimits;
  private readonly resolver: BlockResolver;
  private readonly stager: BatchStager;
  /** Blocks handed over, whether they are committed yet or not. */
  private staged = 0;
  /** What is committed: a height that is reported is not taken back by a stop. */
  private committed: Omit<IngestProgress, 'targetHeight'> = { blocks: 0, transactions: 0, bytes: 0, height: undefined };
  private targetHeight: number | undefined;

  constructor(options: IngestEngineOptions) {
    this.options = options;
    this.limits = options.limits ?? LIMITS;
    this.resolver = new BlockResolver(options.chain, {
      source: options.source.description,
      tableSlots: options.tableSlots,
    });
    this.stager = new BatchStager(options.port, options.directories, this.limits, (batch) => this.report(batch));
  }

  /** Returns how many blocks were added. Throws what the source, a check or the store refused; everything before that stays. */
  async catchUp(signal?: AbortSignal): Promise<number> {
    const { source, port } = this.options;
    const head = await source.head(signal);
    const limit = Math.min(head.height, this.options.toHeight ?? head.height);
    const tip = await this.rewindToFork(head, signal);
    const from = tip === undefined ? this.startHeight : tip.height + 1;
    if (from > limit) return 0;
    await port.discardFrom(from);
    this.targetHeight = limit;
    const before = this.staged;
    this.report();
    try {
      await this.readBlocks(from, limit, tip?.hash, signal);
      await this.finishGroup();
    } catch (cause) {
      // The good blocks before the failure still count; a group that fails itself is dropped.
      await this.finishGroup().catch(() => undefined);
      this.resolver.clear();
      throw cause;
    } finally {
      await this.commitGathered();
    }
    return this.staged - before;
  }

  /** Nothing after a batch that failed may stay: it would leave a gap. The next call reads it all again. */
  private async commitGathered(): Promise<void> {
    try {
      await this.stager.flush();
      await this.stager.settle();
    } catch (cause) {
      await this.stager.restart();
      this.resolver.clear();
      throw cause;
    }
  }

  /** The lowest height this ingest reads. */
  get startHeight(): number {
    const { fromHeight = 0, source } = this.options;
    return fromHeight === 'first' ? (source.firstHeight?.() ?? 0) : fromHeight;
  }

  close(): void {
    this.stager.close();
  }

  private async readBlocks(from: number, to: number, tipHash: string | undefined, signal?: AbortSignal): Promise<void> {
    let parentHash = tipHash;
    let expected = from;
    const request = { from, to, batchBytes: SOURCE_BATCH_BYTES, ...(signal ? { signal } : {}) };
    for await (const batch of this.options.source.blocks(request)) {
      for (const block of batch) {
        signal?.throwIfAborted();
        if (block.height !== expected++) {
          throw new AppError(
            'inconsistent',
            `The source gave a block for height ${block.height} where height ${expected - 1} comes next.`,
          );
        }
        parentHash = await this.addBlock(block, parentHash);
      }
    }
  }

  private async addBlock(block: SourceBlock, parentHash: string | undefined): Promise<string> {
    const hash = this.check(block, parentHash);
    if (this.resolver.groupTransactions >= this.limits.groupTransactions) await this.finishGroup();
    if (this.stager.isFull) await this.stager.flush();
    return hash;
  }

  /** A block that is refused is named with its place, where its source knows one. */
  private check(block: SourceBlock, parentHash: string | undefined): string {
    try {
      return this.resolver.add(block, parentHash);
    } catch (cause) {
      const place = this.options.source.describePlace?.(block.height);
      if (place === undefined || !AppError.is(cause)) throw cause;
      throw new AppError(cause.kind, `${cause.message} It lies at ${place}.`, { cause, context: cause.context });
    }
  }

  /** Resolves and stages the blocks parsed so far. */
  private async finishGroup(): Promise<void> {
    const { chain } = this.options;
    for (const block of await this.resolver.take((requests) => this.findOutputs(requests))) {
      await this.fillFromUndo(block);
      const fees = checkValues(chain, block, { mayMissInputs: this.startHeight > 0 });
      this.stager.add(block, fees);
      this.staged++;
    }
  }

  /** Where the chain is not read from its first block, the node's undo data says what the blocks before it paid. */
  private async fillFromUndo(block: ResolvedBlock): Promise<void> {
    const { chain, source } = this.options;
    if (this.startHeight === 0 || !hasUnknownInputs(block)) return;
    const parentHash = block.header.subarray(4, 36);
    const spent = await source.spentOutputs?.({ height: block.height, parentHash, transactions: block.txCount });
    if (spent) applyUndo(chain, block, spent);
  }

  /** Asks the store, and where that is not enough once more when everything gathered so far is committed. */
  private async findOutputs(requests: FundingRequests): Promise<FundingAnswers> {
    const { port } = this.options;
    const answers = await port.findOutputs(requests);
    const missing = [...answers.found.keys()].filter((row) => answers.found[row] === 0);
    if (missing.length === 0) return answers;
    await this.stager.flush();
    await this.stager.settle();
    mergeFundingAnswers(answers, missing, await port.findOutputs(pickFundingRequests(requests, missing)));
    return answers;
  }

  /** The highest block that index and source share, after taking back what is above it. */
  private async rewindToFork(head: SourceHead, signal?: AbortSignal): Promise<SourceHead | undefined> {
    const { port, source, chain } = this.options;
    const tip = await port.contiguousTip(this.startHeight);
    if (!tip) return undefined;
    const top = Math.min(tip.height, head.height);
    for (let height = top; height >= 0 && top - height <= MAXIMUM_REORG_DEPTH; height--) {
      const hash = await port.indexedHash(height);
      const theirs = height === head.height ? head.hash : await source.hashAt(height, signal);
      if (hash === undefined || theirs !== hash) continue;
      // A source whose head is on our chain is merely behind: nothing was reorganised.
      if (height === head.height) return tip;
      if (height < tip.height) await this.takeBack(height + 1);
      return { height, hash };
    }
    throw new AppError(
      'inconsistent',
      `The source and the index of ${chain.name} part more than ${MAXIMUM_REORG_DEPTH} blocks below height ${top.toLocaleString('en')}. ` +
        'If the source is right, remove the index of this chain and read it again.',
    );
  }

  private async takeBack(fromHeight: number): Promise<void> {
    await this.options.port.invalidate(fromHeight);
    this.resolver.clear();
    this.stager.abandon();
  }

  private report(batch?: CommittedBatch): void {
    if (batch) {
      const { blocks, transactions, bytes } = this.committed;
      this.committed = {
        blocks: blocks + batch.blocks,
        transactions: transactions + batch.transactions,
        bytes: bytes + batch.bytes,
        height: batch.height,
      };
    }
    this.options.onProgress?.({ ...this.committed, targetHeight: this.targetHeight });
  }
}
