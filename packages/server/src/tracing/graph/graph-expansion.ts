import type { expandFlow, linkFlow } from '@trailmark/api/contract/flow-graph';
import type { AssetKey } from '@trailmark/core/asset';
import type { z } from 'zod';
import type { GraphScope } from './graph-scope.ts';

export type ExpandBody = z.output<(typeof expandFlow)['body']>;
export type LinkBody = z.output<(typeof linkFlow)['body']>;

/** What one hop brought: how many payments there are in all, and what comes after those drawn. */
export interface Expanded {
  readonly scope: GraphScope;
  readonly total: number;
  readonly remainder: { readonly count: number; readonly amount: bigint; readonly asset: AssetKey } | null;
}

/** What is paid between two addresses: how many payments there are in all, and whether more could be drawn. */
export interface Linked {
  readonly scope: GraphScope;
  readonly total: number;
  readonly isCut: boolean;
}
