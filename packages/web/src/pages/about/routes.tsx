import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PublicLayoutRoute } from '../../layouts.tsx';

/** The page about the software and those who run it. */
export function createAboutRoutes(layout: PublicLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/about-us',
      component: lazyRouteComponent(() => import('./about-screen.tsx'), 'AboutScreen'),
    }),
  ] as const;
}
