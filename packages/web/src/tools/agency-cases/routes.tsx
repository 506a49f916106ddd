import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';

const loadCase = lazyRouteComponent(() => import('./case-screen.tsx'), 'CaseScreen');

/** Agency cases: the list, and each case with its tabs. Their screens read the query: no other page waits for its schema. */
export function createAgencyCaseRoutes(layout: DashboardLayoutRoute) {
  const getParentRoute = () => layout;
  return [
    createRoute({
      getParentRoute,
      path: '/agency-cases',
      component: lazyRouteComponent(() => import('./cases-screen.tsx'), 'CasesScreen'),
    }),
    createRoute({ getParentRoute, path: '/agency-cases/$case', component: loadCase }),
    createRoute({ getParentRoute, path: '/agency-cases/$case/$tab', component: loadCase }),
    createRoute({ getParentRoute, path: '/agency-cases/$case/$tab/$part', component: loadCase }),
  ];
}
