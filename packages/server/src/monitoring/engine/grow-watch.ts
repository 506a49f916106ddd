import type { AddressKey } from '@trailmark/core/ledger';
import type { ServedLedger } from '../../ledger/ledgers.ts';
import { findWatchSubject } from '../subjects/catalogue.ts';
import type { WatchTarget } from '../subjects/watch-subject.ts';
import type { SubjectReadings } from './subject-readings.ts';
import type { WatchScope } from './watch-scope.ts';
import type { LoadedWatch } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

/** Reads growing subjects again. */
export class WatchGrower {
  readonly #deps: WatcherDeps;
  readonly #readings: SubjectReadings;
  readonly #scope: WatchScope;

  constructor(deps: WatcherDeps, readings: SubjectReadings, scope: WatchScope) {
    [this.#deps, this.#readings, this.#scope] = [deps, readings, scope];
  }

  /**
   * What a watch does not watch yet on a chain, and may; nothing for a subject that does not grow. Throws as the subject does.
   */
  async read(ledger: ServedLedger, watch: LoadedWatch): Promise<readonly WatchTarget[]> {
    const subject = findWatchSubject(watch.row.subjectKind);
    if (!subject?.grows) return [];
    const { targets } = subject.follow
      ? await this.#readings.read(ledger, watch, subject.follow)
      : await subject.read(this.#deps, { chain: ledger.id, text: watch.row.subject }, {});
    const known = watch.addresses.get(ledger.id) ?? new Set<AddressKey>();
    const fresh = targets.filter(({ key }) => !known.has(key));
    return this.#scope.keep(ledger, watch, { targets: fresh });
  }

  /** Whether what a subject grows by has read a height: it may come after the block. */
  isReadTo(ledger: ServedLedger, { row }: LoadedWatch, height: number): boolean {
    const subject = findWatchSubject(row.subjectKind);
    return subject?.isReadTo?.(this.#deps, ledger.id, height) ?? true;
  }
}
