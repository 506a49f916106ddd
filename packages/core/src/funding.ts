import { OWNER_ROW_BYTES } from './resolved-block.ts';

/**
 * Outputs that inputs name, as columns: what a reader of blocks asks the ledger for a whole group of blocks at once.
 * Columns cross threads in one piece; twenty thousand objects would not.
 */
export interface FundingRequests {
  readonly count: number;
  /** 32 bytes each, internal order. */
  readonly txids: Uint8Array;
  readonly vouts: Uint32Array;
  /** Only transactions before this position count. */
  readonly before: Float64Array;
}

/** The outputs found, row by row of the requests. */
export interface FundingAnswers {
  /** 1 where the output is indexed; all else is zero where it is not. */
  readonly found: Uint8Array;
  readonly positions: Float64Array;
  /** Base units. */
  readonly values: BigUint64Array;
  /** Codes of SCRIPT_TYPES. */
  readonly types: Uint8Array;
  /** OWNER_ROW_BYTES each. */
  readonly owners: Uint8Array;
}

export function createFundingAnswers(count: number): FundingAnswers {
  return {
    found: new Uint8Array(count),
    positions: new Float64Array(count),
    values: new BigUint64Array(count),
    types: new Uint8Array(count),
    owners: new Uint8Array(count * OWNER_ROW_BYTES),
  };
}

/** The rows of the requests that `rows` names. */
export function pickFundingRequests(requests: FundingRequests, rows: readonly number[]): FundingRequests {
  const txids = new Uint8Array(rows.length * 32);
  rows.forEach((row, i) => {
    txids.set(requests.txids.subarray(row * 32, row * 32 + 32), i * 32);
  });
  return {
    count: rows.length,
    txids,
    vouts: Uint32Array.from(rows, (row) => requests.vouts[row] ?? 0),
    before: Float64Array.from(rows, (row) => requests.before[row] ?? 0),
  };
}

/** Copies answers into the rows they were requested for. */
export function mergeFundingAnswers(into: FundingAnswers, rows: readonly number[], answers: FundingAnswers): void {
  rows.forEach((row, i) => {
    into.found[row] = answers.found[i] ?? 0;
    into.positions[row] = answers.positions[i] ?? 0;
    into.values[row] = answers.values[i] ?? 0n;
    into.types[row] = answers.types[i] ?? 0;
    into.owners.set(answers.owners.subarray(i * OWNER_ROW_BYTES, (i + 1) * OWNER_ROW_BYTES), row * OWNER_ROW_BYTES);
  });
}
