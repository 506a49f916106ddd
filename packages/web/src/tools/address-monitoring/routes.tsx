import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';

const loadEditor = lazyRouteComponent(() => import('./watch-editor-screen.tsx'), 'WatchEditorScreen');

/** Address monitoring: watches, their editor, and the inbox. */
export function createAddressMonitoringRoutes(layout: DashboardLayoutRoute) {
  const getParentRoute = () => layout;
  return [
    createRoute({
      getParentRoute,
      path: '/address-monitoring',
      component: lazyRouteComponent(() => import('./monitoring-screen.tsx'), 'MonitoringScreen'),
    }),
    createRoute({ getParentRoute, path: '/address-monitoring/new', component: loadEditor }),
    createRoute({ getParentRoute, path: '/address-monitoring/watches/$watch', component: loadEditor }),
    createRoute({
      getParentRoute,
      path: '/address-monitoring/watches/$watch/frontier',
      component: lazyRouteComponent(() => import('./frontier-screen.tsx'), 'FrontierScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/address-monitoring/alerts',
      component: lazyRouteComponent(() => import('./inbox-screen.tsx'), 'InboxScreen'),
    }),
    createRoute({
      getParentRoute,
      path: '/address-monitoring/channels',
      component: lazyRouteComponent(() => import('./channels-screen.tsx'), 'ChannelsScreen'),
    }),
  ];
}
