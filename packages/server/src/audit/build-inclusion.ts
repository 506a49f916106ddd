import { AppError } from '@trailmark/core/errors';
import { buildProof, type ProofPlan, planInclusion } from '@trailmark/evidence/audit/merkle-proof';
import type { NodePlace } from '@trailmark/evidence/audit/merkle-tree';
import { listNodes } from '@trailmark/store/cases/audit/audit-tree-rows';
import type { Transaction } from '@trailmark/store/cases/casework';

async function readProof(tx: Transaction, plan: ProofPlan): Promise<Buffer[]> {
  const key = ({ level, index }: NodePlace): string => `${level}:${index}`;
  const nodes = new Map((await listNodes(tx, plan.flat())).map((node) => [key(node), node.hash]));
  return buildProof(plan, (place) => {
    const hash = nodes.get(key(place));
    if (!hash)
      throw new AppError(
        'inconsistent',
        'The tree of the audit log has a hole: check it with "trailmark audit verify".',
      );
    return hash;
  });
}

/** The leaf's hash and the audit path that leads from it to the root of the first `size` leaves (RFC 6962). */
export async function buildInclusion(
  tx: Transaction,
  index: number,
  size: number,
): Promise<{ readonly hash: Buffer; readonly path: readonly Buffer[] }> {
  const path = await readProof(tx, planInclusion(index, size));
  const [leaf] = await listNodes(tx, [{ level: 0, index }]);
  if (!leaf) throw new AppError('inconsistent', `The audit log has no leaf ${index}.`);
  return { hash: leaf.hash, path };
}
