import type { FlowContext } from '@trailmark/analysis/tracing/flow-graph/flow-context';
import { findAccountPaths } from '@trailmark/analysis/tracing/paths/find-account-paths';
import { findOutputPaths } from '@trailmark/analysis/tracing/paths/find-output-paths';
import {
  type FlowPath,
  PATH_BUDGET,
  PATH_ENDS,
  type PathQuestion,
  type PathSearchResult,
} from '@trailmark/analysis/tracing/paths/path-search';
import type { Contract } from '@trailmark/api/contract';
import type { PathAnswer } from '@trailmark/api/contract/trace';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import type { ReadOptions } from '@trailmark/core/read-options';
import { byFamily, type ServedAccounts, type ServedOutputs } from '../ledger/ledgers.ts';
import { listTraceAssets, openFlowContext } from './flow-context.ts';
import { type TraceDeps, toTraceAsOf } from './open-trace.ts';
import { toAccountPathGraph, toOutputPathGraph } from './path-graph.ts';
import { createAccountKnowledge, createOutputKnowledge } from './trace-knowledge.ts';

type PathBody = RouteInput<Contract['findPaths']>['body'];

const CURRENCY = 'USD';

interface Found extends PathSearchResult {
  readonly graph: FlowGraph;
}

function toQuestion(body: PathBody): PathQuestion {
  const { from, to, direction, mode, maxHops, limit, fromTime, toTime } = body;
  return { from, to, direction, mode, maxHops, limit, fromTime, toTime, ends: PATH_ENDS, budget: PATH_BUDGET };
}

function openContext(
  deps: TraceDeps,
  body: PathBody,
  paths: readonly FlowPath[],
  read: ReadOptions,
): Promise<FlowContext> {
  const assets = listTraceAssets(paths.flatMap(({ steps }) => steps.map(({ asset }) => asset)));
  return openFlowContext(deps, body.chain, { assets, currency: CURRENCY }, read);
}

async function searchAccounts(
  deps: TraceDeps,
  ledger: ServedAccounts,
  body: PathBody,
  read: ReadOptions,
): Promise<Found> {
  const knowledge = createAccountKnowledge(ledger, deps.knowledge);
  const question = { ...toQuestion(body), asset: body.asset ?? NATIVE_ASSET };
  const result = await findAccountPaths({ reader: ledger.reader, knowledge }, question, read);
  return { ...result, graph: toAccountPathGraph(result.paths, await openContext(deps, body, result.paths, read)) };
}

async function searchOutputs(
  deps: TraceDeps,
  ledger: ServedOutputs,
  body: PathBody,
  read: ReadOptions,
): Promise<Found> {
  const { reader } = ledger;
  const knowledge = await createOutputKnowledge(ledger, deps.knowledge);
  const result = await findOutputPaths({ reader, knowledge }, toQuestion(body), read);
  const context = await openContext(deps, body, result.paths, read);
  return { ...result, graph: await toOutputPathGraph(result.paths, { context, reader, knowledge }, read) };
}

/** Paths between two places, or to the nearest services, as lists and as a piece of a graph. */
export async function findPaths(
  deps: TraceDeps,
  body: PathBody,
  read: ReadOptions,
): Promise<RouteOutput<Contract['findPaths']>> {
  const { chain } = body;
  const asOf = toTraceAsOf(deps, chain);
  const { paths, graph, searched } = await byFamily(deps.ledgers.get(chain), {
    outputs: (ledger) => searchOutputs(deps, ledger, body, read),
    accounts: (ledger) => searchAccounts(deps, ledger, body, read),
  });
  return { asOf, paths: paths as PathAnswer['paths'], graph: graph as PathAnswer['graph'], searched };
}
