import { addressKey, clusterKey } from './identifiers.ts';
import { defineItemKind, pagePath, textAt } from './item-kind.ts';

/** A cluster of addresses: an inference, by the rules that its answer names. */
export const clusterItem = defineItemKind({
  id: 'cluster',
  name: 'Cluster',
  tab: 'addresses',
  route: 'getCluster',
  describe: ({ params: { chain = '' } }, answer) => {
    const root = textAt(answer, 'cluster.root');
    return {
      title: `Cluster of ${root}, ${textAt(answer, 'cluster.size')} addresses`,
      identifiers: [clusterKey(chain, root), addressKey(chain, root)],
      method: `cluster-${textAt(answer, 'cluster.view')}/${textAt(answer, 'rules.version').slice(0, 16)}`,
    };
  },
  page: ({ params: { chain, cluster } }) => pagePath('exchange-lookup', 'cluster', chain, cluster),
});
