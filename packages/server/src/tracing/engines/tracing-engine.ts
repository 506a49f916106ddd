import type { CrossingLedger } from '@trailmark/analysis/tracing/crossings/crossing-ledger';
import type { FlowContext } from '@trailmark/analysis/tracing/flow-graph/flow-context';
import type { PathSearchResult } from '@trailmark/analysis/tracing/paths/path-search';
import type { TraceSession } from '@trailmark/analysis/tracing/trace-session';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import type { FlowGraph } from '@trailmark/core/flow/flow-graph';
import type { StoredLabel } from '@trailmark/core/label';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { TraceRequest } from '@trailmark/core/trace/trace-request';
import type { ExpandBody, Expanded, LinkBody, Linked } from '../graph/graph-expansion.ts';
import type { Added } from '../graph/graph-refusals.ts';
import type { MemberClaim } from '../parties.ts';
import type { ReceiptWindow, SubjectCluster } from '../subject-cluster.ts';
import type { ContextRequest } from './flow-context.ts';

export type PathBody = RouteInput<Contract['findPaths']>['body'];

/** What labels state about an address itself, and about other members of its conservative cluster. */
export interface SubjectClaims {
  readonly own: readonly StoredLabel[];
  readonly inherited: readonly MemberClaim[];
}

export interface FoundPaths extends PathSearchResult {
  readonly graph: FlowGraph;
}

/**
 * How money is followed and drawn on one chain. There are two, because coins are followed from output to output and balances
 * from transfer to transfer; who asks gets the one of the chain from `getTracingEngine`.
 */
export interface TracingEngine {
  /** A trace ready to run. Throws `invalid` for what cannot be traced. */
  openTrace(request: TraceRequest, read: ReadOptions): Promise<TraceSession>;
  findPaths(body: PathBody, read: ReadOptions): Promise<FoundPaths>;
  /** What one answer names and values with. Throws `invalid` for a currency that cannot be requested. */
  openContext(request: ContextRequest, read: ReadOptions): Promise<FlowContext>;
  /** Addresses, transactions or outputs by name, as pieces of a graph: a few queries for all of them. */
  add(items: readonly string[], read: ReadOptions): Promise<Added>;
  /** One hop on from an address or a transaction. */
  expand(body: ExpandBody, read: ReadOptions): Promise<Expanded>;
  /** Payments between two addresses. Throws `invalid` where both are the same one. */
  link(body: LinkBody, read: ReadOptions): Promise<Linked>;
  /** Every claim about an address and about what its cluster includes, the one that ends a trail first at the front. Throws `invalid`. */
  listClaims(address: string): Promise<SubjectClaims>;
  /** The cluster that counts as one subject with an address; undefined where the chain is not clustered here. Throws `invalid`. */
  findCluster(address: string, window: ReceiptWindow, read: ReadOptions): Promise<SubjectCluster | undefined>;
  /** The chain as the other side of a bridge is looked for in it. */
  readonly crossings: CrossingLedger;
}
