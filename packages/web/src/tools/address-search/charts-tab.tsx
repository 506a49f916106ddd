import { useQuery } from '@tanstack/react-query';
import { getChain } from '@trailmark/chains/catalogue';
import { addressActivityQuery } from '../../api.ts';
import type { KnowledgeAsOf } from '../../components/as-of-line.tsx';
import { Empty } from '../../components/empty.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { ActivityCharts } from './activity-charts.tsx';
import { ChartBars } from './chart-bars.tsx';
import type { HistoryPlace } from './history-link.ts';

export interface ChartsTabProps {
  readonly place: HistoryPlace;
  /** Why balances are not known. */
  readonly balanceReason: string;
  /** Some block times of the address are interpolated: hours, and sometimes days, may be wrong. */
  readonly hasEstimatedTimes: boolean;
  readonly knowledge: KnowledgeAsOf;
}

/** The charts of an address: balance, volumes, hours of activity. */
export function ChartsTab({ place, balanceReason, hasEstimatedTimes, knowledge }: ChartsTabProps) {
  const { chain, address, search } = place;
  const { symbol, decimals } = getChain(chain);
  const { data, error, refetch, isPlaceholderData } = useQuery(
    addressActivityQuery(chain, address, search.period ?? 'auto'),
  );
  if (error) return <ErrorPanel error={error} what="The activity of this address" onRetry={() => void refetch()} />;
  if (!data) return <ChartBars />;
  if (data.points.length === 0) return <Empty>No activity of this address is in the heights held.</Empty>;
  return (
    <ActivityCharts
      place={place}
      activity={data}
      money={{ symbol, decimals, counted: 'transaction' }}
      balanceReason={balanceReason}
      hasEstimatedTimes={hasEstimatedTimes}
      isUpdating={isPlaceholderData}
      knowledge={knowledge}
    />
  );
}
