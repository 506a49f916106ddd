import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PublicLayoutRoute } from '../../layouts.tsx';
import { withChain } from '../../route-params.ts';
import { explorerAddressSearch, trackSearch, transactionSearch } from '../../search-params.ts';

/** The explorer. */
export function createTrackRoutes(layout: PublicLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/Track',
      validateSearch: trackSearch,
      component: lazyRouteComponent(() => import('./track-screen.tsx'), 'TrackScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/Track/$chain/address/$address',
      params: { parse: withChain },
      validateSearch: explorerAddressSearch,
      component: lazyRouteComponent(() => import('./address-screen.tsx'), 'AddressScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/Track/$chain/tx/$txid',
      params: { parse: withChain },
      validateSearch: transactionSearch,
      component: lazyRouteComponent(() => import('./transaction-screen.tsx'), 'TransactionScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/Track/$chain/block/$block',
      params: { parse: withChain },
      component: lazyRouteComponent(() => import('./block-screen.tsx'), 'BlockScreen'),
    }),
  ] as const;
}
