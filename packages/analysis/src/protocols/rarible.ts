import type { AccountLog } from '@trailmark/core/account-block';
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

/** The event states two orders and how much of each is filled; who and what are read from the transfers before it. */
function readMatch(input: ProtocolInput, log: AccountLog, after: number, isOnly: boolean): ProtocolAction | undefined {
  const items = itemMovesBetween(input, after, log.logIndex);
  const [first] = items;
  const isOne = first && items.every(({ from, to }) => from === first.from && to === first.to);
  if (!isOne || first.from === '' || first.to === '') return undefined;
  // What a buyer paid over the whole transaction is the price of a single sale only.
  const price = isOnly ? paidBy(input, first.to) : [];
  return createSale(rarible, {
    buyer: first.to,
    seller: first.from,
    items: items.map(({ asset, amount, tokenId }) => ({ asset, amount, tokenId })),
    price,
    evidence: [log.logIndex, ...items.flatMap(({ logIndex }) => logIndex ?? [])],
    note:
      price.length > 0
        ? 'The event names neither parties nor price: they are what the transfers of this transaction show. Fees are part of the price.'
        : 'The event names neither parties nor price, and the transfers of this transaction do not show what was paid.',
  });
}

/** Orders matched by Rarible's ExchangeV2 (2021: `Match`, first with both assets, later with the two fills only). */
export const rarible = defineProtocol({
  id: 'rarible',
  version: 1,
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
