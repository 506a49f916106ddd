import type { LedgerBlock } from '@trailmark/core/ledger';
import type { ServedLedger } from '../../ledger/ledgers.ts';
import { findWatchSubject } from '../subjects/catalogue.ts';
import type { BlockResult } from './block-result.ts';
import type { WatchEvaluator } from './evaluate-watch.ts';
import type { WatchGrower } from './grow-watch.ts';
import { type ConcernedTransaction, scanBlock } from './scan-block.ts';
import { describeFault } from './watch-faults.ts';
import type { LoadedWatch, WatchSet } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

/** A wallet that uses new addresses in the block in which they were derived is read again, so often. */
const MOST_ROUNDS = 5;

interface Round {
  readonly ledger: ServedLedger;
  readonly height: number;
  readonly result: BlockResult;
}

/** Reads the transactions of a block for watches. A watch that fails is behind from then on, and the others are read. */
export class BlockEvaluator {
  readonly #deps: WatcherDeps;
  readonly #set: WatchSet;
  readonly #evaluator: WatchEvaluator;
  readonly #grower: WatchGrower;

  constructor(
    deps: WatcherDeps,
    set: WatchSet,
    { evaluator, grower }: { readonly evaluator: WatchEvaluator; readonly grower: WatchGrower },
  ) {
    [this.#deps, this.#set, this.#evaluator, this.#grower] = [deps, set, evaluator, grower];
  }

  async evaluate(
    ledger: ServedLedger,
    { height }: LedgerBlock,
    { reads, result }: { readonly reads: (watch: LoadedWatch) => boolean; readonly result: BlockResult },
  ): Promise<void> {
    const round = { ledger, height, result };
    const transfers = await ledger.transfers.transfersIn(height);
    const done = new Set<string>();
    for (let left = MOST_ROUNDS; left > 0; left--) {
      const touched = new Set<LoadedWatch>();
      for (const transaction of scanBlock(transfers, this.#set.targetsOf(ledger.id))) {
        for (const watch of transaction.watches) {
          const key = `${watch.row.id}/${transaction.position}`;
          if (!reads(watch) || done.has(key)) continue;
          done.add(key);
          touched.add(watch);
          this.#set.touched.add(watch);
          await this.#evaluateOne(round, watch, transaction);
        }
      }
      if (!(await this.#grow(round, touched))) return;
    }
  }

  async #evaluateOne(round: Round, watch: LoadedWatch, transaction: ConcernedTransaction): Promise<void> {
    const { ledger, height, result } = round;
    // What follows money failed as a whole: it would fail for each transaction.
    if (result.behind.has(watch) && findWatchSubject(watch.row.subjectKind)?.follow) return;
    try {
      const { alert, fold } = await this.#evaluator.evaluate(ledger, watch, transaction);
      if (alert) result.alerts.push(alert);
      if (fold) result.folds.push({ watch, height, reason: fold });
    } catch (cause) {
      this.#fail(round, watch, cause);
    }
  }

  #fail({ height, result }: Round, watch: LoadedWatch, cause: unknown): void {
    this.#deps.onFault?.(watch.row.id, cause);
    result.behind.set(watch, { height, fault: describeFault(cause) });
  }

  /** Reads growing subjects again that took part. Returns whether any has more targets now. */
  async #grow(round: Round, touched: ReadonlySet<LoadedWatch>): Promise<boolean> {
    const { ledger, height, result } = round;
    let isMore = false;
    for (const watch of touched) {
      try {
        const fresh = await this.#grower.read(ledger, watch);
        if (!result.behind.has(watch) && !this.#grower.isReadTo(ledger, watch, height))
          result.behind.set(watch, { height, fault: '' });
        if (fresh.length === 0) continue;
        this.#set.addTargets(watch, fresh);
        result.grown.set(watch, [...(result.grown.get(watch) ?? []), ...fresh]);
        isMore = true;
      } catch (cause) {
        this.#fail(round, watch, cause);
      }
    }
    return isMore;
  }
}
