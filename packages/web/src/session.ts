import { queryOptions, useQuery } from '@tanstack/react-query';
import { type Me, sessionRoutes } from '@trailmark/api/contract/session';
import { isAdmitted, type Role } from '@trailmark/core/role';
import { useSyncExternalStore } from 'react';
import { callRoute } from './api.ts';
import { readHints, type SessionHints } from './requests/session-hints.ts';

/** Who the caller is, from the server. Its key is `['me']`: invalidate it after whatever changes the session. */
export function meQuery() {
  return queryOptions({
    queryKey: ['me'],
    queryFn: ({ signal }) => callRoute(sessionRoutes.getMe, { signal }),
    staleTime: 60_000,
    refetchOnWindowFocus: true,
  });
}

/** The server's answer; undefined until it is there. */
export function useMe(): Me | undefined {
  return useQuery(meQuery()).data;
}

/** What screens are drawn by. Before the server has answered it is what the browser remembers, and `isKnown` is false. */
export interface Session {
  readonly isKnown: boolean;
  readonly isSignedIn: boolean;
  readonly role: Role;
  readonly isAdmin: boolean;
  /** allow_status Yes. */
  readonly isAllowed: boolean;
  readonly name: string;
  readonly email: string;
  readonly me: Me | undefined;
}

const VISITOR: Session = {
  isKnown: true,
  isSignedIn: false,
  role: 'anonymous',
  isAdmin: false,
  isAllowed: false,
  name: '',
  email: '',
  me: undefined,
};

/** The session that an answer describes. */
export function toSession(me: Me): Session {
  const { role, account } = me;
  if (!account) return { ...VISITOR, me };
  return {
    isKnown: true,
    isSignedIn: true,
    role,
    isAdmin: account.type === 'admin' && isAdmitted(role, 'admin'),
    isAllowed: account.allow_status === 'Yes' && role !== 'pending',
    name: account.name,
    email: account.email,
    me,
  };
}

/** The session that remembered values suggest. */
export function toHintedSession(hints: SessionHints | undefined): Session {
  if (!hints) return { ...VISITOR, isKnown: false };
  const { email, name, isAdmin, isAllowed } = hints;
  const role = isAdmin ? 'agency-admin' : isAllowed ? 'allowed' : 'member';
  return { isKnown: false, isSignedIn: true, role, isAdmin, isAllowed, name, email, me: undefined };
}

function subscribeHints(listener: () => void): () => void {
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/** Read as text, so that an unchanged storage is an unchanged value. */
const hintsText = () => JSON.stringify(readHints() ?? null);

/** Who is at the page: the server's answer, or until it comes what the browser remembers. */
export function useSession(): Session {
  const me = useMe();
  const hinted = useSyncExternalStore(subscribeHints, hintsText);
  if (me) return toSession(me);
  return toHintedSession((JSON.parse(hinted) as SessionHints | null) ?? undefined);
}

/** Whether the tools are in a person's side bar: with allow_status Yes, and for administrators below the public menu. */
export function hasTools({ isAdmin, isAllowed }: Pick<Session, 'isAdmin' | 'isAllowed'>): boolean {
  return isAdmin || isAllowed;
}
