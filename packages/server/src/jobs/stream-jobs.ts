import type { JobView } from '@trailmark/api/contract/job';
import { findJobRow } from '@trailmark/store/cases/jobs/job-rows';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, read } from '../casework/casework-context.ts';
import { followCaller } from '../casework/live-caller.ts';
import type { JobFeed } from './job-feed.ts';
import { toJobViews } from './job-view.ts';
import { type JobScope, toJobFilter } from './read-jobs.ts';

const QUIET_MS = 15_000;
/** The client then connects again, and is let in again or not. */
const LONGEST_MS = 300_000;
const utf8 = new TextEncoder();

/** Jobs whose change is not sent yet, and a promise for the next one. */
class ChangedJobs {
  readonly #ids = new Set<string>();
  #wake: () => void = () => undefined;

  add(ids: readonly string[]): void {
    for (const id of ids) this.#ids.add(id);
    if (ids.length > 0) this.#wake();
  }

  /** Waits for a change, an abort, or until it was quiet for long. */
  async wait(signal: AbortSignal): Promise<void> {
    if (this.#ids.size > 0 || signal.aborted) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, QUIET_MS);
    this.#wake = resolve;
    signal.addEventListener('abort', () => resolve(), { once: true });
    await promise;
    clearTimeout(timer);
  }

  take(): readonly string[] {
    const ids = [...this.#ids];
    this.#ids.clear();
    return ids;
  }
}

async function readViews(
  casework: CaseworkContext,
  caller: Caller,
  scope: JobScope,
  ids: readonly string[],
): Promise<readonly JobView[]> {
  const filter = toJobFilter(caller, scope);
  const rows = await read(casework, caller, async (tx) => {
    const found = [];
    for (const id of ids) found.push(await findJobRow(tx, { ...filter, id }));
    return found;
  });
  return toJobViews(
    casework,
    caller,
    rows.filter((row) => row !== undefined),
  );
}

/** Server-sent events: one `job` for each change of a job within reach, as it is when it is sent. */
export async function* streamJobChanges(
  casework: CaseworkContext,
  feed: JobFeed,
  { caller, scope, signal }: { readonly caller: Caller; readonly scope: JobScope; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const { account } = toJobFilter(caller, scope);
  const changed = new ChangedJobs();
  const agency = caller.role === 'platform-admin' ? undefined : caller.account?.agency;
  const isOurs = (job: { readonly accountId: string; readonly agencyId: string }) =>
    (account === undefined || job.accountId === account) && (agency === undefined || job.agencyId === agency);
  const live = followCaller(casework, caller);
  const end = AbortSignal.any([signal, live.signal, AbortSignal.timeout(LONGEST_MS)]);
  const leave = feed.follow((changes) => changed.add(changes.filter(isOurs).map(({ id }) => id)));
  try {
    yield utf8.encode('retry: 3000\n: open\n\n');
    while (!end.aborted) {
      await changed.wait(end);
      if (end.aborted || !(await live.isAdmitted())) return;
      const views = await readViews(casework, caller, scope, changed.take());
      const events = views.map((job) => `event: job\ndata: ${JSON.stringify(job)}\n\n`);
      yield utf8.encode(events.length > 0 ? events.join('') : ': quiet\n\n');
    }
  } finally {
    leave();
    live.leave();
  }
}
