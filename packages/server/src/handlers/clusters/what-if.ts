import { formatOwner } from '@trailmark/chains/utxo/address';
import { AppError } from '@trailmark/core/errors';
import { formatCount } from '../../answers/format-count.ts';
import {
  openClusters,
  readCluster,
  readFilter,
  stoppedEarly,
  toClusterAnswer,
  toReference,
} from '../../attribution/clusters/cluster-answer.ts';
import { ClaimFinder } from '../../attribution/clusters/cluster-claims.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledgers.ts';

const SHOWN_PARTS = 100;
const SHOWN_CLAIMS = 10;

/** What is left of a cluster without some rules or transactions. */
export function createWhatIfHandlers(ledgers: Ledgers, knowledge: Knowledge): Pick<Handlers, 'whatIf'> {
  return {
    async whatIf({ params, body }, { read }) {
      const ledger = ledgers.get(params.chain);
      const filter = await readFilter(ledger, body.withoutRules, body.withoutTransactions, read);
      const scope = openClusters(ledgers, knowledge, params.chain);
      const { cluster } = readCluster(scope, params.cluster, body.view);
      const partition = scope.clusters.partition(cluster, filter);
      if (!partition) {
        const size = formatCount(cluster.size);
        throw new AppError('unavailable', `This cluster has ${size} addresses: too many to take apart in time.`);
      }
      const finder = new ClaimFinder(scope);
      const parts = [];
      let unlooked = 0;
      for (const { root, size, members } of partition.parts.slice(0, SHOWN_PARTS)) {
        const { claims, count, looked } = await finder.ofMembers(cluster, members, SHOWN_CLAIMS);
        unlooked += size - looked;
        const holdsRoot = members[0] === cluster.id;
        const address = formatOwner(scope.ledger.chain, root);
        parts.push({ root: address, size, holdsRoot, claims: [...claims], claimCount: count });
      }
      const message = `Claims about ${formatCount(unlooked)} of the addresses shown were not looked up: there are too many.`;
      return {
        ...toClusterAnswer(scope, unlooked > 0 ? [stoppedEarly(message, unlooked)] : []),
        cluster: toReference(scope, cluster),
        linksDropped: partition.linksDropped,
        parts,
        partCount: partition.parts.length,
      };
    },
  };
}
