import type { ChainId } from '@trailmark/core/chain';
import type { AddressKey, LedgerBlock } from '@trailmark/core/ledger';
import type { WatchFold } from '@trailmark/core/watch';
import type { Transaction } from '@trailmark/store/cases/casework';
import { lockCursor, putCursor, putReadBlock, trimReadBlocks } from '@trailmark/store/cases/watches/cursor-rows';
import { insertTargets, putFold, readWatchRevision } from '@trailmark/store/cases/watches/watch-rows';
import { type NewAlert, raiseAlert } from '../../inbox/raise-alert.ts';
import type { ServedLedger } from '../../ledger/ledgers.ts';
import { findWatchSubject } from '../subjects/catalogue.ts';
import type { WatchTarget } from '../subjects/watch-subject.ts';
import type { WatchEvaluator } from './evaluate-watch.ts';
import { type ConcernedTransaction, scanBlock } from './scan-block.ts';
import { DEEPEST_FORK, isSame } from './undo-fork.ts';
import type { LoadedWatch, WatchSet } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

const SYSTEM = { kind: 'system' } as const;
/** A wallet that uses new addresses in the block in which they were derived is read again, so often. */
const MOST_ROUNDS = 5;

interface Fold {
  readonly watch: LoadedWatch;
  readonly height: number;
  readonly reason: WatchFold;
}

/** What one block comes to. */
interface BlockResult {
  readonly alerts: NewAlert[];
  readonly folds: Fold[];
  readonly grown: Map<LoadedWatch, readonly WatchTarget[]>;
}

/** Reads one block for all watches of its chain, and writes what they found together with the cursor. */
export class BlockReader {
  readonly #deps: WatcherDeps;
  readonly #set: WatchSet;
  readonly #evaluator: WatchEvaluator;

  constructor(deps: WatcherDeps, set: WatchSet, evaluator: WatchEvaluator) {
    this.#deps = deps;
    this.#set = set;
    this.#evaluator = evaluator;
  }

  /** False where the block, or what is watched, changed meanwhile: the next pass reads it again. */
  async read(ledger: ServedLedger, height: number): Promise<boolean> {
    const block = ledger.transfers.block(height);
    if (!block) return false;
    const result: BlockResult = { alerts: [], folds: [], grown: new Map() };
    let isStored = false;
    try {
      isStored = await this.#readInto(ledger, block, result);
      return isStored;
    } finally {
      // Only what is stored is watched: the next reading finds it again.
      if (!isStored) for (const [watch, targets] of result.grown) this.#set.dropTargets(watch, targets);
    }
  }

  async #readInto(ledger: ServedLedger, block: LedgerBlock, result: BlockResult): Promise<boolean> {
    const { casework, onStep } = this.#deps;
    const { height, hash } = block;
    const [seenAt, started] = [casework.now(), performance.now()];
    onStep?.('read');
    await this.#evaluate(ledger, block, result);
    if (ledger.transfers.block(height)?.hash !== hash) return false;
    const revision = this.#set.revision;
    onStep?.('write');
    return casework.store.transact(SYSTEM, async (tx) => {
      const cursor = await lockCursor(tx, ledger.id);
      if ((cursor?.height ?? -1) >= height || (await readWatchRevision(tx)) !== revision) return false;
      // The block below was replaced since it was read: its alerts are retracted before any block above it is read.
      if (cursor && cursor.height >= 0 && !isSame(ledger.transfers, cursor)) return false;
      await this.#store(tx, ledger.id, result);
      onStep?.('cursor-move');
      const ms = Math.round(performance.now() - started);
      const at = casework.now();
      await putCursor(tx, { chain: ledger.id, height, hash, seenAt, at });
      await putReadBlock(tx, { chain: ledger.id, height, hash, ms, alerts: result.alerts.length, at });
      await trimReadBlocks(tx, ledger.id, { from: height + 1, below: height - 2 * DEEPEST_FORK });
      onStep?.('commit');
      return true;
    });
  }

  async #store(tx: Transaction, chain: ChainId, { alerts, folds, grown }: BlockResult): Promise<void> {
    const { onStep, casework } = this.#deps;
    for (const alert of alerts) {
      await raiseAlert(tx, alert);
      onStep?.('alert');
    }
    const at = casework.now();
    const counts = new Map<string, { fold: Fold; count: number }>();
    for (const fold of folds) {
      const key = `${fold.watch.row.id}/${fold.height}/${fold.reason}`;
      counts.set(key, { fold, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    for (const { fold, count } of counts.values()) {
      const { id, caseId, agency } = fold.watch.row;
      await putFold(tx, { watch: id, caseId, agency, chain, height: fold.height, reason: fold.reason, count, at });
    }
    for (const [{ row }, targets] of grown) {
      await insertTargets(tx, { watch: row.id, caseId: row.caseId, agency: row.agency }, targets);
    }
  }

  /** Blocks that watches read now: this one, and for those that wait for confirmations the one so far below. */
  async #evaluate(ledger: ServedLedger, block: LedgerBlock, result: BlockResult): Promise<void> {
    const depths = new Set(this.#set.watches.map(({ row }) => Math.max(row.confirmations, 1)));
    for (const depth of depths) {
      const at = ledger.transfers.block(block.height - depth + 1);
      if (at) await this.#evaluateAt(ledger, at, { depth, result });
    }
  }

  async #evaluateAt(
    ledger: ServedLedger,
    { height }: LedgerBlock,
    { depth, result }: { readonly depth: number; readonly result: BlockResult },
  ): Promise<void> {
    const transfers = await ledger.transfers.transfersIn(height);
    const done = new Set<string>();
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const touched = new Set<LoadedWatch>();
      for (const transaction of scanBlock(transfers, this.#set.targetsOf(ledger.id))) {
        for (const watch of transaction.watches) {
          const { row } = watch;
          const isOurs = Math.max(row.confirmations, 1) === depth && height >= (row.fromHeights[ledger.id] ?? 0);
          const key = `${row.id}/${transaction.position}`;
          if (!isOurs || done.has(key)) continue;
          done.add(key);
          touched.add(watch);
          this.#set.touched.add(watch);
          await this.#evaluateOne(ledger, watch, { transaction, height, result });
        }
      }
      if (!(await this.#grow(ledger, touched, result))) return;
    }
  }

  async #evaluateOne(
    ledger: ServedLedger,
    watch: LoadedWatch,
    {
      transaction,
      height,
      result,
    }: { readonly transaction: ConcernedTransaction; readonly height: number; readonly result: BlockResult },
  ): Promise<void> {
    const { alert, fold } = await this.#evaluator.evaluate(ledger, watch, transaction);
    if (alert) result.alerts.push(alert);
    if (fold) result.folds.push({ watch, height, reason: fold });
  }

  /** Reads growing subjects again that took part. Returns whether any has more targets now. */
  async #grow(ledger: ServedLedger, touched: ReadonlySet<LoadedWatch>, { grown }: BlockResult): Promise<boolean> {
    let isMore = false;
    for (const watch of touched) {
      const subject = findWatchSubject(watch.row.subjectKind);
      if (!subject?.grows) continue;
      const { targets } = subject.follow
        ? await this.#evaluator.readings.read(ledger, watch, subject.follow)
        : await subject.read(this.#deps, { chain: ledger.id, text: watch.row.subject }, {});
      const known = watch.addresses.get(ledger.id) ?? new Set<AddressKey>();
      const fresh = targets.filter(({ key }) => !known.has(key));
      if (fresh.length === 0) continue;
      this.#set.addTargets(watch, fresh);
      grown.set(watch, [...(grown.get(watch) ?? []), ...fresh]);
      isMore = true;
    }
    return isMore;
  }
}
