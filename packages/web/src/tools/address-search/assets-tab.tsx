import { useCallback } from 'react';
import { AppLink } from '../../components/app-link.tsx';
import { AddressAssets } from '../../parts/ledger/address-assets.tsx';
import { NodeBalances } from '../../parts/ledger/node-balances.tsx';
import type { HistoryTabProps } from './rows-frame.tsx';

/** Balances by asset: the coin and known tokens first, what nobody vouches for quoted and folded. */
export function AssetsTab({ place, summary }: HistoryTabProps) {
  const { search, linkTo, linkAddress } = place;
  const linkAsset = useCallback((asset: string) => linkTo({ tab: 'transfers', asset }), [linkTo]);
  const isUnfolded = search.folded !== undefined;
  return (
    <>
      <AddressAssets
        summary={summary}
        linkAsset={linkAsset}
        linkAddress={linkAddress}
        isUnfolded={isUnfolded}
        unfoldHref={linkTo({ folded: '1' })}
      >
        <p className="as-explain">
          Every contract names its own token, so a name proves nothing. A name in quotation marks is not on the list of
          known tokens: go by the contract. Received and sent are of the indexed blocks.{' '}
          {isUnfolded && <AppLink href={linkTo({ folded: undefined })}>Fold unverified tokens</AppLink>}
        </p>
      </AddressAssets>
      <NodeBalances chain={summary.chain} address={summary.address} />
    </>
  );
}
