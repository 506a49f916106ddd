import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute, PublicLayoutRoute } from '../../layouts.tsx';
import { adminTrainingSearch, rosterSearch, scheduleSearch } from './search.ts';

const course = () => import('./course-screen.tsx');
const training = () => import('./training-screen.tsx');

/** Courses, schedule, labs, certificates. */
export function createTrainingRoutes(layout: PublicLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/training',
      component: lazyRouteComponent(training, 'TrainingScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/access/training',
      component: lazyRouteComponent(training, 'TrainingScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/training/schedule',
      validateSearch: scheduleSearch,
      component: lazyRouteComponent(() => import('./schedule-screen.tsx'), 'ScheduleScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/training/cryptocurrencyessentials',
      component: lazyRouteComponent(course, 'EssentialsScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/access/training/cryptocurrencyessentials',
      component: lazyRouteComponent(course, 'EssentialsScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/training/intermediate',
      component: lazyRouteComponent(course, 'IntermediateScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/access/training/intermediate',
      component: lazyRouteComponent(course, 'IntermediateScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/training/AdvancedCrypto',
      component: lazyRouteComponent(course, 'AdvancedScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/access/training/labs/$lab',
      component: lazyRouteComponent(() => import('./lab-screen.tsx'), 'LabScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/training/certificate',
      component: lazyRouteComponent(() => import('./certificate-screen.tsx'), 'CertificateScreen'),
    }),
  ] as const;
}

/** For administrators: the roster and the dates. */
export function createTrainingAdminRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/training/TrainingEnrolledUsers',
      validateSearch: rosterSearch,
      component: lazyRouteComponent(() => import('./roster-screen.tsx'), 'RosterScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/admin-training',
      validateSearch: adminTrainingSearch,
      component: lazyRouteComponent(() => import('./admin-training-screen.tsx'), 'AdminTrainingScreen'),
    }),
  ] as const;
}
