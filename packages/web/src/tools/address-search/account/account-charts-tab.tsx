import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accountActivityQuery } from '../../../account-api.ts';
import { coinOf } from '../../../components/account/coin-of.ts';
import { Empty } from '../../../components/empty.tsx';
import { ErrorPanel } from '../../../components/error-panel.tsx';
import { assetDecimals, describeAsset } from '../../../format/asset.ts';
import { ActivityCharts } from '../activity-charts.tsx';
import { ChartBars } from '../chart-bars.tsx';
import type { AccountTabProps } from './account-rows-frame.tsx';
import { AssetSwitch } from './asset-switch.tsx';
import { useAssetChoices } from './use-asset-filter.ts';

const NO_BALANCE = 'Not every move of this asset is held, so received less sent is not its balance.';

/** The chart says itself that the balance is not known; this is why. */
function toSentence(note: string): string {
  const reason = note.replace(/^Not known: /, '');
  return reason.slice(0, 1).toUpperCase() + reason.slice(1);
}

function Charts({ place, summary, assetId }: AccountTabProps & { readonly assetId: string }) {
  const { chain, address, search } = place;
  const { data, error, refetch, isPlaceholderData } = useQuery(
    accountActivityQuery(chain, address, {
      period: search.period ?? 'auto',
      asset: assetId,
    }),
  );
  const activity = useMemo(
    () => data && { ...data, points: data.points.map(({ moves, ...point }) => ({ ...point, transactions: moves })) },
    [data],
  );
  if (error) return <ErrorPanel error={error} what="The activity of this address" onRetry={() => void refetch()} />;
  if (!activity) return <ChartBars />;
  if (activity.points.length === 0) return <Empty>Nothing of this asset moved in the heights held.</Empty>;
  const { asset } = activity;
  const unit = asset.decimals === null ? `${describeAsset(asset)}, smallest unit` : describeAsset(asset);
  return (
    <ActivityCharts
      place={place}
      activity={activity}
      money={{ symbol: unit, decimals: assetDecimals(asset), counted: 'move' }}
      balanceReason={asset.id === chain ? toSentence(summary.coin?.balanceNote ?? NO_BALANCE) : NO_BALANCE}
      hasEstimatedTimes={summary.coverage.gaps.some(({ kind }) => kind === 'time-estimated')}
      isUpdating={isPlaceholderData}
      knowledge={{}}
    />
  );
}

/** Balance, volumes and hours of one asset of the address. */
export function AccountChartsTab(props: AccountTabProps) {
  const { place, summary } = props;
  const coin = coinOf(place.chain);
  const isCoinless = place.search.asset === undefined && summary.coin === null;
  const { assets, hasFailed } = useAssetChoices(place, isCoinless);
  // An address that never moved the coin opens on the first asset it did move.
  const preset = isCoinless ? (assets?.[0]?.id ?? (hasFailed ? coin.id : undefined)) : coin.id;
  const assetId = place.search.asset ?? preset;
  return (
    <>
      <div className="as-toolbar">
        <AssetSwitch place={place} preset={preset} />
      </div>
      {assetId === undefined ? <ChartBars /> : <Charts {...props} assetId={assetId} />}
    </>
  );
}
