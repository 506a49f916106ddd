import type { AccountLog } from '@trailmark/core/account-block';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { EVENTS } from './event-signatures.ts';
import { netChange } from './net-change.ts';
import { createSale, itemMovesBetween, paidBy } from './nft-market.ts';
import { defineProtocol, type ProtocolInput } from './protocol.ts';

/** Routers of the first and second version. A pool is a contract of its own that anybody can copy, so a sale counts only through one of these. */
const ROUTERS: ReadonlySet<string> = new Set([
  '2b2e8cda09bba9660dca5cb6233787738ad68329',
  '090c236b62317db226e6ae6cd4c0fd25b7028b65',
]);
const OUT: ReadonlySet<string> = new Set([EVENTS.SUDOSWAP_V1_OUT.topic, EVENTS.SUDOSWAP_V2_OUT.topic]);
const IN: ReadonlySet<string> = new Set([EVENTS.SUDOSWAP_V1_IN.topic, EVENTS.SUDOSWAP_V2_IN.topic]);
const NOTE = 'Exchanged with a pool through the router of the market.';

/** What moved since the log before: a pool logs an exchange after its items. */
function readPool(input: ProtocolInput, log: AccountLog, after: number, isOnly: boolean): ProtocolAction | undefined {
  const pool = log.address;
  const isOut = OUT.has(log.topics[0] ?? '');
  const giver = isOut ? pool : input.transaction.from;
  const own = itemMovesBetween(input, after, log.logIndex).filter(({ from }) => from === giver);
  const [first] = own;
  if (!first) return undefined;
  const trader = isOut ? first.to : first.from;
  const got = netChange(input.chain, input.moves, trader).got.filter(({ tokenId }) => tokenId === undefined);
  const price = !isOnly ? [] : isOut ? paidBy(input, trader) : got;
  return createSale(sudoswap, {
    buyer: isOut ? trader : pool,
    seller: isOut ? pool : trader,
    pool,
    items: own.map(({ asset, amount, tokenId }) => ({ asset, amount, tokenId })),
    price,
    evidence: [log.logIndex, ...own.flatMap(({ logIndex }) => logIndex ?? [])],
    note:
      price.length > 0
        ? `${NOTE} The price is the net payment of the trader.`
        : `${NOTE} The transfers do not show its price.`,
  });
}

/** Exchanges with pools of Sudoswap (2022 and 2023: `SwapNFTOutPair`, `SwapNFTInPair`), through its routers. */
export const sudoswap = defineProtocol({
  id: 'sudoswap',
  version: 3,
  name: 'Sudoswap',
  kinds: ['nft-sale'],
  chains: ['eth'],
  topics: [...OUT, ...IN],
  find(input): ProtocolAction[] {
    if (!ROUTERS.has(input.transaction.to)) return [];
    const swaps = input.logs.filter(({ topics: [first = ''] }) => OUT.has(first) || IN.has(first));
    let after = -1;
    return swaps.flatMap((log) => {
      const found = readPool(input, log, after, swaps.length === 1);
      after = log.logIndex;
      return found ?? [];
    });
  },
});
