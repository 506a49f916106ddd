import { rm } from 'node:fs/promises';
import { findMentions } from '@trailmark/analysis/protocols/catalogue';
import { type AccountBlock, BLOCK_HOLDS_TOKENS, type ValueMove } from '@trailmark/core/account-block';
import { isContractAsset } from '@trailmark/core/asset';
import type { AccountChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { EncodedAccountBatch } from '@trailmark/store/account-facts/account-store';
import { encodeAccountBatch } from '@trailmark/store/account-facts/encode-batch';
import type { SourceHead } from '../source.ts';
import type { IngestProgress } from '../worker-protocol.ts';
import type { AccountPort } from './account-port.ts';
import type { AccountSource } from './account-source.ts';
import { TokenLearner } from './token-learner.ts';

/** Deeper forks than this are refused: facts that deep are considered final. */
export const MAXIMUM_REORG_DEPTH = 1_000;
/** Moves and transactions after which a batch is written, and milliseconds after which it is even if it is small. */
const BATCH_ROWS = 60_000;
const BATCH_MS = 2_000;
/** Milliseconds that names of tokens are waited for at the end of a reading. */
const NAMES_MS = 120_000;

export interface AccountEngineOptions {
  readonly chain: AccountChainId;
  readonly chainName: string;
  readonly source: AccountSource;
  readonly port: AccountPort;
  readonly stagingDirectory: string;
  /** First height to read where nothing of a node is indexed there. */
  readonly fromHeight: number;
  /** Highest height to read, inclusive. */
  readonly toHeight?: number | undefined;
  readonly onProgress?: ((progress: IngestProgress) => void) | undefined;
  /** Receives a sentence on what was taken back, and why. */
  readonly onNote?: ((message: string) => void) | undefined;
}

function movesOf(block: AccountBlock): readonly ValueMove[] {
  return [...block.moves, ...block.transactions.flatMap((transaction) => transaction.moves)];
}

/**
 * Reads a node's main chain into the account ledger: finds where the index and the node part, takes back what is no longer
 * on the chain, checks parent links and commits in batches. Each call of `catchUp` goes to the node's present head.
 */
export class AccountEngine {
  private readonly options: AccountEngineOptions;
  private gathered: AccountBlock[] = [];
  private rows = 0;
  private gatheredAt = 0;
  private writing: Promise<void> = Promise.resolve();
  private readonly tokens: TokenLearner;
  private blocks = 0;
  private transactions = 0;
  private moves = 0;
  private height: number | undefined;
  private targetHeight: number | undefined;

  constructor(options: AccountEngineOptions) {
    this.options = options;
    this.tokens = new TokenLearner(options);
  }

  /** Waits for the names of the tokens met, as long as that is worth it. */
  async settleTokens(signal?: AbortSignal): Promise<void> {
    await this.tokens.settle(NAMES_MS, signal);
  }

  /** Asks the source nothing more. */
  close(): void {
    this.tokens.close();
  }

  /** Returns how many blocks were added. Throws what the source, a check or the store refused; everything before that stays. */
  async catchUp(signal?: AbortSignal): Promise<number> {
    const { source, fromHeight } = this.options;
    const head = await source.head(signal);
    const limit = Math.min(head.height, this.options.toHeight ?? head.height);
    const tip = await this.rewindToFork(head, signal);
    const from = tip === undefined ? fromHeight : tip.height + 1;
    if (from > limit) return 0;
    this.targetHeight = limit;
    const before = this.blocks;
    try {
      await this.readBlocks(from, limit, tip?.hash, signal);
    } finally {
      // The good blocks before a failure still count.
      await this.flush();
      await this.settle();
    }
    return this.blocks - before;
  }

  private async readBlocks(from: number, to: number, tipHash: string | undefined, signal?: AbortSignal): Promise<void> {
    let parentHash = tipHash;
    let expected = from;
    for await (const batch of this.options.source.blocks({ from, to, ...(signal ? { signal } : {}) })) {
      for (const block of batch) {
        signal?.throwIfAborted();
        this.checkLink(block, expected++, parentHash);
        parentHash = block.hash;
        this.add(block);
      }
      if (this.isFull()) await this.flush();
    }
  }

  private checkLink(block: AccountBlock, expected: number, parentHash: string | undefined): void {
    const { chainName } = this.options;
    if (block.height !== expected) {
      const message = `The source gave block ${block.height} of ${chainName} where ${expected} comes next.`;
      throw new AppError('inconsistent', message);
    }
    if (parentHash === undefined || block.parentHash === parentHash) return;
    // The chain was reorganised while it was read: the next look finds the fork.
    const message = `Block ${block.height} of ${chainName} does not follow the block before it: the chain was reorganised, or the node contradicts itself.`;
    throw new AppError('unavailable', message);
  }

  private add(block: AccountBlock): void {
    if (this.gathered.length === 0) this.gatheredAt = performance.now();
    this.gathered.push(this.withMentions(block));
    for (const { moves } of block.transactions) this.rows += 1 + moves.length;
    this.rows += block.moves.length;
    this.blocks++;
    this.transactions += block.transactions.length;
    this.height = block.height;
  }

  /** Logs that speak of an address without moving anything are found in that address's own history. */
  private withMentions(block: AccountBlock): AccountBlock {
    const { chain } = this.options;
    if (block.transactions.every(({ logs }) => logs.length === 0)) return block;
    const transactions = block.transactions.map((transaction) =>
      transaction.logs.length === 0 ? transaction : { ...transaction, mentions: findMentions(chain, transaction.logs) },
    );
    return { ...block, transactions };
  }

  private isFull(): boolean {
    return this.rows >= BATCH_ROWS || (this.rows > 0 && performance.now() - this.gatheredAt >= BATCH_MS);
  }

  /** Encodes what is gathered and hands it over; one batch is written while the next is read. */
  private async flush(): Promise<void> {
    const gathered = this.gathered;
    if (gathered.length === 0) return;
    this.gathered = [];
    this.rows = 0;
    const blocks = this.options.source.isPartial ? await this.withoutIndexed(gathered) : gathered;
    if (blocks.length === 0) return;
    const batch = await encodeAccountBatch(blocks, this.options.stagingDirectory);
    try {
      await this.settle();
    } catch (error) {
      // What follows a batch that was not written cannot be written either.
      await rm(batch.directory, { recursive: true, force: true });
      throw error;
    }
    const { blocks: count, transactions, moves: bytes, height } = this;
    this.writing = this.write(blocks, batch, { blocks: count, transactions, bytes, height });
    // A failure is met at the next settle; until then it must not count as unhandled.
    this.writing.catch(() => undefined);
  }

  /** The parts of blocks of which nothing is indexed. Others are left out where their tokens are indexed, and merged where not. */
  private async withoutIndexed(blocks: readonly AccountBlock[]): Promise<AccountBlock[]> {
    const { port, chainName } = this.options;
    const held = await port.indexedBlocks(blocks.map(({ height }) => height));
    const isFree = (_: AccountBlock, index: number) => held[index] === undefined;
    const parts = blocks.filter((block, index) => {
      const found = held[index];
      if (found && found.hash !== '' && found.hash !== block.hash) {
        const message = `Block ${block.height} of ${chainName} is indexed from "${found.source}" with another hash than the node reports.`;
        throw new AppError('inconsistent', message);
      }
      return found && (found.holds & BLOCK_HOLDS_TOKENS) === 0;
    });
    if (parts.length > 0) await port.merge(parts);
    return blocks.filter(isFree);
  }

  /** A failure is reported once: the next round starts from what is indexed. */
  private async settle(): Promise<void> {
    const { writing } = this;
    this.writing = Promise.resolve();
    await writing;
  }

  /** `counts` are those up to the end of this batch: a height that is reported is not taken back by a stop. */
  private async write(
    blocks: readonly AccountBlock[],
    batch: EncodedAccountBatch,
    counts: Omit<IngestProgress, 'targetHeight'>,
  ): Promise<void> {
    await this.options.port.commit(batch);
    this.options.onProgress?.({ ...counts, targetHeight: this.targetHeight });
    this.tokens.meet(blocks.flatMap((block) => movesOf(block).map(({ asset }) => asset)).filter(isContractAsset));
  }

  /** The block on which reading continues, after taking back what is no longer on the source's chain. */
  private async rewindToFork(head: SourceHead, signal?: AbortSignal): Promise<SourceHead | undefined> {
    const { port, fromHeight } = this.options;
    const tip = await port.runTop(fromHeight, this.options.source.isPartial);
    // A node that has not come as far yet says nothing about what is indexed.
    if (!tip || head.height < fromHeight) return tip;
    const shared = await this.findShared(head, tip.height, signal);
    // A source whose head is on our chain is merely behind: nothing was reorganised.
    if (shared?.height === head.height) return tip;
    if (!shared) await this.takeBack(fromHeight, tip.height, `The node shares no block from ${fromHeight} on`);
    else if (shared.height < tip.height) {
      await this.takeBack(shared.height + 1, tip.height, 'The chain was reorganised');
    }
    return shared;
  }

  /** The highest block that index and source share; undefined where they share none. */
  private async findShared(head: SourceHead, tip: number, signal?: AbortSignal): Promise<SourceHead | undefined> {
    const { port, source, fromHeight } = this.options;
    const top = Math.min(tip, head.height);
    for (let height = top; height >= fromHeight; height--) {
      if (top - height > MAXIMUM_REORG_DEPTH) throw this.tooDeep(top);
      const hash = await port.indexedHash(height);
      const theirs = height === head.height ? head.hash : await source.hashAt(height, signal);
      if (theirs === undefined) throw this.untold(height, head.height);
      if (theirs === hash) return { height, hash };
    }
    return undefined;
  }

  private async takeBack(from: number, to: number, why: string): Promise<void> {
    const { chainName, port, onNote } = this.options;
    await port.invalidate(from, to);
    const what = from === to ? `block ${from}` : `blocks ${from} to ${to}`;
    onNote?.(`${why}: ${what} of ${chainName} ${from === to ? 'was' : 'were'} taken back.`);
  }

  private untold(height: number, head: number): AppError {
    const message = `The node tells no block ${height} of ${this.options.chainName}, though it says that its newest is ${head}.`;
    return new AppError('unavailable', message);
  }

  private tooDeep(top: number): AppError {
    return new AppError(
      'inconsistent',
      `The node and the index of ${this.options.chainName} part more than ${MAXIMUM_REORG_DEPTH} blocks below height ${top.toLocaleString('en')}. ` +
        'If the node is right, remove the index of this chain and read it again.',
    );
  }
}
