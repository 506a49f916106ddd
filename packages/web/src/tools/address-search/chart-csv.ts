import { formatUnits } from '@trailmark/core/amount';
import { type Activity, periodEnd, WEEKDAYS } from './chart-data.ts';

const LINE_END = '\r\n';

function toCsv(rows: readonly (readonly (string | number)[])[]): string {
  return rows.map((row) => row.join(',')).join(LINE_END) + LINE_END;
}

const isoTime = (seconds: number): string => new Date(seconds * 1000).toISOString().replace('.000Z', 'Z');

/** One line a period with activity; exact coins, an unknown balance is an empty field. */
export function formatActivityCsv({ points, period }: Activity, decimals: number, symbol: string): string {
  const unit = symbol.toLowerCase();
  const head = [
    'period_start_utc',
    'period_end_utc',
    `received_${unit}`,
    `sent_${unit}`,
    'transactions',
    `balance_end_${unit}`,
  ];
  const rows = points.map(({ time, received, sent, transactions, balance }) => [
    isoTime(time),
    isoTime(periodEnd(time, period)),
    formatUnits(received, decimals),
    formatUnits(sent, decimals),
    transactions,
    balance === null ? '' : formatUnits(balance, decimals),
  ]);
  return toCsv([head, ...rows]);
}

/** One line a weekday, one column an hour, UTC. */
export function formatHoursCsv(weekdayHours: readonly (readonly number[])[]): string {
  const hours = Array.from({ length: 24 }, (_, hour) => hour.toString().padStart(2, '0'));
  return toCsv([['weekday_utc', ...hours], ...weekdayHours.map((counts, i) => [WEEKDAYS[i] ?? '', ...counts])]);
}
