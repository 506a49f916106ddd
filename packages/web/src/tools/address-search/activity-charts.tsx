import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo, useState } from 'react';
import { Amount } from '../../components/amount.tsx';
import { AppLink } from '../../components/app-link.tsx';
import { type AnyAsOf, AsOfLine, type KnowledgeAsOf } from '../../components/as-of-line.tsx';
import { ChartFrame } from '../../components/chart/chart-frame.tsx';
import { HeatMap, HeatTable } from '../../components/chart/heat-map.tsx';
import { ColumnSeries, StepSeries } from '../../components/chart/series.tsx';
import { TimePlot } from '../../components/chart/time-plot.tsx';
import { endSeconds, startSeconds, toMoments } from '../../format/moment.ts';
import { formatPlural } from '../../format/number.ts';
import { formatDay } from '../../format/time.ts';
import { ActivityTable } from './activity-table.tsx';
import { formatActivityCsv, formatHoursCsv } from './chart-csv.ts';
import {
  type Activity,
  type ActivityPoint,
  formatPeriod,
  periodEnd,
  toBalanceSteps,
  toStretches,
  toVolumeColumns,
  WEEKDAYS,
} from './chart-data.ts';
import type { ChartMoney } from './chart-money.ts';
import { listFilterChips } from './filter-chips.ts';
import type { SearchPatch } from './history-place.ts';
import { type AddressHistorySearch, PERIODS, type Period } from './search.ts';

/** The context of charts: the date filter and period of the page, and links that change them. */
export interface ChartPlace {
  readonly chain: string;
  readonly address: string;
  readonly search: Pick<AddressHistorySearch, 'from' | 'to' | 'period'>;
  readonly linkTo: (patch: Pick<SearchPatch, 'from' | 'to' | 'period'> & { readonly tab?: undefined }) => string;
}

export interface ActivityChartsProps {
  readonly place: ChartPlace;
  readonly activity: Activity & { readonly weekdayHours: readonly (readonly number[])[]; readonly asOf: AnyAsOf };
  readonly money: ChartMoney;
  /** Why balances are not known. */
  readonly balanceReason: string;
  /** Some block times of the address are interpolated: hours, and sometimes days, may be wrong. */
  readonly hasEstimatedTimes: boolean;
  readonly isUpdating: boolean;
  readonly knowledge: KnowledgeAsOf;
}

/** The date filter as milliseconds; an open end runs to the end of the chart. */
function filterSpan({ from, to }: ChartPlace['search'], [first, last]: readonly [number, number]) {
  if (from === undefined && to === undefined) return undefined;
  const start = from === undefined ? undefined : startSeconds(from);
  const end = to === undefined ? undefined : endSeconds(to);
  return [Math.max(first, (start ?? 0) * 1000), Math.min(last, (end ?? last) * 1000)] as const;
}

/** From the first period to the end of the last one, with a little air, milliseconds. */
function wholeSpan({ points, period }: Activity): readonly [number, number] {
  const [first, last] = [points[0]?.time ?? 0, points.at(-1)?.time ?? 0];
  const end = periodEnd(last, period);
  const air = (periodEnd(first, period) - first) / 2;
  return [(first - air) * 1000, (end + air) * 1000];
}

function describeSpan({ points, period }: Activity): string {
  const [first, last] = [points[0]?.time ?? 0, points.at(-1)?.time ?? 0];
  return `${formatDay(first)} to ${formatDay(periodEnd(last, period) - 1)}. Filters do not narrow the charts.`;
}

/** The date filter that the charts have set, with the way to its rows. */
function FilteredSpan({ place }: { readonly place: ChartPlace }) {
  const { from, to } = place.search;
  const [chip] = listFilterChips({ from, to }, { symbol: '', decimals: 0 });
  if (!chip) return null;
  return (
    <span className="tm-row tm-sm as-charted">
      <span>
        Transactions filtered: <b>{chip.text}</b>
      </span>
      <AppLink href={place.linkTo({ tab: undefined })}>Show them</AppLink>
      <AppLink href={place.linkTo({ from: undefined, to: undefined })}>Remove filter</AppLink>
    </span>
  );
}

function PeriodSwitch({ place, used }: { readonly place: ChartPlace; readonly used: Period }) {
  return (
    <nav className="tm-seg" aria-label="Period of the charts">
      {PERIODS.map((period) => (
        <AppLink key={period} href={place.linkTo({ period })} aria-current={period === used ? 'true' : undefined}>
          {`${period.charAt(0).toUpperCase()}${period.slice(1)}`}
        </AppLink>
      ))}
    </nav>
  );
}

interface ReadOutProps {
  readonly point: ActivityPoint | undefined;
  readonly period: Period;
  readonly what: 'balance' | 'volume';
  readonly money: ChartMoney;
  readonly reason: string;
}

function ReadOut({ point, period, what, money, reason }: ReadOutProps): ReactNode {
  if (!point) return <span className="tm-t3">Drag over the chart to filter the transactions by date.</span>;
  const { time, received, sent, transactions, balance } = point;
  const { symbol, decimals } = money;
  return (
    <>
      <b>{formatPeriod(time, period)}</b>{' '}
      {what === 'balance' ? (
        <>
          balance <Amount units={balance} decimals={decimals} symbol={symbol} reason={reason} />
        </>
      ) : (
        <>
          received <Amount units={received} decimals={decimals} symbol={symbol} />, sent{' '}
          <Amount units={sent} decimals={decimals} symbol={symbol} />, {formatPlural(transactions, money.counted)}
        </>
      )}
    </>
  );
}

/** What both charts over time share: the axis, the filter and the periods. */
function useTimeline(activity: Activity, search: ChartPlace['search']) {
  return useMemo(() => {
    const span = wholeSpan(activity);
    return { span, filter: filterSpan(search, span), stretches: toStretches(activity.points, activity.period) };
  }, [activity, search]);
}

function useSeries({ points, period }: Activity, decimals: number) {
  return useMemo(() => {
    const steps = toBalanceSteps(points, period, decimals);
    const { received, sent } = toVolumeColumns(points, period, decimals);
    const balances = steps.flatMap(([, value]) => value ?? []);
    return { steps, balances, received, sent, volumes: [...received, ...sent].map(({ value }) => value) };
  }, [points, period, decimals]);
}

function TimeCharts({
  activity,
  place,
  money,
  balanceReason,
}: Pick<ActivityChartsProps, 'activity' | 'place' | 'money' | 'balanceReason'>) {
  const router = useRouter();
  const { decimals, symbol } = money;
  const { points, period, asOf } = activity;
  const timeline = useTimeline(activity, place.search);
  const [current, setCurrent] = useState<number | undefined>(undefined);
  const series = useSeries(activity, decimals);
  const filterTo = ([from, to]: readonly [number, number]) =>
    void router.navigate({ href: place.linkTo(toMoments(from, to)), resetScroll: false });
  const walk = { ...timeline, current, onCurrent: setCurrent, onSpan: filterTo };
  const shared = {
    table: <ActivityTable points={points} period={period} money={money} reason={balanceReason} />,
    csv: () => formatActivityCsv(activity, decimals, symbol),
    fileName: `${place.chain}-${place.address.slice(0, 12)}-per-${period}-at-${asOf.height ?? 'empty'}.csv`.replaceAll(
      ':',
      '-',
    ),
  };
  const point = current === undefined ? undefined : points[current];
  const reading = { point, period, money, reason: balanceReason };
  const isKnown = points.some((each) => each.balance !== null);
  const titles = { balance: `Balance at the end of each ${period}`, volume: `Received and sent per ${period}` };
  return (
    <>
      <ChartFrame
        {...shared}
        className="wide"
        title={titles.balance}
        unit={`${symbol}, UTC`}
        readOut={isKnown ? <ReadOut {...reading} what="balance" /> : undefined}
        chart={
          isKnown ? (
            <TimePlot
              {...walk}
              label={titles.balance}
              values={series.balances}
              draw={(axes) => <StepSeries points={series.steps} axes={axes} />}
            />
          ) : (
            <p className="unknown">
              <span>Balance not known. {balanceReason}</span>
            </p>
          )
        }
      />
      <ChartFrame
        {...shared}
        title={titles.volume}
        unit={`${symbol}, UTC; received up, sent down`}
        readOut={<ReadOut {...reading} what="volume" />}
        chart={
          <TimePlot
            {...walk}
            label={titles.volume}
            values={series.volumes}
            draw={(axes) => (
              <>
                <ColumnSeries columns={series.received} axes={axes} look="in" />
                <ColumnSeries columns={series.sent} axes={axes} look="out" />
              </>
            )}
          />
        }
      />
    </>
  );
}

const HOURS = Array.from({ length: 24 }, (_, hour) => hour.toString().padStart(2, '0'));
const NAMED_HOURS = [0, 6, 12, 18, 23];

function describeHour(day: number, hour: number, count: number): string {
  return `${WEEKDAYS[day]} ${HOURS[hour]}:00 to ${HOURS[hour]}:59 UTC: ${count}`;
}

/** Balance, volumes and hours of activity; a dragged span becomes the date filter. */
export function ActivityCharts(props: ActivityChartsProps) {
  const { place, activity, money, balanceReason, hasEstimatedTimes, isUpdating, knowledge } = props;
  const { chain, address } = place;
  const { weekdayHours, asOf, period } = activity;
  const hours = { rows: WEEKDAYS, columns: HOURS, counts: weekdayHours };
  const counted = `${money.counted.charAt(0).toUpperCase()}${money.counted.slice(1)}s`;
  return (
    <>
      <div className="as-chartbar">
        <PeriodSwitch place={place} used={period} />
        <span className="tm-t3 tm-sm">{describeSpan(activity)}</span>
        {hasEstimatedTimes && (
          <span className="as-estimated tm-sm">
            Block times are in part estimates (est.): hours, and near midnight days, may be wrong.
          </span>
        )}
        <FilteredSpan place={place} />
      </div>
      <div className={`as-charts${isUpdating ? ' updating' : ''}`}>
        <TimeCharts activity={activity} place={place} money={money} balanceReason={balanceReason} />
        <ChartFrame
          title={`${counted} by weekday and hour`}
          unit="count, UTC"
          chart={
            <HeatMap
              {...hours}
              label={`${counted} by weekday and hour in UTC. The table has the counts.`}
              counted={`${money.counted}s`}
              named={NAMED_HOURS}
              describe={describeHour}
            />
          }
          table={<HeatTable {...hours} caption={`${counted} by weekday and hour, UTC`} corner="UTC" />}
          csv={() => formatHoursCsv(weekdayHours)}
          fileName={`${chain}-${address.slice(0, 12)}-hours-at-${asOf.height ?? 'empty'}.csv`.replaceAll(':', '-')}
        />
      </div>
      <div className="tm-foot">
        <AsOfLine asOf={asOf} {...knowledge} />
      </div>
    </>
  );
}
