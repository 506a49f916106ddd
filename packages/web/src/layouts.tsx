import { createRootRoute, createRoute, lazyRouteComponent, retainSearchParams } from '@tanstack/react-router';
import { type PageSearch, pageSearch } from './search-params.ts';
import { PublicLayout } from './shell/public-layout.tsx';

/** Around every page; the router gives it its screen. */
export const rootRoute = createRootRoute({
  validateSearch: pageSearch,
  search: { middlewares: [retainSearchParams<PageSearch>(['currency'])] },
});

/** Top bar and foot of the public site; its rooms make their routes under it. */
export const publicLayout = createRoute({ getParentRoute: () => rootRoute, id: 'public', component: PublicLayout });
export type PublicLayoutRoute = typeof publicLayout;

/** Side navigation of the dashboard; whoever is not signed in sees the sign-in page in its place. */
export const dashboardLayout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'dashboard',
  component: lazyRouteComponent(() => import('./shell/dashboard-layout.tsx'), 'DashboardLayout'),
});
export type DashboardLayoutRoute = typeof dashboardLayout;
