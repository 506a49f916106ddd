import type { ChainId } from '@trailmark/core/chain';
import type { WatchFold } from '@trailmark/core/watch';
import type { Transaction } from '@trailmark/store/cases/casework';
import { insertTargets, putFold } from '@trailmark/store/cases/watches/watch-rows';
import { type NewAlert, raiseAlert } from '../../inbox/raise-alert.ts';
import type { WatchTarget } from '../subjects/watch-subject.ts';
import type { LoadedWatch, WatchSet } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

interface Fold {
  readonly watch: LoadedWatch;
  readonly height: number;
  readonly reason: WatchFold;
}

/** What a watch could not read of a block. */
export interface Behind {
  readonly height: number;
  /** Empty: it waits for what is read after the block. */
  readonly fault: string;
}

/** What reading blocks came to. */
export interface BlockResult {
  readonly alerts: NewAlert[];
  readonly folds: Fold[];
  /** Watched already in memory, and not stored. */
  readonly grown: Map<LoadedWatch, readonly WatchTarget[]>;
  readonly behind: Map<LoadedWatch, Behind>;
}

export function createBlockResult(): BlockResult {
  return { alerts: [], folds: [], grown: new Map(), behind: new Map() };
}

/** Writes alerts, counts and what is watched from now on. */
export async function storeResult(
  tx: Transaction,
  { casework, onStep }: WatcherDeps,
  { chain, alerts, folds, grown }: Pick<BlockResult, 'alerts' | 'folds' | 'grown'> & { readonly chain: ChainId },
): Promise<void> {
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

/** Only what is stored is watched: where it was not, the next reading finds it again. */
export function undoGrowth(set: WatchSet, { grown }: BlockResult): void {
  for (const [watch, targets] of grown) set.dropTargets(watch, targets);
  grown.clear();
}
