import { lazy, Suspense, useEffect } from 'react';
import { Spinner } from '../components/spinner.tsx';
import { rememberPage } from '../session/session-hints.ts';
import { PublicFrame } from './public-layout.tsx';

const SignInScreen = lazy(() =>
  import('../pages/account/sign-in-screen.tsx').then(({ SignInScreen: component }) => ({ default: component })),
);

/** A spinner on the whole page: what is to be shown is not known yet. */
export function SpinnerPage({ label }: { readonly label: string }) {
  return (
    <div className="tm-spinnerpage">
      <Spinner label={label} />
    </div>
  );
}

/** The sign-in page at an address that asks for it; afterwards the visitor goes on to that address. */
export function LoginRequired({ path }: { readonly path: string }) {
  useEffect(() => rememberPage(path), [path]);
  return (
    <PublicFrame>
      <Suspense fallback={<SpinnerPage label="Sign-in is required for this page" />}>
        <SignInScreen isGuard />
      </Suspense>
    </PublicFrame>
  );
}
