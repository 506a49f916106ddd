import type { NftMoney, NftParty } from '@trailmark/api/contract/nft-wire';
import type { AccountChainId } from '@trailmark/core/chain';
import { Amount } from '../../components/amount.tsx';
import { Hash } from '../../components/hash.tsx';
import { Missing } from '../../components/missing.tsx';
import { formatAmount } from '../../format/amount.ts';
import { quoteStrange } from '../../format/asset.ts';
import { formatFiat } from '../../format/fiat.ts';
import { transactionUrl } from '../../url.ts';
import { walletUrl } from './search.ts';

export interface Unit {
  readonly symbol: string;
  readonly decimals: number | null;
}

/** An amount in the unit of sums: in the smallest unit where the contract states no decimals. */
export function UnitAmount({
  units,
  unit,
  withSymbol,
  signed,
}: {
  readonly units: bigint;
  readonly unit: Unit;
  readonly withSymbol?: boolean;
  readonly signed?: boolean;
}) {
  return (
    <Amount
      units={units}
      decimals={unit.decimals ?? 0}
      signed={signed ?? false}
      {...(withSymbol ? { symbol: unit.symbol } : {})}
    />
  );
}

/** A wallet with what a label states of it, in quotation marks. */
export function Wallet({ chain, party }: { readonly chain: AccountChainId; readonly party: NftParty | null }) {
  if (!party) return <Missing reason="The source does not name it." />;
  return (
    <span className="nf-party">
      <Hash value={party.address} kind="address" href={walletUrl(chain, party.address)} />
      {party.name !== null && <span className="tm-t3 tm-sm">{quoteStrange(party.name, 40)}</span>}
    </span>
  );
}

/** An amount without the zeros at the end of its places: those of a whole number stay. */
export function formatShort(units: bigint, decimals: number | null, withSign = false): string {
  const text = formatAmount(units, decimals ?? 0, withSign);
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text;
}

/** A price in the asset paid, without the zeros at its end: columns mix assets of different places. */
export function Price({ price }: { readonly price: NftMoney | null }) {
  if (!price) return <Missing reason="The event or table states no price.">no price</Missing>;
  return (
    <span className="tm-amt tm-nw">
      {formatShort(price.amount, price.decimals)}
      <small className="tm-unit"> {price.symbol}</small>
    </span>
  );
}

/** What a price was worth on the day. */
export function Worth({ price }: { readonly price: NftMoney | null }) {
  if (!price) return null;
  if (price.value === null) return <Missing reason="There is no price of this asset for this day.">no price</Missing>;
  return <span className="tm-fiat">{formatFiat(price.value)}</span>;
}

export function Txid({ chain, txid }: { readonly chain: AccountChainId; readonly txid: string | null }) {
  if (txid === null) return <Missing reason="The transaction id is not indexed." />;
  return <Hash value={`0x${txid}`} kind="transaction" href={transactionUrl(chain, txid)} />;
}
