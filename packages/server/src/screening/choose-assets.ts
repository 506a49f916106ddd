import { type AssetKey, NATIVE_ASSET } from '@trailmark/core/asset';
import { findAssetKey } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { readAddress } from '../ledger/any-chain.ts';
import type { ServedLedger } from '../ledger/ledgers.ts';
import type { TracingEngine } from '../tracing/engines/tracing-engine.ts';

/** Assets of one subject that are screened, besides those the request names. */
export const MOST_ASSETS = 4;
/** Assets of a subject that are looked at, most used first, to find those. */
const LOOKED = 50;

export interface ChosenAssets {
  readonly assets: readonly AssetKey[];
  /** Assets of the subject that nobody vouches for, or that are beyond the limit: not screened, and counted. */
  readonly left: number;
}

/** The asset of the request, or the coin and the tokens somebody vouches for that the subject used most. */
export async function chooseAssets(
  { ledger, engine }: { readonly ledger: ServedLedger; readonly engine: TracingEngine },
  { asset, chain, subject }: ScreeningRequest,
  read: ReadOptions,
): Promise<ChosenAssets> {
  if (asset !== null || subject.kind === 'transaction') return { assets: [asset ?? NATIVE_ASSET], left: 0 };
  const { key } = readAddress(ledger, subject.text);
  const { items, total } = await ledger.transfers.balances(key, { offset: 0, limit: LOOKED }, read);
  // Payments that only a table states are in no balance.
  const rows = total > 0 ? items : await ledger.transfers.transfers(key, { order: 'newest' }, { limit: LOOKED }, read);
  const keys = [...new Set(rows.flatMap((row) => findAssetKey(chain, row.asset) ?? []))];
  const context = await engine.openContext({ assets: keys, currency: 'USD' }, read);
  const usable = keys.filter((one) => one === NATIVE_ASSET || context.assetOf(one).isVerified === true);
  const assets = usable.slice(0, MOST_ASSETS);
  return { assets: assets.length === 0 ? [NATIVE_ASSET] : assets, left: Math.max(0, total - assets.length) };
}
