import type { OfFamily } from '@trailmark/api/client';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import type { ActivityPoint, OutputLedger, OwnerTotals } from '@trailmark/core/output-ledger';
import { positionHeight } from '@trailmark/core/position';
import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import { type ActivityPeriod, choosePeriod, PERIOD_SECONDS } from '../../ledger/activity-period.ts';
import { getHoldings, toEnvelope } from '../../ledger/answer.ts';
import { coinOf, refuseForeignFilter } from '../../ledger/coin.ts';
import type { Ledgers } from '../../ledger/ledgers.ts';
import { readOwner } from '../../ledger/outputs/owner-input.ts';

type Activity = OfFamily<RouteOutput<Contract['getAddressActivity']>, 'outputs'>;
/** Block times are not in block order: a later block may be stamped up to two hours before an earlier one. */
const TIME_DISORDER = 2 * 3_600;

function timeAt(reader: OutputLedger, position: number | undefined): number {
  return position === undefined ? 0 : (reader.block(positionHeight(position))?.time ?? 0);
}

function spanSeconds(reader: OutputLedger, totals: OwnerTotals | undefined): number {
  return timeAt(reader, totals?.lastPosition) - timeAt(reader, totals?.firstPosition);
}

function endOf(time: number, period: ActivityPeriod): number {
  if (period !== 'month') return time + PERIOD_SECONDS[period];
  const start = new Date(time * 1000);
  return Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1) / 1000;
}

/** Time up to which balances are exact: everything, or up to the end of the gapless run. */
function exactUntil(reader: OutputLedger, totals: OwnerTotals | undefined): number {
  const { runEnd } = getHoldings(reader);
  if (runEnd === undefined) return Number.NEGATIVE_INFINITY;
  const last = totals?.lastPosition === undefined ? 0 : positionHeight(totals.lastPosition);
  if (last <= runEnd && (totals?.unfundedSpends ?? 0) === 0) return Number.POSITIVE_INFINITY;
  return (reader.block(runEnd)?.time ?? 0) - TIME_DISORDER;
}

function withBalances(points: readonly ActivityPoint[], period: ActivityPeriod, until: number): Activity['points'] {
  let balance = 0n;
  return points.map((point) => {
    balance += point.received - point.sent;
    return { ...point, count: point.transactions, balance: endOf(point.time, period) <= until ? balance : null };
  });
}

/** Balance over time and activity by hour of the week. */
export function createActivityHandlers(ledgers: Ledgers): Pick<LedgerAnswers<'outputs'>, 'getAddressActivity'> {
  return {
    async getAddressActivity({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const { reader } = ledger;
      const { owner, id } = readOwner(ledger, params.address);
      refuseForeignFilter(ledger, query);
      const totals = (await reader.totals([owner], read)).get(id);
      const period = query.period === 'auto' ? choosePeriod(spanSeconds(reader, totals)) : query.period;
      const { points, weekdayHours } = await reader.activity(
        owner,
        period === 'month' ? period : PERIOD_SECONDS[period],
        read,
      );
      return {
        ...toEnvelope(ledger),
        asset: coinOf(ledger),
        period,
        points: withBalances(points, period, exactUntil(reader, totals)),
        weekdayHours,
      };
    },
  };
}
