import type { AddressKey, Transfer } from '@trailmark/core/ledger';
import type { Position } from '@trailmark/core/position';
import type { ChainTargets, LoadedWatch } from './watch-set.ts';

/** A transaction of a block that concerns watches. */
export interface ConcernedTransaction {
  readonly position: Position;
  readonly transfers: readonly Transfer[];
  readonly watches: ReadonlySet<LoadedWatch>;
}

function collect(found: Set<LoadedWatch>, watchers: LoadedWatch | LoadedWatch[] | undefined): void {
  if (watchers === undefined) return;
  if (Array.isArray(watchers)) for (const watch of watchers) found.add(watch);
  else found.add(watchers);
}

/** Transfers by transaction, in the order of the block. */
export function groupTransfers(transfers: readonly Transfer[]): Map<Position, Transfer[]> {
  const groups = new Map<Position, Transfer[]>();
  for (const transfer of transfers) {
    const group = groups.get(transfer.position);
    if (group) group.push(transfer);
    else groups.set(transfer.position, [transfer]);
  }
  return groups;
}

/** Transactions of a block that an address or an asset of a watch takes part in. */
export function scanBlock(transfers: readonly Transfer[], { addresses, assets }: ChainTargets): ConcernedTransaction[] {
  const touched = new Map<Position, Set<LoadedWatch>>();
  const note = (position: Position, watchers: LoadedWatch | LoadedWatch[] | undefined): void => {
    if (watchers === undefined) return;
    const found = touched.get(position) ?? new Set();
    touched.set(position, found);
    collect(found, watchers);
  };
  let lastFrom: readonly AddressKey[] | undefined;
  for (const { position, from, to, asset } of transfers) {
    if (to !== undefined) note(position, addresses.get(to));
    // Payers are one list for all outputs of a transaction.
    if (from !== lastFrom) for (const key of from) note(position, addresses.get(key));
    lastFrom = from;
    if (assets.size > 0) note(position, assets.get(asset));
  }
  if (touched.size === 0) return [];
  const groups = groupTransfers(transfers.filter(({ position }) => touched.has(position)));
  return [...touched].map(([position, watches]) => ({ position, watches, transfers: groups.get(position) ?? [] }));
}
