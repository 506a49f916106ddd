import type { ChainId } from '@trailmark/core/chain';
import type { AddressKey, AssetId } from '@trailmark/core/ledger';
import type { Casework, Transaction } from '@trailmark/store/cases/casework';
import {
  listReadingWatches,
  listTargets,
  type ReadingWatch,
  readWatchRevision,
  type TargetRow,
} from '@trailmark/store/cases/watches/watch-rows';
import { toDay } from '../../cases/case-view.ts';
import { findWatchSubject } from '../subjects/catalogue.ts';

/** A watch that reads, with what it watches on each chain. */
export interface LoadedWatch {
  row: ReadingWatch;
  readonly addresses: Map<string, Set<AddressKey>>;
  readonly assets: Map<string, Set<AssetId>>;
}

/** One watch, or several, of one address: most addresses have one, and a list for each would cost more than the address. */
type Watchers = LoadedWatch | LoadedWatch[];

function add<K>(index: Map<K, Watchers>, key: K, watch: LoadedWatch): void {
  const known = index.get(key);
  if (known === undefined) index.set(key, watch);
  else if (Array.isArray(known)) known.push(watch);
  else index.set(key, [known, watch]);
}

function remove<K>(index: Map<K, Watchers>, key: K, watch: LoadedWatch): void {
  const known = index.get(key);
  if (!Array.isArray(known)) {
    if (known === watch) index.delete(key);
    return;
  }
  const rest = known.filter((each) => each !== watch);
  const [only] = rest;
  if (only === undefined) index.delete(key);
  else index.set(key, rest.length === 1 ? only : rest);
}

/** Who watches what on one chain. A block asks it for each address that takes part: nothing here allocates for a miss. */
export class ChainTargets {
  readonly addresses = new Map<AddressKey, Watchers>();
  readonly assets = new Map<AssetId, Watchers>();

  get isEmpty(): boolean {
    return this.addresses.size === 0 && this.assets.size === 0;
  }

  put(kind: TargetRow['kind'], key: string, watch: LoadedWatch): void {
    add(kind === 'address' ? this.addresses : this.assets, key, watch);
  }

  drop(kind: TargetRow['kind'], key: string, watch: LoadedWatch): void {
    remove(kind === 'address' ? this.addresses : this.assets, key, watch);
  }
}

/** Every watch that reads, in memory. Loaded again where the database counted a change: only watches that changed. */
export class WatchSet {
  readonly #watches = new Map<string, LoadedWatch>();
  readonly #chains = new Map<string, ChainTargets>();
  revision = -1;
  /** The day on which was checked what may be read, UTC. */
  day = '';
  /** Watches with an address that took part in a transaction since somebody looked. */
  readonly touched = new Set<LoadedWatch>();

  /** Growing watches that were loaded, and whose subject was not read since. */
  readonly unread = new Set<LoadedWatch>();

  get watches(): readonly LoadedWatch[] {
    return [...this.#watches.values()];
  }

  find(id: string): LoadedWatch | undefined {
    return this.#watches.get(id);
  }

  targetsOf(chain: ChainId): ChainTargets {
    const known = this.#chains.get(chain);
    if (known) return known;
    const made = new ChainTargets();
    this.#chains.set(chain, made);
    return made;
  }

  addTargets(watch: LoadedWatch, targets: readonly Omit<TargetRow, 'watch'>[]): void {
    for (const { chain, kind, key } of targets) {
      const of = kind === 'address' ? watch.addresses : watch.assets;
      const keys = of.get(chain) ?? new Set();
      of.set(chain, keys);
      if (keys.has(key)) continue;
      keys.add(key);
      this.targetsOf(chain as ChainId).put(kind, key, watch);
    }
  }

  dropTargets(watch: LoadedWatch, targets: readonly Omit<TargetRow, 'watch'>[]): void {
    for (const { chain, kind, key } of targets) {
      const of = kind === 'address' ? watch.addresses : watch.assets;
      if (of.get(chain)?.delete(key)) this.targetsOf(chain as ChainId).drop(kind, key, watch);
    }
  }

  #forget(watch: LoadedWatch): void {
    this.#watches.delete(watch.row.id);
    this.touched.delete(watch);
    this.unread.delete(watch);
    for (const kind of ['address', 'asset'] as const) {
      for (const [chain, keys] of kind === 'address' ? watch.addresses : watch.assets) {
        for (const key of keys) this.targetsOf(chain as ChainId).drop(kind, key, watch);
      }
    }
  }

  #add(row: ReadingWatch, targets: readonly TargetRow[]): void {
    const watch: LoadedWatch = { row, addresses: new Map(), assets: new Map() };
    this.#watches.set(row.id, watch);
    this.addTargets(watch, targets);
    if (findWatchSubject(row.subjectKind)?.grows) this.unread.add(watch);
  }

  /** What is watched changes only as its blocks and its case are read, in this process: rules, authority and days may. */
  #update(watch: LoadedWatch, row: ReadingWatch): void {
    const before = watch.row.authorityAddresses;
    watch.row = row;
    // An authority that names other addresses now may allow what it did not.
    const isOther = JSON.stringify(before) !== JSON.stringify(row.authorityAddresses);
    if (isOther && findWatchSubject(row.subjectKind)?.grows) this.unread.add(watch);
  }

  /** Whether what is watched is still as it was loaded, and it is the same day: nothing is stored for a watch that has ended since. */
  async isCurrent(tx: Transaction, now: Date): Promise<boolean> {
    return toDay(now) === this.day && (await readWatchRevision(tx)) === this.revision;
  }

  async refresh(store: Casework): Promise<void> {
    await store.transact({ kind: 'system' }, async (tx) => {
      const revision = await readWatchRevision(tx);
      if (revision === this.revision) return;
      const rows = await listReadingWatches(tx);
      const present = new Set(rows.map(({ id }) => id));
      for (const watch of this.watches) if (!present.has(watch.row.id)) this.#forget(watch);
      for (const row of rows) {
        const known = this.#watches.get(row.id);
        if (known) this.#update(known, row);
        else this.#add(row, await listTargets(tx, row.id));
      }
      this.revision = revision;
    });
  }
}
