import type { LinkFilter } from '@trailmark/analysis/clusters/cluster-reader';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { ClusterView, ProofStep } from '@trailmark/core/cluster';
import { AppError } from '@trailmark/core/errors';
import { encodeClusterProof } from '@trailmark/evidence/cluster-proof';
import {
  assertInStep,
  type ClusterScope,
  openClusters,
  readFilter,
  toClusterAnswer,
  toLinkRows,
} from '../../attribution/clusters/cluster-answer.ts';
import { readClusterProof } from '../../attribution/clusters/why-proof.ts';
import { FileStream } from '../../http/file-stream.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers, ServedOutputs } from '../../ledgers.ts';
import { type NamedOwner, readOwner } from '../ledger/owner-input.ts';

function readPair(
  ledger: ServedOutputs,
  params: { readonly address: string; readonly other: string },
): [NamedOwner, NamedOwner] {
  const [a, b] = [readOwner(ledger, params.address), readOwner(ledger, params.other)];
  if (a.id === b.id) throw new AppError('invalid', 'Two different addresses are needed; both name the same one.');
  return [a, b];
}

function toList(text: string | undefined): string[] {
  return (text ?? '').split(',').flatMap((part) => part.trim() || []);
}

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

function isTogether(
  { clusters }: ClusterScope,
  [a, b]: readonly [NamedOwner, NamedOwner],
  view: ClusterView,
  filter: LinkFilter,
): boolean {
  return clusters.why(a.owner, b.owner, view, filter) !== undefined;
}

/** Refuses a pair that nothing joins, saying which of the reasons it is. */
function refuseProof(scope: ClusterScope, pair: readonly [NamedOwner, NamedOwner], view: ClusterView): never {
  const unseen = pair.find((named) => !isSeen(scope, named));
  if (unseen) throw new AppError('not-found', `${unseen.address} is not in the blocks the clusters cover.`);
  throw new AppError(
    'not-found',
    `Nothing joins these two addresses in the ${view} view, so there is nothing to prove.`,
  );
}

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

/** Why two addresses stand in one cluster, on the screen and as a file. */
export function createWhyHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<Handlers, 'whyTogether' | 'exportClusterProof'> {
  return {
    async whyTogether({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const pair = readPair(ledger, params);
      const [a, b] = pair;
      const filter = await readFilter(ledger, toList(query.withoutRules), toList(query.withoutTransactions), read);
      const scope = openClusters(ledgers, knowledge, params.chain);
      const { clusters } = scope;
      const found = clusters.why(a.owner, b.owner, query.view, filter);
      const steps = found ?? [];
      const isApart = !found && pair.every((named) => isSeen(scope, named));
      const isTogetherExpanded =
        isApart && query.view === 'conservative' && isTogether(scope, pair, 'expanded', filter);
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
        view: query.view,
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
    },

    async exportClusterProof({ params, query }, { read }) {
      const scope = openClusters(ledgers, knowledge, params.chain);
      const pair = readPair(scope.ledger, params);
      const [a, b] = pair;
      const steps = scope.clusters.why(a.owner, b.owner, query.view) ?? refuseProof(scope, pair, query.view);
      const file = encodeClusterProof(await readClusterProof(scope, query.view, steps, read));
      assertInStep(scope);
      const short = (named: NamedOwner): string => named.address.replace(/[^A-Za-z0-9]/g, '').slice(0, 12);
      return new FileStream({
        name: `${scope.ledger.id}-proof-${short(a)}-${short(b)}.json`,
        mediaType: 'application/json',
        chunks: once(file),
        onCancel: () => {},
      });
    },
  };
}
