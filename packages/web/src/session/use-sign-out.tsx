import { useCallback, useState } from 'react';
import { createPortal } from 'react-dom';
import { Spinner } from '../components/spinner.tsx';
import { showToast } from '../components/toast.ts';
import { endSession, SIGN_OUT_DELAY_MS } from './sign-out.ts';

export interface SignOut {
  readonly signOut: () => void;
  /** The spinner, once it shows. */
  readonly cover: React.ReactNode;
}

/** Signing out as the specification times it: a second, a spinner, and the first page reloaded. */
export function useSignOut(): SignOut {
  const [isLeaving, setLeaving] = useState(false);
  const signOut = useCallback(() => {
    setTimeout(() => {
      setLeaving(true);
      endSession().catch((error: unknown) => {
        setLeaving(false);
        const why = error instanceof Error ? error.message : '';
        showToast('error', `You are still signed in. ${why}`);
      });
    }, SIGN_OUT_DELAY_MS);
  }, []);
  const cover = isLeaving
    ? createPortal(
        <div className="tm-cover">
          <Spinner label="Signing out" />
        </div>,
        document.body,
      )
    : null;
  return { signOut, cover };
}
