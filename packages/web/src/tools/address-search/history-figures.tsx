import type { AddressSummary } from '@trailmark/api/contract/address';
import { getChain } from '@trailmark/chains/catalogue';
import { Amount } from '../../components/amount.tsx';
import type { KeyFigure } from '../../components/key-figures.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';

/** Why the balance is not known, or up to where it is. */
export function describeBalance({ totals }: AddressSummary): string {
  const note = totals.balanceNote?.replace(/^Not known: /, '');
  if (note === undefined) return 'Received less sent, over every block from the first one to the tip.';
  return note.charAt(0).toUpperCase() + note.slice(1);
}

function balanceFigure({ chain, totals }: AddressSummary, reason: string): KeyFigure {
  const { decimals, symbol } = getChain(chain);
  const { balance, balanceAsOfHeight, unspendable } = totals;
  const at =
    balanceAsOfHeight === undefined || balanceAsOfHeight === null ? '' : `, height ${formatCount(balanceAsOfHeight)}`;
  const note = balance === null ? 'history held in part' : 'received less sent';
  return {
    label: `Balance${at}`,
    value: <Amount units={balance} decimals={decimals} symbol={symbol} reason={reason} />,
    note:
      unspendable > 0n ? (
        <>
          of it <Amount units={unspendable} decimals={decimals} /> can never be spent
        </>
      ) : (
        note
      ),
  };
}

/** The figures of an address that was seen, each with what it is true of. */
export function listHistoryFigures(summary: AddressSummary): readonly KeyFigure[] {
  const { chain, totals, coverage } = summary;
  const { decimals, symbol } = getChain(chain);
  const scope = coverage.complete ? 'all blocks' : 'heights held';
  return [
    balanceFigure(summary, describeBalance(summary)),
    {
      label: `Received, ${scope}`,
      value: <Amount units={totals.received} decimals={decimals} symbol={symbol} />,
      note: `in ${formatPlural(totals.receiveCount, 'output')}`,
    },
    {
      label: `Sent, ${scope}`,
      value: <Amount units={totals.sent} decimals={decimals} symbol={symbol} />,
      note: totals.spendCount === 0 ? 'no input, a counted zero' : `in ${formatPlural(totals.spendCount, 'input')}`,
    },
    {
      label: 'First, last seen',
      value: <Time seconds={totals.firstTime} isEstimated={totals.firstTimeEstimated} />,
      note: <Time seconds={totals.lastTime} isEstimated={totals.lastTimeEstimated} />,
      small: true,
    },
    { label: 'Transactions', value: formatCount(totals.transactionCount), note: scope },
  ];
}
