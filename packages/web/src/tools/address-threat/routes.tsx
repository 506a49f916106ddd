import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';

/** Address threat analysis. Its screens read the query: no other page waits for its schema. */
export function createAddressThreatRoutes(layout: DashboardLayoutRoute) {
  const getParentRoute = () => layout;
  return [
    createRoute({
      getParentRoute,
      path: '/address-threat',
      component: lazyRouteComponent(() => import('./threat-screen.tsx'), 'ThreatScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/address-threat/rules',
      component: lazyRouteComponent(() => import('./rules/rules-page.tsx'), 'RulesPage'),
    }),
  ];
}
