import type { KnownAsset } from '@trailmark/analysis/statement/statement-world';
import { type AssetKey, NATIVE_ASSET } from '@trailmark/core/asset';
import type { ChainId } from '@trailmark/core/chain';
import { AppError } from '@trailmark/core/errors';
import { type AddressKey, type AssetId, findAssetKey } from '@trailmark/core/ledger';
import type { ReadOptions } from '@trailmark/core/read-options';
import type { PriceRule, StatementParty, StatementRate } from '@trailmark/core/statement/statement';
import { formatAddress } from '../ledger/any-chain.ts';
import { readKnownUntil } from '../ledger/wallets/known-until.ts';
import { getTracingEngine } from '../tracing/engines/get-tracing-engine.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';

const DAY = 86_400;
/** Names remembered: some counterparties come again and again, most of a long history once. */
const MOST_NAMES = 4_000;
const LONGEST_TEXT = 64;

/** How many seconds before a line its price is of. */
const PRICE_LAG: Readonly<Record<PriceRule, number>> = { 'day-close': 0, 'previous-close': DAY };

export interface ChainWorldOptions {
  readonly chain: ChainId;
  readonly keys: ReadonlySet<AddressKey>;
  readonly currency: string;
  readonly priceRule: PriceRule;
  readonly read: ReadOptions;
}

/** Names, prices and completeness of one chain, loaded before they are used. */
export interface ChainWorld {
  load(assets: Iterable<AssetId>): Promise<void>;
  asset(id: AssetId): KnownAsset;
  value(asset: AssetId, amount: bigint, time: number): bigint | undefined;
  /** Behind the values so far, in no order. */
  rates(): Iterable<StatementRate>;
  party(key: AddressKey): StatementParty;
}

/** Throws `invalid` for a currency the server has no prices in. */
export async function openChainWorld(deps: TraceDeps, options: ChainWorldOptions): Promise<ChainWorld> {
  const { chain, keys, currency, priceRule, read } = options;
  const ledger = deps.ledgers.get(chain);
  const engine = getTracingEngine(deps, chain);
  const context = await engine.openContext({ assets: [NATIVE_ASSET], currency }, read);
  const known = new Map<AssetId, KnownAsset>();
  const names = new Map<AddressKey, StatementParty>();
  const keyOf = new Map<AssetId, AssetKey>();
  const lag = PRICE_LAG[priceRule];

  const rates = new Map<AssetId, Map<number, StatementRate>>();

  function noteRate(asset: AssetId, key: AssetKey, time: number): void {
    const day = Math.floor(time / DAY);
    const known = rates.get(asset) ?? new Map<number, StatementRate>();
    if (known.has(day)) return;
    const rate = context.rate?.(key, time);
    if (rate) rates.set(asset, known.set(day, { asset, ...rate }));
  }
  function nameOf(key: AddressKey): StatementParty {
    const address = formatAddress(ledger, key);
    const party = context.partiesOf([address]).get(address);
    return { address, label: party?.name, category: party?.category };
  }
  return {
    async load(assets) {
      const fresh = [...new Set(assets)].filter((id) => !known.has(id));
      if (fresh.length === 0) return;
      const wanted = fresh.flatMap((id) => findAssetKey(chain, id) ?? []);
      const [named, until] = await Promise.all([
        engine.openContext({ assets: wanted, currency }, read),
        readKnownUntil(ledger, { knowledge: deps.knowledge, keys, assets: wanted, read }),
      ]);
      for (const key of wanted) {
        const { id, symbol, decimals, isVerified } = named.assetOf(key);
        const isUnverified = isVerified === false;
        keyOf.set(id, key);
        const asset = {
          id,
          symbol: isUnverified || symbol === null ? 'unknown token' : symbol,
          statedName: isUnverified && symbol !== null ? symbol.slice(0, LONGEST_TEXT) : undefined,
          decimals: decimals ?? 0,
          isUnverified,
        };
        const knownUntil = until.get(key) ?? { height: undefined, time: undefined, reason: 'Not known.' };
        known.set(id, { asset, chain, knownUntil });
      }
    },
    asset(id) {
      const found = known.get(id);
      if (!found) throw new AppError('internal', `The asset ${id} was not loaded.`);
      return found;
    },
    value(asset, amount, time) {
      const key = keyOf.get(asset);
      if (key === undefined) return undefined;
      const micro = context.fiat?.(key, amount, time - lag);
      if (micro !== undefined) noteRate(asset, key, time - lag);
      return micro;
    },
    rates: () => [...rates.values()].flatMap((days) => [...days.values()]),
    party(key) {
      const known = names.get(key);
      if (known) return known;
      const found = nameOf(key);
      if (names.size >= MOST_NAMES) names.clear();
      names.set(key, found);
      return found;
    },
  };
}
