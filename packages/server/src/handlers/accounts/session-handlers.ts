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
import type { Handlers } from '../../http/mount.ts';
import type { Office } from '../../office/office.ts';

type SessionHandlers = Pick<Handlers, keyof typeof sessionRoutes>;

const DONE = { done: true } as const;

function sendSignIn(office: Office, reply: Headers, { answer, fresh }: SignInResult): SignInResult['answer'] {
  if (fresh) setSessionCookies(office, reply, fresh);
  return answer;
}

/** Handlers of signing in and out, and of the own sessions. */
export function createSessionHandlers(office: Office): SessionHandlers {
  return {
    getMe: async (_, { caller, reply }) => {
      // A page that asked before a proof has its new security token from the proof's own answer.
      if (!caller.session?.isFormer) {
        setXsrfCookie(office, reply, caller.session?.isProgram ? '' : (caller.session?.hash ?? ''));
      }
      return describeCaller(office, caller);
    },
    login: async ({ body }, { caller, reply }) => sendSignIn(office, reply, await signIn(office, caller, body)),
    startPasskeyLogin: () => startPasskeySignIn(office),
    finishPasskeyLogin: async ({ body }, { caller, reply }) =>
      sendSignIn(office, reply, await signInWithPasskey(office, caller, body)),
    logout: async ({ body }, { caller, reply }) => {
      await logOut(office, caller, body.everywhere);
      clearSessionCookies(office, reply);
      return DONE;
    },
    unlock: async ({ body }, { caller, reply }) => {
      setSessionCookies(office, reply, await unlockSession(office, caller, body));
      return DONE;
    },
    startUnlock: async (_, { caller }) => ({ options: await startProof(office, caller) }),
    lock: async (_, { caller }) => {
      await lockOwnSession(office, caller);
      return DONE;
    },
    listSessions: async (_, { caller }) => ({ items: await listOwnSessions(office, caller) }),
    endSession: async ({ params }, { caller }) => {
      await endOwnSession(office, caller, params.id);
      return DONE;
    },
    getUserProfileByEmail: async ({ body }, { caller }) => {
      const photo = await findVisiblePhoto(office, caller, body.email);
      return { data: { data: { photo } }, photo };
    },
  };
}
