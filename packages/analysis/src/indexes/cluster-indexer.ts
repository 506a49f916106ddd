import { type ChainId, isOutputChainId, parseOutputChainId } from '@trailmark/core/chain';
import { ClusterIndex } from '../clusters/cluster-index.ts';
import { createClusterRules } from '../clusters/create-cluster-rules.ts';
import { defineIndexer } from './indexer.ts';

const versions = new Map<ChainId, string>();

/** Clusters of owners, in both views, with every link that made them. They live in memory: docs/decisions/0005. */
export const clusterIndexer = defineIndexer({
  id: 'clusters',
  reads: 'records',
  suits: isOutputChainId,
  version(chain) {
    const version =
      versions.get(chain) ?? new ClusterIndex({ rules: createClusterRules(parseOutputChainId(chain)) }).rulesVersion;
    versions.set(chain, version);
    return version;
  },
  create: (chain, seed) => new ClusterIndex({ rules: createClusterRules(parseOutputChainId(chain)), seed }),
  update: ({ graph }, { height, hash, isGapless, isFinal, facts }) => {
    graph.append({ height, hash, isGapless, isFinal, records: facts });
  },
  invalidate: ({ graph }, fromHeight) => graph.undo(fromHeight),
  settle: ({ graph }, height) => graph.settle(height),
  describe({ graph, progress, ownerCount }) {
    const owners = [...Array(ownerCount).keys()];
    const roots = (['conservative', 'expanded'] as const).map((view) =>
      owners.map((owner) => graph.forests[view].find(owner)),
    );
    return JSON.stringify([roots, graph.links.count, graph.alarms.length, graph.transactions, progress]);
  },
  report: (index, progress) => {
    index.progress = progress;
  },
});
