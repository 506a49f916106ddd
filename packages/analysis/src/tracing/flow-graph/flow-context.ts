import type { AssetKey } from '@trailmark/core/asset';
import type { ChainId } from '@trailmark/core/chain';
import type { FlowAsset } from '@trailmark/core/flow/flow-graph';
import type { PartyReader } from '@trailmark/core/trace/trace-knowledge';

/** What a graph is drawn with, in addition to its content. */
export interface FlowContext extends PartyReader {
  readonly chain: ChainId;
  readonly currency: string;
  /** The asset as graphs name it: its `id` is `btc` or `eth:0x…`. */
  assetOf(asset: AssetKey): FlowAsset;
  /** The conservative cluster of an address, named by its first member; undefined for a lone address, or without clusters. */
  clusterOf?(address: string): { readonly root: string; readonly size: number } | undefined;
  /** Worth in millionths of `currency` at the close of the day; undefined without a price, never 0. */
  fiat?(asset: AssetKey, amount: bigint, time: number): bigint | undefined;
  /** The close that `fiat` values with: billionths of `currency` for one whole coin, and who stated it. */
  rate?(
    asset: AssetKey,
    time: number,
  ): { readonly day: string; readonly nano: bigint; readonly source: string } | undefined;
}
