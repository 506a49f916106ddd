import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';

/** Scam submission: the queue of the agency with one report open, and the form. */
export function createScamSubmissionRoutes(layout: DashboardLayoutRoute) {
  const getParentRoute = () => layout;
  return [
    createRoute({
      getParentRoute,
      path: '/scam-submission',
      component: lazyRouteComponent(() => import('./queue-screen.tsx'), 'QueueScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/scam-submission/new',
      component: lazyRouteComponent(() => import('./new-report-screen.tsx'), 'NewReportScreen'),
    }),
  ];
}
