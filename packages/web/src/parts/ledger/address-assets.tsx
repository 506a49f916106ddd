import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo } from 'react';
import { AssetTable, type AssetTableProps } from '../../components/account/asset-table.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { LookAlikeScope } from '../../components/hash.tsx';
import { PagedFoot } from '../../components/paged-foot.tsx';
import { RowBars, Skeleton } from '../../components/skeleton.tsx';
import type { LedgerSummary } from '../../format/ledger-summary.ts';
import { assetsQuery } from '../../ledger-api.ts';
import { useValues } from '../../prices.ts';

const PAGE = 100;

export interface AddressAssetsProps
  extends Pick<AssetTableProps, 'linkAsset' | 'linkAddress' | 'isUnfolded' | 'unfoldHref'> {
  readonly summary: LedgerSummary;
  /** Above the table. */
  readonly children?: ReactNode;
}

/** Balances by asset. */
export function AddressAssets({ summary: { chain, address }, children, ...links }: AddressAssetsProps) {
  const values = useValues();
  const query = useInfiniteQuery(assetsQuery(chain, address, { limit: PAGE, currency: values.currency }));
  const rows = useMemo(() => query.data?.pages.flatMap(({ items }) => items) ?? [], [query.data]);
  const contracts = useMemo(() => rows.flatMap(({ asset }) => asset.contract ?? []), [rows]);
  if (query.error && rows.length === 0)
    return <ErrorPanel error={query.error} what="The list of assets" onRetry={() => void query.refetch()} />;
  if (!query.data) {
    return (
      <Skeleton what="assets">
        <RowBars rows={6} columns={['180px', '110px', '90px', '90px']} />
      </Skeleton>
    );
  }
  if (rows.length === 0) return <Empty>No asset of this address is in the indexed blocks.</Empty>;
  const last = query.data.pages.at(-1);
  return (
    <LookAlikeScope values={contracts}>
      {children}
      <AssetTable
        chain={chain}
        address={address}
        rows={rows}
        values={values}
        {...links}
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
