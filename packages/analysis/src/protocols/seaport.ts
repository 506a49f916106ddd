import type { AccountLog } from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { ActionAmount, ProtocolAction } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, startOf, toAddress } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';

/** Versions 1.1 to 1.6, each at the same address on every EVM chain. */
const SEAPORTS: ReadonlySet<string> = new Set([
  '00000000006c3852cbef3e08e8df289169ede581',
  '00000000000006c7676171937c444f6bde3d6282',
  '0000000000000ad24e80fd803c6ac37206a45f15',
  '00000000000001ad428e4906ae43d8f9852d0dd6',
  '00000000000000adc04c56bf30ac9d3c0aaf14dc',
  '0000000000000068f116a894984e2db1123eb395',
]);
const MOST_ITEMS = 200;

interface Item extends ActionAmount {
  readonly isNft: boolean;
}

/** Items of an order: type, token, id, amount, and for a consideration who gets it. Undefined where the data do not fit. */
function readItems(data: string, index: number, words: 4 | 5): Item[] | undefined {
  const start = startOf(data, index);
  const count = start === undefined ? undefined : numberAt(data, start);
  if (start === undefined || count === undefined || count > BigInt(MOST_ITEMS)) return undefined;
  const items: Item[] = [];
  for (let i = 0; i < Number(count); i++) {
    const at = start + 1 + i * words;
    const type = numberAt(data, at);
    const token = addressAt(data, at + 1);
    const id = numberAt(data, at + 2);
    const amount = numberAt(data, at + 3);
    if (type === undefined || type > 3n || token === undefined || id === undefined || amount === undefined)
      return undefined;
    const isNft = type >= 2n;
    items.push({ isNft, asset: type === 0n ? NATIVE_ASSET : token, amount, tokenId: isNft ? id : undefined });
  }
  return items;
}

function sumPrice(items: readonly Item[]): ActionAmount[] {
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of items) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return [...sums].map(([asset, amount]) => ({ asset, amount, tokenId: undefined }));
}

function hasMoved({ moves }: ProtocolInput, nft: Item): boolean {
  return moves.some(({ asset, tokenId }) => asset === nft.asset && tokenId === nft.tokenId);
}

function readOrder(input: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const offerer = toAddress(log.topics[1]);
  const other = addressAt(log.data, 1);
  const offer = readItems(log.data, 2, 4);
  const consideration = readItems(log.data, 3, 5);
  if (offerer === undefined || other === undefined || !offer || !consideration) return undefined;
  const isListing = offer.length > 0 && offer.every(({ isNft }) => isNft);
  const isBid = offer.length > 0 && offer.every(({ isNft }) => !isNft);
  const price = isListing ? consideration.filter(({ isNft }) => !isNft) : offer;
  const nfts = isListing ? offer : consideration.filter(({ isNft }) => isNft);
  if ((!isListing && !isBid) || price.length === 0 || nfts.length === 0) return undefined;
  const [buyer, seller] = (isListing ? [other, offerer] : [offerer, other]).map((address) =>
    /^0*$/.test(address) ? undefined : address,
  );
  return createAction(seaport, {
    kind: 'nft-sale',
    account: buyer,
    given: sumPrice(price),
    got: nfts.map(({ asset, amount, tokenId }) => ({ asset, amount, tokenId })),
    parties: seller === undefined ? [] : [{ role: 'seller', address: seller }],
    evidence: [log.logIndex],
    note: nfts.every((nft) => hasMoved(input, nft))
      ? 'The price is all that the order paid, fees of the market and the creator included.'
      : 'The price is all that the order paid. Not every token of the order is seen to move in this transaction.',
  });
}

/**
 * Orders of Seaport (OpenSea, 2022: `OrderFulfilled(orderHash, offerer, zone, recipient, offer, consideration)`) that exchange
 * tokens with an id for coin or tokens without one. Barter of one such token for another is not called a sale.
 */
export const seaport = defineProtocol({
  id: 'seaport',
  version: 1,
  name: 'Seaport',
  kinds: ['nft-sale'],
  chains: ['arbitrum', 'avalanche', 'base', 'bsc', 'eth', 'optimism', 'polygon'],
  topics: [EVENTS.SEAPORT_FULFILLED.topic],
  find(input): ProtocolAction[] {
    return input.logs.flatMap((log) => {
      const isOrder = SEAPORTS.has(log.address) && log.topics[0] === EVENTS.SEAPORT_FULFILLED.topic;
      return isOrder ? (readOrder(input, log) ?? []) : [];
    });
  },
});
