import { useInfiniteQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { accountAssetsQuery } from '../../../account-api.ts';
import { AssetTable } from '../../../components/account/asset-table.tsx';
import { AppLink } from '../../../components/app-link.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { LookAlikeScope } from '../../../components/hash.tsx';
import { PagedFoot } from '../../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { useValues } from '../../../prices.ts';
import type { AccountTabProps } from './account-rows-frame.tsx';

const PAGE = 100;

/** Balances by asset: the coin and known tokens first, what nobody vouches for quoted and folded. */
export function AccountAssetsTab({ place, summary }: AccountTabProps) {
  const values = useValues();
  const query = useInfiniteQuery(
    accountAssetsQuery(place.chain, place.address, { limit: PAGE, currency: values.currency }),
  );
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const contracts = useMemo(() => rows.flatMap(({ asset }) => asset.contract ?? []), [rows]);
  const linkAsset = useCallback((asset: string) => place.linkTo({ tab: 'transfers', asset }), [place]);
  if (query.error && rows.length === 0)
    return <ErrorPanel error={query.error} what="The list of assets" onRetry={() => void query.refetch()} />;
  if (!query.data) {
    return (
      <Skeleton what="assets">
        <RowBars rows={6} columns={['180px', '110px', '90px', '90px']} />
      </Skeleton>
    );
  }
  if (rows.length === 0) return <Empty>No asset of this address is in the heights held.</Empty>;
  const last = query.data.pages.at(-1);
  const isUnfolded = place.search.folded !== undefined;
  return (
    <LookAlikeScope values={contracts}>
      <p className="as-explain">
        Every contract names its own token, so a name proves nothing. A name in quotation marks is not on the list of
        known tokens: go by the contract. Received and sent are of what is held.{' '}
        {isUnfolded && <AppLink href={place.linkTo({ folded: undefined })}>Fold unverified tokens</AppLink>}
      </p>
      <AssetTable
        chain={place.chain}
        address={summary.address}
        rows={rows}
        values={values}
        linkAsset={linkAsset}
        linkAddress={place.linkAddress}
        isUnfolded={isUnfolded}
        unfoldHref={place.linkTo({ folded: '1' })}
        isUpdating={query.isPlaceholderData}
      />
      <PagedFoot
        query={query}
        shown={rows.length}
        total={last?.total}
        pageSize={PAGE}
        asOf={last?.asOf}
        knowledge={{ prices: last?.prices }}
      />
    </LookAlikeScope>
  );
}
