import type { ChainId } from '@trailmark/core/chain';
import type { Transaction } from '@trailmark/store/cases/casework';
import { deleteBacklog, putBacklog } from '@trailmark/store/cases/watches/backlog-rows';
import type { ServedLedger } from '../../ledger/ledgers.ts';
import { listUncovered } from '../authority-scope.ts';
import type { WatchTarget } from '../subjects/watch-subject.ts';
import type { LoadedWatch } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

const SYSTEM = { kind: 'system' } as const;

interface Counted {
  readonly row: LoadedWatch['row'];
  readonly size: number;
  readonly uncovered: number;
}

const describeRefused = (count: number): string =>
  count === 1
    ? 'The legal authority names addresses, and 1 found since is not among them: it is not watched.'
    : `The legal authority names addresses, and ${count} found since are not among them: they are not watched.`;

/** Keeps watches to what their legal authority names: an authority that names addresses allows no other one. */
export class WatchScope {
  readonly #deps: WatcherDeps;
  readonly #counted = new WeakMap<LoadedWatch, Counted>();
  readonly #refused = new WeakMap<LoadedWatch, number>();

  constructor(deps: WatcherDeps) {
    this.#deps = deps;
  }

  /** What a watch reads that its authority does not name. */
  count(watch: LoadedWatch): number {
    const { row } = watch;
    if (!row.authorityAddresses?.length) return 0;
    const sizes = [...watch.addresses.values(), ...watch.assets.values()].map((keys) => keys.size);
    const size = sizes.reduce((sum, each) => sum + each, 0);
    const known = this.#counted.get(watch);
    if (known?.row === row && known.size === size) return known.uncovered;
    const uncovered = this.#count(watch, 'address') + this.#count(watch, 'asset');
    this.#counted.set(watch, { row, size, uncovered });
    return uncovered;
  }

  #count(watch: LoadedWatch, kind: WatchTarget['kind']): number {
    let uncovered = 0;
    for (const [chain, keys] of kind === 'address' ? watch.addresses : watch.assets) {
      const ledger = this.#deps.ledgers.find(chain as ChainId);
      const targets = [...keys].map((key) => ({ kind, key }));
      if (ledger) uncovered += listUncovered(ledger, watch.row, targets).length;
    }
    return uncovered;
  }

  /** Those of new targets that a watch may read. The rest is counted where people see it. */
  async keep(
    ledger: ServedLedger,
    watch: LoadedWatch,
    { targets, tx }: { readonly targets: readonly WatchTarget[]; readonly tx?: Transaction | undefined },
  ): Promise<readonly WatchTarget[]> {
    const uncovered = new Set(listUncovered(ledger, watch.row, targets));
    const before = this.#refused.get(watch);
    if (before === uncovered.size) return targets.filter((target) => !uncovered.has(target));
    const { casework } = this.#deps;
    const { id, caseId, agency } = watch.row;
    const place = { watch: id, part: 'growth', chain: ledger.id } as const;
    const note = (open: Transaction): Promise<void> => {
      if (uncovered.size === 0) return deleteBacklog(open, place);
      const at = casework.now();
      const fault = describeRefused(uncovered.size);
      return putBacklog(open, { ...place, caseId, agency, fromHeight: null, fault, at, nextAt: at });
    };
    await (tx ? note(tx) : casework.store.transact(SYSTEM, note));
    this.#refused.set(watch, uncovered.size);
    return targets.filter((target) => !uncovered.has(target));
  }
}
