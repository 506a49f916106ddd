import type { NftSale } from '@trailmark/core/nft';

const MOST = 2 ** 32 - 1;

/** Pieces of all items of a sale: above one its price is that of all together, also where they are of one token. */
export function countPieces({ items, itemCount }: Pick<NftSale, 'items' | 'itemCount'>): number {
  const pieces = items.reduce((sum, { amount }) => sum + amount, BigInt(itemCount - items.length));
  return pieces > BigInt(MOST) ? MOST : Number(pieces);
}
