import { parseNetworkAddress } from '@trailmark/chains/network-address';
import { parseOwner } from '@trailmark/chains/utxo/address';
import { AppError } from '@trailmark/core/errors';
import type { StoredLabel } from '@trailmark/core/label';
import { NETWORKS, type NetworkId } from '@trailmark/core/network';
import { readTotals, readTxids, toActorReferences, toGraphsenseAddress } from './address-format.ts';
import { toGraphsenseCluster } from './cluster-format.ts';
import {
  type GraphsenseHandler,
  type GraphsenseRequest,
  type GraphsenseRoutes,
  readCurrency,
  readPage,
} from './graphsense-route.ts';
import { findClusterNumber, getClusterOf, getClusters, getLedger, readClusterLabels } from './subject.ts';
import { toAddressTag } from './tag-format.ts';
import { type SummedLabel, summariseTags } from './tag-summary.ts';

/** The network and the canonical address of a path. Throws `not-found` and `invalid`. */
function readSubject(request: GraphsenseRequest): { readonly network: NetworkId; readonly address: string } {
  const network = readCurrency(request);
  const parsed = parseNetworkAddress(network, request.param('address'));
  if (parsed.ok) return { network, address: parsed.address };
  throw new AppError('invalid', `This is no address of ${NETWORKS[network]}: ${parsed.reason}.`);
}

const getAddress: GraphsenseHandler = async (request) => {
  const { network, address } = readSubject(request);
  const ledger = getLedger(request, network);
  const owner = parseOwner(ledger.chain, address);
  const totals = await readTotals(ledger, [owner], request);
  const [own] = totals;
  if (!own || own.transactionCount === 0) {
    throw new AppError('not-found', 'This address is in no indexed block.');
  }
  const txids = await readTxids(ledger, totals, request);
  const cluster = findClusterNumber(request, network, address);
  const labels = request.labels.labelsOf(network, address);
  const actors = toActorReferences(
    request,
    labels.map(({ actor }) => actor),
  );
  return { ...toGraphsenseAddress(ledger, owner, own, { txids, cluster }), actors };
};

const listTags: GraphsenseHandler = (request) => {
  const { network, address } = readSubject(request);
  const labels = request.labels.labelsOf(network, address);
  const page = readPage(request, ['address', network, address, request.labels.version]);
  const end = page.offset + page.limit;
  const cluster = findClusterNumber(request, network, address);
  return {
    address_tags: labels.slice(page.offset, end).map((label) => toAddressTag(request.labels, label, cluster)),
    next_page: page.next(end < labels.length, end),
  };
};

/** Labels of the whole cluster stated by others of its addresses, where the sources mean the cluster. */
async function readInherited(request: GraphsenseRequest, network: NetworkId, address: string): Promise<StoredLabel[]> {
  if (findClusterNumber(request, network, address) === undefined) return [];
  const scope = getClusters(request, network);
  const cluster = getClusterOf(scope, parseOwner(scope.ledger.chain, address));
  const labels = await readClusterLabels(request, scope, cluster);
  return labels.filter((label) => label.scope === 'cluster' && label.address !== address);
}

const getTagSummary: GraphsenseHandler = async (request) => {
  const { network, address } = readSubject(request);
  const own = request.labels.labelsOf(network, address);
  const withCluster = request.query('include_best_cluster_tag') === 'true';
  const inherited = withCluster ? await readInherited(request, network, address) : [];
  const summed: SummedLabel[] = [
    ...own.map((label) => ({ label, isInherited: false })),
    ...inherited.map((label) => ({ label, isInherited: true })),
  ];
  return summariseTags(request.labels, summed);
};

const getAddressCluster: GraphsenseHandler = async (request) => {
  const { network, address } = readSubject(request);
  const scope = getClusters(request, network);
  const cluster = getClusterOf(scope, parseOwner(scope.ledger.chain, address));
  return toGraphsenseCluster(request, scope, cluster);
};

/** Addresses and their labels. */
export const addressRoutes: GraphsenseRoutes = {
  '/:currency/addresses/:address': getAddress,
  '/:currency/addresses/:address/tags': listTags,
  '/:currency/addresses/:address/tag_summary': getTagSummary,
  '/:currency/addresses/:address/cluster': getAddressCluster,
  '/:currency/addresses/:address/entity': getAddressCluster,
};
