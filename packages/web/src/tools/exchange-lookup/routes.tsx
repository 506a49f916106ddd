import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';
import { withNetwork, withOutputChain } from '../../route-params.ts';
import { attributionSearch, clusterSearch, directorySearch, labelPacksSearch, lookupSearch } from './search.ts';

/** Exchange lookup. */
export function createExchangeLookupRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/exchange-lookup',
      validateSearch: lookupSearch,
      component: lazyRouteComponent(() => import('./lookup-screen.tsx'), 'LookupScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/exchange-lookup/$network/$address',
      params: { parse: withNetwork },
      validateSearch: attributionSearch,
      component: lazyRouteComponent(() => import('./attribution-screen.tsx'), 'AttributionScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/exchange-lookup/entity',
      validateSearch: directorySearch,
      component: lazyRouteComponent(() => import('./directory-screen.tsx'), 'DirectoryScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/exchange-lookup/entity/$actor',
      component: lazyRouteComponent(() => import('./entity-screen.tsx'), 'EntityScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/exchange-lookup/cluster/$chain/$cluster',
      params: { parse: withOutputChain },
      validateSearch: clusterSearch,
      component: lazyRouteComponent(() => import('./cluster-screen.tsx'), 'ClusterScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/exchange-lookup/packs',
      validateSearch: labelPacksSearch,
      component: lazyRouteComponent(() => import('./packs-screen.tsx'), 'PacksScreen'),
    }),
  ] as const;
}
