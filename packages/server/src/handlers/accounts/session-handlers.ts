import type { sessionRoutes } from '@trailmark/api/contract/session';
import { describeCaller } from '../../accounts/sessions/describe-caller.ts';
import {
  endOwnSession,
  findVisiblePhoto,
  listOwnSessions,
  lockOwnSession,
  logOut,
} from '../../accounts/sessions/own-sessions.ts';
import { clearSessionCookies, setSessionCookies, setXsrfCookie } from '../../accounts/sessions/start-session.ts';
import { startProof, unlockSession } from '../../accounts/sessions/unlock-session.ts';
import { signIn } from '../../accounts/sign-in.ts';
import type { SignInResult } from '../../accounts/sign-in-outcome.ts';
import { signInWithPasskey, startPasskeySignIn } from '../../accounts/sign-in-passkey.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import type { Handlers } from '../../http/mount.ts';

type SessionHandlers = Pick<Handlers, keyof typeof sessionRoutes>;

const DONE = { done: true } as const;

function sendSignIn(
  casework: CaseworkContext,
  reply: Headers,
  { answer, fresh }: SignInResult,
): SignInResult['answer'] {
  if (fresh) setSessionCookies(casework, reply, fresh);
  return answer;
}

/** Handlers of signing in and out, and of the own sessions. */
export function createSessionHandlers(casework: CaseworkContext): SessionHandlers {
  return {
    getMe: async (_, { caller, reply }) => {
      // A page that made its request before a proof has its new security token from the proof's own answer.
      if (!caller.session?.isFormer) {
        setXsrfCookie(casework, reply, caller.session?.isProgram ? '' : (caller.session?.hash ?? ''));
      }
      return describeCaller(casework, caller);
    },
    login: async ({ body }, { caller, reply }) => sendSignIn(casework, reply, await signIn(casework, caller, body)),
    startPasskeyLogin: () => startPasskeySignIn(casework),
    finishPasskeyLogin: async ({ body }, { caller, reply }) =>
      sendSignIn(casework, reply, await signInWithPasskey(casework, caller, body)),
    logout: async ({ body }, { caller, reply }) => {
      await logOut(casework, caller, body.everywhere);
      clearSessionCookies(casework, reply);
      return DONE;
    },
    unlock: async ({ body }, { caller, reply }) => {
      setSessionCookies(casework, reply, await unlockSession(casework, caller, body));
      return DONE;
    },
    startUnlock: async (_, { caller }) => ({ options: await startProof(casework, caller) }),
    lock: async (_, { caller }) => {
      await lockOwnSession(casework, caller);
      return DONE;
    },
    listSessions: async (_, { caller }) => ({ items: await listOwnSessions(casework, caller) }),
    endSession: async ({ params }, { caller }) => {
      await endOwnSession(casework, caller, params.id);
      return DONE;
    },
    getUserProfileByEmail: async ({ body }, { caller }) => {
      const photo = await findVisiblePhoto(casework, caller, body.email);
      return { data: { data: { photo } }, photo };
    },
  };
}
