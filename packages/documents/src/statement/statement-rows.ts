import type { AssetId } from '@trailmark/core/ledger';
import type { AssetStatement, StatementAsset, StatementLine, StatementRate } from '@trailmark/core/statement/statement';
import type { StatementDocument, StatementHead } from './statement-document.ts';

/** What is known of a statement before its first line. */
export type StatementOpening = Omit<StatementHead, 'lineCount' | 'unpriced' | 'limits'>;

/** What is known when its lines have ended. */
export interface StatementClosing extends Pick<StatementHead, 'lineCount' | 'unpriced' | 'limits'> {
  readonly balances: readonly AssetStatement[];
  /** Behind every value, by asset and day. */
  readonly rates: readonly StatementRate[];
}

/** A statement for files of lines alone, which are written while the ledger is read: sums are at their end. */
export interface StatementRows {
  readonly head: StatementOpening;
  /** Of each asset once a line moves it. */
  readonly assets: { get(id: AssetId): StatementAsset | undefined };
  /** In batches, oldest first; read once. */
  readonly lines: AsyncIterable<readonly StatementLine[]>;
  /** Call after the last line. */
  close(): StatementClosing;
}

/** The rows of a statement that is whole already. */
export function toStatementRows({ head, assets, balances, rates, lines }: StatementDocument): StatementRows {
  return { head, assets, lines, close: () => ({ ...head, balances, rates }) };
}
