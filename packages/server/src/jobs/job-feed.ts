import { listJobChanges } from '@trailmark/store/cases/jobs/job-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';

/** That a job changed, and whose it is. What it is now is read under the scope of whoever follows. */
export interface JobChange {
  readonly id: string;
  readonly agencyId: string;
  readonly accountId: string;
}

const LOOK_MS = 1_000;

/**
 * Notifies those who follow of jobs that changed, also in another server: one query per second to the database while anybody
 * follows, and none otherwise.
 * LISTEN would save that one range of an index, and need a connection of its own that is opened again after every loss,
 * with a look for what was missed. Only an open Jobs page follows.
 */
export class JobFeed {
  readonly #casework: CaseworkContext;
  readonly #followers = new Set<(changes: readonly JobChange[]) => void>();
  #seen = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(casework: CaseworkContext) {
    this.#casework = casework;
  }

  /** Calls back after changes from now on. The answer ends it. */
  follow(onChanges: (changes: readonly JobChange[]) => void): () => void {
    this.#followers.add(onChanges);
    this.#timer ??= setTimeout(() => void this.#look(), 0);
    return () => {
      this.#followers.delete(onChanges);
    };
  }

  async #look(): Promise<void> {
    try {
      const rows = await this.#casework.store.transact({ kind: 'system' }, listJobChanges);
      const changes = rows.filter(({ id, change }) => this.#seen.get(id) !== change);
      this.#seen = new Map(rows.map(({ id, change }) => [id, change]));
      if (changes.length > 0) for (const tell of [...this.#followers]) tell(changes);
    } catch {
      // The database is away for a moment: whoever follows sees the changes with the next look.
    }
    const goesOn = this.#followers.size > 0;
    if (!goesOn) this.#seen = new Map();
    this.#timer = goesOn ? setTimeout(() => void this.#look(), LOOK_MS) : undefined;
  }
}
