import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';

/** Seed phrases: the page that derives, and the check of its addresses. */
export function createSeedScannerRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/wallet-statement/seed',
      component: lazyRouteComponent(() => import('./seed-screen.tsx'), 'SeedScreen'),
    }),
  ] as const;
}
