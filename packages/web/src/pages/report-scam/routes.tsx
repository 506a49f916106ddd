import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PublicLayoutRoute } from '../../layouts.tsx';

/** Reports of the public: the form of an agency that takes them, and what became of one. */
export function createReportScamRoutes(layout: PublicLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/report-scam/status',
      component: lazyRouteComponent(() => import('./status-screen.tsx'), 'StatusScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/report-scam/$agency',
      component: lazyRouteComponent(() => import('./public-report-screen.tsx'), 'PublicReportScreen'),
    }),
  ] as const;
}
