import type { SpentOutput } from '@trailmark/chains/utxo/block-undo';
import type { BlockSource } from '../source.ts';

/** A block of which only the header and the filter were sent; hashes in display order. */
export interface FilteredBlock {
  readonly height: number;
  readonly hash: string;
  /** 80 bytes. */
  readonly header: Uint8Array;
  /** The basic filter (BIP 158). */
  readonly filter: Uint8Array;
  /** As the source states it (BIP 157). */
  readonly filterHeader: string;
}

/** Compact block filters in chain order. A source may lie: its reader checks headers, filter headers and blocks. */
export interface FilterSource extends Pick<BlockSource, 'description' | 'head' | 'hashAt' | 'close'> {
  /** The main-chain blocks `from..to`, ascending and gapless. Throws `invalid` for a source that keeps no filters. */
  filters(request: { from: number; to: number; signal?: AbortSignal | undefined }): Promise<readonly FilteredBlock[]>;
  /** One whole raw block: all that a source learns of what is looked for. */
  block(hash: string, signal?: AbortSignal): Promise<Uint8Array>;
  /** The outputs that a block spent, by transaction (coinbase left out) and input; undefined where the source does not state them. */
  spentOutputs(hash: string, signal?: AbortSignal): Promise<readonly (readonly SpentOutput[])[] | undefined>;
}
