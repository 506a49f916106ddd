import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute, PublicLayoutRoute } from '../../layouts.tsx';
import { publicationSearch } from './search.ts';

const portal = lazyRouteComponent(() => import('./portal-screen.tsx'), 'PortalScreen');

function createPortalRoutes(layout: PublicLayoutRoute) {
  return [
    createRoute({ getParentRoute: () => layout, path: '/resources/le-portal', component: portal }),
    createRoute({ getParentRoute: () => layout, path: '/access/resources/le-portal', component: portal }),
    createRoute({
      getParentRoute: () => layout,
      path: '/resources_noallow/le-portal',
      component: lazyRouteComponent(() => import('./portal-screen.tsx'), 'RestrictedPortalScreen'),
    }),
  ] as const;
}

/** Publications, case studies, methods and the LE portal. */
export function createResourceRoutes(layout: PublicLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/resources/publications',
      validateSearch: publicationSearch,
      component: lazyRouteComponent(() => import('./publications-screen.tsx'), 'PublicationsScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/resources/publications/$publication',
      component: lazyRouteComponent(() => import('./publication-screen.tsx'), 'PublicationScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/resources/caseStudies',
      component: lazyRouteComponent(() => import('./case-studies-screen.tsx'), 'CaseStudiesScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/resources/caseStudies/$study',
      component: lazyRouteComponent(() => import('./case-study-screen.tsx'), 'CaseStudyScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/resources/methods',
      component: lazyRouteComponent(() => import('./methods-screen.tsx'), 'MethodsScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/resources/methods/$method',
      component: lazyRouteComponent(() => import('./methods-screen.tsx'), 'MethodScreen'),
    }),
    ...createPortalRoutes(layout),
  ] as const;
}

/** Where administrators write the texts of the site. */
export function createContentAdminRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/admin-content',
      component: lazyRouteComponent(() => import('./content-admin-screen.tsx'), 'ContentAdminScreen'),
    }),
  ] as const;
}
