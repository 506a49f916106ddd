import type { LedgerReader } from '@trailmark/core/ledger';

interface Mark {
  readonly height: number;
  readonly hash: string;
  /** Transactions of the blocks before it. */
  readonly transactions: number;
}

interface Place {
  readonly height: number;
  readonly hash: string;
}

/** Which blocks an index was fed: all of those that may be taken back, and the highest of the others. */
export class IndexTrail {
  private readonly recent: Mark[] = [];
  private finalTip: Place | undefined;
  private finalCount = 0;
  transactions = 0;

  get tip(): Place | undefined {
    return this.recent.at(-1) ?? this.finalTip;
  }

  /** A block is final only while nothing before it may be taken back. */
  append(block: Place & { readonly isFinal: boolean; readonly transactions: number }): void {
    const { height, hash, isFinal, transactions } = block;
    if (isFinal && this.recent.length === 0) {
      this.finalTip = { height, hash };
      this.finalCount++;
    } else this.recent.push({ height, hash, transactions: this.transactions });
    this.transactions += transactions;
  }

  /** Blocks at or below a height will not be taken back. */
  settle(height: number): void {
    const next = this.recent.findIndex((block) => block.height > height);
    const gone = this.recent.splice(0, next < 0 ? this.recent.length : next);
    const last = gone.at(-1);
    if (last) this.finalTip = { height: last.height, hash: last.hash };
    this.finalCount += gone.length;
  }

  /**
   * The height from which on blocks must be taken back, for a ledger that may have changed. Undefined where that reaches
   * below what can be: blocks that appeared further down change the order of everything above them.
   */
  findFork(reader: LedgerReader): number | undefined {
    if (!this.tip) return 0;
    const blocks = this.tail();
    const gone = blocks.findIndex(({ height, hash }) => reader.block(height)?.hash === hash);
    const shared = blocks[gone];
    if (!shared) return undefined;
    // A block that was indexed in part may have more of its transactions now.
    if (gone === 0 && countTransactions(reader, shared.height) !== this.transactions) return undefined;
    if (countBlocks(reader, shared.height) !== this.finalCount + this.recent.length - gone) return undefined;
    return shared.height + 1;
  }

  undo(fromHeight: number): void {
    const index = this.recent.findIndex(({ height }) => height >= fromHeight);
    const mark = this.recent[index];
    if (!mark) return;
    this.recent.length = index;
    this.transactions = mark.transactions;
  }

  /** Highest first. */
  private tail(): readonly Place[] {
    const blocks: Place[] = this.recent.toReversed();
    return this.finalTip ? [...blocks, this.finalTip] : blocks;
  }
}

export function* heightsAbove(reader: LedgerReader, above: number): Generator<number> {
  for (const { fromHeight, toHeight } of reader.coverage()) {
    for (let height = Math.max(fromHeight, above + 1); height <= toHeight; height++) {
      // Where heights are estimates a run may skip some.
      if (reader.block(height)) yield height;
    }
  }
}

/** Indexed blocks at or below a height. */
function countBlocks(reader: LedgerReader, height: number): number {
  let count = 0;
  for (const { fromHeight, toHeight, blocks } of reader.coverage()) {
    if (toHeight <= height) count += blocks;
    else for (let at = fromHeight; at <= height; at++) count += reader.block(at) ? 1 : 0;
  }
  return count;
}

/** Indexed transactions at or below a height. */
function countTransactions(reader: LedgerReader, height: number): number {
  const all = reader.transactionCount();
  if (height >= (reader.tip()?.height ?? -1)) return all;
  return [...heightsAbove(reader, height)].reduce((sum, at) => sum - (reader.block(at)?.transactionCount ?? 0), all);
}
