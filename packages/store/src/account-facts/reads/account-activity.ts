import type { AccountKey } from '@trailmark/core/account-block';
import type { AssetKey } from '@trailmark/core/asset';
import type { ReadOptions } from '@trailmark/core/read-options';
import { assetToHex } from '../asset-bytes.ts';
import { type AccountScope, addressCondition, ask, COUNTED, IS_OUT, sumSql, toSum } from './account-scope.ts';

const DAY = 86_400;
const WEEK = 7 * DAY;

/** Start of the period that holds a time, seconds UTC. Weeks begin on Monday; 1970-01-01 was a Thursday. */
function periodSql(period: number | 'month'): string {
  if (period === 'month') return "toUnixTimestamp(toDateTime(toStartOfMonth(toDateTime(time, 'UTC')), 'UTC'))";
  const shift = period === WEEK ? 3 * DAY : 0;
  return `toInt64(intDiv(toInt64(time) + ${shift}, ${Math.floor(period)})) * ${Math.floor(period)} - ${shift}`;
}

/** Sums of one asset per period, and counts by weekday and hour. */
export async function readAccountActivity(
  scope: AccountScope,
  address: AccountKey,
  asset: AssetKey,
  period: number | 'month',
  options?: ReadOptions,
): Promise<{
  points: { time: number; received: bigint; sent: bigint; moves: number }[];
  weekdayHours: number[][];
}> {
  const { sql, parameters } = addressCondition(scope, address);
  const where = `FROM ${scope.database}.account_entries WHERE ${sql} AND asset = unhex({asset:String})`;
  const asked = { ...parameters, asset: assetToHex(asset) };
  const points = await ask(
    scope,
    `SELECT ${periodSql(period)} AS start, ${sumSql(`NOT (${IS_OUT})`)}, ${sumSql(IS_OUT)}, countIf(${COUNTED})
     ${where} GROUP BY start ORDER BY start`,
    asked,
    options,
  );
  const hours = await ask(
    scope,
    `SELECT (intDiv(time, ${DAY}) + 3) % 7 AS weekday, intDiv(time % ${DAY}, 3600) AS hour, count()
     ${where} AND ${COUNTED} GROUP BY weekday, hour`,
    asked,
    options,
  );
  const weekdayHours = Array.from({ length: 7 }, () => new Array<number>(24).fill(0));
  for (const [weekday, hour, count] of hours) {
    const row = weekdayHours[Number(weekday)];
    if (row) row[Number(hour)] = Number(count);
  }
  return {
    points: points.map(([time, inLow, inHigh, outLow, outHigh, moves]) => ({
      time: Number(time),
      received: toSum(inLow, inHigh),
      sent: toSum(outLow, outHigh),
      moves: Number(moves),
    })),
    weekdayHours,
  };
}
