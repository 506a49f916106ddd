import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';

/** Wallet statement. Its screen reads the query: no other page waits for its schema. */
export function createWalletStatementRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/wallet-statement',
      component: lazyRouteComponent(() => import('./statement-screen.tsx'), 'StatementScreen'),
    }),
  ];
}
