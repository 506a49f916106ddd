import { buildProof, planInclusion } from '@trailmark/evidence/audit/merkle-proof';
import { CompactRange, type NodePlace } from '@trailmark/evidence/audit/merkle-tree';
import {
  insertCustodyProof,
  insertCustodyRoot,
  listAgenciesWithoutRoot,
  listCustodyHeads,
} from '@trailmark/store/cases/agency-cases/custody-rows';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import { createVisitor } from '../../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../../casework/casework-context.ts';
import { toDay } from '../case-view.ts';
import { toCustodyLeaf } from './custody-chain.ts';

const SYSTEM = { kind: 'system' } as const;
const SERVER = createVisitor({ address: '', agent: '' });

const nameOf = ({ level, index }: NodePlace) => `${level}:${index}`;

/** A tree over leaves (RFC 6962), with every inner node for proofs. */
function growTree(leaves: readonly Buffer[]) {
  const range = new CompactRange();
  const nodes = new Map<string, Buffer>();
  leaves.forEach((leaf, index) => {
    nodes.set(nameOf({ level: 0, index }), leaf);
    for (const node of range.append(leaf)) nodes.set(nameOf(node), node.hash);
  });
  const hashOf = (place: NodePlace): Buffer => nodes.get(nameOf(place)) ?? Buffer.alloc(0);
  const pathOf = (index: number) => Buffer.concat(buildProof(planInclusion(index, leaves.length), hashOf));
  return { root: range.root().toString('hex'), pathOf };
}

/**
 * Writes the root over the heads of all ledgers of an agency, and that root into the audit log, where it is a leaf of the signed
 * tree. How many ledgers there are is not written: it would reveal cases that a reader may not see.
 */
async function rootOfAgency(casework: CaseworkContext, agency: string, day: string): Promise<void> {
  const at = casework.now();
  await casework.store.transact(SYSTEM, async (tx) => {
    const heads = await listCustodyHeads(tx, agency);
    const { root, pathOf } = growTree(heads.map(({ salt, count, head }) => toCustodyLeaf(salt, count, head)));
    if (!(await insertCustodyRoot(tx, { agency, day, root, at }))) return;
    for (const [place, end] of heads.entries()) {
      const { count, head } = end;
      await insertCustodyProof(tx, end, { day, count, head, place, leaves: heads.length, path: pathOf(place) });
    }
    const entry = { action: 'custody.root', object: { kind: 'custody-root', id: day }, details: { day, root } };
    await recordAudit(tx, { ...toAuditEvent(SERVER, entry, at), agency });
  });
}

/** Writes the root of today for every agency that has none yet. Returns how many. */
export async function writeCustodyRoots(casework: CaseworkContext): Promise<number> {
  const day = toDay(casework.now());
  const agencies = await casework.store.transact(SYSTEM, (tx) => listAgenciesWithoutRoot(tx, day));
  for (const agency of agencies) await rootOfAgency(casework, agency, day);
  return agencies.length;
}
