import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AccountSummary, accountAssetsQuery } from '../../../account-api.ts';
import { AssetTable } from '../../../components/account/asset-table.tsx';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { PagedFoot } from '../../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../../components/skeleton.tsx';
import { useValues } from '../../../prices.ts';
import { addressSearchUrl, addressUrl } from '../../../url.ts';

const PAGE = 100;

/** Balances by asset on the public page of an address. */
export function AccountAssets({ summary: { chain, address } }: { readonly summary: AccountSummary }) {
  const values = useValues();
  const query = useInfiniteQuery(accountAssetsQuery(chain, address, { limit: PAGE, currency: values.currency }));
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const links = useMemo(
    () => ({
      linkAsset: (asset: string) => addressSearchUrl({ chain, address }, { tab: 'transfers', asset }),
      linkAddress: (other: string) => addressUrl(chain, other),
      unfoldHref: addressSearchUrl({ chain, address }, { tab: 'assets', folded: '1' }),
    }),
    [chain, address],
  );
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
  return (
    <>
      <AssetTable
        chain={chain}
        address={address}
        rows={rows}
        values={values}
        {...links}
        isUnfolded={false}
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
    </>
  );
}
