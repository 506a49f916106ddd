import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';

/** What the agency may use. */
export function createSubscriptionRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/subscription',
      component: lazyRouteComponent(() => import('./subscription-screen.tsx'), 'SubscriptionScreen'),
    }),
  ] as const;
}
