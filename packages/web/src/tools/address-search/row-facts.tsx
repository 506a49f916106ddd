import type { ReactNode } from 'react';
import type { LedgerRow } from '../../format/ledger-row.ts';
import type { ValueSettings } from '../../prices.ts';
import type { HistoryTabProps } from './rows-frame.tsx';

/** What an expanded row is shown with. */
export interface RowDetailProps extends HistoryTabProps {
  readonly row: LedgerRow;
  readonly values: ValueSettings;
}

export interface RowFactProps {
  readonly term: ReactNode;
  readonly children: ReactNode;
}

/** "Block: 170" and the like, in a list of such facts. */
export function RowFact({ term, children }: RowFactProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
