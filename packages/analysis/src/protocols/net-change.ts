import type { AccountKey } from '@trailmark/core/account-block';
import type { StoredMove } from '@trailmark/core/account-ledger';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import type { AccountChainId } from '@trailmark/core/chain';
import type { ActionAmount } from '@trailmark/core/protocol-action';
import { WRAPPED_COINS } from './wrapped-coins.ts';

/** What an account lost and gained over moves. Both sides positive amounts, in the order in which an asset first moved. */
export interface NetChange {
  readonly given: readonly ActionAmount[];
  readonly got: readonly ActionAmount[];
  /** Coin and wrapped coin both changed and were counted as one. */
  readonly hasMergedCoin: boolean;
}

const IGNORED = new Set(['fee', 'tip', 'stated']);

interface Sum {
  readonly amount: ActionAmount;
  total: bigint;
}

function sumMoves(moves: readonly StoredMove[], account: AccountKey): Map<string, Sum> {
  const sums = new Map<string, Sum>();
  for (const { kind, asset, from, to, amount, tokenId } of moves) {
    if (IGNORED.has(kind) || from === to || (from !== account && to !== account)) continue;
    const id = kind === 'nft' || kind === 'multi-token' ? tokenId : undefined;
    const key = `${asset}/${id ?? ''}`;
    const sum = sums.get(key) ?? { amount: { asset, amount: 0n, tokenId: id }, total: 0n };
    sum.total += to === account ? amount : -amount;
    sums.set(key, sum);
  }
  return sums;
}

function mergeCoin(sums: Map<string, Sum>, chain: AccountChainId): boolean {
  const coin = sums.get(`${NATIVE_ASSET}/`);
  const wrapped = sums.get(`${WRAPPED_COINS[chain] ?? 'none'}/`);
  if (!coin || !wrapped || coin.total === 0n || wrapped.total === 0n) return false;
  coin.total += wrapped.total;
  wrapped.total = 0n;
  return true;
}

/** Net change of one account, the fee left out. Where both the coin and its wrapped form changed, they count as the coin. */
export function netChange(chain: AccountChainId, moves: readonly StoredMove[], account: AccountKey): NetChange {
  const sums = sumMoves(moves, account);
  const hasMergedCoin = mergeCoin(sums, chain);
  const changed = [...sums.values()].filter(({ total }) => total !== 0n);
  return {
    given: changed.filter(({ total }) => total < 0n).map(({ amount, total }) => ({ ...amount, amount: -total })),
    got: changed.filter(({ total }) => total > 0n).map(({ amount, total }) => ({ ...amount, amount: total })),
    hasMergedCoin,
  };
}
