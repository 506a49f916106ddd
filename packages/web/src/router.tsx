import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  retainSearchParams,
} from '@tanstack/react-router';
import { type ChainId, parseChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { isNetworkId, type NetworkId } from '@trailmark/core/network';
import { NotFoundScreen } from './pages/not-found-screen.tsx';
import { PendingScreen } from './pages/pending-screen.tsx';
import { PlannedScreen } from './pages/planned-screen.tsx';
import { RouteErrorScreen } from './pages/route-error-screen.tsx';
import {
  explorerAddressSearch,
  type PageSearch,
  pageSearch,
  parseSearch,
  stringifySearch,
  trackSearch,
  transactionSearch,
} from './search-params.ts';
import { PublicLayout } from './shell/public-layout.tsx';
import { listPlannedPages } from './shell/public-menu.ts';
import { listPlannedTools } from './shell/tool-menu.ts';
import { addressHistorySearch, addressSearchForm } from './tools/address-search/search.ts';
import {
  attributionSearch,
  clusterSearch,
  directorySearch,
  labelPacksSearch,
  lookupSearch,
} from './tools/exchange-lookup/search.ts';

/** `$chain` in a path is one of the known chains; anything else is answered by the error screen. */
function withChain<T extends { chain: string }>(params: T): Omit<T, 'chain'> & { chain: ChainId } {
  return { ...params, chain: parseChainId(params.chain) };
}

function withNetwork<T extends { network: string }>(params: T): Omit<T, 'network'> & { network: NetworkId } {
  const { network } = params;
  if (!isNetworkId(network)) throw new AppError('invalid', `No network is called "${network}". Use an id such as btc.`);
  return { ...params, network };
}

const rootRoute = createRootRoute({
  component: Outlet,
  validateSearch: pageSearch,
  search: { middlewares: [retainSearchParams<PageSearch>(['currency'])] },
});

/* Public site */

const publicLayout = createRoute({ getParentRoute: () => rootRoute, id: 'public', component: PublicLayout });

const homeRoute = createRoute({
  getParentRoute: () => publicLayout,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/home/home-screen.tsx'), 'HomeScreen'),
});

const trackRoute = createRoute({
  getParentRoute: () => publicLayout,
  path: '/Track',
  validateSearch: trackSearch,
  component: lazyRouteComponent(() => import('./pages/track/track-screen.tsx'), 'TrackScreen'),
});

const addressRoute = createRoute({
  getParentRoute: () => publicLayout,
  path: '/Track/$chain/address/$address',
  params: { parse: withChain },
  validateSearch: explorerAddressSearch,
  component: lazyRouteComponent(() => import('./pages/track/address-screen.tsx'), 'AddressScreen'),
});

const transactionRoute = createRoute({
  getParentRoute: () => publicLayout,
  path: '/Track/$chain/tx/$txid',
  params: { parse: withChain },
  validateSearch: transactionSearch,
  component: lazyRouteComponent(() => import('./pages/track/transaction-screen.tsx'), 'TransactionScreen'),
});

const blockRoute = createRoute({
  getParentRoute: () => publicLayout,
  path: '/Track/$chain/block/$block',
  params: { parse: withChain },
  component: lazyRouteComponent(() => import('./pages/track/block-screen.tsx'), 'BlockScreen'),
});

const plannedPageRoutes = listPlannedPages().map(({ path, name, planned }) =>
  createRoute({
    getParentRoute: () => publicLayout,
    path,
    component: () => <PlannedScreen title={name} sentence={planned ?? ''} kind="page" />,
  }),
);

/* Dashboard */

const dashboardLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'dashboard',
  component: lazyRouteComponent(() => import('./shell/dashboard-layout.tsx'), 'DashboardLayout'),
});

const addressSearchRoute = createRoute({
  getParentRoute: () => dashboardLayout,
  path: '/address-search',
  validateSearch: addressSearchForm,
  component: lazyRouteComponent(
    () => import('./tools/address-search/address-search-screen.tsx'),
    'AddressSearchScreen',
  ),
});

const addressHistoryRoute = createRoute({
  getParentRoute: () => dashboardLayout,
  path: '/address-search/$chain/$address',
  params: { parse: withChain },
  validateSearch: addressHistorySearch,
  component: lazyRouteComponent(
    () => import('./tools/address-search/address-history-screen.tsx'),
    'AddressHistoryScreen',
  ),
});

const lookupRoute = createRoute({
  getParentRoute: () => dashboardLayout,
  path: '/exchange-lookup',
  validateSearch: lookupSearch,
  component: lazyRouteComponent(() => import('./tools/exchange-lookup/lookup-screen.tsx'), 'LookupScreen'),
});

const attributionRoute = createRoute({
  getParentRoute: () => dashboardLayout,
  path: '/exchange-lookup/$network/$address',
  params: { parse: withNetwork },
  validateSearch: attributionSearch,
  component: lazyRouteComponent(() => import('./tools/exchange-lookup/attribution-screen.tsx'), 'AttributionScreen'),
});

const directoryRoute = createRoute({
  getParentRoute: () => dashboardLayout,
  path: '/exchange-lookup/entity',
  validateSearch: directorySearch,
  component: lazyRouteComponent(() => import('./tools/exchange-lookup/directory-screen.tsx'), 'DirectoryScreen'),
});

const entityRoute = createRoute({
  getParentRoute: () => dashboardLayout,
  path: '/exchange-lookup/entity/$actor',
  component: lazyRouteComponent(() => import('./tools/exchange-lookup/entity-screen.tsx'), 'EntityScreen'),
});

const clusterRoute = createRoute({
  getParentRoute: () => dashboardLayout,
  path: '/exchange-lookup/cluster/$chain/$cluster',
  params: { parse: withChain },
  validateSearch: clusterSearch,
  component: lazyRouteComponent(() => import('./tools/exchange-lookup/cluster-screen.tsx'), 'ClusterScreen'),
});

const labelPacksRoute = createRoute({
  getParentRoute: () => dashboardLayout,
  path: '/exchange-lookup/packs',
  validateSearch: labelPacksSearch,
  component: lazyRouteComponent(() => import('./tools/exchange-lookup/packs-screen.tsx'), 'PacksScreen'),
});

const lookupRoutes = [
  lookupRoute,
  attributionRoute,
  directoryRoute,
  entityRoute,
  clusterRoute,
  labelPacksRoute,
] as const;

const plannedToolRoutes = listPlannedTools().map(({ path, name, planned }) =>
  createRoute({
    getParentRoute: () => dashboardLayout,
    path,
    component: () => <PlannedScreen title={name} sentence={planned ?? ''} kind="tool" />,
  }),
);

const routeTree = rootRoute.addChildren([
  publicLayout.addChildren([homeRoute, trackRoute, addressRoute, transactionRoute, blockRoute, ...plannedPageRoutes]),
  dashboardLayout.addChildren([addressSearchRoute, addressHistoryRoute, ...lookupRoutes, ...plannedToolRoutes]),
]);

/** All routes. Search params are plain text pairs, so an identifier of digits stays text. */
export function createAppRouter() {
  return createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // The layout is painted before the screen's own code is there.
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
    defaultErrorComponent: RouteErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
