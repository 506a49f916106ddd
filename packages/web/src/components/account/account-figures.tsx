import { getAccountChain } from '@trailmark/chains/account-catalogue';
import type { AccountSummary } from '../../account-api.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import type { ValueSettings } from '../../prices.ts';
import type { KeyFigure } from '../key-figures.tsx';
import { Missing } from '../missing.tsx';
import { Time } from '../time.tsx';
import { AccountFiat } from './account-fiat.tsx';
import { AssetAmount } from './asset-amount.tsx';

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

/** Characters of a figure that a column of the row of figures holds. */
const FIGURE = 22;

type Coin = NonNullable<AccountSummary['coin']>;

/** What came and went of the coin. */
function listCoinFlow({ asset, received, sent }: Coin, scope: string): readonly KeyFigure[] {
  const symbol = asset.symbol ?? 'the coin';
  return [
    {
      label: `Received, ${scope}`,
      value: <AssetAmount asset={asset} units={received} limit={FIGURE} />,
      note: `of ${symbol}, all kinds of moves`,
    },
    {
      label: `Sent, ${scope}`,
      value: <AssetAmount asset={asset} units={sent} limit={FIGURE} />,
      note: `of ${symbol}, fees included`,
    },
  ];
}

/** Where the coin never moved, what else did. */
function listAssetFlow(summary: AccountSummary): readonly KeyFigure[] {
  if (!summary.totals) return [];
  return [
    { label: 'Assets', value: formatCount(countAssets(summary)), note: 'tokens and NFTs, each by itself' },
    { label: 'Moves', value: formatCount(summary.totals.moveCount), note: 'stated values included' },
  ];
}

/** What the balance is true of. */
function noteBalance({ coin, chain }: Pick<AccountSummary, 'coin' | 'chain'>): string {
  if (coin === null) return `of ${getAccountChain(chain).symbol}; tokens have their own tab`;
  if (coin.balance === null) return 'cannot be derived';
  return coin.balanceNote ?? 'received less sent';
}

/** How many assets the tab of assets lists: the coin counts too where it moved. */
export function countAssets({ coin, totals }: Pick<AccountSummary, 'coin' | 'totals'>): number {
  return (totals?.assetCount ?? 0) + (coin === null ? 0 : 1);
}

/** Who sent what is counted; a source that names no senders leaves it at 0, so it is never more than what was seen. */
function noteTransactions(summary: AccountSummary, totals: NonNullable<AccountSummary['totals']>): string {
  const paid = totals.blockPaymentCount > 0 ? [`${formatPlural(totals.blockPaymentCount, 'block')} that paid it`] : [];
  const moved = summary.coin === null ? [] : [formatPlural(totals.moveCount, 'move')];
  return [`${formatCount(totals.sentCount)} seen to be sent by it`, ...paid, ...moved].join(', ');
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
          <AssetAmount asset={coin.asset} units={coin.balance} reason={describeCoinBalance(summary)} limit={FIGURE} />
        ),
      note: (
        <>
          <CoinValue summary={summary} values={values} />
          {noteBalance(summary)}
        </>
      ),
    },
    ...(coin === null ? listAssetFlow(summary) : listCoinFlow(coin, scope)),
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
      note: totals ? noteTransactions(summary, totals) : undefined,
    },
  ];
}
