import type { AddressSummary } from '@trailmark/api/contract/address';
import { getChain } from '@trailmark/chains/catalogue';
import { formatCount } from '../format/number.ts';
import { Amount } from './amount.tsx';
import type { KeyFigure } from './key-figures.tsx';

/** Why the balance is not known, or up to where it is. */
export function describeBalance({ totals }: AddressSummary): string {
  const note = totals.balanceNote?.replace(/^Not known: /, '');
  if (!note) return 'Received less sent, over every block from the first one to the tip.';
  return note.charAt(0).toUpperCase() + note.slice(1);
}

function noteBalance({ chain, totals }: AddressSummary): KeyFigure['note'] {
  const { balance, balanceNote, unspendable } = totals;
  if (unspendable > 0n) {
    return (
      <>
        of it <Amount units={unspendable} decimals={getChain(chain).decimals} /> can never be spent
      </>
    );
  }
  if (balance === null) return 'history held in part';
  return balanceNote ? 'later blocks could change it' : 'received less sent';
}

/** The balance with the height it is true of; why it is not known is on hover. */
export function createBalanceFigure(summary: AddressSummary): KeyFigure {
  const { decimals, symbol } = getChain(summary.chain);
  const { balance, balanceAsOfHeight: height } = summary.totals;
  return {
    label: height === undefined || height === null ? 'Balance' : `Balance, height ${formatCount(height)}`,
    value: <Amount units={balance} decimals={decimals} symbol={symbol} reason={describeBalance(summary)} />,
    note: noteBalance(summary),
  };
}
