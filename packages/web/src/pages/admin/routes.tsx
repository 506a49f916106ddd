import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';
import { inboxSearch, outboxSearch, usersSearch } from './search.ts';

/** What administrators see: people, agencies, messages, emails. */
export function createAdminRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/admin-users',
      validateSearch: usersSearch,
      component: lazyRouteComponent(() => import('./users-screen.tsx'), 'UsersScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/admin-users/$user',
      component: lazyRouteComponent(() => import('./user-screen.tsx'), 'UserScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/admin-agencies',
      component: lazyRouteComponent(() => import('./agencies-screen.tsx'), 'AgenciesScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/admin-agencies/$agency',
      component: lazyRouteComponent(() => import('./agency-screen.tsx'), 'AgencyScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/admin-inbox',
      validateSearch: inboxSearch,
      component: lazyRouteComponent(() => import('./inbox-screen.tsx'), 'InboxScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/admin-inbox/$message',
      component: lazyRouteComponent(() => import('./message-screen.tsx'), 'MessageScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/admin-outbox',
      validateSearch: outboxSearch,
      component: lazyRouteComponent(() => import('./outbox-screen.tsx'), 'OutboxScreen'),
    }),
  ] as const;
}
