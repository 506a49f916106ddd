import type { AccountLog } from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { ProtocolAction, SaleCost } from '@trailmark/core/protocol-action';
import { numberAt, wordAt } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { amountOf, createSale, isItemMove, itemOf } from './nft-market.ts';
import { defineProtocol, type ProtocolInput } from './protocol.ts';

const EXCHANGE = 'b2ecfe4e4d61f8790bbb9de2d1259b9e2410cea5';
/** Where the coin is that bids are paid from. */
export const BLUR_POOL = '0000000000a39bb272e79075ade125fd351887ac';
const RATE_UNITS = 10_000n;
const TOPICS: ReadonlySet<string> = new Set([
  EVENTS.BLUR_V2_SALE.topic,
  EVENTS.BLUR_V2_TAKER_FEE.topic,
  EVENTS.BLUR_V2_MAKER_FEE.topic,
]);

/** The word with a fee: eleven bytes of rate in ten-thousandths, then who gets it. */
function readFee(data: string, price: bigint, asset: string): SaleCost[] {
  const word = wordAt(data, 3);
  if (word === undefined) return [];
  const rate = BigInt(`0x${word.slice(2, 24)}`);
  if (rate === 0n || rate > RATE_UNITS) return [];
  return [{ ...amountOf(asset, (price * rate) / RATE_UNITS), role: 'other', to: word.slice(24) }];
}

/** Packed words: token (11 bytes), place in the listing (1), trader (20); and side (1), price (11), collection (20). */
function readSale(input: ProtocolInput, { data, logIndex }: AccountLog): ProtocolAction | undefined {
  const [token, deal] = [wordAt(data, 1), wordAt(data, 2)];
  if (token === undefined || deal === undefined || numberAt(data, 0) === undefined) return undefined;
  const tokenId = BigInt(`0x${token.slice(0, 22)}`);
  const trader = token.slice(24);
  const side = deal.slice(0, 2);
  const price = BigInt(`0x${deal.slice(2, 24)}`);
  const collection = deal.slice(24);
  if (side !== '00' && side !== '01') return undefined;
  const moved = input.moves.filter((move) => isItemMove(move) && move.asset === collection && move.tokenId === tokenId);
  const isBid = side === '01';
  const asset = isBid ? BLUR_POOL : NATIVE_ASSET;
  return createSale(blurV2, {
    buyer: isBid ? trader : moved.find(({ from }) => from === trader)?.to,
    seller: isBid ? moved.find(({ to }) => to === trader)?.from : trader,
    items: [itemOf(collection, tokenId)],
    price: [amountOf(asset, price)],
    costs: readFee(data, price, asset),
    evidence: [logIndex],
    note: 'The event names the party whose order it was; the other is read from the transfer. Bids are paid from the pool of the market.',
  });
}

/** Sales of the second Blur exchange (2023: `Execution721Packed`, `Execution721TakerFeePacked`, `Execution721MakerFeePacked`). */
export const blurV2 = defineProtocol({
  id: 'blur-v2',
  version: 1,
  name: 'Blur v2',
  kinds: ['nft-sale'],
  chains: ['eth'],
  topics: [...TOPICS],
  find: (input): ProtocolAction[] =>
    input.logs.flatMap((log) =>
      log.address === EXCHANGE && TOPICS.has(log.topics[0] ?? '') ? (readSale(input, log) ?? []) : [],
    ),
});
