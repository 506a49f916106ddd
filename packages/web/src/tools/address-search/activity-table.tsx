import { Amount } from '../../components/amount.tsx';
import { formatCount } from '../../format/number.ts';
import { type ActivityPoint, formatPeriod } from './chart-data.ts';
import type { ChartMoney } from './chart-money.ts';
import type { Period } from './search.ts';

export interface ActivityTableProps {
  readonly points: readonly ActivityPoint[];
  readonly period: Period;
  readonly money: ChartMoney;
  /** Why a balance is not known. */
  readonly reason: string;
}

/** The table twin of the charts over time: one row a period with activity. */
export function ActivityTable({ points, period, money: { symbol, decimals, counted }, reason }: ActivityTableProps) {
  return (
    <table className="tm-charttable">
      <caption className="tm-sr">Received, sent and balance per {period}, UTC</caption>
      <thead>
        <tr>
          <th scope="col">{period === 'week' ? 'Week' : 'Period'}, UTC</th>
          <th scope="col" className="tm-r">
            {`${counted.charAt(0).toUpperCase()}${counted.slice(1)}s`}
          </th>
          <th scope="col" className="tm-r">
            Received, {symbol}
          </th>
          <th scope="col" className="tm-r">
            Sent, {symbol}
          </th>
          <th scope="col" className="tm-r">
            Balance at its end
          </th>
        </tr>
      </thead>
      <tbody>
        {points.map(({ time, received, sent, transactions, balance }) => (
          <tr key={time}>
            <th scope="row">{formatPeriod(time, period)}</th>
            <td className="tm-r">{formatCount(transactions)}</td>
            <td className="tm-r">
              <Amount units={received} decimals={decimals} aligned />
            </td>
            <td className="tm-r">
              <Amount units={sent} decimals={decimals} aligned />
            </td>
            <td className="tm-r">
              <Amount units={balance} decimals={decimals} reason={reason} aligned />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
