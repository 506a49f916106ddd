import type { AccountLog } from '@trailmark/core/account-block';
import type { ProtocolAction, SaleCost } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, startOf } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { amountOf, createSale, itemOf, MOST_ITEMS, toAsset } from './nft-market.ts';
import { defineProtocol } from './protocol.ts';

const EXCHANGE = '0000000000e655fae4d56241588680f86e3b2377';
/** Words of the event before its lists. */
const [USER, RECIPIENT, CURRENCY, COLLECTION, IDS, AMOUNTS, PAYEES, SUMS] = [3, 4, 6, 7, 8, 9, 10, 12] as const;

const isSale = ({ address, topics }: AccountLog): boolean =>
  address === EXCHANGE && (topics[0] === EVENTS.LOOKSRARE_V2_BID.topic || topics[0] === EVENTS.LOOKSRARE_V2_ASK.topic);

function readNumbers(data: string, index: number): bigint[] | undefined {
  const start = startOf(data, index);
  const count = start === undefined ? undefined : numberAt(data, start);
  if (start === undefined || count === undefined || count > BigInt(MOST_ITEMS)) return undefined;
  const found = Array.from({ length: Number(count) }, (_, i) => numberAt(data, start + 1 + i));
  return found.every((value) => value !== undefined) ? found : undefined;
}

function readCosts(data: string, currency: string, sums: readonly bigint[]): SaleCost[] {
  const creator = addressAt(data, PAYEES + 1) ?? '';
  const [, royalty = 0n, fee = 0n] = sums;
  const asset = toAsset(currency);
  const costs: SaleCost[] = [
    { ...amountOf(asset, royalty), role: 'royalty', to: creator },
    { ...amountOf(asset, fee), role: 'fee', to: EXCHANGE },
  ];
  return costs.filter(({ amount }) => amount > 0n);
}

function readSale({ data, topics, logIndex }: AccountLog): ProtocolAction | undefined {
  const [first, second] = [addressAt(data, USER), addressAt(data, RECIPIENT)];
  const [currency, collection] = [addressAt(data, CURRENCY), addressAt(data, COLLECTION)];
  const [ids, amounts] = [readNumbers(data, IDS), readNumbers(data, AMOUNTS)];
  const sums = [0, 1, 2].flatMap((i) => numberAt(data, SUMS + i) ?? []);
  if (first === undefined || second === undefined || currency === undefined || collection === undefined)
    return undefined;
  if (!ids || !amounts || ids.length === 0 || ids.length !== amounts.length || sums.length !== 3) return undefined;
  const isBid = topics[0] === EVENTS.LOOKSRARE_V2_BID.topic;
  return createSale(looksrareV2, {
    // A bid names who receives the items; an ask names who sells and who bid.
    buyer: second,
    seller: isBid ? addressAt(data, PAYEES) : first,
    items: ids.map((id, i) => itemOf(collection, id, amounts[i])),
    price: [
      amountOf(
        toAsset(currency),
        sums.reduce((sum, each) => sum + each, 0n),
      ),
    ],
    costs: readCosts(data, currency, sums),
    evidence: [logIndex],
    note: 'The price is the sum of what the market logged for the seller, the creator and itself.',
  });
}

/** Sales of the second LooksRare exchange (2023: `TakerBid`, `TakerAsk`, with lists of items and what each party gets). */
export const looksrareV2 = defineProtocol({
  id: 'looksrare-v2',
  version: 1,
  name: 'LooksRare v2',
  kinds: ['nft-sale'],
  chains: ['eth'],
  topics: [EVENTS.LOOKSRARE_V2_BID.topic, EVENTS.LOOKSRARE_V2_ASK.topic],
  find: ({ logs }): ProtocolAction[] => logs.filter(isSale).flatMap((log) => readSale(log) ?? []),
});
