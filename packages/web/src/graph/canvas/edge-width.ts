import type { FlowEdge } from '@trailmark/core/flow/flow-graph';
import { edgeValue } from '@trailmark/core/flow/visible-graph';

const THINNEST = 1.5;
const THICKEST = 12;
/** A tenth of a coin, on chains whose coin has eight places. */
const COIN_BASE = 10_000_000;
const COIN_PLACES = 8;
/** Where the asset is worth something else: so many powers of ten below the largest payment. */
const SPAN = 3;

/** Amount, in smallest units, from which on edges grow wider; a legend prints it. */
export function edgeWidthBase(edges: Iterable<FlowEdge>, asset: string, decimals: number | null | undefined): number {
  if (!asset.includes(':') && (decimals ?? COIN_PLACES) === COIN_PLACES) return COIN_BASE;
  let largest = 1;
  for (const edge of edges) if (edge.asset === asset) largest = Math.max(largest, Number(edgeValue(edge)));
  return 10 ** Math.max(0, Math.floor(Math.log10(largest)) - SPAN);
}

/** Width of an edge in pixels: 0.6 + 3 log10(value / base), from 1.5 to 12. */
export function edgeWidth(value: bigint, base: number): number {
  const width = 0.6 + 3 * Math.log10(Number(value) / base);
  if (!(width > THINNEST)) return THINNEST;
  return Math.min(THICKEST, Math.round(width * 10) / 10);
}
