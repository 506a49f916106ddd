import { traitsOf } from '../../format/chain-traits.ts';
import { coinOf } from '../../format/coin-of.ts';
import type { AccountSummary, LedgerSummary, OutputSummary } from '../../format/ledger-summary.ts';
import { formatCount, formatPlural } from '../../format/number.ts';
import type { ValueSettings } from '../../prices.ts';
import { AccountFiat } from '../account/account-fiat.tsx';
import { AssetAmount } from '../account/asset-amount.tsx';
import { Amount } from '../amount.tsx';
import type { KeyFigure } from '../key-figures.tsx';
import { Missing } from '../missing.tsx';
import { Time } from '../time.tsx';

const WHOLE = 'Received less sent, over every block from the first one to the tip.';
const NO_COIN = 'It never moved any of the chain’s own coin in the indexed blocks.';
const NEVER = 'The address occurs in no indexed block.';
/** Characters of a figure that a column of the row of figures has room for. */
const FIGURE = 22;

/** Why the balance of the coin is not known, or what it is true of. */
export function describeBalance(summary: LedgerSummary): string {
  if (summary.family === 'accounts' && summary.coin === null) return NO_COIN;
  const note = summary.family === 'outputs' ? summary.totals.balanceNote : summary.coin?.balanceNote;
  const reason = note?.replace(/^Not known: /, '');
  return reason ? reason.charAt(0).toUpperCase() + reason.slice(1) : WHOLE;
}

/** What a known balance is worth at the last close: a balance has no day of its own, so the day is named. */
function BalanceValue({ summary, values }: { readonly summary: LedgerSummary; readonly values: ValueSettings }) {
  const { chain } = summary;
  const { hasTokens, symbol, network } = traitsOf(chain);
  const isOutputs = summary.family === 'outputs';
  const fiat = isOutputs ? summary.balanceFiat : (summary.coin?.fiat ?? null);
  const balance = isOutputs ? summary.totals.balance : (summary.coin?.balance ?? null);
  if (balance === null || (hasTokens && fiat === null)) return null;
  if (!fiat) {
    const reason =
      network === 'main'
        ? `This server has no ${values.currency} price of ${symbol}.`
        : 'Coins of a test network have no price.';
    return (
      <span className="tm-figvalue">
        <Missing reason={reason}>no price</Missing>
      </span>
    );
  }
  return (
    <span className="tm-figvalue">
      <AccountFiat
        chain={chain}
        asset={coinOf(chain)}
        fiat={fiat}
        moment={{ height: null, time: null }}
        values={values}
      />{' '}
      at the close of <span className="tm-time">{fiat.day}</span>
    </span>
  );
}

function noteOutputBalance({ chain, totals, fetched }: OutputSummary): KeyFigure['note'] {
  const { balance, balanceNote, unspendable } = totals;
  if (unspendable > 0n) {
    return (
      <>
        of it <Amount units={unspendable} decimals={traitsOf(chain).decimals} /> can never be spent
      </>
    );
  }
  if (balance === null) return 'history partly indexed';
  const isListed = fetched.some(({ source }) => balanceNote?.startsWith(`As ${source} listed`));
  if (isListed) return 'as a source outside listed it';
  return balanceNote ? 'later blocks could change it' : 'received less sent';
}

function noteCoinBalance({ chain, coin }: AccountSummary): string {
  if (coin === null) return `of ${traitsOf(chain).symbol}; tokens have their own tab`;
  if (coin.balance === null) return 'cannot be derived';
  return coin.balanceNote ?? 'received less sent';
}

/** The balance with the height it is true of, and its value; why it is not known is on hover. */
function createBalanceFigure(summary: LedgerSummary, values: ValueSettings): KeyFigure {
  const { decimals, symbol } = traitsOf(summary.chain);
  const reason = describeBalance(summary);
  if (summary.family === 'outputs') {
    const { balance, balanceAsOfHeight: height } = summary.totals;
    return {
      label: height === undefined || height === null ? 'Balance' : `Balance, height ${formatCount(height)}`,
      value: <Amount units={balance} decimals={decimals} symbol={symbol} reason={reason} />,
      note: (
        <>
          <BalanceValue summary={summary} values={values} />
          {noteOutputBalance(summary)}
        </>
      ),
    };
  }
  const { coin } = summary;
  return {
    label: 'Balance',
    value:
      coin === null ? (
        <Missing reason={reason}>none seen</Missing>
      ) : (
        <AssetAmount asset={coin.asset} units={coin.balance} reason={reason} limit={FIGURE} />
      ),
    note: (
      <>
        <BalanceValue summary={summary} values={values} />
        {noteCoinBalance(summary)}
      </>
    ),
  };
}

/** What came and went of the coin; where an account never moved the coin, what else it moved. */
function listFlow(summary: LedgerSummary, scope: string): readonly KeyFigure[] {
  if (summary.family === 'outputs') {
    const { decimals, symbol } = traitsOf(summary.chain);
    const { received, sent, receiveCount, spendCount } = summary.totals;
    return [
      {
        label: `Received, ${scope}`,
        value: <Amount units={received} decimals={decimals} symbol={symbol} />,
        note: `in ${formatPlural(receiveCount, 'output')}`,
      },
      {
        label: `Sent, ${scope}`,
        value: <Amount units={sent} decimals={decimals} symbol={symbol} />,
        note: spendCount === 0 ? 'no input, a counted zero' : `in ${formatPlural(spendCount, 'input')}`,
      },
    ];
  }
  const { coin, totals } = summary;
  if (coin !== null) {
    const { asset, received, sent } = coin;
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
  if (!totals) return [];
  return [
    { label: 'Assets', value: formatCount(countAssets(summary)), note: 'tokens and NFTs, each by itself' },
    { label: 'Moves', value: formatCount(totals.moveCount), note: 'stated values included' },
  ];
}

/** How many assets the tab of assets lists: the coin counts too where it moved. */
export function countAssets(summary: LedgerSummary): number {
  if (summary.family === 'outputs') return 1;
  return (summary.totals?.assetCount ?? 0) + (summary.coin === null ? 0 : 1);
}

/** Who sent what is counted; a source that names no senders leaves it at 0, so it is never more than what was seen. */
function noteTransactions(summary: LedgerSummary, scope: string): string | undefined {
  if (summary.family === 'outputs') return scope;
  const { totals, coin } = summary;
  if (!totals) return undefined;
  const paid = totals.blockPaymentCount > 0 ? [`${formatPlural(totals.blockPaymentCount, 'block')} that paid it`] : [];
  const moved = coin === null ? [] : [formatPlural(totals.moveCount, 'move')];
  return [`${formatCount(totals.sentCount)} seen to be sent by it`, ...paid, ...moved].join(', ');
}

/** The figures of an address, each with what it is true of. */
export function listAddressFigures(summary: LedgerSummary, values: ValueSettings): readonly KeyFigure[] {
  const { totals, coverage, status } = summary;
  const scope = coverage.complete ? 'all blocks' : 'indexed blocks';
  const isInBlock = totals !== null && status === 'seen';
  return [
    createBalanceFigure(summary, values),
    ...listFlow(summary, scope),
    {
      label: 'First, last seen',
      value: isInBlock ? (
        <Time seconds={totals.firstTime} isEstimated={totals.firstTimeEstimated} />
      ) : (
        <Missing reason={NEVER}>not in a block</Missing>
      ),
      note: isInBlock ? <Time seconds={totals.lastTime} isEstimated={totals.lastTimeEstimated} /> : 'unconfirmed only',
      small: true,
    },
    {
      label: 'Transactions',
      value: totals ? formatCount(totals.transactionCount) : <Missing reason="None is indexed." />,
      note: noteTransactions(summary, scope),
    },
  ];
}
