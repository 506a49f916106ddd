import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { DashboardLayoutRoute, PublicLayoutRoute } from '../../layouts.tsx';

/** Sign-in and what leads to an account. */
export function createAccountRoutes(layout: PublicLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/login',
      component: lazyRouteComponent(() => import('./sign-in-screen.tsx'), 'SignInScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/register',
      component: lazyRouteComponent(() => import('./register-screen.tsx'), 'RegisterScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/forgot-password',
      component: lazyRouteComponent(() => import('./forgot-password-screen.tsx'), 'ForgotPasswordScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/re-verification',
      component: lazyRouteComponent(() => import('./re-verification-screen.tsx'), 'ReVerificationScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/verify-email',
      component: lazyRouteComponent(() => import('./verify-email-screen.tsx'), 'VerifyEmailScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/reset-password',
      component: lazyRouteComponent(() => import('./reset-password-screen.tsx'), 'ResetPasswordScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/claim',
      component: lazyRouteComponent(() => import('./claim-screen.tsx'), 'ClaimScreen'),
    }),
    createRoute({
      getParentRoute: () => layout,
      path: '/second-factor',
      component: lazyRouteComponent(() => import('./second-factor-screen.tsx'), 'SecondFactorScreen'),
    }),
  ] as const;
}

/** The password page of the user panel. */
export function createPasswordRoutes(layout: DashboardLayoutRoute) {
  return [
    createRoute({
      getParentRoute: () => layout,
      path: '/update-password',
      component: lazyRouteComponent(() => import('./update-password-screen.tsx'), 'UpdatePasswordScreen'),
    }),
  ] as const;
}
