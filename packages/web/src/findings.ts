import { queryOptions } from '@tanstack/react-query';
import { type ChainId, type OutputChainId, parseOutputChainId } from '@trailmark/core/chain';
import { api } from './api.ts';

/** What the rules state about one transaction: CoinJoin verdict, vetoes, change. */
export function transactionFindingsQuery(chain: OutputChainId, txid: string) {
  return queryOptions({
    queryKey: ['transaction', chain, txid, 'findings'],
    queryFn: ({ signal }) => api.call('getTransactionFindings', { params: { chain, txid }, signal }),
    retry: false,
  });
}

/** The cluster of an address in both views. */
export function addressClustersQuery(chain: ChainId, address: string) {
  return queryOptions({
    queryKey: ['address', chain, address, 'clusters'],
    queryFn: ({ signal }) =>
      api.call('getAddressClusters', { params: { chain: parseOutputChainId(chain), address }, signal }),
    retry: false,
  });
}
