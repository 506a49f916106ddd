import type { Session } from '../session.ts';

/** Words of the specification: a path that contains one is for people who are signed in. */
const SIGNED_IN_WORDS = ['access', 'admin-users', 'TrainingEnrolledUsers', 'resources_noallow', 'pdfs', 'images'];
const ADMIN_WORDS = ['admin', 'TrainingEnrolledUsers'];
const OPEN_PORTAL = '/access/resources/le-portal';
const RESTRICTED_PORTAL = '/resources_noallow/le-portal';
/** Where people whose account owes something can still go. */
const SECOND_FACTOR = '/second-factor';
const UPDATE_PASSWORD = '/update-password';

/** `wait`: only the server can say, and it has not answered yet. */
export type Verdict = 'open' | 'wait' | 'sign-in' | { readonly goTo: string };

const hasWord = (path: string, words: readonly string[]) => words.some((word) => path.includes(word));

function owes(path: string, { role, me }: Session): string | undefined {
  if (role === 'pending' && path !== SECOND_FACTOR) return SECOND_FACTOR;
  return me?.account?.mustSetPassword && role !== 'pending' && path !== UPDATE_PASSWORD ? UPDATE_PASSWORD : undefined;
}

const toAdmins = (path: string) => hasWord(path, ADMIN_WORDS);

/** With a slash or without: the router drops it, and a page that put it back would never come to rest. */
function guardPortal(session: Session): Verdict {
  if (session.isAllowed || session.isAdmin) return 'open';
  return session.isKnown ? { goTo: RESTRICTED_PORTAL } : 'wait';
}

/** What a person sees at a path; `isTool` for pages of the dashboard. The server decides every call itself. */
export function guardPage(path: string, session: Session, isTool: boolean): Verdict {
  const bare = path.length > 1 ? path.replace(/\/+$/, '') : path;
  if (!isTool && !hasWord(path, SIGNED_IN_WORDS) && !toAdmins(path)) return 'open';
  if (!session.isSignedIn) return session.isKnown ? 'sign-in' : 'wait';
  const owed = owes(bare, session);
  if (owed) return { goTo: owed };
  if (!session.isAdmin && toAdmins(path)) return session.isKnown ? { goTo: '/' } : 'wait';
  return bare === OPEN_PORTAL ? guardPortal(session) : 'open';
}
