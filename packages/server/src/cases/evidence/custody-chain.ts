import { createHash } from 'node:crypto';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { rootOfInclusion } from '@trailmark/evidence/audit/merkle-proof';
import { hashLeaf } from '@trailmark/evidence/audit/merkle-tree';
import type { CustodyRow, ProvenRoot } from '@trailmark/store/cases/agency-cases/custody-rows';

/** A row before it has its hash. */
export type UnhashedRow = Omit<CustodyRow, 'hash'>;

/** What is hashed of a row: every column, times in milliseconds, and which exhibit it is of. */
export function toHashedRow(evidence: string, row: UnhashedRow) {
  const { seq, act, whoId, who, role, why, authority, machine, software, result, previousHash } = row;
  return {
    ...{
      format: 'trailmark-custody/1',
      evidence,
      seq,
      act,
      whoId,
      who,
      role,
      why,
      authority,
      machine,
      software,
      result,
    },
    at: row.at.getTime(),
    doneAt: row.doneAt?.getTime() ?? null,
    from: row.fromWhom,
    to: row.toWhom,
    inputHash: row.inputHash,
    outputHash: row.outputHash,
    previousHash,
  };
}

/** SHA-256 over the canonical JSON (RFC 8785) of a row, hexadecimal. */
export function hashCustodyRow(evidence: string, row: UnhashedRow): string {
  return createHash('sha256')
    .update(toCanonicalJson(toHashedRow(evidence, row)))
    .digest('hex');
}

/** Where a ledger is stated to end, by its exhibit and by the roots of days. */
export interface LedgerClaims {
  readonly evidence: string;
  readonly count: number;
  readonly head: string | null;
  readonly salt: Buffer;
  readonly roots: readonly ProvenRoot[];
}

/** The first wrong row, by its number, and what is wrong. */
export interface BrokenRow {
  readonly seq: number;
  readonly why: string;
}

function findBrokenLink(evidence: string, rows: readonly CustodyRow[]): BrokenRow | undefined {
  for (const [index, row] of rows.entries()) {
    const seq = index + 1;
    if (row.seq !== seq) return { seq, why: `Row ${seq} is missing.` };
    if (row.previousHash !== (rows[index - 1]?.hash ?? null)) {
      return { seq, why: `Row ${seq} does not follow the row before it.` };
    }
    if (hashCustodyRow(evidence, row) !== row.hash) return { seq, why: `Row ${seq} was changed after it was written.` };
  }
  return undefined;
}

function findWrongEnd(rows: readonly CustodyRow[], { count, head }: LedgerClaims): BrokenRow | undefined {
  if (rows.length < count)
    return { seq: rows.length + 1, why: `Row ${rows.length + 1} is missing: there were ${count}.` };
  if (rows.length > count) return { seq: count + 1, why: `Row ${count + 1} was added outside the program.` };
  return head === (rows.at(-1)?.hash ?? null)
    ? undefined
    : { seq: count, why: `Row ${count} is not the one that was written last.` };
}

/** The leaf in the root of a day for one ledger: nobody can guess it without the salt. */
export function toCustodyLeaf(salt: Buffer, count: number, head: string): Buffer {
  return hashLeaf(Buffer.concat([salt, Buffer.from(`${count} ${head}`)]));
}

/** Whether the end that a ledger had leads to the root of the day. */
export function leadsToRoot(salt: Buffer, { count, head, place, leaves, path, root }: ProvenRoot): boolean {
  const hashes = Array.from({ length: path.length / 32 }, (_, i) => path.subarray(32 * i, 32 * (i + 1)));
  const leaf = toCustodyLeaf(salt, count, head);
  return rootOfInclusion({ index: place, size: leaves, leaf }, hashes)?.toString('hex') === root;
}

function findWrongRoot(rows: readonly CustodyRow[], { salt, roots }: LedgerClaims): BrokenRow | undefined {
  for (const proven of roots) {
    const { count, day, head } = proven;
    if (rows.length < count)
      return { seq: rows.length + 1, why: `Row ${rows.length + 1} is missing: on ${day} there were ${count}.` };
    if (rows[count - 1]?.hash !== head || !leadsToRoot(salt, proven)) {
      return { seq: count, why: `Up to row ${count} the ledger is not the one of the root of ${day}.` };
    }
  }
  return undefined;
}

/** Names the first row that was changed, removed, moved, added or cut off; undefined where all is as it was written. */
export function findBrokenRow(rows: readonly CustodyRow[], claims: LedgerClaims): BrokenRow | undefined {
  return findBrokenLink(claims.evidence, rows) ?? findWrongEnd(rows, claims) ?? findWrongRoot(rows, claims);
}
