import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';
import { supportSearch } from './search.ts';

/** Tickets and answers. */
export function createSupportRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/support',
      validateSearch: supportSearch,
      component: lazyRouteComponent(() => import('./support-screen.tsx'), 'SupportScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/support/$ticket',
      component: lazyRouteComponent(() => import('./ticket-screen.tsx'), 'TicketScreen'),
    }),
  ] as const;
}
