import { type AssetKey, formatAssetId, parseAssetId } from '@trailmark/core/asset';
import type { ChainId } from '@trailmark/core/chain';
import type { FlowDocument } from '@trailmark/core/flow/flow-document';
import type { FlowNode } from '@trailmark/core/flow/flow-graph';
import { traitsOf } from '../../format/chain-traits.ts';
import { listTraces } from './flow-acts.ts';

/** Assets of a chain that payments of the flow are in: what the last trace followed first, then by how many payments. */
export function listFlowAssets(document: Pick<FlowDocument, 'edges' | 'log'>, chain: ChainId): readonly string[] {
  const counts = new Map<string, number>();
  for (const { asset } of Object.values(document.edges)) {
    const isOfChain = asset === chain || asset.startsWith(`${chain}:`);
    if (isOfChain) counts.set(asset, (counts.get(asset) ?? 0) + 1);
  }
  const traced = listTraces(document.log).find(({ request }) => request.chain === chain)?.request.asset;
  const first = traced === undefined ? undefined : formatAssetId(chain, traced);
  const drawn = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([asset]) => asset);
  if (first === undefined) return drawn;
  return [first, ...drawn.filter((asset) => asset !== first)];
}

/** What a request says for an asset of a flow; undefined on chains that have one asset, whose requests name none. */
export function toAssetKey(chain: ChainId, asset: string | undefined): AssetKey | undefined {
  return asset === undefined || !traitsOf(chain).hasTokens ? undefined : parseAssetId(chain, asset);
}

/** The asset of the payments drawn at a node, traced ones before others; undefined where none or several are. */
export function assetAt(document: Pick<FlowDocument, 'edges'>, node: FlowNode): string | undefined {
  const own = Object.values(document.edges).filter(({ from, to }) => from === node.id || to === node.id);
  const traced = own.filter(({ tainted }) => tainted !== null);
  const assets = new Set((traced.length > 0 ? traced : own).map(({ asset }) => asset));
  const [only] = assets;
  const isOfChain = only === node.chain || only?.startsWith(`${node.chain}:`) === true;
  return assets.size === 1 && isOfChain ? only : undefined;
}
