import type { Position } from '@trailmark/core/position';

/** What the traced money of one account did in one transaction, while a pass goes through it. */
export interface EntryDraft {
  readonly before: bigint;
  readonly balanceBefore: bigint;
  after: bigint;
  balanceAfter: bigint;
  added: bigint;
  fee: bigint;
  cut: bigint;
  lapsed: bigint;
}

/** What of an account's money is not traced, from its first traced receipt on. */
export interface OwnDraft {
  cameIn: bigint;
  wentOut: bigint;
  added: bigint;
  lapsed: bigint;
}

/** The books of a pass, by transaction and account: only transactions in which traced money moved have entries. */
export class StatementRecord {
  readonly entries = new Map<Position, Map<number, EntryDraft>>();
  /** By account. */
  readonly own = new Map<number, OwnDraft>();

  find(position: Position, index: number): EntryDraft | undefined {
    return this.entries.get(position)?.get(index);
  }

  /** The entry of an account in a transaction; `held` and `balance` are the values before its first traced change. */
  touch(position: Position, index: number, held: bigint, balance: bigint): EntryDraft {
    const known = this.entries.get(position) ?? new Map<number, EntryDraft>();
    this.entries.set(position, known);
    const entry = known.get(index) ?? {
      ...{ before: held, balanceBefore: balance, after: held, balanceAfter: balance },
      ...{ added: 0n, fee: 0n, cut: 0n, lapsed: 0n },
    };
    known.set(index, entry);
    return entry;
  }

  ownOf(index: number): OwnDraft {
    const own = this.own.get(index) ?? { cameIn: 0n, wentOut: 0n, added: 0n, lapsed: 0n };
    this.own.set(index, own);
    return own;
  }
}
