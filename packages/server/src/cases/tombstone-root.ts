import { createHash } from 'node:crypto';
import { toCanonicalJson } from '@trailmark/core/canonical-json';
import { CompactRange, hashLeaf } from '@trailmark/evidence/audit/merkle-tree';
import { listCustodyProofs } from '@trailmark/store/cases/agency-cases/custody-rows';
import { type EvidenceRow, listEvidence } from '@trailmark/store/cases/agency-cases/evidence-rows';
import type { Transaction } from '@trailmark/store/cases/casework';

const ALL = 2_147_483_647;

/**
 * One exhibit in the tree: what arrived, what was last read of it, where its ledger of custody ends, and the roots of days that the
 * ledger leads to. Its salt comes first, so that nobody who has a file can find out whether it was in a purged case.
 */
function toExhibitLeaf(row: EvidenceRow, days: readonly { readonly day: string; readonly root: string }[]): Buffer {
  const { number, size, state, arrivalHash, checkedHash, custodyCount, custodyHead } = row;
  const exhibit = { number, size, state, arrivalHash, checkedHash, custodyCount, custodyHead };
  const text = toCanonicalJson({ format: 'trailmark-exhibit/1', ...exhibit, days });
  return hashLeaf(Buffer.concat([row.salt, Buffer.from(text)]));
}

/** Root of the tree (RFC 6962) over the exhibits of a case, by number; of none, SHA-256 of nothing. Hexadecimal. */
export async function readEvidenceRoot(tx: Transaction, caseId: string): Promise<string> {
  const tree = new CompactRange();
  for (const row of await listEvidence(tx, caseId, 0, ALL)) {
    const proofs = await listCustodyProofs(tx, row.id);
    const days = proofs.map(({ day, root }) => ({ day, root }));
    tree.append(toExhibitLeaf(row, days));
  }
  return tree.root().toString('hex');
}

/** What the root of a tombstone is made of; both null for one from before files were in it, whose root is that of the rows. */
export interface TombstoneParts {
  /** Of the rows: the root that the exported file of the case names. */
  readonly contentRoot: string | null;
  /** Of the files of evidence. */
  readonly evidenceRoot: string | null;
}

/** SHA-256 over the canonical JSON of both roots, hexadecimal. */
export function joinRoots({ contentRoot, evidenceRoot }: TombstoneParts): string {
  const text = toCanonicalJson({ format: 'trailmark-tombstone/2', contentRoot, evidenceRoot });
  return createHash('sha256').update(text).digest('hex');
}
