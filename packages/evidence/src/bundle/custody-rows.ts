import { hashParts, isDigest } from './salted.ts';
import { encodeJson, isRecord } from './strict-json.ts';

/** One act on what a bundle rests on: who did what, when, and the result. */
export interface CustodyAct {
  /** `2026-11-20T14:05:00Z`. */
  readonly at: string;
  readonly who: string;
  readonly act: string;
  /** `A-7`, `EV-02`. */
  readonly what: string;
  /** SHA-256 of what was handled; null for an act without a file. */
  readonly sha256: string | null;
  readonly how: string;
}

export interface CustodyRow extends CustodyAct {
  readonly seq: number;
  /** Hash of the row before; 64 zeros in the first. */
  readonly before: string;
  /** SHA-256 of the canonical JSON of everything else. */
  readonly hash: string;
}

const FIRST = '0'.repeat(64);

/** Acts as a chain: no row can be taken out or put in. */
export function chainCustody(acts: readonly CustodyAct[]): readonly CustodyRow[] {
  const rows: CustodyRow[] = [];
  for (const act of acts) {
    const body = { ...act, seq: rows.length + 1, before: rows.at(-1)?.hash ?? FIRST };
    rows.push({ ...body, hash: hashParts(encodeJson(body)) });
  }
  return rows;
}

/** What is wrong with the chain, in a sentence; undefined where it holds. Rows that were left out are passed over. */
export function findCustodyFault(rows: readonly (unknown | undefined)[]): string | undefined {
  let before: string | undefined = FIRST;
  for (const [i, row] of rows.entries()) {
    if (row === undefined) {
      before = undefined;
      continue;
    }
    if (!isRecord(row) || !isDigest(row.hash)) return `row ${i + 1} is no row of custody.`;
    const { hash, ...body } = row;
    if (hashParts(encodeJson(body)) !== hash) return `row ${i + 1} is not what its hash is of.`;
    if (row.seq !== i + 1 || (before !== undefined && row.before !== before))
      return `row ${i + 1} does not follow the row before it.`;
    before = hash;
  }
  return undefined;
}
