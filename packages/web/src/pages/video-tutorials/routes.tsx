import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute } from '../../layouts.tsx';
import { tutorialSearch, tutorialsSearch } from './search.ts';

/** Recordings of the tools. */
export function createVideoTutorialRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/video-tutorials',
      validateSearch: tutorialsSearch,
      component: lazyRouteComponent(() => import('./tutorials-screen.tsx'), 'TutorialsScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/video-tutorials/$tutorial',
      validateSearch: tutorialSearch,
      component: lazyRouteComponent(() => import('./tutorial-screen.tsx'), 'TutorialScreen'),
    }),
  ] as const;
}
