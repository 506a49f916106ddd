import { AppError } from '@trailmark/core/errors';
import { type BacklogPart, putBacklog } from '@trailmark/store/cases/watches/backlog-rows';
import type { LoadedWatch } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

const SYSTEM = { kind: 'system' } as const;
const MOST_WAIT_MS = 600_000;

/** What went wrong, for people: a failure that nobody foresaw is in the log of the server. */
export function describeFault(cause: unknown): string {
  const text = cause instanceof AppError ? cause.message : 'The server failed. Its log states why.';
  return text.slice(0, 400).toWellFormed();
}

/** When something that failed so often is tried again: a second later, then twice as late each time, at most ten minutes. */
export function nextTry(at: Date, tries: number): Date {
  return new Date(at.getTime() + Math.min(1_000 * 2 ** Math.min(tries, 20), MOST_WAIT_MS));
}

/** Watches that one part of the work fails for: they wait, and the others are read. */
export class WatchFaults {
  readonly #deps: WatcherDeps;
  readonly #part: Exclude<BacklogPart, 'blocks'>;
  readonly #waiting = new Map<string, { readonly tries: number; readonly until: Date }>();

  constructor(deps: WatcherDeps, part: Exclude<BacklogPart, 'blocks'>) {
    [this.#deps, this.#part] = [deps, part];
  }

  /** When the first of those that wait is tried again; undefined where none waits. */
  get nextAt(): Date | undefined {
    const times = [...this.#waiting.values()].map(({ until }) => until.getTime());
    return times.length === 0 ? undefined : new Date(Math.min(...times));
  }

  isWaiting({ row }: LoadedWatch): boolean {
    const known = this.#waiting.get(row.id);
    return known !== undefined && known.until > this.#deps.casework.now();
  }

  async note(watch: LoadedWatch, cause: unknown): Promise<void> {
    const { casework, onFault } = this.#deps;
    onFault?.(watch.row.id, cause);
    const at = casework.now();
    const tries = (this.#waiting.get(watch.row.id)?.tries ?? -1) + 1;
    const nextAt = nextTry(at, tries);
    this.#waiting.set(watch.row.id, { tries, until: nextAt });
    const { id, caseId, agency } = watch.row;
    const place = { watch: id, caseId, agency, part: this.#part, chain: '', fromHeight: null };
    await casework.store.transact(SYSTEM, (tx) =>
      putBacklog(tx, { ...place, fault: describeFault(cause), at, nextAt }),
    );
  }

  clear({ row }: LoadedWatch): void {
    this.#waiting.delete(row.id);
  }

  /** Forgets watches that read no more. */
  keep(watches: readonly LoadedWatch[]): void {
    const present = new Set(watches.map(({ row }) => row.id));
    for (const id of this.#waiting.keys()) if (!present.has(id)) this.#waiting.delete(id);
  }
}
