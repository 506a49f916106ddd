import { AppError } from '@trailmark/core/errors';
import { api } from '../api.ts';
import { clearStoredSession } from '../requests/session-hints.ts';
import { homeUrl } from '../url.ts';

/** Fixed by the specification. */
export const SIGN_OUT_DELAY_MS = 1_000;
const CHANNEL = 'trailmark-session';

export type SessionNews = 'signed-in' | 'signed-out';

/** Tells the other tabs of this browser. */
export function notifyTabs(news: SessionNews): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(news);
  channel.close();
}

/** Hears what other tabs tell. Gives back how to stop. */
export function hearTabs(listener: (news: SessionNews) => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }: MessageEvent<SessionNews>) => listener(data);
  return () => channel.close();
}

/** Forgets the session and loads the first page anew. */
export function leaveForHome(): void {
  clearStoredSession();
  window.location.replace(homeUrl());
}

/** Ends the session at the server and in every tab. Throws where the server did not end it. */
export async function endSession(everywhere = false): Promise<void> {
  try {
    await api.call('logout', { body: { everywhere } });
  } catch (error) {
    // A session that is over already needs no ending.
    if (!AppError.is(error, 'unauthorised')) throw error;
  }
  notifyTabs('signed-out');
  leaveForHome();
}
