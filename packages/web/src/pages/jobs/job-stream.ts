import { type JobView, jobView, streamJobs } from '@trailmark/api/contract/job';
import { routeUrl } from '@trailmark/api/route-call';
import { fetchEvents } from '../../api.ts';
import type { JobScope } from '../../jobs.ts';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Jobs in a text of server-sent events, and what follows the last whole event. */
export function readEvents(text: string): { readonly jobs: readonly JobView[]; readonly rest: string } {
  const blocks = text.split('\n\n');
  const rest = blocks.pop() ?? '';
  const jobs = blocks.flatMap((block) => {
    const data = /^event: job\ndata: (.*)$/m.exec(block)?.[1];
    if (data === undefined) return [];
    const parsed = jobView.safeParse(JSON.parse(data));
    return parsed.success ? [parsed.data] : [];
  });
  return { jobs, rest };
}

async function readOnce(
  scope: JobScope,
  { signal, onJob }: { readonly signal: AbortSignal; readonly onJob: (job: JobView) => void },
): Promise<void> {
  const response = await fetchEvents(routeUrl(streamJobs, { query: { scope } }), {
    headers: { accept: 'text/event-stream' },
    signal,
  });
  if (!response.ok || response.body === null) throw new Error('no events');
  const decoder = new TextDecoder();
  let text = '';
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    const { jobs, rest } = readEvents(text + decoder.decode(part, { stream: true }));
    text = rest;
    for (const job of jobs) onJob(job);
  }
}

function waitFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Follows changes of jobs until the signal aborts, and connects again whenever the server ends the stream or is away. */
export async function followJobs(
  scope: JobScope,
  options: { readonly signal: AbortSignal; readonly onJob: (job: JobView) => void; readonly onConnect: () => void },
): Promise<void> {
  const { signal, onConnect } = options;
  let wait = FIRST_WAIT_MS;
  while (!signal.aborted) {
    try {
      await readOnce(scope, options);
      wait = FIRST_WAIT_MS;
      // What changed between two connections is in the list.
      onConnect();
    } catch {
      wait = Math.min(2 * wait, LONGEST_WAIT_MS);
    }
    if (!signal.aborted) await waitFor(wait, signal);
  }
}
