import { streamAlerts } from '@trailmark/api/contract/alert';
import { routeUrl } from '@trailmark/api/route-call';
import { fetchEvents } from '../../api.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

async function readOnce(signal: AbortSignal, onChange: () => void): Promise<void> {
  const response = await fetchEvents(routeUrl(streamAlerts, {}), { headers: { accept: 'text/event-stream' }, signal });
  if (!response.ok || response.body === null) throw new Error('no events');
  const decoder = new TextDecoder();
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    if (decoder.decode(part, { stream: true }).includes('event: alerts')) onChange();
  }
}

/** Calls back at once and after each change of the reader's alerts, and connects again whenever the stream ends. */
export async function followAlerts(signal: AbortSignal, onChange: () => void): Promise<void> {
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      await readOnce(signal, onChange);
      wait = FIRST_WAIT_MS;
    } catch {
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    }
    if (signal.aborted) return;
    await new Promise((resolve) => setTimeout(resolve, wait));
  }
}
