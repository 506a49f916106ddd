import type { ClusterReader } from '@trailmark/analysis/clusters/cluster-reader';
import type { RulesAsOf } from '@trailmark/api/contract/cluster';
import type { LabelsAsOf } from '@trailmark/api/contract/label';
import type { OutputChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import type { LabelReader } from '@trailmark/core/label';
import { type NetworkId, networkOfChain } from '@trailmark/core/network';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { toLabelsAsOf } from '../../knowledge/labels/label-answer.ts';
import type { Ledgers, ServedOutputs } from '../../ledger/ledgers.ts';
import { toRulesAsOf } from '../clusters/cluster-answer.ts';

/** What one search on a network works on, the same from its start to its end. */
export interface LookupScope {
  readonly network: NetworkId;
  readonly labels: LabelReader;
  /** Undefined where this server holds no block of the network. */
  readonly ledger: ServedOutputs | undefined;
  /** Undefined where the chain has no clusters. */
  readonly clusters: ClusterReader | undefined;
}

export function openLookup(ledgers: Ledgers, knowledge: Knowledge, network: NetworkId): LookupScope {
  const found = ledgers.findOutputs(network);
  const ledger = found?.reader.tip() ? found : undefined;
  const clusters = ledger ? knowledge.clusters(ledger.id) : undefined;
  return { network, labels: knowledge.labels(), ledger, clusters };
}

/** Labels and rules an answer was computed with. */
export function toLookupAsOf({ labels, clusters }: Pick<LookupScope, 'labels' | 'clusters'>): {
  labels: LabelsAsOf;
  rules: RulesAsOf | null;
} {
  return { labels: toLabelsAsOf(labels), rules: clusters ? toRulesAsOf(clusters) : null };
}

/** The scope of a chain with blocks. Test networks carry no labels: nothing there is worth a name. */
export function openChainLookup(
  ledgers: Ledgers,
  knowledge: Knowledge,
  chain: OutputChainId,
): LookupScope & { readonly ledger: ServedOutputs } {
  const ledger = ledgers.get(chain);
  const network = networkOfChain(chain);
  if (network === undefined) {
    throw new AppError(
      'invalid',
      `${ledger.chain.name} is a test network: labels name addresses of main networks only.`,
    );
  }
  return { ...openLookup(ledgers, knowledge, network), ledger };
}
