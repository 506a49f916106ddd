import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import type { LoginAnswer } from '@trailmark/api/contract/session';
import { useRef } from 'react';
import { showToast } from '../../components/toast.ts';
import { takeRememberedPage, writeHints } from '../../requests/session-hints.ts';
import { notifyTabs } from '../../session/sign-out.ts';
import { meQuery } from '../../session.ts';
import { homeUrl } from '../../url.ts';
import { SIGN_IN_TOASTS } from './sign-in-check.ts';

/** Fixed by the specification. */
export const REDIRECT_MS = 1_500;

/** What follows an answer to a sign-in: the toast, and for a success the values, the wait and the way on. */
export function useSignIn(): (answer: LoginAnswer, email: string) => void {
  const queryClient = useQueryClient();
  const router = useRouter();
  const isLeaving = useRef(false);
  const goOn = async (wanted: string) => {
    await queryClient.invalidateQueries({ queryKey: ['me'] });
    const me = queryClient.getQueryData(meQuery().queryKey);
    await router.navigate({ href: me?.role === 'pending' ? '/second-factor' : wanted, replace: true });
  };
  return (answer, email) => {
    if (answer.flag === 'second-factor') return;
    showToast(answer.flag === 'success' ? 'done' : 'error', SIGN_IN_TOASTS[answer.flag]);
    if (answer.flag !== 'success' || isLeaving.current) return;
    isLeaving.current = true;
    writeHints({
      email,
      name: answer.name,
      isAdmin: answer.type === 'admin',
      isAllowed: answer.allow_status === 'Yes',
    });
    notifyTabs('signed-in');
    const wanted = takeRememberedPage() ?? homeUrl();
    setTimeout(() => void goOn(wanted), REDIRECT_MS);
  };
}
