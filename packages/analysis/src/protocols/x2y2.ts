import type { AccountLog } from '@trailmark/core/account-block';
import type { ActionAmount, ProtocolAction, SaleCost } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, startOf } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { amountOf, createSale, itemOf, MOST_ITEMS, toAsset } from './nft-market.ts';
import { defineProtocol } from './protocol.ts';

const EXCHANGE = '74312363e45dcaba76c59ec49a7aa8a65a67eed3';
const RATE_UNITS = 1_000_000n;
const MOST_FEES = 20n;
/** Operations that end in a sale: an offer to sell or to buy that was accepted, an auction that ended. */
const SALES: ReadonlySet<bigint> = new Set([1n, 2n, 5n]);
const INTENT_BUY = 3n;

/** Words of an item in an order, by how the market delivers it: contract and number, and of tokens in several pieces how many. */
const WORDS_BY_TYPE: ReadonlyMap<bigint, 2 | 3> = new Map([
  [1n, 2],
  [2n, 3],
]);

/** Items inside the bytes of an order: a list, each of so many words. */
function readItems(data: string, item: number, words: 2 | 3): ActionAmount[] | undefined {
  const bytes = startOf(data, item + 1, item);
  const list = bytes === undefined ? undefined : startOf(data, bytes + 1, bytes + 1);
  const count = list === undefined ? undefined : numberAt(data, list);
  if (list === undefined || count === undefined || count === 0n || count > BigInt(MOST_ITEMS)) return undefined;
  const items = Array.from({ length: Number(count) }, (_, i) => {
    const at = list + 1 + words * i;
    const [contract, tokenId] = [addressAt(data, at), numberAt(data, at + 1)];
    const amount = words === 2 ? 1n : numberAt(data, at + 2);
    return contract === undefined || tokenId === undefined || !amount ? undefined : itemOf(contract, tokenId, amount);
  });
  return items.every((each) => each !== undefined) ? items : undefined;
}

function readFees(data: string, detail: number, price: bigint, currency: string): SaleCost[] {
  const list = startOf(data, detail + 10, detail);
  const count = list === undefined ? undefined : numberAt(data, list);
  if (list === undefined || count === undefined || count > MOST_FEES) return [];
  return Array.from({ length: Number(count) }, (_, i): SaleCost[] => {
    const rate = numberAt(data, list + 1 + 2 * i);
    const to = addressAt(data, list + 2 + 2 * i);
    if (rate === undefined || to === undefined || rate === 0n || rate > RATE_UNITS) return [];
    return [{ ...amountOf(toAsset(currency), (price * rate) / RATE_UNITS), role: 'other', to }];
  }).flat();
}

function readSale({ data, logIndex }: AccountLog): ProtocolAction | undefined {
  const [maker, taker, currency] = [addressAt(data, 0), addressAt(data, 1), addressAt(data, 7)];
  const [intent, item, detail] = [numberAt(data, 4), startOf(data, 9), startOf(data, 10)];
  const words = WORDS_BY_TYPE.get(numberAt(data, 5) ?? 0n);
  if (maker === undefined || taker === undefined || currency === undefined) return undefined;
  if (intent === undefined || item === undefined || detail === undefined || !words) return undefined;
  const [operation, price] = [numberAt(data, detail), numberAt(data, detail + 3)];
  const items = readItems(data, item, words);
  if (operation === undefined || price === undefined || !items || !SALES.has(operation)) return undefined;
  const isOffer = intent === INTENT_BUY;
  return createSale(x2y2, {
    buyer: isOffer ? maker : taker,
    seller: isOffer ? taker : maker,
    items,
    price: [amountOf(toAsset(currency), price)],
    costs: readFees(data, detail, price, currency),
    evidence: [logIndex],
    note: 'Price and shares as the settlement states them.',
  });
}

/** Sales of X2Y2 (2022: `EvInventory`, of which only the operations that complete a sale count). */
export const x2y2 = defineProtocol({
  id: 'x2y2',
  version: 2,
  name: 'X2Y2',
  kinds: ['nft-sale'],
  chains: ['eth'],
  topics: [EVENTS.X2Y2_INVENTORY.topic],
  find: ({ logs }): ProtocolAction[] =>
    logs.flatMap((log) => {
      const isOwn = log.address === EXCHANGE && log.topics[0] === EVENTS.X2Y2_INVENTORY.topic;
      return isOwn ? (readSale(log) ?? []) : [];
    }),
});
