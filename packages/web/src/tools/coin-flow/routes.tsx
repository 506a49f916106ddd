import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';
import { coinFlowSearch, flowSearch } from './search.ts';

/** Coin flow: where a trace begins, and the canvas of a saved one. */
export function createCoinFlowRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/coin-flow',
      validateSearch: coinFlowSearch,
      component: lazyRouteComponent(() => import('./coin-flow-screen.tsx'), 'CoinFlowScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/coin-flow/$flow',
      validateSearch: flowSearch,
      component: lazyRouteComponent(() => import('./flow-screen.tsx'), 'FlowScreen'),
    }),
  ] as const;
}
