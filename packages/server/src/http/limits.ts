/** What one request may ask of the server. Bytes and milliseconds. */
export interface Limits {
  readonly deadlineMs: number;
  readonly urlBytes: number;
  readonly headerBytes: number;
  readonly bodyBytes: number;
  /** How long a body has to arrive, before what its size adds. */
  readonly bodyMs: number;
  /** Rows that a page of an export reads from the store. */
  readonly exportPage: number;
  /** Histories longer than this are announced as hot: screens ask for a filter first. */
  readonly hotTransactionCount: number;
}

export const DEFAULT_LIMITS: Limits = {
  deadlineMs: 15_000,
  urlBytes: 8 * 1024,
  headerBytes: 16 * 1024,
  bodyBytes: 64 * 1024,
  bodyMs: 10_000,
  exportPage: 5_000,
  hotTransactionCount: 50_000,
};
