import type { OutputAddress } from '@trailmark/api/contract/address';
import { getChain } from '@trailmark/chains/catalogue';
import { formatCount } from '../format/number.ts';
import type { ValueSettings } from '../prices.ts';
import { Amount } from './amount.tsx';
import { Fiat } from './fiat.tsx';
import type { KeyFigure } from './key-figures.tsx';
import { Missing } from './missing.tsx';

/** Why the balance is not known, or up to where it is. */
export function describeBalance({ totals }: OutputAddress): string {
  const note = totals.balanceNote?.replace(/^Not known: /, '');
  if (!note) return 'Received less sent, over every block from the first one to the tip.';
  return note.charAt(0).toUpperCase() + note.slice(1);
}

function noteBalance({ chain, totals, fetched }: OutputAddress): KeyFigure['note'] {
  const { balance, balanceNote, unspendable } = totals;
  if (unspendable > 0n) {
    return (
      <>
        of it <Amount units={unspendable} decimals={getChain(chain).decimals} /> can never be spent
      </>
    );
  }
  if (balance === null) return 'history held in part';
  const isListed = fetched.some(({ source }) => balanceNote?.startsWith(`As ${source} listed`));
  if (isListed) return 'as a source outside listed it';
  return balanceNote ? 'later blocks could change it' : 'received less sent';
}

/** What a known balance is worth at the last close held: a balance has no day of its own, so the day is said. */
function BalanceValue({ summary, values }: { readonly summary: OutputAddress; readonly values: ValueSettings }) {
  const { balanceFiat, chain, totals } = summary;
  if (totals.balance === null) return null;
  const { symbol, network } = getChain(chain);
  if (!balanceFiat) {
    const reason =
      network === 'main'
        ? `This server holds no ${values.currency} price of ${symbol}.`
        : 'Coins of a test network have no price.';
    return (
      <span className="tm-figvalue">
        <Missing reason={reason}>no price</Missing>
      </span>
    );
  }
  return (
    <span className="tm-figvalue">
      <Fiat
        micro={balanceFiat.micro}
        price={balanceFiat}
        moment={{ symbol, network, height: null, time: null }}
        values={values}
      />{' '}
      at the close of <span className="tm-time">{balanceFiat.day}</span>
    </span>
  );
}

/** The balance with the height it is true of, and its value; why it is not known is on hover. */
export function createBalanceFigure(summary: OutputAddress, values: ValueSettings): KeyFigure {
  const { decimals, symbol } = getChain(summary.chain);
  const { balance, balanceAsOfHeight: height } = summary.totals;
  return {
    label: height === undefined || height === null ? 'Balance' : `Balance, height ${formatCount(height)}`,
    value: <Amount units={balance} decimals={decimals} symbol={symbol} reason={describeBalance(summary)} />,
    note: (
      <>
        <BalanceValue summary={summary} values={values} />
        {noteBalance(summary)}
      </>
    ),
  };
}
