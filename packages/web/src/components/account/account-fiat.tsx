import type { AssetReference } from '@trailmark/api/contract/ledger-wire';
import type { FiatValue } from '@trailmark/api/contract/price';
import type { ChainId } from '@trailmark/core/chain';
import { traitsOf } from '../../format/chain-traits.ts';
import type { ValueSettings } from '../../prices.ts';
import { Fiat } from '../fiat.tsx';
import { Missing } from '../missing.tsx';

export interface AccountFiatProps {
  readonly chain: ChainId;
  readonly asset: AssetReference;
  readonly fiat: FiatValue | null;
  readonly moment: { readonly height: number | null; readonly time: number | null };
  readonly values: Pick<ValueSettings, 'currency' | 'nameSource'>;
  readonly signed?: boolean;
  readonly aligned?: boolean;
}

function explain(asset: AssetReference): string | undefined {
  if (asset.kind !== 'token') return undefined;
  if (!asset.isVerified)
    return 'Only tokens on the list of known tokens have a price: anybody may give a token a name.';
  if (asset.decimals === null) return 'The token does not say its decimals.';
  return 'This server has no price of this token.';
}

/** Value at the time of any asset; without a price it is words, and says why. */
export function AccountFiat({ chain, asset, fiat, moment, values, signed = false, aligned = false }: AccountFiatProps) {
  const reason = fiat === null ? explain(asset) : undefined;
  if (reason !== undefined) return <Missing reason={reason}>no price</Missing>;
  return (
    <Fiat
      micro={fiat?.micro ?? null}
      price={fiat}
      moment={{ symbol: asset.symbol ?? '', network: traitsOf(chain).network, ...moment }}
      values={values}
      signed={signed}
      aligned={aligned}
    />
  );
}
