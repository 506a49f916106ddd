import { MOVE_WRAP } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { ProtocolAction } from '@trailmark/core/protocol-action';
import { SWAP_VENUES } from './dex-swap.ts';
import { createAction, defineProtocol, type ProtocolInput } from './protocol.ts';
import { WRAPPED_COINS } from './wrapped-coins.ts';

const SWAP_TOPICS = new Set(SWAP_VENUES.flatMap(({ topics }) => topics));

/** Routers wrap on behalf of those who swap: there only what the sender wraps itself is worth a line. */
function listWraps({ chain, transaction, moves, logs }: ProtocolInput): StoredMove[] {
  const isSwap = logs.some(({ topics: [first] }) => SWAP_TOPICS.has(first ?? ''));
  return moves.filter(({ asset, flags, from, to, amount }) => {
    if ((flags & MOVE_WRAP) === 0 || asset !== WRAPPED_COINS[chain] || amount === 0n) return false;
    return !isSwap || from === transaction.from || to === transaction.from;
  });
}

/**
 * Coin handed to the contract that wraps it, or taken back, one to one (WETH9, 2017: `Deposit(dst, wad)`, `Withdrawal(src, wad)`,
 * which decoders turn into moves). Never a payment.
 */
export const wrappedCoin = defineProtocol({
  id: 'wrapped-coin',
  version: 1,
  name: 'Wrapped coin',
  kinds: ['wrap', 'unwrap'],
  chains: Object.keys(WRAPPED_COINS) as (keyof typeof WRAPPED_COINS)[],
  topics: 'moves',
  find(input): ProtocolAction[] {
    return listWraps(input).map(({ asset, from, to, amount, logIndex }) => {
      const isWrap = from === '';
      const coin = { asset: NATIVE_ASSET, amount, tokenId: undefined };
      const wrapped = { asset, amount, tokenId: undefined };
      return createAction(this, {
        kind: isWrap ? 'wrap' : 'unwrap',
        account: isWrap ? to : from,
        given: [isWrap ? coin : wrapped],
        got: [isWrap ? wrapped : coin],
        evidence: logIndex === undefined ? [] : [logIndex],
        note: isWrap
          ? 'Coin became its wrapped form, one for one; it stays with the same account.'
          : 'Wrapped coin became coin again, one for one; it stays with the same account.',
      });
    });
  },
});
