import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { describeBalance } from '../../components/ledger/address-figures.tsx';
import { assetDecimals, describeAsset } from '../../format/asset.ts';
import { traitsOf } from '../../format/chain-traits.ts';
import { listRelevantGaps, listSummaryVersions } from '../../format/ledger-summary.ts';
import { activityQuery } from '../../ledger-api.ts';
import { ActivityCharts } from './activity-charts.tsx';
import { AssetSwitch } from './asset-switch.tsx';
import { ChartBars } from './chart-bars.tsx';
import type { HistoryTabProps } from './rows-frame.tsx';
import { useAssetChoices } from './use-asset-filter.ts';

const NO_BALANCE = 'Not every transfer of this asset is indexed, so received minus sent is not its balance.';

function Charts({ place, summary, assetId }: HistoryTabProps & { readonly assetId: string }) {
  const { chain, address, search } = place;
  const { hasTokens } = traitsOf(chain);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    activityQuery(chain, address, {
      period: search.period ?? 'auto',
      ...(hasTokens && { asset: assetId }),
    }),
  );
  const activity = useMemo(
    () => data && { ...data, points: data.points.map((point) => ({ ...point, transactions: point.count })) },
    [data],
  );
  if (error) return <ErrorPanel error={error} what="The activity of this address" onRetry={() => void refetch()} />;
  if (!activity) return <ChartBars />;
  if (activity.points.length === 0)
    return <Empty>{`No activity of this ${hasTokens ? 'asset' : 'address'} is in the indexed blocks.`}</Empty>;
  const { asset } = activity;
  const unit = asset.decimals === null ? `${describeAsset(asset)}, smallest unit` : describeAsset(asset);
  return (
    <ActivityCharts
      place={place}
      activity={activity}
      money={{ symbol: unit, decimals: assetDecimals(asset), counted: hasTokens ? 'move' : 'transaction' }}
      balanceReason={asset.id === chain ? describeBalance(summary) : NO_BALANCE}
      hasEstimatedTimes={listRelevantGaps(summary).some(({ kind }) => kind === 'time-estimated')}
      isUpdating={isPlaceholderData}
      knowledge={{ ...listSummaryVersions(summary), labels: undefined }}
    />
  );
}

/** Balance, volumes and hours of one asset of the address. */
export function ChartsTab(props: HistoryTabProps) {
  const { place, summary } = props;
  const { chain, search } = place;
  const isCoinless = search.asset === undefined && summary.family === 'accounts' && summary.coin === null;
  const { assets, hasFailed } = useAssetChoices(place, isCoinless);
  // An address that never moved the coin opens on the first asset it did move.
  const preset = isCoinless ? (assets?.[0]?.id ?? (hasFailed ? chain : undefined)) : chain;
  const assetId = search.asset ?? preset;
  return (
    <>
      <AssetSwitch place={place} preset={preset} />
      {assetId === undefined ? <ChartBars /> : <Charts {...props} assetId={assetId} />}
    </>
  );
}
