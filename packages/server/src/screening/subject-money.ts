import { writeAmount } from '@trailmark/analysis/screening/rules/figures';
import { traitsOf } from '@trailmark/chains/chain-traits';
import { isContractAsset } from '@trailmark/core/asset';
import { type AssetId, coinOf, findAssetKey } from '@trailmark/core/ledger';
import { toFiat } from '@trailmark/core/price';
import type { BehaviourSubject } from '@trailmark/core/screening/behaviour';
import type { Knowledge } from '../knowledge/knowledge.ts';
import { createAssetValues } from '../ledger/accounts/asset-values.ts';
import type { ServedLedger } from '../ledger/ledgers.ts';

const DAY = 86_400;

interface AssetWords {
  readonly symbol: string;
  readonly decimals: number;
}

type NanoOf = (asset: AssetId, time: number) => bigint | undefined;

/** What an asset is called; undefined for a token that nobody vouches for. */
function findWords({ id }: ServedLedger, { tokens }: Knowledge, asset: AssetId): AssetWords | undefined {
  if (asset === coinOf(id)) return traitsOf(id);
  const key = findAssetKey(id, asset);
  const traits = traitsOf(id);
  return key === undefined || !traits.hasTokens || !isContractAsset(key) ? undefined : tokens.find(traits.id, key);
}

/** Price of a whole unit on a day. Throws `invalid` for a currency that cannot be requested. */
function createPrices({ id }: ServedLedger, knowledge: Knowledge, currency: string): NanoOf {
  const traits = traitsOf(id);
  const values = createAssetValues(traits, knowledge.prices(), currency, (key) =>
    traits.hasTokens && isContractAsset(key) ? knowledge.tokens.find(traits.id, key) : undefined,
  );
  return (asset, time) => {
    const key = findAssetKey(id, asset);
    return key === undefined ? undefined : values.value(key, 0n, { time, timeEstimated: false })?.priceNano;
  };
}

/** How amounts of one subject are valued and written. Prices are read once for each asset and day. */
export function createSubjectMoney(
  ledger: ServedLedger,
  knowledge: Knowledge,
  currency: string,
): Pick<BehaviourSubject, 'moneyOf' | 'formatAmount'> {
  const nanoOf = createPrices(ledger, knowledge, currency);
  const words = new Map<AssetId, AssetWords | undefined>();
  const days = new Map<AssetId, Map<number, bigint | undefined>>();
  function wordsOf(asset: AssetId): AssetWords | undefined {
    if (!words.has(asset)) words.set(asset, findWords(ledger, knowledge, asset));
    return words.get(asset);
  }
  return {
    moneyOf(asset, amount, time) {
      const decimals = wordsOf(asset)?.decimals;
      if (decimals === undefined) return undefined;
      const known = days.get(asset) ?? new Map<number, bigint | undefined>();
      days.set(asset, known);
      const day = Math.floor(time / DAY);
      if (!known.has(day)) known.set(day, nanoOf(asset, time));
      const nano = known.get(day);
      return nano === undefined ? undefined : toFiat(amount, decimals, nano);
    },
    formatAmount(asset, amount) {
      const named = wordsOf(asset);
      return named ? writeAmount(amount, named) : `${amount} units of ${asset}`;
    },
  };
}
