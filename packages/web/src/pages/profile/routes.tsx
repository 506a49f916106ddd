import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';

/** The own profile. */
export function createProfileRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/profile',
      component: lazyRouteComponent(() => import('./profile-screen.tsx'), 'ProfileScreen'),
    }),
  ] as const;
}
