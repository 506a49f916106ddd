import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { parseAccountChainId } from '@trailmark/core/chain';
import type { DashboardLayoutRoute } from '../../layouts.tsx';

function withAccountChain<T extends { chain: string }>(params: T) {
  return { ...params, chain: parseAccountChainId(params.chain) };
}

/** NFT analysis: the form, a collection, one token, a wallet. Screens read their own query. */
export function createNftAnalysisRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/nft-analysis',
      component: lazyRouteComponent(() => import('./nft-start.tsx'), 'NftStart'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/nft-analysis/$chain/wallets/$address',
      params: { parse: withAccountChain },
      component: lazyRouteComponent(() => import('./wallet-screen.tsx'), 'WalletScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/nft-analysis/$chain/$contract',
      params: { parse: withAccountChain },
      component: lazyRouteComponent(() => import('./collection-screen.tsx'), 'CollectionScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/nft-analysis/$chain/$contract/$token',
      params: { parse: withAccountChain },
      component: lazyRouteComponent(() => import('./token-screen.tsx'), 'TokenScreen'),
    }),
  ] as const;
}
