import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { byFamily } from '../../components/chain-family.tsx';
import type { DashboardLayoutRoute } from '../../layouts.tsx';
import { withChain } from '../../route-params.ts';
import { anyHistorySearch } from './account/search.ts';
import { addressSearchForm } from './search.ts';

const OutputHistory = lazyRouteComponent(() => import('./address-history-screen.tsx'), 'AddressHistoryScreen');
const AccountHistory = lazyRouteComponent(() => import('./account/account-history-screen.tsx'), 'AccountHistoryScreen');

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
      validateSearch: anyHistorySearch,
      component: byFamily(OutputHistory, AccountHistory),
    }),
  ] as const;
}
