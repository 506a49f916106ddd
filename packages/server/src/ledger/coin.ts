import type { AssetBalance } from '@trailmark/api/contract/address';
import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import { AppError } from '@trailmark/core/errors';
import type { Pricer } from '../knowledge/prices/pricer.ts';
import type { ServedOutputs } from './ledgers.ts';

interface Named {
  readonly symbol: string;
  readonly name: string;
  readonly decimals: number;
}

/** An asset whose name is ours: the coin of a chain, and what tables state. */
export function toPlainAsset(id: string, kind: 'coin' | 'stated', { symbol, name, decimals }: Named): AssetReference {
  return { id, kind, contract: null, symbol, name, decimals, isVerified: true, imitates: null, standard: null };
}

/** The one asset of a chain of outputs. */
export function coinOf({ id, chain }: ServedOutputs): AssetReference {
  return toPlainAsset(id, 'coin', chain);
}

/** Throws `invalid` where a query names an asset or a kind of transfer that a chain of outputs does not have. */
export function refuseForeignFilter(
  { id, chain }: ServedOutputs,
  { asset, kind }: { readonly asset?: string | undefined; readonly kind?: string | undefined },
): void {
  if (asset !== undefined && asset !== id)
    throw new AppError('invalid', `The one asset of ${chain.name} is its coin: "asset" takes "${id}", or is left out.`);
  if (kind !== undefined)
    throw new AppError(
      'invalid',
      `${chain.name} has no kinds of transfers: leave "kind" out. "direction" takes in, out or self.`,
    );
}

interface CoinSums {
  readonly received: bigint;
  readonly sent: bigint;
  readonly moves: number;
  readonly balance: bigint | null;
  readonly balanceNote?: string | null | undefined;
  readonly firstHeight: number | null;
  readonly lastHeight: number | null;
}

/** What an address has of the coin; null where it never had any. */
export function toCoinBalance(ledger: ServedOutputs, sums: CoinSums, pricer: Pricer): AssetBalance | null {
  const { received, sent, moves, balance, firstHeight, lastHeight } = sums;
  if (firstHeight === null || lastHeight === null) return null;
  return {
    asset: coinOf(ledger),
    received,
    sent,
    moves,
    balance,
    balanceNote: sums.balanceNote ?? null,
    fiat: balance === null ? null : pricer.lastValue(balance),
    firstHeight,
    lastHeight,
  };
}
