import type { BlockSource } from '../source.ts';

/** What a memory source serves of a block. */
export interface MemoryBlock {
  readonly hash: string;
  readonly raw: Uint8Array;
}

/** A source over blocks in memory, from height 0. `chain` may be replaced between reads: the source then reorganises. */
export class MemorySource implements BlockSource {
  readonly description = 'memory';
  chain: readonly MemoryBlock[];
  private readonly batchBlocks: number;

  constructor(chain: readonly MemoryBlock[], batchBlocks = 7) {
    this.chain = chain;
    this.batchBlocks = batchBlocks;
  }

  head: BlockSource['head'] = async () => {
    const height = this.chain.length - 1;
    return { height, hash: this.chain[height]?.hash ?? '' };
  };

  hashAt: BlockSource['hashAt'] = async (height) => this.chain[height]?.hash;

  async *blocks({ from, to }: { from: number; to: number }): AsyncGenerator<{ height: number; raw: Uint8Array }[]> {
    for (let at = from; at <= to; at += this.batchBlocks) {
      const batch = this.chain.slice(at, Math.min(to + 1, at + this.batchBlocks));
      yield batch.map(({ raw }, i) => ({ height: at + i, raw }));
    }
  }

  close: BlockSource['close'] = async () => undefined;
}
