import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PublicLayoutRoute } from '../../layouts.tsx';

/** The first page. */
export function createHomeRoutes(layout: PublicLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/',
      component: lazyRouteComponent(() => import('./home-screen.tsx'), 'HomeScreen'),
    }),
  ] as const;
}
