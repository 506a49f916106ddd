import { runWashRules, type WashRun, weighSales } from '@trailmark/analysis/nft/run-wash-rules';
import type { WashSet } from '@trailmark/analysis/nft/wash-set';
import type { AccountKey } from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { PartyReader } from '@trailmark/core/trace/trace-knowledge';
import type { ServedAccounts } from '../ledger/ledgers.ts';
import { collectCollection, type ReadCollection } from './collect-collection.ts';
import { readTraderMoney, type TraderMoney } from './trader-money.ts';

/** Collections kept, and transfers of all of them together. */
const MOST_KEPT = 12;
const MOST_EVENTS = 1_000_000;
/** Sets of parameters whose findings are kept of one collection. */
const MOST_RUNS = 8;

/** A collection with the money of its traders, as of one state of the ledger and the labels. */
export interface KeptCollection {
  readonly contract: AccountKey;
  readonly items: ReadCollection;
  readonly money: TraderMoney;
}

/** What a set of rules says about a collection. */
export interface WeighedCollection extends KeptCollection {
  readonly run: WashRun;
  readonly set: WashSet;
  readonly weights: Uint32Array;
}

interface Kept {
  readonly revision: unknown;
  readonly labels: string;
  readonly collection: KeptCollection;
  readonly runs: Map<string, WashRun>;
}

/** Sales whose money may have been lent in their own transaction: the calls inside are not indexed. */
export function countUnjudgedLoans({ sales }: Pick<ReadCollection, 'sales'>): number {
  return sales.filter(({ price, isFlashLoan }) => price && isFlashLoan === undefined).length;
}

/** Whether sales can be judged for loans: some in coin could be, or all of them are in tokens, which need no calls. */
export function hasJudgedLoans({ sales }: Pick<ReadCollection, 'sales'>): boolean {
  const judged = sales.filter(({ price, isFlashLoan }) => price && isFlashLoan !== undefined);
  if (judged.some(({ price }) => price?.asset === NATIVE_ASSET)) return true;
  return judged.length > 0 && countUnjudgedLoans({ sales }) === 0;
}

/** Recently requested collections: everybody may get the kept one, and a new block or label reads it again. */
export class KeptCollections {
  readonly #kept = new Map<string, Kept>();

  async get(
    ledger: ServedAccounts,
    contract: AccountKey,
    { set, parties, labels, read }: { set: WashSet; parties: PartyReader; labels: string; read: ReadOptions },
  ): Promise<WeighedCollection> {
    const kept = await this.#read(ledger, contract, parties, labels, read);
    const { collection, runs } = kept;
    const key = JSON.stringify(set.params);
    const run = runs.get(key) ?? this.#run(collection, set);
    if (!runs.has(key) && runs.size >= MOST_RUNS) runs.clear();
    runs.set(key, run);
    return { ...collection, run, set, weights: weighSales(run, set) };
  }

  #run({ items, money }: KeptCollection, { params }: WashSet): WashRun {
    return runWashRules({ ...money, table: items.table, hasCalls: hasJudgedLoans(items), params });
  }

  async #read(
    ledger: ServedAccounts,
    contract: AccountKey,
    parties: PartyReader,
    labels: string,
    read: ReadOptions,
  ): Promise<Kept> {
    const key = `${ledger.id}/${contract}`;
    const revision = ledger.transfers.revision();
    const known = this.#kept.get(key);
    if (known !== undefined && known.revision === revision && known.labels === labels) {
      this.#kept.delete(key);
      this.#kept.set(key, known);
      return known;
    }
    const items = await collectCollection(ledger, contract, read);
    const money = await readTraderMoney(ledger, items, parties, read);
    const found = { revision, labels, collection: { contract, items, money }, runs: new Map() };
    this.#kept.delete(key);
    this.#kept.set(key, found);
    this.#makeRoom();
    return found;
  }

  #makeRoom(): void {
    let events = [...this.#kept.values()].reduce((sum, { collection }) => sum + collection.items.events.length, 0);
    for (const [key, { collection }] of this.#kept) {
      if (this.#kept.size === 1 || (this.#kept.size <= MOST_KEPT && events <= MOST_EVENTS)) return;
      this.#kept.delete(key);
      events -= collection.items.events.length;
    }
  }
}
