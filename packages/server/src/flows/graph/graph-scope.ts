import { GraphBuilder } from '@trailmark/analysis/tracing/flow-graph/graph-builder';
import type { WireFlowGraph } from '@trailmark/api/contract/flow-wire';
import type { AssetKey } from '@trailmark/core/asset';
import type { AccountChainId, ChainId, OutputChainId } from '@trailmark/core/chain';
import type { ReadOptions } from '@trailmark/core/read-options';
import { getAccountHoldings } from '../../ledger/accounts/holdings.ts';
import { getHoldings } from '../../ledger/answer.ts';
import type { ServedAccounts, ServedOutputs } from '../../ledger/ledgers.ts';
import { listTraceAssets, openFlowContext } from '../../tracing/flow-context.ts';
import { hashGraph } from '../../tracing/hash-graph.ts';
import { type TraceDeps, toTraceAsOf } from '../../tracing/open-trace.ts';

/** Values on edges are in dollars; amounts never depend on them. */
const CURRENCY = 'USD';

/** One answer about a chain of the Bitcoin family. */
export interface OutputGraphScope {
  readonly family: 'outputs';
  readonly ledger: ServedOutputs;
  readonly builder: GraphBuilder;
  readonly gaps: string[];
  readonly read: ReadOptions;
}

/** One answer about an account chain. */
export interface AccountGraphScope {
  readonly family: 'accounts';
  readonly ledger: ServedAccounts;
  readonly builder: GraphBuilder;
  readonly gaps: string[];
  readonly read: ReadOptions;
}

export type GraphScope = OutputGraphScope | AccountGraphScope;

async function createBuilder(
  deps: TraceDeps,
  chain: ChainId,
  assets: readonly AssetKey[],
  read: ReadOptions,
): Promise<GraphBuilder> {
  return new GraphBuilder(await openFlowContext(deps, chain, { assets, currency: CURRENCY }, read));
}

/** Throws `not-found` where the server holds nothing of the chain. */
export async function openOutputGraph(
  deps: TraceDeps,
  chain: OutputChainId,
  read: ReadOptions,
): Promise<OutputGraphScope> {
  const ledger = deps.ledgers.get(chain);
  const { coverage } = getHoldings(ledger.reader);
  const builder = await createBuilder(deps, chain, [], read);
  return { family: 'outputs', ledger, builder, gaps: coverage.complete ? [] : [coverage.summary], read };
}

/** The same for an account chain; `assets` are those the graph may name. */
export async function openAccountGraph(
  deps: TraceDeps,
  chain: AccountChainId,
  assets: Iterable<AssetKey>,
  read: ReadOptions,
): Promise<AccountGraphScope> {
  const ledger = deps.ledgers.get(chain);
  const { coverage } = getAccountHoldings(ledger);
  const builder = await createBuilder(deps, chain, listTraceAssets(assets), read);
  return { family: 'accounts', ledger, builder, gaps: coverage.complete ? [] : [coverage.summary], read };
}

/** What every answer with a piece of a graph says. */
export interface Fragment {
  readonly asOf: ReturnType<typeof toTraceAsOf>;
  readonly graph: WireFlowGraph;
  readonly hash: string;
  readonly gaps: string[];
}

export function toFragment(deps: TraceDeps, { builder, gaps }: GraphScope): Fragment {
  const graph = builder.build();
  const { chain } = builder.context;
  return { asOf: toTraceAsOf(deps, chain), graph: graph as WireFlowGraph, hash: hashGraph(graph), gaps };
}
