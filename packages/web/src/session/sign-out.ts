import { AppError } from '@trailmark/core/errors';
import { api } from '../api.ts';
import { clearStoredSession } from '../requests/session-hints.ts';
import { homeUrl } from '../url.ts';

/** Fixed by the specification. */
export const SIGN_OUT_DELAY_MS = 1_000;
const CHANNEL = 'trailmark-session';

export type SessionNews = 'signed-in' | 'signed-out';

let channel: BroadcastChannel | undefined;
/** One for the page: a channel gives its own messages to all others of the browser, those of the same page included, but not to itself. */
function openChannel(): BroadcastChannel {
  channel ??= new BroadcastChannel(CHANNEL);
  return channel;
}

/** Notifies the other tabs of this browser, and not this one. */
export function notifyTabs(news: SessionNews): void {
  openChannel().postMessage(news);
}

/** Listens to other tabs. Returns how to stop. */
export function hearTabs(listener: (news: SessionNews) => void): () => void {
  const from = openChannel();
  const onMessage = ({ data }: MessageEvent<SessionNews>) => listener(data);
  from.addEventListener('message', onMessage);
  return () => from.removeEventListener('message', onMessage);
}

/** Forgets the session and reloads the first page. */
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
