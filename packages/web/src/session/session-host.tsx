import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useEffect, useRef, useSyncExternalStore } from 'react';
import { Toasts } from '../components/toasts.tsx';
import { demandService } from '../requests/demands.ts';
import { clearHints, writeHints } from '../requests/session-hints.ts';
import { useMe } from '../session.ts';
import { SessionClock } from './session-clock.tsx';
import { hearTabs, leaveForHome } from './sign-out.ts';

const loadLockScreen = () => import('./lock-screen.tsx');
const LockScreen = lazy(() => loadLockScreen().then(({ LockScreen: component }) => ({ default: component })));
const StepUpDialog = lazy(() =>
  import('./step-up-dialog.tsx').then(({ StepUpDialog: component }) => ({ default: component })),
);

/** Sessions lock after minutes; what the page shows first comes first. */
const LOCK_AT_HAND_AFTER_MS = 30_000;

/** Drops every answer that was given to somebody else, and asks again for what is on the screen. */
function forgetAnswers(queryClient: QueryClient): void {
  void queryClient.resetQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'me' });
}

/** What the browser remembers follows what the server says. */
function useHintsFromServer(): void {
  const me = useMe();
  useEffect(() => {
    if (!me) return;
    const { account, session } = me;
    if (!account || session?.isLocked) clearHints();
    else {
      const { email, name } = account;
      writeHints({ email, name, isAdmin: account.type === 'admin', isAllowed: account.allow_status === 'Yes' });
    }
  }, [me]);
}

/** Answers of one account or role are no other's. */
function useOwnAnswersOnly(): void {
  const me = useMe();
  const queryClient = useQueryClient();
  const owner = me && `${me.account?.id ?? ''} ${me.role}`;
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (owner === undefined) return;
    if (before.current !== undefined && before.current !== owner) forgetAnswers(queryClient);
    before.current = owner;
  }, [owner, queryClient]);
}

/** Tabs of one browser sign in and out together. */
function useOtherTabs(): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    const refresh = () => void queryClient.invalidateQueries({ queryKey: ['me'] });
    const onStorage = ({ key }: StorageEvent) => {
      if (key === null || key === 'login') refresh();
    };
    window.addEventListener('storage', onStorage);
    const stop = hearTabs((news) => (news === 'signed-out' ? leaveForHome() : refresh()));
    return () => {
      window.removeEventListener('storage', onStorage);
      stop();
    };
  }, [queryClient]);
}

/** A session that can lock has its lock loaded, also where the server is away by then. */
function useLockAtHand(): void {
  const hasSession = useMe()?.session != null;
  useEffect(() => {
    if (!hasSession) return undefined;
    const timer = setTimeout(() => void loadLockScreen().catch(() => undefined), LOCK_AT_HAND_AFTER_MS);
    return () => clearTimeout(timer);
  }, [hasSession]);
}

/** The lock is over where the server knows no session any more. */
function useSettledLock(): void {
  const me = useMe();
  useEffect(() => {
    if (me && !me.session) demandService.settle('locked', false);
  }, [me]);
}

/** What every page has of the session: its clock, its lock, fresh proofs, messages, and what the browser remembers. */
export function SessionHost({ children }: { readonly children: ReactNode }) {
  const me = useMe();
  const queryClient = useQueryClient();
  const demand = useSyncExternalStore(demandService.subscribe, demandService.current);
  useHintsFromServer();
  useOwnAnswersOnly();
  useOtherTabs();
  useSettledLock();
  useLockAtHand();
  const isLocked = (demand === 'locked' && me?.session !== null) || me?.session?.isLocked === true;
  useEffect(() => {
    if (isLocked) clearHints();
  }, [isLocked]);
  const unlocked = () => {
    demandService.settle('locked', true);
    void queryClient.invalidateQueries();
  };
  return (
    <>
      {children}
      <SessionClock />
      {!isLocked && <Toasts />}
      <Suspense>
        {isLocked && <LockScreen name={me?.account?.name ?? ''} onUnlocked={unlocked} />}
        {!isLocked && demand === 'step-up' && (
          <StepUpDialog onSettled={(isMet) => demandService.settle('step-up', isMet)} />
        )}
      </Suspense>
    </>
  );
}
