import type { AssetId } from '../ledger.ts';

/** What a column of a service's records is read as. */
export const RECORD_FIELDS = [
  'time',
  'txid',
  'asset',
  'amount',
  'amount-in',
  'amount-out',
  'direction',
  'fee',
  'address',
  'note',
  'ignore',
] as const;
export type RecordField = (typeof RECORD_FIELDS)[number];

/** Order of day and month where numbers alone do not show it: 03/04/2024. */
export const DATE_ORDERS = ['day-first', 'month-first'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** How a file is read: guessed, shown, and corrected by a person. */
export interface RecordMapping {
  /** One field a column, in the order of the columns. */
  readonly fields: readonly RecordField[];
  readonly dateOrder: DateOrder;
  /** Minutes that clocks of the file are ahead of UTC; times with a zone of their own ignore it. */
  readonly offsetMinutes: number;
  readonly decimalComma: boolean;
  /** From whose side the file speaks: a deposit at the service is a withdrawal from the set, unless the set is the service's. */
  readonly side: 'service' | 'set';
}

/** One row of a service's records as it was read. A claim of the service. */
export interface RecordRow {
  /** Line of the file, from 1. */
  readonly line: number;
  /** Seconds UTC; undefined where the row has no time. */
  readonly time: number | undefined;
  /** Lower case, without 0x; undefined where the row has none. */
  readonly txid: string | undefined;
  /** As the file writes it. */
  readonly asset: string;
  /** Decimal text with a point, without sign. */
  readonly amount: string;
  /** As the set sees it; undefined where the row does not say. */
  readonly direction: 'in' | 'out' | undefined;
  readonly fee: string | undefined;
  readonly address: string | undefined;
  readonly note: string | undefined;
}

/** An amount of the ledger that records may name. */
export interface LedgerAmount {
  /** Number of the line of the statement. */
  readonly line: number;
  readonly time: number;
  readonly txid: string | undefined;
  readonly asset: AssetId;
  readonly symbol: string;
  readonly decimals: number;
  /** Smallest unit, above 0n. */
  readonly amount: bigint;
  readonly direction: 'in' | 'out';
  readonly addresses: readonly string[];
}

/** What comparing the two sides found. */
export const RECORD_FINDINGS = ['ledger-only', 'records-only', 'differs', 'matched'] as const;
export type RecordFinding = (typeof RECORD_FINDINGS)[number];

/** `txid`: both name the transaction: a fact. `amount-time`: an inference. `hand`: somebody says so: a claim. */
export const MATCH_GROUNDS = ['txid', 'amount-time', 'hand'] as const;
export type MatchGround = (typeof MATCH_GROUNDS)[number];

/** An amount of the ledger as a person points at it. */
export interface LedgerPlace {
  readonly line: number;
  readonly asset: AssetId;
  readonly direction: 'in' | 'out';
}

/** What a person decided: which belong together, one or many on each side, and which do not. */
export interface RecordsByHand {
  /** Rows of records by their line in the file. */
  readonly joined: readonly { readonly ledger: readonly LedgerPlace[]; readonly records: readonly number[] }[];
  /** Pairs that are never joined by rule. */
  readonly apart: readonly { readonly ledger: LedgerPlace; readonly record: number }[];
}

export interface RecordMatch {
  readonly finding: RecordFinding;
  readonly ledger: LedgerAmount | undefined;
  readonly record: RecordRow | undefined;
  /** Joined by hand with these, too: sums of both sides are compared. */
  readonly moreLedger: readonly LedgerAmount[];
  readonly moreRecords: readonly RecordRow[];
  readonly by: MatchGround | undefined;
  readonly secondsApart: number | undefined;
  /** Amount of the records less that of the ledger, smallest unit, where they differ. */
  readonly difference: bigint | undefined;
  /** What differs, in words; empty where nothing does. */
  readonly differences: readonly string[];
}
