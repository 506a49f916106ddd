import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';

/** Scam and sanction alerts, lists, and deconfliction: three tabs of one page. */
export function createDeconflictionRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/deconfliction',
      component: lazyRouteComponent(() => import('./deconfliction-screen.tsx'), 'DeconflictionScreen'),
    }),
  ];
}
