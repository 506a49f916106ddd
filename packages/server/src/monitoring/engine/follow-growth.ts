import type { ChainId } from '@trailmark/core/chain';
import type { Transaction } from '@trailmark/store/cases/casework';
import { putBacklog } from '@trailmark/store/cases/watches/backlog-rows';
import { findCursor } from '@trailmark/store/cases/watches/cursor-rows';
import { insertTargets } from '@trailmark/store/cases/watches/watch-rows';
import type { ServedLedger } from '../../ledger/ledgers.ts';
import { findWatchSubject } from '../subjects/catalogue.ts';
import type { WatchTarget } from '../subjects/watch-subject.ts';
import type { WatchGrower } from './grow-watch.ts';
import { describeFault, nextTry } from './watch-faults.ts';
import type { LoadedWatch, WatchSet } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

const SYSTEM = { kind: 'system' } as const;

/** Reads growing subjects again that were loaded: money moves, and clusters join, while a watch is paused or being made. */
export class GrowthFollower {
  readonly #deps: WatcherDeps;
  readonly #set: WatchSet;
  readonly #grower: WatchGrower;

  constructor(deps: WatcherDeps, set: WatchSet, grower: WatchGrower) {
    [this.#deps, this.#set, this.#grower] = [deps, set, grower];
  }

  /** Before blocks are read: what is found is read from the next block on. */
  async pass(signal: AbortSignal): Promise<void> {
    for (const watch of [...this.#set.unread]) {
      if (signal.aborted) return;
      const ledger = this.#deps.ledgers.find(watch.row.chain as ChainId);
      if (!ledger || (await this.#follow(ledger, watch))) this.#set.unread.delete(watch);
    }
  }

  /** False where what is watched changed meanwhile: the next pass reads it again. */
  async #follow(ledger: ServedLedger, watch: LoadedWatch): Promise<boolean> {
    const { store, now } = this.#deps.casework;
    let fresh: readonly WatchTarget[];
    try {
      fresh = await this.#grower.read(ledger, watch);
    } catch (cause) {
      this.#deps.onFault?.(watch.row.id, cause);
      return store.transact(SYSTEM, (tx) => this.#putBehind(tx, watch, { isPast: false, fault: describeFault(cause) }));
    }
    if (fresh.length === 0) return true;
    const isStored = await store.transact(SYSTEM, async (tx) => {
      if (!(await this.#set.isCurrent(tx, now()))) return false;
      const { id, caseId, agency } = watch.row;
      await insertTargets(tx, { watch: id, caseId, agency }, fresh);
      // A step of followed money is one, whenever it is found. Another address is of the subject from now on.
      const isPast = findWatchSubject(watch.row.subjectKind)?.follow !== undefined;
      return !isPast || this.#putBehind(tx, watch, { isPast, fault: '' });
    });
    if (isStored) this.#set.addTargets(watch, fresh);
    return isStored;
  }

  async #putBehind(
    tx: Transaction,
    { row }: LoadedWatch,
    { isPast, fault }: { readonly isPast: boolean; readonly fault: string },
  ): Promise<true> {
    const chain = row.chain ?? '';
    const at = this.#deps.casework.now();
    const { id: watch, caseId, agency, fromHeights } = row;
    const next = ((await findCursor(tx, chain))?.height ?? -1) + 1;
    const fromHeight = isPast ? (fromHeights[chain] ?? 0) : next;
    const nextAt = fault === '' ? at : nextTry(at, 0);
    await putBacklog(tx, { watch, caseId, agency, part: 'blocks', chain, fromHeight, fault, at, nextAt });
    return true;
  }
}
