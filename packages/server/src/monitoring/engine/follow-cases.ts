import type { ChainId } from '@trailmark/core/chain';
import type { AddressKey } from '@trailmark/core/ledger';
import type { Transaction } from '@trailmark/store/cases/casework';
import { listCaseAddresses } from '@trailmark/store/cases/watches/case-set-rows';
import { deleteTargets, insertTargets } from '@trailmark/store/cases/watches/watch-rows';
import { readAddress } from '../../ledger/any-chain.ts';
import { findWatchSubject } from '../subjects/catalogue.ts';
import type { WatchTarget } from '../subjects/watch-subject.ts';
import type { WatchScope } from './watch-scope.ts';
import type { LoadedWatch, WatchSet } from './watch-set.ts';
import type { WatcherDeps } from './watcher-deps.ts';

const SYSTEM = { kind: 'system' } as const;
/** A change of a case is followed within so long. */
const EVERY_MS = 1_000;

interface SetChange {
  readonly added: readonly WatchTarget[];
  readonly gone: readonly WatchTarget[];
}

/** Keeps watches of the addresses of a case as the case is. */
export class CaseFollower {
  readonly #deps: WatcherDeps;
  readonly #set: WatchSet;
  readonly #scope: WatchScope;
  #nextAt = 0;

  constructor(deps: WatcherDeps, set: WatchSet, scope: WatchScope) {
    [this.#deps, this.#set, this.#scope] = [deps, set, scope];
  }

  /** Before blocks are read. What is added is read from the next block on. */
  async pass(): Promise<void> {
    const { casework } = this.#deps;
    const now = casework.now().getTime();
    const watches = this.#set.watches.filter(({ row }) => findWatchSubject(row.subjectKind)?.isOfCase === true);
    if (watches.length === 0 || now < this.#nextAt) return;
    this.#nextAt = now + EVERY_MS;
    const changes = await casework.store.transact(SYSTEM, async (tx) => {
      const found = new Map<LoadedWatch, SetChange>();
      for (const watch of watches) {
        const change = await this.#follow(tx, watch);
        if (change) found.set(watch, change);
      }
      return found;
    });
    // Only what is stored is watched.
    for (const [watch, { added, gone }] of changes) {
      this.#set.addTargets(watch, added);
      this.#set.dropTargets(watch, gone);
    }
  }

  async #follow(tx: Transaction, watch: LoadedWatch): Promise<SetChange | undefined> {
    const { row, addresses } = watch;
    const chain = row.chain as ChainId;
    const ledger = this.#deps.ledgers.find(chain);
    if (!ledger) return undefined;
    const texts = await listCaseAddresses(tx, row.caseId, chain);
    const named = new Set(texts.map((text) => readAddress(ledger, text).key));
    const known = addresses.get(chain) ?? new Set<AddressKey>();
    const toTarget = (key: AddressKey): WatchTarget => ({ chain, kind: 'address', key });
    const fresh = [...named].filter((key) => !known.has(key)).map(toTarget);
    const added = await this.#scope.keep(ledger, watch, { targets: fresh, tx });
    const gone = [...known].filter((key) => !named.has(key)).map(toTarget);
    if (added.length + gone.length === 0) return undefined;
    await insertTargets(tx, { watch: row.id, caseId: row.caseId, agency: row.agency }, added);
    await deleteTargets(tx, row.id, gone);
    return { added, gone };
  }
}
