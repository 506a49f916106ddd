import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { ProtocolAction, SaleCost } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, wordAt } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { amountOf, createSale, isItemMove, itemOf } from './nft-market.ts';
import { defineProtocol, type ProtocolInput } from './protocol.ts';

const EXCHANGE = 'b2ecfe4e4d61f8790bbb9de2d1259b9e2410cea5';
/** Where the coin is that bids are paid from. */
export const BLUR_POOL = '0000000000a39bb272e79075ade125fd351887ac';
const RATE_UNITS = 10_000n;
const PACKED: ReadonlySet<string> = new Set([
  EVENTS.BLUR_V2_SALE.topic,
  EVENTS.BLUR_V2_TAKER_FEE.topic,
  EVENTS.BLUR_V2_MAKER_FEE.topic,
]);

const TOPICS: readonly string[] = [EVENTS.BLUR_V2_EXECUTION.topic, ...PACKED];

/** What one event states, in either form. */
interface Executed {
  /** Whose order it was: the seller of a listing, the buyer of a bid. */
  readonly trader: AccountKey;
  readonly isBid: boolean;
  readonly collection: AccountKey;
  readonly tokenId: bigint;
  readonly amount: bigint;
  readonly price: bigint;
  readonly costs: readonly SaleCost[];
}

function shareOf(price: bigint, rate: bigint, isBid: boolean, cost: Pick<SaleCost, 'role' | 'to'>): SaleCost[] {
  if (rate === 0n || rate > RATE_UNITS) return [];
  return [{ ...amountOf(isBid ? BLUR_POOL : NATIVE_ASSET, (price * rate) / RATE_UNITS), ...cost }];
}

/**
 * Packed words: token (11 bytes), place in the listing (1), trader (20); side (1), price (11), collection (20); and a fee (11 and 20).
 * The fee of the taker of a listing, and that of the maker of a bid, is paid on top: it is no part of the price.
 */
function readPacked({ data, topics }: AccountLog): Executed | undefined {
  const [token, deal, fee] = [wordAt(data, 1), wordAt(data, 2), wordAt(data, 3)];
  const side = deal?.slice(0, 2);
  if (token === undefined || deal === undefined || (side !== '00' && side !== '01')) return undefined;
  const isBid = side === '01';
  const price = BigInt(`0x${deal.slice(2, 24)}`);
  const ofSeller = isBid ? EVENTS.BLUR_V2_TAKER_FEE : EVENTS.BLUR_V2_MAKER_FEE;
  const isOwn = fee !== undefined && topics[0] === ofSeller.topic;
  return {
    ...{ trader: token.slice(24), isBid, collection: deal.slice(24), amount: 1n, price },
    tokenId: BigInt(`0x${token.slice(0, 22)}`),
    costs: isOwn ? shareOf(price, BigInt(`0x${fee.slice(2, 24)}`), isBid, { role: 'other', to: fee.slice(24) }) : [],
  };
}

/** Words: the transfer (trader, number, amount, collection, type), hash, place, price, three fees of two words, type of the order. */
function readWhole({ data }: AccountLog): Executed | undefined {
  const [trader, collection, type] = [addressAt(data, 0), addressAt(data, 3), numberAt(data, 14)];
  const [tokenId, amount, price] = [numberAt(data, 1), numberAt(data, 2), numberAt(data, 7)];
  if (trader === undefined || collection === undefined || tokenId === undefined || !amount) return undefined;
  if (price === undefined || type === undefined || type > 1n) return undefined;
  const isBid = type === 1n;
  const share = (at: number, role: SaleCost['role']): SaleCost[] => {
    const [to, rate] = [addressAt(data, at), numberAt(data, at + 1)];
    return to === undefined || rate === undefined ? [] : shareOf(price, rate, isBid, { role, to });
  };
  const costs = [...share(isBid ? 12 : 8, 'other'), ...share(10, 'fee')];
  return { trader, isBid, collection, tokenId, amount, price, costs };
}

function readSale(input: ProtocolInput, log: AccountLog): ProtocolAction | undefined {
  const executed = PACKED.has(log.topics[0] ?? '') ? readPacked(log) : readWhole(log);
  if (!executed) return undefined;
  const { trader, isBid, collection, tokenId, amount, price, costs } = executed;
  const moved = input.moves.filter((move) => isItemMove(move) && move.asset === collection && move.tokenId === tokenId);
  return createSale(blurV2, {
    buyer: isBid ? trader : moved.find(({ from }) => from === trader)?.to,
    seller: isBid ? moved.find(({ to }) => to === trader)?.from : trader,
    items: [itemOf(collection, tokenId, amount)],
    price: [amountOf(isBid ? BLUR_POOL : NATIVE_ASSET, price)],
    costs,
    evidence: [log.logIndex],
    note: 'The event names the party whose order it was; the other is read from the transfer. Bids are paid from the pool of the market.',
  });
}

/** Sales of the second Blur exchange (2023: `Execution`, and `Execution721Packed` alone, with a taker's fee or with a maker's). */
export const blurV2 = defineProtocol({
  id: 'blur-v2',
  version: 2,
  name: 'Blur v2',
  kinds: ['nft-sale'],
  chains: ['eth'],
  topics: TOPICS,
  find: (input): ProtocolAction[] =>
    input.logs.flatMap((log) =>
      log.address === EXCHANGE && TOPICS.includes(log.topics[0] ?? '') ? (readSale(input, log) ?? []) : [],
    ),
});
