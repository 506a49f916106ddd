import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { ActionAmount, ProtocolAction, SaleCost } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, startOf, toAddress } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { amountOf } from './nft-market.ts';
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

/** Where OpenSea collects its fee. Shares of anybody else may be a royalty or something else: the event does not say. */
const MARKET_FEES: ReadonlySet<string> = new Set([
  '0000a26b00c1f0df003000390027140000faa719',
  '8de9c5a032463c561423387a9648c5c7bcc5bc90',
  '5b3256965e7c3cf26e11fcaf296dfc8807c01073',
]);

interface Item extends ActionAmount {
  readonly isNft: boolean;
  readonly recipient: AccountKey;
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
    const recipient = words === 5 ? (addressAt(data, at + 4) ?? '') : '';
    items.push({
      isNft,
      recipient,
      asset: type === 0n ? NATIVE_ASSET : token,
      amount,
      tokenId: isNft ? id : undefined,
    });
  }
  return items;
}

function sumPrice(items: readonly Item[]): ActionAmount[] {
  const sums = new Map<string, bigint>();
  for (const { asset, amount } of items) sums.set(asset, (sums.get(asset) ?? 0n) + amount);
  return [...sums].map(([asset, amount]) => ({ asset, amount, tokenId: undefined }));
}

/** Shares of the price that go to others than the seller. */
function readCosts(consideration: readonly Item[], seller: AccountKey | undefined): SaleCost[] {
  return consideration
    .filter(({ isNft, recipient }) => !isNft && recipient !== seller)
    .map(({ asset, amount, recipient }) => ({
      ...{ asset, amount, tokenId: undefined, to: recipient },
      role: MARKET_FEES.has(recipient) ? 'fee' : 'other',
    }));
}

const itemKey = ({ asset, tokenId }: ActionAmount): string => `${asset}/${tokenId}`;

/** Orders of the other side that together are about exactly the items of one; undefined where they are not. */
function findCounterparts(whole: ProtocolAction, others: Iterable<ProtocolAction>): ProtocolAction[] | undefined {
  const left = new Set(whole.got.map(itemKey));
  const found: ProtocolAction[] = [];
  for (const other of others) {
    const keys = other.got.map(itemKey);
    if (!keys.every((key) => left.has(key))) continue;
    found.push(other);
    for (const key of keys) left.delete(key);
  }
  return left.size === 0 ? found : undefined;
}

function isSameSum(bid: ProtocolAction, listings: readonly ProtocolAction[]): boolean {
  const sums = new Map(bid.given.map(({ asset, amount }) => [asset, amount]));
  for (const { asset, amount } of listings.flatMap(({ given }) => given))
    sums.set(asset, (sums.get(asset) ?? 0n) - amount);
  return [...sums.values()].every((rest) => rest === 0n);
}

/** Sales of listings that one bid bought: each at its own price where these add up to the bid, else one bundle at the price of the bid. */
function joinListings(bid: ProtocolAction, listings: readonly ProtocolAction[]): ProtocolAction[] {
  const { account, given } = bid;
  const [only] = listings;
  const evidence = (orders: readonly ProtocolAction[]): number[] => orders.flatMap((order) => [...order.evidence]);
  if (only && listings.length === 1) return [{ ...only, account, given, evidence: evidence([only, bid]) }];
  if (isSameSum(bid, listings))
    return listings.map((listing) => ({ ...listing, account, evidence: evidence([listing, bid]) }));
  const sellers = new Set(listings.map(({ parties: [seller] }) => seller?.address));
  return [{ ...bid, parties: sellers.size === 1 && only ? only.parties : [], evidence: evidence([...listings, bid]) }];
}

/** Of a match all orders are logged: listings without a buyer and bids without a seller for the same tokens are the same sales. */
function joinMatches(actions: readonly ProtocolAction[]): ProtocolAction[] {
  const bids = new Set(actions.filter(({ parties, account }) => parties.length === 0 && account !== undefined));
  const listings = new Set(actions.filter(({ parties, account }) => parties.length > 0 && account === undefined));
  const joined = new Map<ProtocolAction, readonly ProtocolAction[]>();
  for (const bid of bids) {
    const own = findCounterparts(bid, listings);
    if (!own) continue;
    joined.set(bid, joinListings(bid, own));
    bids.delete(bid);
    for (const listing of own) joined.set(listing, []);
    for (const listing of own) listings.delete(listing);
  }
  for (const listing of listings) {
    const own = findCounterparts(listing, bids);
    if (!own) continue;
    const { parties } = listing;
    joined.set(listing, []);
    for (const bid of own) joined.set(bid, [{ ...bid, parties, evidence: [...listing.evidence, ...bid.evidence] }]);
    for (const bid of own) bids.delete(bid);
  }
  return actions.flatMap((action) => joined.get(action) ?? [action]);
}

function hasMoved({ moves }: ProtocolInput, nft: Item): boolean {
  return moves.some(({ asset, tokenId }) => asset === nft.asset && tokenId === nft.tokenId);
}

/** The order pays nothing at all: what it demands, if anything, is what it offers, handed to somebody. */
function isGivenAway(offer: readonly Item[], consideration: readonly Item[]): boolean {
  return consideration.every((item) =>
    offer.some(({ asset, tokenId }) => asset === item.asset && tokenId === item.tokenId),
  );
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
  if ((!isListing && !isBid) || nfts.length === 0) return undefined;
  if (price.length === 0 && !isGivenAway(offer, consideration)) return undefined;
  const [buyer, seller] = (isListing ? [other, offerer] : [offerer, other]).map((address) =>
    /^0*$/.test(address) ? undefined : address,
  );
  return createAction(seaport, {
    kind: 'nft-sale',
    account: buyer,
    given: price.length === 0 ? [amountOf(NATIVE_ASSET, 0n)] : sumPrice(price),
    got: nfts.map(({ asset, amount, tokenId }) => ({ asset, amount, tokenId })),
    parties: seller === undefined ? [] : [{ role: 'seller', address: seller }],
    costs: readCosts(consideration, seller),
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
  version: 4,
  name: 'Seaport',
  kinds: ['nft-sale'],
  chains: ['arbitrum', 'avalanche', 'base', 'bsc', 'eth', 'optimism', 'polygon'],
  topics: [EVENTS.SEAPORT_FULFILLED.topic],
  find(input): ProtocolAction[] {
    const orders = input.logs.filter(
      ({ address, topics }) => SEAPORTS.has(address) && topics[0] === EVENTS.SEAPORT_FULFILLED.topic,
    );
    return joinMatches(orders.flatMap((log) => readOrder(input, log) ?? []));
  },
});
