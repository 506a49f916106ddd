import type { Transaction } from '@trailmark/store/cases/casework';
import {
  type BacklogRow,
  deleteBacklog,
  listDueBacklog,
  settleBacklog,
} from '@trailmark/store/cases/watches/backlog-rows';
import { type CursorRow, findCursor, lockCursor } from '@trailmark/store/cases/watches/cursor-rows';
import type { ServedLedger } from '../../ledger/ledgers.ts';
import { type BlockResult, createBlockResult, storeResult, undoGrowth } from './block-result.ts';
import type { BlockEvaluator } from './evaluate-block.ts';
import type { WatchGrower } from './grow-watch.ts';
import { heightsAbove } from './indexed-heights.ts';
import { isSame } from './undo-fork.ts';
import { describeFault, nextTry } from './watch-faults.ts';
import type { LoadedWatch, WatchSet } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

const SYSTEM = { kind: 'system' } as const;
/** Blocks read for watches that are behind before the next new block gets its turn. */
const MOST_BLOCKS = 50;

/** What one watch has to read, both ends included. */
interface Work {
  readonly row: BacklogRow;
  readonly watch: LoadedWatch;
  readonly from: number;
  readonly to: number;
}

/** Reads blocks for watches that could not read them when the others did. */
export class BacklogReader {
  readonly #deps: WatcherDeps;
  readonly #set: WatchSet;
  readonly #evaluator: BlockEvaluator;
  readonly #grower: WatchGrower;

  constructor(
    deps: WatcherDeps,
    set: WatchSet,
    { evaluator, grower }: { readonly evaluator: BlockEvaluator; readonly grower: WatchGrower },
  ) {
    [this.#deps, this.#set, this.#evaluator, this.#grower] = [deps, set, evaluator, grower];
  }

  /** Reads some of what is due of a chain whose new blocks were read. Returns whether more of it can be read at once. */
  async read(ledger: ServedLedger): Promise<boolean> {
    const { casework } = this.#deps;
    const { rows, cursor } = await casework.store.transact(SYSTEM, async (tx) => ({
      rows: await listDueBacklog(tx, ledger.id, casework.now()),
      cursor: await findCursor(tx, ledger.id),
    }));
    if (rows.length === 0 || !cursor) return false;
    const works = rows.flatMap((row) => this.#toWork(ledger, row, cursor) ?? []);
    if (works.length === 0) return false;
    const result = createBlockResult();
    let isStored = false;
    try {
      const readTo = await this.#evaluate(ledger, works, result);
      isStored = await casework.store.transact(SYSTEM, (tx) =>
        this.#store(tx, { ledger, cursor, works, result, readTo }),
      );
      return isStored && works.some(({ watch, to }) => to > readTo && !result.behind.has(watch));
    } finally {
      if (!isStored) undoGrowth(this.#set, result);
    }
  }

  /** Undefined for a watch that does not read now, and for one whose subject has yet to read the blocks itself. */
  #toWork(ledger: ServedLedger, row: BacklogRow, cursor: CursorRow): Work | undefined {
    const watch = this.#set.find(row.watch);
    if (!watch || row.fromHeight === null) return undefined;
    const to = cursor.height - Math.max(watch.row.confirmations, 1) + 1;
    const from = Math.max(row.fromHeight, watch.row.fromHeights[ledger.id] ?? 0);
    return this.#grower.isReadTo(ledger, watch, Math.min(to, from)) ? { row, watch, from, to } : undefined;
  }

  /** Returns the height up to which was read. */
  async #evaluate(ledger: ServedLedger, works: readonly Work[], result: BlockResult): Promise<number> {
    for (const { watch, from } of works) await this.#grow(ledger, { watch, from }, result);
    const [low, high] = [Math.min(...works.map(({ from }) => from)), Math.max(...works.map(({ to }) => to))];
    const of = new Map(works.map((work) => [work.watch, work]));
    let left = MOST_BLOCKS;
    for (const height of heightsAbove(ledger.transfers, low - 1)) {
      if (height > high) break;
      if (left-- === 0) return height - 1;
      const block = ledger.transfers.block(height);
      if (!block) break;
      const reads = (watch: LoadedWatch): boolean => {
        const work = of.get(watch);
        // One that fails stops there.
        const stop = result.behind.get(watch)?.height ?? height;
        return work !== undefined && work.from <= height && height <= work.to && height <= stop;
      };
      await this.#evaluator.evaluate(ledger, block, { reads, result });
    }
    return high;
  }

  async #grow(ledger: ServedLedger, { watch, from }: Pick<Work, 'watch' | 'from'>, result: BlockResult): Promise<void> {
    try {
      const fresh = await this.#grower.read(ledger, watch);
      if (fresh.length === 0) return;
      this.#set.addTargets(watch, fresh);
      result.grown.set(watch, fresh);
    } catch (cause) {
      this.#deps.onFault?.(watch.row.id, cause);
      // Nothing is read for it before it knows its addresses.
      result.behind.set(watch, { height: from - 1, fault: describeFault(cause) });
    }
  }

  /** False where the blocks or what is watched changed meanwhile. */
  async #store(
    tx: Transaction,
    {
      ledger,
      cursor,
      works,
      result,
      readTo,
    }: {
      readonly ledger: ServedLedger;
      readonly cursor: CursorRow;
      readonly works: readonly Work[];
      readonly result: BlockResult;
      readonly readTo: number;
    },
  ): Promise<boolean> {
    const present = await lockCursor(tx, ledger.id);
    if (!present || present.height < cursor.height || !isSame(ledger.transfers, cursor)) return false;
    if (!(await this.#set.isCurrent(tx, this.#deps.casework.now()))) return false;
    await storeResult(tx, this.#deps, { chain: ledger.id, ...result });
    const at = this.#deps.casework.now();
    for (const { row, watch, from, to } of works) {
      const behind = result.behind.get(watch);
      if (behind) {
        const { fault, height } = behind;
        const nextAt = fault === '' ? at : nextTry(at, row.tries + 1);
        await settleBacklog(tx, row, { fromHeight: Math.max(height, from), fault, nextAt });
      } else if (readTo >= to) await deleteBacklog(tx, row);
      else await settleBacklog(tx, row, { fromHeight: Math.max(readTo + 1, from), fault: '', nextAt: at });
    }
    return true;
  }
}
