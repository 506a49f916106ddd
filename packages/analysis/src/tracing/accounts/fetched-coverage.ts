import { type AccountKey, HAS_CALL, HAS_INTERNALS, HAS_LOGS } from '@trailmark/core/account-block';
import type { AccountLedger } from '@trailmark/core/account-ledger';
import { type AssetKey, isContractAsset } from '@trailmark/core/asset';
import type { ReadOptions } from '@trailmark/core/read-options';

/** Accounts covered by one answer. */
const MOST_ASKED = 200;

/** An account in which traced money rests since a height. */
export interface RestingAccount {
  readonly address: AccountKey;
  readonly asset: AssetKey;
  readonly since: number;
  readonly held: bigint;
}

/** Lists of a source that name every payment of an asset. */
function neededFor(asset: AssetKey): number {
  return isContractAsset(asset) ? HAS_LOGS : HAS_CALL | HAS_INTERNALS;
}

/**
 * Up to which height everything an account did since money rests in it was fetched on demand, by address and asset; the largest
 * accounts, in one query.
 */
export async function readFetchedUntil(
  reader: AccountLedger,
  resting: readonly RestingAccount[],
  read: ReadOptions,
): Promise<Map<string, number>> {
  const largest = resting.toSorted((a, b) => (a.held === b.held ? 0 : a.held > b.held ? -1 : 1)).slice(0, MOST_ASKED);
  const until = new Map<string, number>();
  if (largest.length === 0) return until;
  const addresses = largest.map(({ address }) => address);
  const fetched = await reader.addressCoverages([...new Set(addresses)], read);
  for (const { address, asset, since } of largest) {
    const need = neededFor(asset);
    for (const { fromHeight, toHeight, holds } of fetched.get(address) ?? []) {
      const isWhole = (holds & need) === need && fromHeight <= since && toHeight >= since;
      const key = `${address}:${asset}`;
      if (isWhole) until.set(key, Math.max(until.get(key) ?? 0, toHeight));
    }
  }
  return until;
}
