import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PublicLayoutRoute } from '../../layouts.tsx';

/** Product pages; an unknown name is answered with the list of those there are. */
export function createProductRoutes(layout: PublicLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/products/$product',
      component: lazyRouteComponent(() => import('./product-screen.tsx'), 'ProductScreen'),
    }),
  ] as const;
}
