import type { AccountLog } from '@trailmark/core/account-block';
import type { ProtocolAction, SaleCost } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, toAddress } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { amountOf, createSale, itemOf, toAsset } from './nft-market.ts';
import { defineProtocol, type ProtocolInput } from './protocol.ts';

const EXCHANGE = '59728544b08ab483533076417fbbb2fd0b17ce3a';

const isSale = ({ address, topics }: AccountLog): boolean =>
  address === EXCHANGE &&
  topics.length === 4 &&
  (topics[0] === EVENTS.LOOKSRARE_V1_BID.topic || topics[0] === EVENTS.LOOKSRARE_V1_ASK.topic);

/** Royalties the exchange logged for the item, right before the sale. */
function readRoyalties({ logs }: ProtocolInput, sale: AccountLog, collection: string, tokenId: bigint): SaleCost[] {
  return logs.flatMap(({ address, topics, data, logIndex }) => {
    const isOwn =
      address === EXCHANGE &&
      topics[0] === EVENTS.LOOKSRARE_V1_ROYALTY.topic &&
      topics.length === 4 &&
      logIndex < sale.logIndex &&
      toAddress(topics[1]) === collection &&
      BigInt(`0x${topics[2]}`) === tokenId;
    const to = toAddress(topics[3]);
    const currency = addressAt(data, 0);
    const amount = numberAt(data, 1);
    if (!isOwn || to === undefined || currency === undefined || amount === undefined) return [];
    return [{ ...amountOf(toAsset(currency), amount), role: 'royalty', to }];
  });
}

function readSale(input: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const taker = toAddress(log.topics[1]);
  const maker = toAddress(log.topics[2]);
  const [currency, collection] = [addressAt(log.data, 2), addressAt(log.data, 3)];
  const [tokenId, amount, price] = [numberAt(log.data, 4), numberAt(log.data, 5), numberAt(log.data, 6)];
  if (taker === undefined || maker === undefined || currency === undefined || collection === undefined)
    return undefined;
  if (tokenId === undefined || amount === undefined || price === undefined) return undefined;
  // Without a royalty nothing is known of what was taken: the market's own fee is in no event.
  const royalties = readRoyalties(input, log, collection, tokenId);
  const isBid = log.topics[0] === EVENTS.LOOKSRARE_V1_BID.topic;
  return createSale(looksrareV1, {
    buyer: isBid ? taker : maker,
    seller: isBid ? maker : taker,
    items: [itemOf(collection, tokenId, amount)],
    price: [amountOf(toAsset(currency), price)],
    costs: royalties.length > 0 ? royalties : undefined,
    evidence: [log.logIndex],
    note: 'Price as the market logged it. Royalties are those it logged; its own fee is not in the event.',
  });
}

/** Sales of the first LooksRare exchange (2022: `TakerBid` where the taker buys, `TakerAsk` where the taker sells). */
export const looksrareV1 = defineProtocol({
  id: 'looksrare-v1',
  version: 2,
  name: 'LooksRare v1',
  kinds: ['nft-sale'],
  chains: ['eth'],
  topics: [EVENTS.LOOKSRARE_V1_BID.topic, EVENTS.LOOKSRARE_V1_ASK.topic],
  find: (input): ProtocolAction[] => input.logs.filter(isSale).flatMap((log) => readSale(input, log) ?? []),
});
