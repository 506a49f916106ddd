import type { LedgerBlock } from '@trailmark/core/ledger';
import type { Transaction } from '@trailmark/store/cases/casework';
import { putBacklog } from '@trailmark/store/cases/watches/backlog-rows';
import { lockCursor, putCursor, putReadBlock, trimReadBlocks } from '@trailmark/store/cases/watches/cursor-rows';
import type { ServedLedger } from '../../ledger/ledgers.ts';
import { type BlockResult, createBlockResult, storeResult, undoGrowth } from './block-result.ts';
import type { BlockEvaluator } from './evaluate-block.ts';
import { DEEPEST_FORK, isSame } from './undo-fork.ts';
import { nextTry } from './watch-faults.ts';
import type { WatchSet } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

const SYSTEM = { kind: 'system' } as const;

/** Reads one block for all watches of its chain, and writes what they found together with the cursor. */
export class BlockReader {
  readonly #deps: WatcherDeps;
  readonly #set: WatchSet;
  readonly #evaluator: BlockEvaluator;

  constructor(deps: WatcherDeps, set: WatchSet, evaluator: BlockEvaluator) {
    [this.#deps, this.#set, this.#evaluator] = [deps, set, evaluator];
  }

  /** False where the block, or what is watched, changed meanwhile: the next pass reads it again. */
  async read(ledger: ServedLedger, height: number): Promise<boolean> {
    const block = ledger.transfers.block(height);
    if (!block) return false;
    const result = createBlockResult();
    let isStored = false;
    try {
      isStored = await this.#readInto(ledger, block, result);
      return isStored;
    } finally {
      if (!isStored) undoGrowth(this.#set, result);
    }
  }

  async #readInto(ledger: ServedLedger, block: LedgerBlock, result: BlockResult): Promise<boolean> {
    const { casework, onStep } = this.#deps;
    const { height, hash } = block;
    const [seenAt, started] = [casework.now(), performance.now()];
    onStep?.('read');
    await this.#evaluate(ledger, block, result);
    if (ledger.transfers.block(height)?.hash !== hash) return false;
    onStep?.('write');
    return casework.store.transact(SYSTEM, async (tx) => {
      const cursor = await lockCursor(tx, ledger.id);
      if ((cursor?.height ?? -1) >= height || !(await this.#set.isCurrent(tx, casework.now()))) return false;
      // The block below was replaced since it was read: its alerts are retracted before any block above it is read.
      if (cursor && cursor.height >= 0 && !isSame(ledger.transfers, cursor)) return false;
      await storeResult(tx, this.#deps, { chain: ledger.id, ...result });
      await this.#storeBehind(tx, ledger, result);
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

  async #storeBehind(tx: Transaction, { id: chain }: ServedLedger, { behind }: BlockResult): Promise<void> {
    const at = this.#deps.casework.now();
    for (const [{ row }, { height, fault }] of behind) {
      const { id: watch, caseId, agency } = row;
      const nextAt = fault === '' ? at : nextTry(at, 0);
      await putBacklog(tx, {
        ...{ watch, caseId, agency, part: 'blocks', chain, fromHeight: height, fault, at, nextAt },
      });
    }
  }

  /** Blocks that watches read now: this one, and for those that wait for confirmations the one so far below. */
  async #evaluate(ledger: ServedLedger, block: LedgerBlock, result: BlockResult): Promise<void> {
    const depths = new Set(this.#set.watches.map(({ row }) => Math.max(row.confirmations, 1)));
    for (const depth of depths) {
      const at = ledger.transfers.block(block.height - depth + 1);
      if (!at) continue;
      await this.#evaluator.evaluate(ledger, at, {
        result,
        reads: ({ row }) => Math.max(row.confirmations, 1) === depth && at.height >= (row.fromHeights[ledger.id] ?? 0),
      });
    }
  }
}
