import type { ChainId } from '@trailmark/core/chain';
import { traitsOf } from '../../format/chain-traits.ts';
import type { LedgerRow } from '../../format/ledger-row.ts';
import { formatPlural } from '../../format/number.ts';
import type { NoiseFold } from '../account/fold-noise.ts';
import { NoiseRow } from '../account/noise-row.tsx';
import { Amount } from '../amount.tsx';
import { AppLink } from '../app-link.tsx';

export interface FoldedRowsProps {
  readonly chain: ChainId;
  readonly fold: NoiseFold<LedgerRow>;
  readonly showHref: string;
}

/** One line in place of folded rows: dust with its sum, noise with its reasons. */
export function FoldedRows({ chain, fold, showHref }: FoldedRowsProps) {
  const { folds, decimals, symbol } = traitsOf(chain);
  if (folds === 'noise') return <NoiseRow fold={fold} noun="transaction" showHref={showHref} />;
  const sum = fold.rows.reduce((total, { net }) => total + (net?.[0]?.amount ?? 0n), 0n);
  return (
    <span className="tm-noise">
      <b>{formatPlural(fold.count, 'dust payment')} folded</b>,{' '}
      <Amount units={sum} decimals={decimals} symbol={symbol} /> together. They count in every total and export.{' '}
      <AppLink href={showHref}>Show them</AppLink>
    </span>
  );
}
