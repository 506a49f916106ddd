import { openClusters, toClusterAnswer } from '../../attribution/clusters/cluster-answer.ts';
import { readAlarmPage } from '../../attribution/clusters/merge-alarms.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';

/** Unions of two large clusters. */
export function createAlarmHandlers(ledgers: Ledgers, knowledge: Knowledge): Pick<Handlers, 'listMergeAlarms'> {
  return {
    async listMergeAlarms({ params, query }, { read }) {
      const scope = openClusters(ledgers, knowledge, params.chain);
      const page = await readAlarmPage(scope, query, read);
      return { ...toClusterAnswer(scope), ...page };
    },
  };
}
