import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';
import { withChain } from '../../route-params.ts';
import { addressHistorySearch, addressSearchForm } from './search.ts';

/** Address History Search. */
export function createAddressSearchRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/address-search',
      validateSearch: addressSearchForm,
      component: lazyRouteComponent(() => import('./address-search-screen.tsx'), 'AddressSearchScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/address-search/$chain/$address',
      params: { parse: withChain },
      validateSearch: addressHistorySearch,
      component: lazyRouteComponent(() => import('./address-history-screen.tsx'), 'AddressHistoryScreen'),
    }),
  ] as const;
}
