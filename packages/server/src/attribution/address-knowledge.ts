import type { OutputAddress } from '@trailmark/api/contract/address';
import { networkOfChain } from '@trailmark/core/network';
import type { Owner } from '@trailmark/core/owner';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { toAddressLabels, toLabelsAsOf } from '../knowledge/labels/label-answer.ts';
import type { ServedOutputs } from '../ledger/ledgers.ts';
import { toReference, toRulesAsOf } from './clusters/cluster-answer.ts';

/** What sources claim of an address and what rules infer, in addition to the facts of its summary. */
export function readAddressKnowledge(
  ledger: ServedOutputs,
  knowledge: Knowledge,
  { owner, address }: { readonly owner: Owner; readonly address: string },
): Pick<OutputAddress, 'known' | 'clusters'> {
  const reader = knowledge.labels();
  const network = networkOfChain(ledger.id);
  const clusters = knowledge.clusters(ledger.id);
  const known = network ? { ...toAddressLabels(reader, network, address), labels: toLabelsAsOf(reader) } : null;
  if (!clusters) return { known, clusters: null };
  const [conservative, expanded] = [clusters.find(owner, 'conservative'), clusters.find(owner, 'expanded')];
  return {
    known,
    clusters: {
      rules: toRulesAsOf(clusters),
      conservative: conservative ? toReference({ ledger }, conservative) : null,
      expanded: expanded ? toReference({ ledger }, expanded) : null,
    },
  };
}
