import type { AccountLog } from '@trailmark/core/account-block';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { addressAt, numberAt, toAddress } from './abi-words.ts';
import { EVENTS } from './event-signatures.ts';
import { createAction, defineProtocol } from './protocol.ts';

/** The contract that settles orders, at the same address on these chains. */
const SETTLEMENT = '9008d19f58aabd9ed0d60971565aa8510560ab41';
/** The coin's placeholder. */
const COIN = 'eeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee';

function readTrade(log: AccountLog): ProtocolAction | undefined {
  const owner = toAddress(log.topics[1]);
  const sold = addressAt(log.data, 0);
  const bought = addressAt(log.data, 1);
  const sellAmount = numberAt(log.data, 2);
  const buyAmount = numberAt(log.data, 3);
  if (owner === undefined || sold === undefined || bought === undefined) return undefined;
  if (sellAmount === undefined || buyAmount === undefined) return undefined;
  const toAmount = (token: string, amount: bigint) => ({
    asset: token === COIN ? NATIVE_ASSET : token,
    amount,
    tokenId: undefined,
  });
  return createAction(cowProtocol, {
    kind: 'swap',
    account: owner,
    given: [toAmount(sold, sellAmount)],
    got: [toAmount(bought, buyAmount)],
    evidence: [log.logIndex],
    note: 'An order that somebody else carried out for this account. The amounts are those the settlement contract logged, its fee included; what was bought may go to a receiver the log does not name.',
  });
}

/** CoW Protocol's settlement contract (cowprotocol/contracts, 2021: `Trade(owner, sellToken, buyToken, sellAmount, buyAmount, feeAmount, orderUid)`). */
export const cowProtocol = defineProtocol({
  id: 'cow-protocol',
  version: 1,
  name: 'CoW Protocol',
  kinds: ['swap'],
  chains: ['arbitrum', 'avalanche', 'base', 'bsc', 'eth', 'polygon'],
  topics: [EVENTS.COW_TRADE.topic],
  find({ logs }): ProtocolAction[] {
    return logs.flatMap((log) => {
      const isTrade = log.address === SETTLEMENT && log.topics[0] === EVENTS.COW_TRADE.topic && log.topics.length === 2;
      return isTrade ? (readTrade(log) ?? []) : [];
    });
  },
  mentions(log) {
    const owner = log.address === SETTLEMENT ? toAddress(log.topics[1]) : undefined;
    return owner === undefined ? [] : [owner];
  },
});
