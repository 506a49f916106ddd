import type { ClusterIndex } from '@trailmark/analysis/clusters/cluster-index';
import { clusterIndexer } from '@trailmark/analysis/indexes/cluster-indexer';
import type { OutputChainId } from '@trailmark/core/chain';
import type { OutputLedger } from '@trailmark/core/output-ledger';
import { toFeedingLedger } from '../indexes/feeding-ledger.ts';
import { IndexHost } from '../indexes/index-host.ts';

/** The clusters of one ledger, kept in step with it by the host that a server runs. */
export interface ClusterHost {
  get(): ClusterIndex | undefined;
  catchUp(): Promise<void>;
  close(): Promise<void>;
}

/** Follows a ledger's clusters. A failure to build them is thrown by `catchUp`. */
export function createClusterHost(chain: OutputChainId, reader: OutputLedger): ClusterHost {
  const failures: unknown[] = [];
  const host = new IndexHost({ indexers: [clusterIndexer], onFailure: (_, __, cause) => failures.push(cause) });
  host.follow(chain, toFeedingLedger(chain, reader));
  return {
    get: () => host.get(clusterIndexer, chain),
    async catchUp() {
      await host.catchUp();
      if (failures.length > 0) throw failures[0];
    },
    close: () => host.close(),
  };
}
