import type { AccountSummary } from '../../../account-api.ts';
import { AccountFiat } from '../../../components/account-fiat.tsx';
import { AssetAmount } from '../../../components/asset-amount.tsx';
import type { KeyFigure } from '../../../components/key-figures.tsx';
import { Missing } from '../../../components/missing.tsx';
import { Time } from '../../../components/time.tsx';
import { formatCount, formatPlural } from '../../../format/number.ts';
import type { ValueSettings } from '../../../prices.ts';

const NO_COIN = 'It never moved any of the chain’s own coin in the heights held.';

/** Why the balance is not known, or what it is. */
export function describeCoinBalance({ coin }: Pick<AccountSummary, 'coin'>): string {
  return coin === null
    ? NO_COIN
    : (coin.balanceNote ?? 'Received less sent, over every block from the first one to the tip.');
}

function CoinValue({ summary: { chain, coin }, values }: { summary: AccountSummary; values: ValueSettings }) {
  if (coin === null || coin.balance === null || coin.fiat === null) return null;
  return (
    <span className="tm-figvalue">
      <AccountFiat
        chain={chain}
        asset={coin.asset}
        fiat={coin.fiat}
        moment={{ height: null, time: null }}
        values={values}
      />{' '}
      at the close of <span className="tm-time">{coin.fiat.day}</span>
    </span>
  );
}

function coinFigure(label: string, units: bigint | undefined, coin: AccountSummary['coin'], note: string): KeyFigure {
  return {
    label,
    value:
      coin === null || units === undefined ? (
        <Missing reason={NO_COIN}>none seen</Missing>
      ) : (
        <AssetAmount asset={coin.asset} units={units} />
      ),
    note,
  };
}

/** What the balance is true of. */
function noteBalance(coin: AccountSummary['coin']): string {
  if (coin === null) return 'of the coin; other assets have their own tab';
  if (coin.balance === null) return 'cannot be derived';
  return coin.balanceNote ?? 'received less sent';
}

/** How many assets the tab of assets lists: the coin counts too where it moved. */
export function countAssets({ coin, totals }: Pick<AccountSummary, 'coin' | 'totals'>): number {
  return (totals?.assetCount ?? 0) + (coin === null ? 0 : 1);
}

/** The figures of an address of an account chain, each with what it is true of. */
export function listAccountFigures(summary: AccountSummary, values: ValueSettings): readonly KeyFigure[] {
  const { coin, totals, coverage } = summary;
  const scope = coverage.complete ? 'all blocks' : 'heights held';
  return [
    {
      label: 'Balance',
      value:
        coin === null ? (
          <Missing reason={NO_COIN}>none seen</Missing>
        ) : (
          <AssetAmount asset={coin.asset} units={coin.balance} reason={describeCoinBalance(summary)} />
        ),
      note: (
        <>
          <CoinValue summary={summary} values={values} />
          {noteBalance(coin)}
        </>
      ),
    },
    coinFigure(`Received, ${scope}`, coin?.received, coin, 'of the coin, all kinds of moves'),
    coinFigure(`Sent, ${scope}`, coin?.sent, coin, 'of the coin, fees included'),
    {
      label: 'First, last seen',
      value: totals ? (
        <Time seconds={totals.firstTime} isEstimated={totals.firstTimeEstimated} />
      ) : (
        <Missing reason="The address occurs in no block that this index holds." />
      ),
      note: totals && <Time seconds={totals.lastTime} isEstimated={totals.lastTimeEstimated} />,
      small: true,
    },
    {
      label: 'Transactions',
      value: totals ? formatCount(totals.transactionCount) : <Missing reason="None is held." />,
      note: totals
        ? `${formatCount(totals.sentCount)} sent by it, ${totals.blockPaymentCount > 0 ? `${formatPlural(totals.blockPaymentCount, 'block')} that paid it, ` : ''}${formatPlural(totals.moveCount, 'move')}, ${formatPlural(countAssets(summary), 'asset')}`
        : undefined,
    },
  ];
}
