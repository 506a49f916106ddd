import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';
import { sourcesSearch } from '../../parts/sources/source-url.ts';

/** External sources, and what was requested from them. */
export function createSourceRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/admin-sources',
      validateSearch: sourcesSearch,
      component: lazyRouteComponent(() => import('./sources-screen.tsx'), 'SourcesScreen'),
    }),
  ] as const;
}
