import type { AccountLog } from '@trailmark/core/account-block';
import type { ProtocolAction, SaleCost } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, startOf } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { amountOf, createSale, itemOf, toAsset } from './nft-market.ts';
import { defineProtocol } from './protocol.ts';

const EXCHANGE = '000000000000ad05ccc4f10045630fb830b95127';
const RATE_UNITS = 10_000n;
const MOST_FEES = 20n;

/** Words of an order: trader, side, policy, collection, token, amount, payment token, price, two times, fees, salt, more. */
interface Order {
  readonly trader: string;
  readonly collection: string;
  readonly tokenId: bigint;
  readonly amount: bigint;
  readonly currency: string;
  readonly price: bigint;
  readonly start: number;
}

function readOrder(data: string, index: number): Order | undefined {
  const start = startOf(data, index);
  if (start === undefined) return undefined;
  const [trader, collection, currency] = [0, 3, 6].map((at) => addressAt(data, start + at));
  const [tokenId, amount, price] = [4, 5, 7].map((at) => numberAt(data, start + at));
  if (trader === undefined || collection === undefined || currency === undefined) return undefined;
  if (tokenId === undefined || amount === undefined || price === undefined) return undefined;
  // Orders of ERC-721 tokens may state no amount.
  return { trader, collection, currency, tokenId, amount: amount === 0n ? 1n : amount, price, start };
}

/** Fees in ten-thousandths of the price, rounded down as the contract does. */
function readFees(data: string, { start, price, currency }: Order): SaleCost[] {
  const list = startOf(data, start + 10, start);
  const count = list === undefined ? undefined : numberAt(data, list);
  if (list === undefined || count === undefined || count > MOST_FEES) return [];
  return Array.from({ length: Number(count) }, (_, i): SaleCost[] => {
    const rate = numberAt(data, list + 1 + 2 * i);
    const to = addressAt(data, list + 2 + 2 * i);
    if (rate === undefined || to === undefined || rate > RATE_UNITS) return [];
    return [{ ...amountOf(toAsset(currency), (price * rate) / RATE_UNITS), role: 'other', to }];
  }).flat();
}

function readMatch({ data, logIndex }: AccountLog): ProtocolAction | undefined {
  const sell = readOrder(data, 0);
  const buy = readOrder(data, 2);
  if (!sell || !buy || sell.collection !== buy.collection || sell.tokenId !== buy.tokenId) return undefined;
  return createSale(blurV1, {
    buyer: buy.trader,
    seller: sell.trader,
    items: [itemOf(sell.collection, sell.tokenId, sell.amount)],
    price: [amountOf(toAsset(sell.currency), sell.price)],
    costs: readFees(data, sell),
    evidence: [logIndex],
    note: 'Price as both orders state it, in coin, wrapped coin or coin in the pool of the market.',
  });
}

/** Orders matched by the first Blur exchange (2022: `OrdersMatched(maker, taker, sell, sellHash, buy, buyHash)`). */
export const blurV1 = defineProtocol({
  id: 'blur-v1',
  version: 1,
  name: 'Blur v1',
  kinds: ['nft-sale'],
  chains: ['eth'],
  topics: [EVENTS.BLUR_V1_MATCHED.topic],
  find: ({ logs }): ProtocolAction[] =>
    logs.flatMap((log) => {
      const isMatch = log.address === EXCHANGE && log.topics[0] === EVENTS.BLUR_V1_MATCHED.topic;
      return isMatch ? (readMatch(log) ?? []) : [];
    }),
});
