import { createBrowserHistory, createRouter, type RouterHistory } from '@tanstack/react-router';
import { lazy } from 'react';
import { dashboardLayout, publicLayout, rootRoute } from './layouts.tsx';
import { createAboutRoutes } from './pages/about/routes.tsx';
import { createAccountRoutes, createPasswordRoutes } from './pages/account/routes.tsx';
import { createAdminRoutes } from './pages/admin/routes.tsx';
import { createAuditRoutes } from './pages/audit/routes.tsx';
import { createContactRoutes } from './pages/contact/routes.tsx';
import { createHomeRoutes } from './pages/home/routes.tsx';
import { createJobRoutes } from './pages/jobs/routes.tsx';
import { NotFoundPage, NotFoundScreen } from './pages/not-found-screen.tsx';
import { PendingScreen } from './pages/pending-screen.tsx';
import { createProductRoutes } from './pages/products/routes.tsx';
import { createProfileRoutes } from './pages/profile/routes.tsx';
import { createReportScamRoutes } from './pages/report-scam/routes.tsx';
import { createContentAdminRoutes, createResourceRoutes } from './pages/resources/routes.tsx';
import { RouteErrorScreen } from './pages/route-error-screen.tsx';
import { createSourceRoutes } from './pages/sources/routes.tsx';
import { createSubscriptionRoutes } from './pages/subscription/routes.tsx';
import { createSupportRoutes } from './pages/support/routes.tsx';
import { createTrackRoutes } from './pages/track/routes.tsx';
import { createTrainingAdminRoutes, createTrainingRoutes } from './pages/training/routes.tsx';
import { createVideoTutorialRoutes } from './pages/video-tutorials/routes.tsx';
import { parseSearch, stringifySearch } from './search-params.ts';
import { RootScreen } from './shell/root-screen.tsx';
import { createAddressMonitoringRoutes } from './tools/address-monitoring/routes.tsx';
import { createAddressSearchRoutes } from './tools/address-search/routes.tsx';
import { createAddressThreatRoutes } from './tools/address-threat/routes.tsx';
import { createAgencyCaseRoutes } from './tools/agency-cases/routes.tsx';
import { createCoinFlowRoutes } from './tools/coin-flow/routes.tsx';
import { createDeconflictionRoutes } from './tools/deconfliction/routes.tsx';
import { createEnhancedReportRoutes } from './tools/enhanced-report/routes.tsx';
import { createExchangeLookupRoutes } from './tools/exchange-lookup/routes.tsx';
import { createNftAnalysisRoutes } from './tools/nft-analysis/routes.tsx';
import { createScamSubmissionRoutes } from './tools/scam-submission/routes.tsx';
import { createSeedScannerRoutes } from './tools/seed-scanner/routes.tsx';
import { createWalletStatementRoutes } from './tools/wallet-statement/routes.tsx';

const SignIn = lazy(() =>
  import('./pages/account/sign-in-screen.tsx').then(({ SignInScreen }) => ({ default: SignInScreen })),
);
rootRoute.update({ component: () => <RootScreen SignIn={SignIn} />, notFoundComponent: NotFoundPage });

/** One line a room: a folder of screens makes its own routes under the layout it is given. */
const routeTree = rootRoute.addChildren([
  publicLayout.addChildren([
    ...createAccountRoutes(publicLayout),
    ...createHomeRoutes(publicLayout),
    ...createAboutRoutes(publicLayout),
    ...createContactRoutes(publicLayout),
    ...createProductRoutes(publicLayout),
    ...createReportScamRoutes(publicLayout),
    ...createResourceRoutes(publicLayout),
    ...createTrackRoutes(publicLayout),
    ...createTrainingRoutes(publicLayout),
  ]),
  dashboardLayout.addChildren([
    ...createPasswordRoutes(dashboardLayout),
    ...createAddressMonitoringRoutes(dashboardLayout),
    ...createAddressSearchRoutes(dashboardLayout),
    ...createAddressThreatRoutes(dashboardLayout),
    ...createAdminRoutes(dashboardLayout),
    ...createAgencyCaseRoutes(dashboardLayout),
    ...createAuditRoutes(dashboardLayout),
    ...createCoinFlowRoutes(dashboardLayout),
    ...createContentAdminRoutes(dashboardLayout),
    ...createDeconflictionRoutes(dashboardLayout),
    ...createExchangeLookupRoutes(dashboardLayout),
    ...createJobRoutes(dashboardLayout),
    ...createNftAnalysisRoutes(dashboardLayout),
    ...createProfileRoutes(dashboardLayout),
    ...createScamSubmissionRoutes(dashboardLayout),
    ...createSeedScannerRoutes(dashboardLayout),
    ...createSourceRoutes(dashboardLayout),
    ...createSubscriptionRoutes(dashboardLayout),
    ...createSupportRoutes(dashboardLayout),
    ...createTrainingAdminRoutes(dashboardLayout),
    ...createVideoTutorialRoutes(dashboardLayout),
    ...createEnhancedReportRoutes(dashboardLayout),
    ...createWalletStatementRoutes(dashboardLayout),
  ]),
]);

/** All routes. Search params are plain text pairs, so an identifier of digits stays text. */
export function createAppRouter(history: RouterHistory = createBrowserHistory()) {
  return createRouter({
    routeTree,
    history,
    parseSearch,
    stringifySearch,
    scrollRestoration: true,
    // One address of the specification ends with a slash.
    trailingSlash: 'preserve',
    // The layout is painted before the screen's own code is there.
    defaultPendingComponent: PendingScreen,
    defaultPendingMs: 100,
    defaultPendingMinMs: 0,
    defaultErrorComponent: RouteErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // The page guard reads paths as they are written; another case is another path.
    caseSensitive: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
