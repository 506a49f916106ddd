import type { AccountKey } from '@trailmark/core/account-block';
import { ITEM_EVENT_KINDS, type ItemEvent, type NftSale } from '@trailmark/core/nft';
import { countPieces } from './count-pieces.ts';
import { findHolder } from './item-holders.ts';

/** Transfers of a collection in chain order, as columns. Wallet 0 is nobody, or nobody known. */
export interface EventColumns {
  readonly count: number;
  readonly time: Float64Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  readonly token: Uint32Array;
  readonly kind: Uint8Array;
  /** Place of the sale it belongs to, or -1. */
  readonly sale: Int32Array;
}

/** Sales of a collection in chain order, as columns. */
export interface SaleColumns {
  readonly count: number;
  readonly time: Float64Array;
  readonly buyer: Uint32Array;
  readonly seller: Uint32Array;
  /** Smallest unit; meaningless where `unit` is -1. */
  readonly price: readonly bigint[];
  /** Place in `units` of what the price is counted in, or -1 where there is no price. */
  readonly unit: Int16Array;
  /** Pieces of all items of the sale, of all collections. */
  readonly pieces: Uint32Array;
  readonly isFlashLoan: Uint8Array;
  /** Its tokens of this collection: `tokens[tokenStarts[i]] … tokens[tokenStarts[i + 1] - 1]`. */
  readonly tokenStarts: Uint32Array;
  readonly tokens: Uint32Array;
}

/** A collection as the rules read it. */
export interface CollectionTable {
  readonly wallets: readonly AccountKey[];
  /** 1 for contracts that trade with everybody, or keep items for them: pools, loans, wrappers, bridges. They are no traders. */
  readonly isVenue: Uint8Array;
  readonly tokens: readonly bigint[];
  /**
   * 1 for editions, of which several people own a piece at a time: a token that moved in more than one piece, or under the standard for
   * several without being known to be minted as a single one.
   */
  readonly isEdition: Uint8Array;
  /** What prices are counted in. Coin, its wrapped form and coin in the pool of a market are one. */
  readonly units: readonly string[];
  readonly events: EventColumns;
  readonly sales: SaleColumns;
}

export type SaleRow = Pick<
  NftSale,
  'time' | 'buyer' | 'seller' | 'pool' | 'price' | 'items' | 'itemCount' | 'isFlashLoan'
>;
export type EventRow = Pick<ItemEvent, 'time' | 'from' | 'to' | 'tokenId' | 'amount' | 'isMulti' | 'kind' | 'sale'>;

const KIND_CODE = new Map(ITEM_EVENT_KINDS.map((kind, code) => [kind, code]));
const FIRST_SIZE = 1_024;

type Column = Float64Array | Uint32Array | Uint8Array | Int32Array | Int16Array;

function grow<T extends Column>(column: T, needed: number): T {
  if (needed <= column.length) return column;
  const larger = new (column.constructor as new (size: number) => T)(Math.max(needed, column.length * 2));
  larger.set(column as never);
  return larger;
}

/** Turns keys into numbers in the order in which they are first met. */
class Register<Key> {
  readonly keys: Key[] = [];
  readonly #places = new Map<Key, number>();

  place(key: Key): number {
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    this.keys.push(key);
    this.#places.set(key, this.keys.length - 1);
    return this.keys.length - 1;
  }
}

/** Takes in rows in chain order and gives the columns. Rows are not kept. */
export class CollectionBuilder {
  readonly #unitOf: (asset: string) => string;
  readonly #wallets = new Register<AccountKey>();
  readonly #tokens = new Register<bigint>();
  readonly #units = new Register<string>();
  readonly #prices: bigint[] = [];
  readonly #pools = new Set<AccountKey>();
  #isEdition = new Uint8Array(FIRST_SIZE);
  #isMulti = new Uint8Array(FIRST_SIZE);
  /** Pieces minted of each token under the standard for several; counted to two. */
  #minted = new Uint8Array(FIRST_SIZE);
  #events = {
    time: new Float64Array(FIRST_SIZE),
    from: new Uint32Array(FIRST_SIZE),
    to: new Uint32Array(FIRST_SIZE),
    token: new Uint32Array(FIRST_SIZE),
    kind: new Uint8Array(FIRST_SIZE),
    sale: new Int32Array(FIRST_SIZE),
  };
  #sales = {
    time: new Float64Array(FIRST_SIZE),
    buyer: new Uint32Array(FIRST_SIZE),
    seller: new Uint32Array(FIRST_SIZE),
    unit: new Int16Array(FIRST_SIZE),
    pieces: new Uint32Array(FIRST_SIZE),
    isFlashLoan: new Uint8Array(FIRST_SIZE),
    tokenStarts: new Uint32Array(FIRST_SIZE),
    tokens: new Uint32Array(FIRST_SIZE),
  };
  #eventCount = 0;
  #saleCount = 0;
  #saleTokenCount = 0;

  /** `unitOf` gives what a price in an asset is counted in. */
  constructor(unitOf: (asset: string) => string) {
    this.#unitOf = unitOf;
    this.#wallets.place('');
  }

  addSale({ time, buyer, seller, pool, price, items, itemCount, isFlashLoan }: SaleRow): void {
    const at = this.#saleCount++;
    for (const name of ['time', 'buyer', 'seller', 'unit', 'pieces', 'isFlashLoan'] as const)
      this.#sales[name] = grow<never>(this.#sales[name] as never, at + 1);
    this.#sales.tokenStarts = grow(this.#sales.tokenStarts, at + 2);
    this.#sales.time[at] = time;
    this.#sales.buyer[at] = this.#wallets.place(buyer);
    this.#sales.seller[at] = this.#wallets.place(seller);
    this.#sales.unit[at] = price ? this.#units.place(this.#unitOf(price.asset)) : -1;
    if (pool !== '') this.#pools.add(pool);
    this.#prices.push(price?.amount ?? 0n);
    this.#sales.pieces[at] = countPieces({ items, itemCount });
    this.#sales.isFlashLoan[at] = isFlashLoan ? 1 : 0;
    this.#sales.tokens = grow(this.#sales.tokens, this.#saleTokenCount + items.length);
    for (const { tokenId, amount } of items) this.#sales.tokens[this.#saleTokenCount++] = this.#token(tokenId, amount);
    this.#sales.tokenStarts[at + 1] = this.#saleTokenCount;
  }

  addEvent({ time, from, to, tokenId, amount, isMulti, kind, sale }: EventRow): void {
    const at = this.#eventCount++;
    for (const name of ['time', 'from', 'to', 'token', 'kind', 'sale'] as const)
      this.#events[name] = grow<never>(this.#events[name] as never, at + 1);
    this.#events.time[at] = time;
    this.#events.from[at] = this.#wallets.place(from);
    this.#events.to[at] = this.#wallets.place(to);
    const token = this.#token(tokenId, amount);
    this.#events.token[at] = token;
    this.#events.kind[at] = KIND_CODE.get(kind) ?? 0;
    this.#events.sale[at] = sale ?? -1;
    if (isMulti) this.#countPieces(token, kind === 'mint' ? amount : 0n);
  }

  build(): CollectionTable {
    const [events, sales] = [this.#events, this.#sales];
    return {
      wallets: this.#wallets.keys,
      isVenue: Uint8Array.from(this.#wallets.keys, (key) => (this.#pools.has(key) || findHolder(key) ? 1 : 0)),
      tokens: this.#tokens.keys,
      isEdition: this.#listEditions(),
      units: this.#units.keys,
      events: { count: this.#eventCount, ...events },
      sales: { count: this.#saleCount, price: this.#prices, ...sales },
    };
  }

  #countPieces(token: number, minted: bigint): void {
    this.#isMulti = grow(this.#isMulti, token + 1);
    this.#minted = grow(this.#minted, token + 1);
    this.#isMulti[token] = 1;
    this.#minted[token] = Math.min(2, (this.#minted[token] as number) + Number(minted > 2n ? 2n : minted));
  }

  #listEditions(): Uint8Array {
    const isEdition = grow(this.#isEdition, this.#tokens.keys.length);
    for (let token = 0; token < this.#tokens.keys.length; token++)
      if (this.#isMulti[token] === 1 && this.#minted[token] !== 1) isEdition[token] = 1;
    return isEdition;
  }

  #token(tokenId: bigint, amount: bigint): number {
    const place = this.#tokens.place(tokenId);
    if (amount !== 1n) {
      this.#isEdition = grow(this.#isEdition, place + 1);
      this.#isEdition[place] = 1;
    }
    return place;
  }
}

/** Places of rows by token: rows of token `t` are `rows[starts[t]] … rows[starts[t + 1] - 1]`, ascending. */
export interface ByToken {
  readonly starts: Uint32Array;
  readonly rows: Uint32Array;
}

/** Transfers by token. */
export function groupEvents({ tokens, events }: CollectionTable): ByToken {
  const starts = new Uint32Array(tokens.length + 1);
  for (let i = 0; i < events.count; i++) (starts[(events.token[i] as number) + 1] as number)++;
  for (let t = 0; t < tokens.length; t++) (starts[t + 1] as number) += starts[t] as number;
  const next = starts.slice();
  const rows = new Uint32Array(events.count);
  for (let i = 0; i < events.count; i++) rows[(next[events.token[i] as number] as number)++] = i;
  return { starts, rows };
}

/** Sales by token; a sale of several tokens is a row of each. */
export function groupSales({ tokens, sales }: CollectionTable): ByToken {
  const size = sales.tokenStarts[sales.count] as number;
  const starts = new Uint32Array(tokens.length + 1);
  for (let i = 0; i < size; i++) (starts[(sales.tokens[i] as number) + 1] as number)++;
  for (let t = 0; t < tokens.length; t++) (starts[t + 1] as number) += starts[t] as number;
  const next = starts.slice();
  const rows = new Uint32Array(size);
  for (let sale = 0; sale < sales.count; sale++)
    for (let i = sales.tokenStarts[sale] as number; i < (sales.tokenStarts[sale + 1] as number); i++)
      rows[(next[sales.tokens[i] as number] as number)++] = sale;
  return { starts, rows };
}
