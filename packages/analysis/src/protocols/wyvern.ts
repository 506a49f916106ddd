import type { AccountLog } from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { numberAt, toAddress } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { amountOf, createSale, itemMovesBetween } from './nft-market.ts';
import { defineProtocol, type ProtocolInput } from './protocol.ts';

/** OpenSea's exchange of 2018 and the one that followed it in February 2022. */
const WYVERNS: ReadonlySet<string> = new Set([
  '7be8076f4ea4a4ad08075c2508e481d6c946d12b',
  '7f268357a8c2552623316e2562d90e642bb538e5',
]);

const isMatch = ({ address, topics }: AccountLog): boolean =>
  WYVERNS.has(address) && topics[0] === EVENTS.WYVERN_MATCHED.topic && topics.length === 4;

/** The event names no token: it is what moved between its two parties since the event before. */
function readMatch(input: ProtocolInput, log: AccountLog, after: number): ProtocolAction | undefined {
  const maker = toAddress(log.topics[1]);
  const taker = toAddress(log.topics[2]);
  const price = numberAt(log.data, 2);
  if (maker === undefined || taker === undefined || price === undefined) return undefined;
  const moved = itemMovesBetween(input, after, log.logIndex).filter(({ from }) => from === maker || from === taker);
  const [first] = moved;
  if (!first) return undefined;
  const seller = first.from;
  const buyer = seller === maker ? taker : maker;
  const items = moved.filter(({ from }) => from === seller);
  const token = input.moves.find(
    ({ kind, from, logIndex }) =>
      kind === 'token' && from === buyer && logIndex !== undefined && logIndex > after && logIndex < log.logIndex,
  );
  return createSale(wyvern, {
    buyer,
    seller,
    items: items.map(({ asset, amount, tokenId }) => ({ asset, amount, tokenId })),
    price: [amountOf(token?.asset ?? NATIVE_ASSET, price)],
    evidence: [log.logIndex, ...items.flatMap(({ logIndex }) => logIndex ?? [])],
    note: 'The event states parties and price, without the token: the token is what moved between them before it. Fees are part of the price.',
  });
}

/** Orders matched by the Wyvern exchange (OpenSea, 2018 to 2022: `OrdersMatched(buyHash, sellHash, maker, taker, price, metadata)`). */
export const wyvern = defineProtocol({
  id: 'wyvern',
  version: 2,
  name: 'Wyvern (OpenSea)',
  kinds: ['nft-sale'],
  chains: ['eth'],
  topics: [EVENTS.WYVERN_MATCHED.topic],
  find(input): ProtocolAction[] {
    let after = -1;
    return input.logs.filter(isMatch).flatMap((log) => {
      const found = readMatch(input, log, after);
      after = log.logIndex;
      return found ?? [];
    });
  },
});
