import type { AccountKey } from '@trailmark/core/account-block';
import type { ItemEvent, NftSale } from '@trailmark/core/nft';

/** An item a wallet owns, or owned, with what it paid and got. */
export interface ItemPosition {
  readonly contract: string;
  readonly tokenId: bigint;
  readonly amount: bigint;
  /** Places in the events of the acquisition, and of what ended it. */
  readonly acquired: number;
  readonly ended: number | undefined;
  /** Undefined where it was not bought, or bought in a bundle or without a known price. */
  readonly cost: { readonly asset: string; readonly amount: bigint } | undefined;
  /** What the seller got after the fees that the event states; undefined where it was not sold for itself, or the price is not known. */
  readonly proceeds: { readonly asset: string; readonly amount: bigint } | undefined;
  /** The event of the sale states no fees: proceeds are the whole price, of which the seller may have got less. */
  readonly isGross: boolean;
  /** Proceeds less cost, where both are known in one unit. */
  readonly profit: bigint | undefined;
}

export interface WalletBook {
  readonly positions: readonly ItemPosition[];
  /** Items that left without having come: history is not known from its beginning. */
  readonly unexplained: number;
}

interface Proceeds {
  readonly asset: string;
  readonly amount: bigint;
  readonly isGross: boolean;
}

/** Whether a sale names what its market took: no costs at all, or royalties alone, leave that open. */
function statesFees({ costs }: NftSale): boolean {
  return costs !== undefined && (costs.length === 0 || costs.some(({ role }) => role !== 'royalty'));
}

/** What a seller got: the price less what the event says others got. */
function proceedsOf(sale: NftSale): Proceeds | undefined {
  if (!sale.price || sale.itemCount > 1) return undefined;
  const taken = (sale.costs ?? []).filter(({ asset }) => asset === sale.price?.asset);
  const amount = taken.reduce((left, cost) => left - cost.amount, sale.price.amount);
  return amount < 0n ? undefined : { asset: sale.price.asset, amount, isGross: !statesFees(sale) };
}

function costOf(sale: NftSale | undefined): { asset: string; amount: bigint } | undefined {
  return sale?.price && sale.itemCount === 1 ? { asset: sale.price.asset, amount: sale.price.amount } : undefined;
}

type Open = { -readonly [Key in keyof ItemPosition]: ItemPosition[Key] };

/**
 * Positions of a wallet over its transfers in chain order. Of editions those that came first leave first; a position that leaves in
 * part is split, and its cost and proceeds with it only where the numbers divide without a rest.
 */
export function bookWallet(
  wallet: AccountKey,
  events: readonly ItemEvent[],
  sales: readonly NftSale[],
  unitOf: (asset: string) => string,
): WalletBook {
  const open = new Map<string, Open[]>();
  const closed: ItemPosition[] = [];
  let unexplained = 0;
  const saleOf = ({ sale }: ItemEvent): NftSale | undefined => (sale === undefined ? undefined : sales[sale]);
  const take = (list: Open[], event: ItemEvent, i: number): void => {
    const sale = saleOf(event);
    const whole = list[0]?.amount === event.amount ? list.shift() : undefined;
    if (whole) closed.push(close(whole, i, sale && proceedsOf(sale), unitOf));
    else unexplained += takePart(list, event, i, closed);
  };
  events.forEach((event, i) => {
    if (event.from === event.to) return;
    const key = `${event.contract}/${event.tokenId}`;
    const list = open.get(key) ?? [];
    open.set(key, list);
    if (event.to === wallet) list.push(openPosition(event, i, costOf(saleOf(event))));
    else if (event.from === wallet) take(list, event, i);
  });
  return { positions: [...closed, ...[...open.values()].flat()].sort((a, b) => a.acquired - b.acquired), unexplained };
}

function openPosition({ contract, tokenId, amount }: ItemEvent, acquired: number, cost: ItemPosition['cost']): Open {
  return {
    contract,
    tokenId,
    amount,
    acquired,
    ended: undefined,
    cost,
    proceeds: undefined,
    isGross: false,
    profit: undefined,
  };
}

function close(
  position: Open,
  ended: number,
  sold: Proceeds | undefined,
  unitOf: (asset: string) => string,
): ItemPosition {
  const proceeds = sold && { asset: sold.asset, amount: sold.amount };
  const isOneUnit = position.cost && proceeds && unitOf(position.cost.asset) === unitOf(proceeds.asset);
  const profit = isOneUnit && position.cost && proceeds ? proceeds.amount - position.cost.amount : undefined;
  return { ...position, ended, proceeds, isGross: sold?.isGross ?? false, profit };
}

/** Pieces that leave from positions of other sizes: no cost or proceeds can be assigned to them. Returns 1 where too few came. */
function takePart(list: Open[], event: ItemEvent, ended: number, closed: ItemPosition[]): number {
  let left = event.amount;
  while (left > 0n) {
    const [first] = list;
    if (!first) return 1;
    const isAll = first.amount <= left;
    const part = isAll ? first.amount : left;
    left -= part;
    closed.push({ ...first, amount: part, ended, cost: undefined, proceeds: undefined, profit: undefined });
    if (isAll) list.shift();
    else list[0] = { ...first, amount: first.amount - part, cost: undefined };
  }
  return 0;
}
