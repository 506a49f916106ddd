import type { FlowContext } from '@trailmark/analysis/tracing/flow-graph/flow-context';
import { GraphBuilder } from '@trailmark/analysis/tracing/flow-graph/graph-builder';
import type { WireFlowGraph } from '@trailmark/api/contract/flow-wire';
import type { AssetKey } from '@trailmark/core/asset';
import type { ReadOptions } from '@trailmark/core/read-options';
import { getCoverage } from '../../ledger/any-chain.ts';
import type { ServedAccounts, ServedLedger, ServedOutputs } from '../../ledger/ledgers.ts';
import { listTraceAssets, openAccountContext, openOutputContext } from '../engines/flow-context.ts';
import { hashGraph } from '../hash-graph.ts';
import { type TraceDeps, toTraceAsOf } from '../trace-as-of.ts';

/** Values on edges are in dollars; amounts never depend on them. */
const CURRENCY = 'USD';

/** One answer about a chain. */
export interface GraphScope<Ledger extends ServedLedger = ServedLedger> {
  readonly ledger: Ledger;
  readonly builder: GraphBuilder;
  readonly gaps: string[];
  readonly read: ReadOptions;
}

export type OutputGraphScope = GraphScope<ServedOutputs>;
export type AccountGraphScope = GraphScope<ServedAccounts>;

async function openGraph<Ledger extends ServedLedger>(
  ledger: Ledger,
  context: Promise<FlowContext>,
  read: ReadOptions,
): Promise<GraphScope<Ledger>> {
  const { complete, summary } = getCoverage(ledger);
  return { ledger, builder: new GraphBuilder(await context), gaps: complete ? [] : [summary], read };
}

export function openOutputGraph(deps: TraceDeps, ledger: ServedOutputs, read: ReadOptions): Promise<OutputGraphScope> {
  return openGraph(ledger, openOutputContext(deps, ledger, { currency: CURRENCY }), read);
}

/** `assets` are those the graph may name. */
export function openAccountGraph(
  deps: TraceDeps,
  ledger: ServedAccounts,
  assets: Iterable<AssetKey>,
  read: ReadOptions,
): Promise<AccountGraphScope> {
  const asked = { assets: listTraceAssets(assets), currency: CURRENCY };
  return openGraph(ledger, openAccountContext(deps, ledger, asked, read), read);
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
