import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PublicLayoutRoute } from '../../layouts.tsx';

/** The contact form. */
export function createContactRoutes(layout: PublicLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/Support/contactUS',
      component: lazyRouteComponent(() => import('./contact-screen.tsx'), 'ContactScreen'),
    }),
  ] as const;
}
