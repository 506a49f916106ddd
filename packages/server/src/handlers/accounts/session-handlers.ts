import type { sessionRoutes } from '@trailmark/api/contract/session';
import { AppError } from '@trailmark/core/errors';
import { isAdmitted } from '@trailmark/core/role';
import {
  endSessionById,
  endSessionsOf,
  findPhoto,
  listSessions,
  lockSession,
} from '@trailmark/store/cases/accounts/session-rows';
import { toEmailKey } from '../../accounts/email-key.ts';
import { describeCaller } from '../../accounts/sessions/describe-caller.ts';
import { clearSessionCookies, setSessionCookies, setXsrfCookie } from '../../accounts/sessions/start-session.ts';
import { assertBrowser, startProof, unlockSession } from '../../accounts/sessions/unlock-session.ts';
import { signIn } from '../../accounts/sign-in.ts';
import type { SignInResult } from '../../accounts/sign-in-outcome.ts';
import { signInWithPasskey, startPasskeySignIn } from '../../accounts/sign-in-passkey.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Caller } from '../../office/caller.ts';
import { act, type Office, read } from '../../office/office.ts';

type SessionHandlers = Pick<Handlers, keyof typeof sessionRoutes>;

const DONE = { done: true } as const;

function sendSignIn(office: Office, reply: Headers, { answer, fresh }: SignInResult): SignInResult['answer'] {
  if (fresh) setSessionCookies(office, reply, fresh);
  return answer;
}

function toSessionObject(caller: Caller): { readonly kind: string; readonly id: string } {
  return { kind: 'session', id: caller.session?.id ?? '' };
}

async function logOut(office: Office, caller: Caller, isEverywhere: boolean): Promise<void> {
  assertBrowser(caller);
  const { account, session } = caller;
  const details = { everywhere: isEverywhere };
  const entry = { action: 'account.sign-out', object: toSessionObject(caller), details };
  await act(office, caller, entry, async (tx) => {
    if (isEverywhere) await endSessionsOf(tx, account.id, office.now());
    else await endSessionById(tx, account.id, { id: session.id, now: office.now() });
  });
}

async function endOne(office: Office, caller: Caller, id: string): Promise<void> {
  assertBrowser(caller);
  const { account } = caller;
  const entry = { action: 'session.end', object: { kind: 'session', id } };
  await act(office, caller, entry, async (tx) => {
    if (await endSessionById(tx, account.id, { id, now: office.now() })) return;
    throw new AppError('not-found', 'You have no such session. It may have ended already.');
  });
}

/** The photo of the own account; administrators see those of their reach. Everybody else's is that of nobody. */
async function findVisiblePhoto(office: Office, caller: Caller, email: string): Promise<string | null> {
  const key = toEmailKey(email);
  const isOwn = key === toEmailKey(caller.account?.email ?? '');
  if (!isOwn && !isAdmitted(caller.role, 'admin')) return null;
  return read(office, caller, (tx) => findPhoto(tx, key));
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
      assertBrowser(caller);
      const { session } = caller;
      const entry = { action: 'session.lock', object: toSessionObject(caller) };
      await act(office, caller, entry, (tx) => lockSession(tx, session.hash));
      return DONE;
    },
    listSessions: async (_, { caller }) => {
      const since = new Date(office.now().getTime() - office.profile.session.absoluteMs);
      const rows = await read(office, caller, (tx) => listSessions(tx, caller.account?.id ?? '', since));
      const items = rows.map(({ hash: _, startedAt, activeAt, ...row }) => ({
        ...row,
        isCurrent: row.id === caller.session?.id,
        startedAt: startedAt.toISOString(),
        activeAt: activeAt.toISOString(),
      }));
      return { items };
    },
    endSession: async ({ params }, { caller }) => {
      await endOne(office, caller, params.id);
      return DONE;
    },
    getUserProfileByEmail: async ({ body }, { caller }) => {
      const photo = await findVisiblePhoto(office, caller, body.email);
      return { data: { data: { photo } }, photo };
    },
  };
}
