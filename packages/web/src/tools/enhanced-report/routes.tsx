import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';

/** Enhanced report: the list of reports, and each report with its form and its pages. */
export function createEnhancedReportRoutes(layout: DashboardLayoutRoute) {
  const getParentRoute = () => layout;
  return [
    createRoute({
      getParentRoute,
      path: '/enhanced-report',
      component: lazyRouteComponent(() => import('./reports-screen.tsx'), 'ReportsScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/enhanced-report/$case/$report',
      component: lazyRouteComponent(() => import('./report-screen.tsx'), 'ReportScreen'),
    }),
  ];
}
