import type { OutputAddress } from '@trailmark/api/contract/address';
import { getChain } from '@trailmark/chains/catalogue';
import { Amount } from '../../components/amount.tsx';
import { createBalanceFigure } from '../../components/balance-figure.tsx';
import type { KeyFigure } from '../../components/key-figures.tsx';
import { Time } from '../../components/time.tsx';
import { formatCount, formatPlural } from '../../format/number.ts';
import type { ValueSettings } from '../../prices.ts';

/** The figures of an address that was seen, each with what it is true of. */
export function listHistoryFigures(summary: OutputAddress, values: ValueSettings): readonly KeyFigure[] {
  const { chain, totals, coverage } = summary;
  const { decimals, symbol } = getChain(chain);
  const scope = coverage.complete ? 'all blocks' : 'heights held';
  return [
    createBalanceFigure(summary, values),
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
