import type { AccountTotals } from '@trailmark/core/account-ledger';
import { positionHeight } from '@trailmark/core/position';
import type { LedgerAnswers } from '../../http/ledger-answers.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { readAccount, readAsset } from '../../ledger/accounts/account-input.ts';
import { type AccountView, contractsOf, openView } from '../../ledger/accounts/account-view.ts';
import { exactUntil } from '../../ledger/accounts/balance.ts';
import { knowsGenesis, toAccountEnvelope } from '../../ledger/accounts/holdings.ts';
import { spanOfSums } from '../../ledger/accounts/sum-span.ts';
import { type ActivityPeriod, choosePeriod, PERIOD_SECONDS } from '../../ledger/activity-period.ts';
import type { Ledgers, ServedAccounts } from '../../ledger/ledgers.ts';

const ANY_CURRENCY = 'USD';

function spanSeconds(view: AccountView, totals: AccountTotals | undefined): number {
  if (!totals) return 0;
  const at = (position: number): number => view.moment(positionHeight(position)).time;
  return at(totals.lastPosition) - at(totals.firstPosition);
}

interface Sums {
  readonly time: number;
  readonly received: bigint;
  readonly sent: bigint;
  readonly moves: number;
}

function withBalances(points: readonly Sums[], isExact: boolean): (Sums & { count: number; balance: bigint | null })[] {
  let balance = 0n;
  return points.map((point) => {
    balance += point.received - point.sent;
    return { ...point, count: point.moves, balance: isExact && balance >= 0n ? balance : null };
  });
}

/** Height up to which balances must be exact for a chart of them: the address's last use. */
function lastHeight({ reader }: ServedAccounts, totals: AccountTotals | undefined): number {
  return totals ? positionHeight(totals.lastPosition) : (reader.tip()?.height ?? 0);
}

/** Volumes of one asset over time, its balance where that follows, and activity by hour of the week. */
export function createAccountActivityHandlers(
  ledgers: Ledgers,
  knowledge: Knowledge,
): Pick<LedgerAnswers<'accounts'>, 'getAddressActivity'> {
  return {
    async getAddressActivity({ params, query }, { read }) {
      const ledger = ledgers.get(params.chain);
      const { reader } = ledger;
      const { key } = readAccount(ledger, params.address);
      const asset = readAsset(ledger, query.asset);
      const [view, totals, fetched, hasGenesis] = await Promise.all([
        openView(
          ledger,
          knowledge,
          { contracts: contractsOf([asset]), currency: ANY_CURRENCY, withBalances: true },
          read,
        ),
        reader.totals([key], read).then((found) => found.get(key)),
        reader.addressCoverage(key, read),
        knowsGenesis(ledger, read),
      ]);
      const period: ActivityPeriod = query.period === 'auto' ? choosePeriod(spanSeconds(view, totals)) : query.period;
      const { points, weekdayHours } = await reader.activity(
        key,
        asset,
        period === 'month' ? period : PERIOD_SECONDS[period],
        read,
      );
      const ground = { ledger, assets: view.assets, knowsGenesis: hasGenesis, fetched };
      const exact = exactUntil(ground, asset, lastHeight(ledger, totals));
      return {
        ...toAccountEnvelope(ledger, [], spanOfSums(totals ? [totals] : [])),
        asset: view.assets.refer(asset),
        period,
        points: withBalances(points, !('reason' in exact)),
        weekdayHours,
      };
    },
  };
}
