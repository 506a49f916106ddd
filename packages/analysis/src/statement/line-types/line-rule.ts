import type { SetPayment, SetTransaction } from '@trailmark/core/statement/set-transaction';
import type { LineType } from '@trailmark/core/statement/statement';

/** What a rule says a transaction, or one payment of it, is. */
export interface NamedLine {
  readonly type: LineType;
  readonly basis: 'fact' | 'inference';
  /** Words for people: a protocol, a method. */
  readonly note?: string | undefined;
}

/**
 * One rule that names lines; a pure function of the transaction. The first of the catalogue that says something decides.
 * `ofTransaction` names the whole: all it moved becomes one line. `ofPayment` names one payment to or from others.
 */
export interface LineRule {
  /** `swap/1`: counted up when an answer changes. */
  readonly id: string;
  readonly ofTransaction?: (transaction: SetTransaction) => NamedLine | undefined;
  readonly ofPayment?: (payment: SetPayment, isIn: boolean, transaction: SetTransaction) => NamedLine | undefined;
}
