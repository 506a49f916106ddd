import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';
import { auditSearch } from './search.ts';

/** The audit log, for auditors. */
export function createAuditRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/audit',
      validateSearch: auditSearch,
      component: lazyRouteComponent(() => import('./audit-screen.tsx'), 'AuditScreen'),
    }),
  ] as const;
}
