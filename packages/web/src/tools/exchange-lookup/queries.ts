import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { contract } from '@trailmark/api/contract';
import type { RouteInput } from '@trailmark/api/route';
import { routeUrl } from '@trailmark/api/route-call';
import type { OutputChainId } from '@trailmark/core/chain';
import type { ClusterView } from '@trailmark/core/cluster';
import type { NetworkId } from '@trailmark/core/network';
import { api } from '../../api.ts';
import { CURSOR_PAGES } from '../../requests/cursor-pages.ts';

export const PAGE = 25;

export function lookUpQuery(text: string, view: ClusterView) {
  return queryOptions({
    queryKey: ['lookup', view, text],
    queryFn: ({ signal }) => api.call('lookUp', { body: { text, view }, signal }),
    enabled: text.trim() !== '',
  });
}

export function searchLabelsQuery(q: string) {
  return queryOptions({
    queryKey: ['labels', 'search', q],
    queryFn: ({ signal }) => api.call('searchLabels', { query: { q, limit: 50 }, signal }),
    enabled: q.trim().length >= 2,
  });
}

export function attributionQuery(network: NetworkId, address: string, view: ClusterView) {
  return queryOptions({
    queryKey: ['attribution', network, address, view],
    queryFn: ({ signal }) => api.call('getAttribution', { params: { network, address }, query: { view }, signal }),
    placeholderData: keepPreviousData,
  });
}

export interface NearestOptions {
  readonly direction: 'downstream' | 'upstream';
  readonly maxHops: number;
}

export function nearestServicesQuery(chain: OutputChainId, address: string, { direction, maxHops }: NearestOptions) {
  return queryOptions({
    queryKey: ['address', chain, address, 'nearest', direction, maxHops],
    queryFn: ({ signal }) =>
      api.call('listNearestServices', {
        params: { chain, address },
        query: { direction, maxHops, limit: 20 },
        signal,
      }),
    staleTime: 300_000,
  });
}

export interface DepositSpan {
  readonly fromTime?: number | undefined;
  readonly toTime?: number | undefined;
  readonly currency: string;
}

export function depositPointsQuery(chain: OutputChainId, address: string, span: DepositSpan) {
  return queryOptions({
    queryKey: ['address', chain, address, 'deposits', span],
    queryFn: ({ signal }) => api.call('listDepositPoints', { params: { chain, address }, query: span, signal }),
    placeholderData: keepPreviousData,
  });
}

export function pricesQuery() {
  return queryOptions({ queryKey: ['prices'], queryFn: ({ signal }) => api.call('listPrices', { signal }) });
}

export interface ActorFilter {
  readonly q?: string | undefined;
  readonly category?: string | undefined;
  readonly jurisdiction?: string | undefined;
  readonly withContact?: 'true' | undefined;
}

export function actorsQuery(filter: ActorFilter) {
  return infiniteQueryOptions({
    queryKey: ['actors', filter],
    queryFn: ({ pageParam, signal }) =>
      api.call('listActors', {
        query: { ...filter, limit: PAGE, cursor: pageParam } as RouteInput<typeof contract.listActors>['query'],
        signal,
      }),
    ...CURSOR_PAGES,
    placeholderData: keepPreviousData,
  });
}

export function actorQuery(actor: string) {
  return queryOptions({
    queryKey: ['actor', actor],
    queryFn: ({ signal }) => api.call('getActor', { params: { actor }, signal }),
  });
}

export function actorLabelsQuery(actor: string) {
  return infiniteQueryOptions({
    queryKey: ['actor', actor, 'labels'],
    queryFn: ({ pageParam, signal }) =>
      api.call('listActorLabels', { params: { actor }, query: { limit: PAGE, cursor: pageParam }, signal }),
    ...CURSOR_PAGES,
  });
}

/** One cluster in one view; the name is its number or any of its addresses. */
export interface ClusterPlaceKey {
  readonly chain: OutputChainId;
  readonly cluster: string;
  readonly view: ClusterView;
}

export function clusterQuery({ chain, cluster, view }: ClusterPlaceKey, untilHeight?: number) {
  return queryOptions({
    queryKey: ['cluster', chain, cluster, view, 'head', untilHeight],
    queryFn: ({ signal }) =>
      api.call('getCluster', { params: { chain, cluster }, query: { view, untilHeight }, signal }),
    staleTime: 60_000,
  });
}

export function clusterMembersQuery({ chain, cluster, view }: ClusterPlaceKey) {
  return infiniteQueryOptions({
    queryKey: ['cluster', chain, cluster, view, 'members'],
    queryFn: ({ pageParam, signal }) =>
      api.call('listClusterMembers', {
        params: { chain, cluster },
        query: { view, limit: PAGE, cursor: pageParam },
        signal,
      }),
    ...CURSOR_PAGES,
  });
}

export function clusterLinksQuery({ chain, cluster, view }: ClusterPlaceKey) {
  return infiniteQueryOptions({
    queryKey: ['cluster', chain, cluster, view, 'links'],
    queryFn: ({ pageParam, signal }) =>
      api.call('listClusterLinks', {
        params: { chain, cluster },
        query: { view, limit: PAGE, cursor: pageParam },
        signal,
      }),
    ...CURSOR_PAGES,
  });
}

export function clusterCounterpartiesQuery({ chain, cluster, view }: ClusterPlaceKey, limit: number) {
  return queryOptions({
    queryKey: ['cluster', chain, cluster, view, 'counterparties', limit],
    queryFn: ({ signal }) =>
      api.call('listClusterCounterparties', { params: { chain, cluster }, query: { view, limit }, signal }),
    placeholderData: keepPreviousData,
  });
}

export interface ProofAsk {
  readonly chain: OutputChainId;
  readonly address: string;
  readonly other: string;
  readonly view: ClusterView;
}

export function whyTogetherQuery({ chain, address, other, view }: ProofAsk) {
  return queryOptions({
    queryKey: ['why', chain, address, other, view],
    queryFn: ({ signal }) => api.call('whyTogether', { params: { chain, address, other }, query: { view }, signal }),
  });
}

/** The proof path as a file that verifies without this server. */
export function proofFileUrl({ chain, address, other, view }: ProofAsk): string {
  return routeUrl(contract.exportClusterProof, { params: { chain, address, other }, query: { view } });
}

export interface Without {
  readonly rules: readonly string[];
  readonly transactions: readonly string[];
}

export function whatIfQuery({ chain, cluster, view }: ClusterPlaceKey, { rules, transactions }: Without) {
  return queryOptions({
    queryKey: ['cluster', chain, cluster, view, 'what-if', rules, transactions],
    queryFn: ({ signal }) =>
      api.call('whatIf', {
        params: { chain, cluster },
        body: { view, withoutRules: [...rules], withoutTransactions: [...transactions] },
        signal,
      }),
    enabled: rules.length + transactions.length > 0,
    placeholderData: keepPreviousData,
  });
}

export function labelPacksQuery() {
  return queryOptions({ queryKey: ['label-packs'], queryFn: ({ signal }) => api.call('listLabelPacks', { signal }) });
}

/** The proposal to take the sanctions list out of force, for administrators of the installation. */
export function withdrawalQuery() {
  return queryOptions({
    queryKey: ['label-packs', 'withdrawal'],
    queryFn: ({ signal }) => api.call('getListWithdrawal', { signal }),
  });
}

export function packPreviewQuery(pack: string, version: string) {
  return queryOptions({
    queryKey: ['label-packs', pack, version, 'preview'],
    queryFn: ({ signal }) => api.call('previewLabelPack', { params: { pack, version }, query: { limit: 100 }, signal }),
  });
}
