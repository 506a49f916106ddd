import { listChangedAgencies } from '@trailmark/store/cases/alerts/alert-rows';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { followCaller } from '../casework/live-caller.ts';
import { ownAccount } from '../casework/own-account.ts';
import { readAlertCounts } from './read-alerts.ts';

const LOOK_MS = 500;
const QUIET_MS = 15_000;
/** The client then connects again, and is admitted again or not. */
const LONGEST_MS = 300_000;
/** Transactions that began earlier may commit later: changes of the last seconds are compared again. */
const OVERLAP_MS = 30_000;
const utf8 = new TextEncoder();

/** Notices that alerts of an agency changed, also in another server: one query for all who follow, and none without any. */
export class AlertFeed {
  readonly #casework: CaseworkContext;
  readonly #followers = new Map<() => void, string>();
  #seen = new Map<string, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(casework: CaseworkContext) {
    this.#casework = casework;
  }

  /** Calls back after each change of the agency's alerts. The answer ends it. */
  follow(agency: string, onChange: () => void): () => void {
    this.#followers.set(onChange, agency);
    this.#timer ??= setTimeout(() => void this.#look(), 0);
    return () => {
      this.#followers.delete(onChange);
    };
  }

  async #look(): Promise<void> {
    try {
      const since = new Date(this.#casework.now().getTime() - OVERLAP_MS);
      const rows = await this.#casework.store.transact({ kind: 'system' }, (tx) => listChangedAgencies(tx, since));
      const now = new Map(rows.map(({ agency, at, count }) => [agency, `${at.getTime()}/${count}`]));
      const changed = new Set([...now.keys()].filter((agency) => this.#seen.get(agency) !== now.get(agency)));
      this.#seen = now;
      for (const [tell, agency] of [...this.#followers]) if (changed.has(agency)) tell();
    } catch {
      // The database is away for a moment: the next look reports what changed.
    }
    const goesOn = this.#followers.size > 0;
    this.#timer = goesOn ? setTimeout(() => void this.#look(), LOOK_MS) : undefined;
  }
}

/** Server-sent events: `alerts` with the counts of the reader, first at once and then after each change. */
export async function* streamAlertCounts(
  casework: CaseworkContext,
  feed: AlertFeed,
  { caller, signal }: { readonly caller: Caller; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const live = followCaller(casework, caller);
  const end = AbortSignal.any([signal, live.signal, AbortSignal.timeout(LONGEST_MS)]);
  let isStale = true;
  let wake: () => void = () => undefined;
  const leave = feed.follow(ownAccount(caller).agency, () => {
    isStale = true;
    wake();
  });
  end.addEventListener('abort', () => wake(), { once: true });
  try {
    yield utf8.encode('retry: 3000\n: open\n\n');
    while (!end.aborted) {
      if (isStale) {
        isStale = false;
        if (!(await live.isAdmitted())) return;
        const counts = await readAlertCounts(casework, caller);
        yield utf8.encode(`event: alerts\ndata: ${JSON.stringify(counts)}\n\n`);
        continue;
      }
      const { promise, resolve } = Promise.withResolvers<void>();
      const timer = setTimeout(resolve, QUIET_MS);
      wake = resolve;
      await promise;
      clearTimeout(timer);
      if (!isStale && !end.aborted) yield utf8.encode(': quiet\n\n');
    }
  } finally {
    leave();
    live.leave();
  }
}
