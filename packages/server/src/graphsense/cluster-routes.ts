import { readTotals, readTxids, toGraphsenseAddress } from './address-format.ts';
import { toGraphsenseCluster } from './cluster-format.ts';
import { type GraphsenseHandler, type GraphsenseRoutes, readCurrency, readPage } from './graphsense-route.ts';
import { getClusters, readCluster, readClusterLabels } from './subject.ts';
import { toAddressTag } from './tag-format.ts';

const getCluster: GraphsenseHandler = (request) => {
  const scope = getClusters(request, readCurrency(request));
  return toGraphsenseCluster(request, scope, readCluster(scope, request.param('cluster')));
};

/** Pages go by member number: the page token is the last one shown, plus one. */
const listMembers: GraphsenseHandler = async (request) => {
  const scope = getClusters(request, readCurrency(request));
  const { ledger, clusters, network } = scope;
  const cluster = readCluster(scope, request.param('cluster'));
  const page = readPage(request, ['members', network, cluster.id]);
  const after = page.offset === 0 ? undefined : page.offset - 1;
  const numbers = Array.from(clusters.members(cluster, { after, limit: page.limit + 1 }));
  const shown = numbers.slice(0, page.limit);
  const owners = shown.map((number) => clusters.owner(number));
  const totals = await readTotals(ledger, owners, request);
  const txids = await readTxids(ledger, totals, request);
  return {
    addresses: owners.flatMap((owner, i) => {
      const own = totals[i];
      return own ? [toGraphsenseAddress(ledger, owner, own, { txids, cluster: cluster.id })] : [];
    }),
    next_page: page.next(numbers.length > shown.length, (shown.at(-1) ?? 0) + 1),
  };
};

const listClusterTags: GraphsenseHandler = async (request) => {
  const scope = getClusters(request, readCurrency(request));
  const cluster = readCluster(scope, request.param('cluster'));
  const labels = await readClusterLabels(request, scope, cluster);
  const page = readPage(request, ['cluster-tags', scope.network, cluster.id, request.labels.version]);
  const end = page.offset + page.limit;
  return {
    address_tags: labels.slice(page.offset, end).map((label) => toAddressTag(request.labels, label, cluster.id)),
    next_page: page.next(end < labels.length, end),
  };
};

/** Conservative clusters, also under GraphSense's former name for them. */
export const clusterRoutes: GraphsenseRoutes = {
  '/:currency/clusters/:cluster': getCluster,
  '/:currency/clusters/:cluster/addresses': listMembers,
  '/:currency/clusters/:cluster/tags': listClusterTags,
  '/:currency/entities/:cluster': getCluster,
  '/:currency/entities/:cluster/addresses': listMembers,
  '/:currency/entities/:cluster/tags': listClusterTags,
};
