import type { ChainId } from '@trailmark/core/chain';
import {
  insertCursor,
  listReadBlocks,
  lockCursor,
  putCursor,
  setCursorFault,
  trimReadBlocks,
} from '@trailmark/store/cases/watches/cursor-rows';
import { toDay } from '../../cases/case-view.ts';
import type { ServedLedger } from '../../ledger/ledgers.ts';
import { endOf, endWatches } from './end-watches.ts';
import { BlockEvaluator } from './evaluate-block.ts';
import { WatchEvaluator } from './evaluate-watch.ts';
import { CaseFollower } from './follow-cases.ts';
import { GrowthFollower } from './follow-growth.ts';
import { WatchGrower } from './grow-watch.ts';
import { heightsAbove } from './indexed-heights.ts';
import { passBlocks } from './pass-blocks.ts';
import { BacklogReader } from './read-backlog.ts';
import { BlockReader } from './read-block.ts';
import { UnconfirmedReader } from './read-unconfirmed.ts';
import { LabelRecheck } from './recheck-labels.ts';
import { VerdictRecheck } from './recheck-verdicts.ts';
import { DEEPEST_FORK, findFork, undoFork } from './undo-fork.ts';
import { describeFault } from './watch-faults.ts';
import { WatchScope } from './watch-scope.ts';
import { WatchSet } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

const SYSTEM = { kind: 'system' } as const;
/** Blocks of one turn before other chains get theirs. */
const MOST_BLOCKS = 200;

/**
 * Reads new blocks of every chain for all watches. What it raises is written in the transaction that moves the cursor of the chain:
 * a stop between any two steps loses nothing and repeats nothing. After one it continues from the cursor, and undoes blocks that
 * were replaced meanwhile.
 */
export class Watcher {
  readonly #deps: WatcherDeps;
  readonly #set = new WatchSet();
  readonly #blocks: BlockReader;
  readonly #cases: CaseFollower;
  readonly #scope: WatchScope;
  readonly #growth: GrowthFollower;
  readonly #recheck: LabelRecheck;
  readonly #verdicts: VerdictRecheck;
  readonly #unconfirmed: UnconfirmedReader;
  readonly #backlog: BacklogReader;
  readonly #seen = new Map<ChainId, unknown>();
  /** Why chains are not read, as it is stored. */
  readonly #faults = new Map<ChainId, string | null>();

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
    const evaluator = new WatchEvaluator(deps);
    this.#scope = new WatchScope(deps);
    const growing = { evaluator, grower: new WatchGrower(deps, evaluator.readings, this.#scope) };
    const blocks = new BlockEvaluator(deps, this.#set, growing);
    this.#blocks = new BlockReader(deps, this.#set, blocks);
    this.#backlog = new BacklogReader(deps, this.#set, { evaluator: blocks, grower: growing.grower });
    this.#cases = new CaseFollower(deps, this.#set, this.#scope);
    this.#growth = new GrowthFollower(deps, this.#set, growing.grower);
    this.#recheck = new LabelRecheck(deps, this.#set, growing);
    this.#verdicts = new VerdictRecheck(deps, this.#set);
    this.#unconfirmed = new UnconfirmedReader(deps, this.#set);
  }

  /** Reads every chain up to its tip. Returns whether anything is left. */
  async pass(signal: AbortSignal): Promise<boolean> {
    await this.#refresh();
    await this.#cases.pass();
    await this.#growth.pass(signal);
    let isBehind = false;
    for (const ledger of this.#deps.ledgers.list()) {
      if (signal.aborted) return false;
      try {
        const isLeft = (await this.#follow(ledger, signal)) || (await this.#backlog.read(ledger));
        isBehind = isLeft || isBehind;
        await this.#unconfirmed.read(ledger);
        await this.#noteFault(ledger.id, null);
      } catch (cause) {
        if (signal.aborted) return false;
        this.#deps.onFailure?.(ledger.id, cause);
        await this.#noteFault(ledger.id, describeFault(cause));
      }
    }
    // Of what was read: while a chain is behind, its blocks come first.
    if (isBehind) return true;
    await this.#recheck.pass(signal);
    return this.#verdicts.pass(signal);
  }

  /** Says on the cursor of a chain why it is not read. */
  async #noteFault(chain: ChainId, fault: string | null): Promise<void> {
    if (this.#faults.get(chain) === fault) return;
    await this.#deps.casework.store.transact(SYSTEM, (tx) => setCursorFault(tx, chain, fault));
    this.#faults.set(chain, fault);
  }

  /** Loads what changed, and ends what may not be read any more: before anything is read. */
  async #refresh(): Promise<void> {
    const { casework } = this.#deps;
    await this.#set.refresh(casework.store);
    const watches = this.#set.watches.map((watch) => ({ row: watch.row, uncovered: this.#scope.count(watch) }));
    const now = casework.now();
    this.#set.day = toDay(now);
    if (!watches.some(({ row, uncovered }) => endOf(row, toDay(now), uncovered) !== undefined)) return;
    this.#deps.onStep?.('end');
    await casework.store.transact(SYSTEM, (tx) => endWatches(tx, watches, now));
    await this.#set.refresh(casework.store);
  }

  async #follow(ledger: ServedLedger, signal: AbortSignal): Promise<boolean> {
    const { id: chain, transfers: reader } = ledger;
    // A block that a source of filters fetched after all is read again, though the tip is the same.
    const fetched = this.#deps.ledgers.filterStatus(chain)?.fetched ?? 0;
    const revision = `${this.#set.revision}/${reader.tip()?.hash ?? ''}/${reader.tip()?.height ?? -1}/${fetched}`;
    const isEmpty = this.#set.targetsOf(chain).isEmpty;
    if (this.#seen.get(chain) === revision) return false;
    if (isEmpty ? await this.#jump(ledger) : await this.#read(ledger, signal)) return true;
    this.#seen.set(chain, revision);
    return false;
  }

  /** Without a watch of the chain nothing is read: the cursor follows the tip. Returns whether there may be one by now. */
  async #jump({ id: chain, transfers: reader }: ServedLedger): Promise<boolean> {
    const tip = reader.tip();
    if (!tip) return false;
    const { casework } = this.#deps;
    const at = casework.now();
    return casework.store.transact(SYSTEM, async (tx) => {
      const place = { chain, height: tip.height, hash: tip.hash, seenAt: at, at };
      const cursor = await lockCursor(tx, chain);
      // A new watch puts the cursor and locks it: what is watched is known for sure only once it is ours.
      if (!cursor && !(await insertCursor(tx, place))) return true;
      if (!(await this.#set.isCurrent(tx, at))) return true;
      // Alerts of watches that have ended since are still retracted.
      const blocks = await listReadBlocks(tx, chain, 200);
      const shared = cursor && (await undoFork(tx, { chain, reader, cursor, blocks, at }));
      await passBlocks(tx, { chain, reader, at }, { above: shared?.height ?? -1, tip });
      await trimReadBlocks(tx, chain, { from: tip.height + 1, below: tip.height - 2 * DEEPEST_FORK });
      await putCursor(tx, place);
      return false;
    });
  }

  /** Reads blocks one by one. Returns whether some are left. */
  async #read(ledger: ServedLedger, signal: AbortSignal): Promise<boolean> {
    const { id: chain, transfers: reader } = ledger;
    const { casework, onStep } = this.#deps;
    const at = casework.now();
    onStep?.('cursor');
    const cursor = await casework.store.transact(SYSTEM, async (tx) => {
      const present = await lockCursor(tx, chain);
      if (!present) return undefined;
      const blocks = await listReadBlocks(tx, chain, 200);
      if (findFork(reader, present, blocks) === undefined) return present;
      onStep?.('fork');
      const undone = await undoFork(tx, { chain, reader, cursor: present, blocks, at });
      onStep?.('fork-commit');
      return undone;
    });
    if (!cursor) return this.#jump(ledger);
    let left = MOST_BLOCKS;
    for (const height of heightsAbove(reader, cursor.height)) {
      if (signal.aborted || left === 0) return true;
      if (!(await this.#blocks.read(ledger, height))) return true;
      left -= 1;
    }
    return false;
  }
}
