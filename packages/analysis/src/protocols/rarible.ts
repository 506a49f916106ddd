import type { AccountKey, AccountLog } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { EVENTS } from './event-signatures.ts';
import { createSale, itemMovesBetween, paidBy } from './nft-market.ts';
import { defineProtocol, type ProtocolInput } from './protocol.ts';

/** ExchangeV2 on each chain. */
const EXCHANGES: ReadonlySet<string> = new Set([
  '9757f2d2b135150bbeb65308d4a91804107cd8d6',
  '12b3897a36fdb436dde2788c06eff0ffd997066e',
]);
const TOPICS: ReadonlySet<string> = new Set([EVENTS.RARIBLE_MATCH.topic, EVENTS.RARIBLE_MATCH_ASSETS.topic]);

const isMatch = ({ address, topics }: AccountLog): boolean => EXCHANGES.has(address) && TOPICS.has(topics[0] ?? '');

interface Passage {
  /** Undefined where the item was minted to its buyer: nobody had it before. */
  readonly seller: AccountKey | undefined;
  readonly buyer: AccountKey;
  readonly items: readonly StoredMove[];
}

/** How one item went: from its first giver, or from who had it minted, to its last receiver. */
function followItem(moves: readonly StoredMove[]): Passage | undefined {
  const [first, last] = [moves[0], moves.at(-1)];
  if (!first || !last || last.to === '' || moves.some(({ from }, i) => i > 0 && from !== moves[i - 1]?.to))
    return undefined;
  const minter = moves.length > 1 ? first.to : undefined;
  return { seller: first.from === '' ? minter : first.from, buyer: last.to, items: [last] };
}

/** The way of all items of a match, if it is one: a token that is minted when it is sold goes through who made it. */
function findPassage(moves: readonly StoredMove[]): Passage | undefined {
  const passages = [...Map.groupBy(moves, ({ asset, tokenId }) => `${asset}/${tokenId}`).values()].map(followItem);
  const [first] = passages;
  if (!first || !passages.every((each) => each?.seller === first.seller && each?.buyer === first.buyer))
    return undefined;
  return { ...first, items: passages.flatMap((each) => each?.items ?? []) };
}

/** The event states two orders and how much of each is filled; who and what are read from the transfers before it. */
function readMatch(input: ProtocolInput, log: AccountLog, after: number, isOnly: boolean): ProtocolAction | undefined {
  const moved = itemMovesBetween(input, after, log.logIndex);
  const passage = findPassage(moved);
  if (!passage) return undefined;
  const { seller, buyer, items } = passage;
  // What a buyer paid over the whole transaction is the price of a single sale only.
  const price = isOnly ? paidBy(input, buyer) : [];
  return createSale(rarible, {
    buyer,
    seller,
    items: items.map(({ asset, amount, tokenId }) => ({ asset, amount, tokenId })),
    price,
    evidence: [log.logIndex, ...moved.flatMap(({ logIndex }) => logIndex ?? [])],
    note:
      price.length > 0
        ? 'The event names neither parties nor price: they are what the transfers of this transaction show. Fees are part of the price.'
        : 'The event names neither parties nor price, and the transfers of this transaction do not show what was paid.',
  });
}

/** Orders matched by Rarible's ExchangeV2 (2021: `Match`, first with both assets, later with the two fills only). */
export const rarible = defineProtocol({
  id: 'rarible',
  version: 2,
  name: 'Rarible',
  kinds: ['nft-sale'],
  chains: ['eth', 'polygon'],
  topics: [...TOPICS],
  find(input): ProtocolAction[] {
    const matches = input.logs.filter(isMatch);
    let after = -1;
    return matches.flatMap((log) => {
      const found = readMatch(input, log, after, matches.length === 1);
      after = log.logIndex;
      return found ?? [];
    });
  },
});
