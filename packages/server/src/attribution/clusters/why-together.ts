import type { LinkFilter } from '@trailmark/analysis/clusters/cluster-reader';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { ClusterView, ProofStep } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import type { ReadOptions } from '@trailmark/core/read-options';
import { encodeClusterProof } from '@trailmark/evidence/cluster-proof';
import type { NamedOwner } from '../../ledger/outputs/owner-input.ts';
import { assertInStep, type ClusterScope, toClusterAnswer, toLinkRows } from './cluster-answer.ts';
import { readClusterProof } from './why-proof.ts';

/** Two different owners. */
export type OwnerPair = readonly [NamedOwner, NamedOwner];

function isSeen({ clusters }: ClusterScope, named: NamedOwner): boolean {
  return clusters.numberOf(named.owner) !== undefined;
}

function findWeakest(steps: readonly ProofStep[]): number | null {
  let weakest: number | null = null;
  for (const [i, { link }] of steps.entries()) {
    if (weakest === null || link.confidence < (steps[weakest]?.link.confidence ?? 0)) weakest = i;
  }
  return weakest;
}

function isTogether({ clusters }: ClusterScope, [a, b]: OwnerPair, view: ClusterView, filter: LinkFilter): boolean {
  return clusters.why(a.owner, b.owner, view, filter) !== undefined;
}

/** Refuses a pair that nothing joins, saying which of the reasons it is. */
function refuseProof(scope: ClusterScope, pair: OwnerPair, view: ClusterView): never {
  const unseen = pair.find((named) => !isSeen(scope, named));
  if (unseen) throw new AppError('not-found', `${unseen.address} is not in the blocks the clusters cover.`);
  throw new AppError(
    'not-found',
    `Nothing joins these two addresses in the ${view} view, so there is nothing to prove.`,
  );
}

/** Why two owners are in one cluster, step by step; or that nothing joins them. */
export async function readWhyTogether(
  scope: ClusterScope,
  pair: OwnerPair,
  { view, filter }: { readonly view: ClusterView; readonly filter: LinkFilter },
  read: ReadOptions,
): Promise<RouteOutput<Contract['whyTogether']>> {
  const [a, b] = pair;
  const { clusters, ledger } = scope;
  const found = clusters.why(a.owner, b.owner, view, filter);
  const steps = found ?? [];
  const isApart = !found && pair.every((named) => isSeen(scope, named));
  const isTogetherExpanded = isApart && view === 'conservative' && isTogether(scope, pair, 'expanded', filter);
  const rows = await toLinkRows(
    scope,
    steps.map(({ link }) => link),
    read,
  );
  const weakestStep = findWeakest(steps);
  return {
    ...toClusterAnswer(scope),
    address: a.address,
    other: b.address,
    view,
    verdict: found ? 'together' : isApart ? 'apart' : 'unseen',
    steps: rows.map((link, i) => {
      const step = steps[i] as ProofStep;
      const [from, to] = [step.from, step.to].map((owner) => formatOwner(ledger.chain, owner));
      return { from: from ?? '', to: to ?? '', link, isBridge: step.isBridge ?? null };
    }),
    confidence: weakestStep === null ? null : (steps[weakestStep]?.link.confidence ?? null),
    weakestStep,
    isTogetherExpanded,
  };
}

/** The proof that two owners are in one cluster, as the text of a file. Throws `not-found` where nothing joins them. */
export async function writeClusterProof(
  scope: ClusterScope,
  pair: OwnerPair,
  view: ClusterView,
  read: ReadOptions,
): Promise<string> {
  const [a, b] = pair;
  const steps = scope.clusters.why(a.owner, b.owner, view) ?? refuseProof(scope, pair, view);
  const file = encodeClusterProof(await readClusterProof(scope, view, steps, read));
  assertInStep(scope);
  return file;
}
