import { type ComponentType, Suspense, useEffect } from 'react';
import { Spinner } from '../components/spinner.tsx';
import { rememberPage } from '../requests/session-hints.ts';
import { PublicFrame } from './public-layout.tsx';

/** A spinner on the whole page: what is to be shown is not known yet. */
export function SpinnerPage({ label }: { readonly label: string }) {
  return (
    <div className="tm-spinnerpage">
      <Spinner label={label} />
    </div>
  );
}

export interface LoginRequiredProps {
  /** The address that asks for a session. */
  readonly path: string;
  /** The sign-in page; `isGuard` where it replaces another page. */
  readonly SignIn: ComponentType<{ readonly isGuard?: boolean }>;
}

/** The sign-in page at an address that asks for it; afterwards the visitor continues to that address. */
export function LoginRequired({ path, SignIn }: LoginRequiredProps) {
  useEffect(() => rememberPage(path), [path]);
  return (
    <PublicFrame>
      <Suspense fallback={<SpinnerPage label="Sign-in is required for this page" />}>
        <SignIn isGuard />
      </Suspense>
    </PublicFrame>
  );
}
