import { Navigate, Outlet, useLocation, useMatches } from '@tanstack/react-router';
import { guardPage } from '../session/page-guard.ts';
import { SessionHost } from '../session/session-host.tsx';
import { useSession } from '../session.ts';
import { LoginRequired, type LoginRequiredProps, SpinnerPage } from './login-required.tsx';

export type RootScreenProps = Pick<LoginRequiredProps, 'SignIn'>;

function GuardedPage({ SignIn }: RootScreenProps) {
  const session = useSession();
  const { pathname, href } = useLocation();
  const isTool = useMatches({ select: (matches) => matches.some(({ routeId }) => routeId.startsWith('/dashboard')) });
  const verdict = guardPage(pathname, session, isTool);
  if (verdict === 'open') return <Outlet />;
  if (verdict === 'wait') return <SpinnerPage label="Loading the page" />;
  if (verdict === 'sign-in') return <LoginRequired path={href} SignIn={SignIn} />;
  return <Navigate to={verdict.goTo} replace />;
}

/** Around every page: its session, and who may see it. */
export function RootScreen({ SignIn }: RootScreenProps) {
  return (
    <SessionHost>
      <GuardedPage SignIn={SignIn} />
    </SessionHost>
  );
}
