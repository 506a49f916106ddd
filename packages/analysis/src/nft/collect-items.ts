import type { ItemApproval, ItemEvent, NftSale } from '@trailmark/core/nft';
import { CollectionBuilder, type CollectionTable } from './collection-table.ts';
import { unitOfPrices } from './price-units.ts';
import { type ItemTransaction, readItems } from './read-items.ts';

/** Sales, transfers and permissions of a collection in chain order, and the same as columns. */
export interface CollectedItems {
  readonly sales: readonly NftSale[];
  readonly events: readonly ItemEvent[];
  readonly approvals: readonly ItemApproval[];
  readonly table: CollectionTable;
}

/** Gathers what transactions did with the items of one collection. Transactions come in chain order. */
export class ItemCollector {
  readonly #sales: NftSale[] = [];
  readonly #events: ItemEvent[] = [];
  readonly #approvals: ItemApproval[] = [];
  readonly #builder: CollectionBuilder;
  readonly #contract: string;

  constructor(contract: string, wrappedCoin: string | undefined) {
    this.#contract = contract;
    this.#builder = new CollectionBuilder(unitOfPrices(wrappedCoin));
  }

  add(transaction: ItemTransaction): void {
    const { sales, events, approvals } = readItems(transaction, this.#contract);
    const before = this.#sales.length;
    for (const sale of sales) {
      this.#sales.push(sale);
      this.#builder.addSale(sale);
    }
    for (const event of events) {
      const placed = event.sale === undefined ? event : { ...event, sale: event.sale + before };
      this.#events.push(placed);
      this.#builder.addEvent(placed);
    }
    this.#approvals.push(...approvals);
  }

  finish(): CollectedItems {
    return {
      sales: this.#sales,
      events: this.#events,
      approvals: this.#approvals,
      table: this.#builder.build(),
    };
  }
}
