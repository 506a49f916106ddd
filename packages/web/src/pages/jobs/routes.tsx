import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';
import { jobsSearch } from './search.ts';

/** Work that continues while people do something else. */
export function createJobRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/jobs',
      validateSearch: jobsSearch,
      component: lazyRouteComponent(() => import('./jobs-screen.tsx'), 'JobsScreen'),
    }),
  ] as const;
}
