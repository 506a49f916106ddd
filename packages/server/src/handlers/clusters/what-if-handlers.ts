import { openClusters, readFilter } from '../../attribution/clusters/cluster-answer.ts';
import { readWhatIf } from '../../attribution/clusters/what-if.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';

/** What is left of a cluster without some rules or transactions. */
export function createWhatIfHandlers(ledgers: Ledgers, knowledge: Knowledge): Pick<Handlers, 'whatIf'> {
  return {
    async whatIf({ params: { chain, cluster }, body }, { read }) {
      const filter = await readFilter(ledgers.get(chain), body.withoutRules, body.withoutTransactions, read);
      const scope = openClusters(ledgers, knowledge, chain);
      return readWhatIf(scope, { id: cluster, view: body.view, filter });
    },
  };
}
