import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { rootOfInclusion } from '@trailmark/evidence/audit/merkle-proof';
import { hashLeaf } from '@trailmark/evidence/audit/merkle-tree';
import { listMembers } from '@trailmark/store/cases/agency-cases/member-rows';
import {
  deleteCase,
  deletePurge,
  deletePurgeLeft,
  findPurge,
  findTombstone,
  insertTombstone,
  listPurgesLeft,
  listTombstones,
  type TombstoneRow,
} from '@trailmark/store/cases/agency-cases/retention-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import type { AuditLog } from '../audit/audit-log.ts';
import { readInclusion } from '../audit/read-log.ts';
import type { Caller } from '../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { readCaseContent, rootOf } from './case-file.ts';
import { actOnCase, caseScope, openCaseLocked, readCases } from './case-scope.ts';
import { toDay, toSeconds } from './case-view.ts';
import { checkPurgeable } from './retention.ts';
import { joinRoots, readEvidenceRoot } from './tombstone-root.ts';

type Tombstone = RouteOutput<Contract['listCaseTombstones']>['items'][number];
type Verified = RouteOutput<Contract['verifyCaseTombstone']>;

/** Removes what a purged case left outside the database. It runs after the purge is kept, and may run twice. */
export type PurgeStep = (casework: CaseworkContext, caseId: string) => Promise<void>;

function toTombstone({ eventId: _, askedAt, purgedAt, ...stone }: TombstoneRow): Tombstone {
  return { ...stone, askedAt: toSeconds(askedAt), purgedAt: toSeconds(purgedAt) };
}

/** A power of ten, so that no exact count outlives the case. */
function toBucket(count: number): string {
  if (count === 0) return 'nothing';
  const low = 10 ** Math.floor(Math.log10(count));
  return `${low} to ${low * 10 - 1} entries`;
}

/** Deletes the case and writes its tombstone and the line of the log that proves it: all of it or nothing. */
async function purgeIn(tx: Transaction, casework: CaseworkContext, caller: Caller, id: string): Promise<TombstoneRow> {
  const row = await openCaseLocked(tx, id, 'law', true);
  const purge = await findPurge(tx, id);
  if (!purge) throw new AppError('conflict', 'Nobody asked for this case to be purged.');
  const own = ownAccount(caller);
  if (purge.askedById === own.id)
    throw new AppError('forbidden', 'Another person than the one who asked decides on a purge.');
  const at = casework.now();
  await checkPurgeable(tx, id, toDay(at));
  const content = await readCaseContent(tx, casework.keys, row);
  const count = Object.values(content.tables).reduce((sum, rows) => sum + rows.length, 0);
  const stone = randomUUID();
  const parts = { contentRoot: rootOf(content), evidenceRoot: await readEvidenceRoot(tx, id) };
  const root = joinRoots(parts);
  const details = { root, ...parts, askedBy: purge.askedById, askedAt: purge.askedAt.toISOString() };
  const event = toAuditEvent(
    caller,
    { action: 'case-tombstone.purge', object: { kind: 'case-tombstone', id: stone }, details },
    at,
  );
  const readers = (await listMembers(tx, id)).map(({ account }) => account);
  await insertTombstone(tx, {
    ...{ id: stone, agency: row.agency, readers, root, ...parts, reason: purge.reason, askedAt: purge.askedAt },
    ...{ askedBy: purge.askedById, purgedAt: at, purgedBy: own.id, size: toBucket(count), eventId: event.id },
  });
  await deleteCase(tx, id, at);
  await recordAudit(tx, event);
  const kept = await findTombstone(tx, stone);
  if (!kept) throw new AppError('internal', 'The tombstone of a purged case was not kept.');
  return kept;
}

/** Purges the case, or turns the purge down. Throws `forbidden` for the person who requested it. */
export async function decidePurge(
  casework: CaseworkContext,
  caller: Caller,
  { id, isApproved, number }: RouteInput<Contract['decideCasePurge']>['body'] & { readonly id: string },
  steps: readonly PurgeStep[],
): Promise<RouteOutput<Contract['decideCasePurge']>> {
  if (!isApproved) {
    return actOnCase(
      casework,
      caller,
      { id, right: 'law', action: 'purge.refuse', isAfterRecord: true },
      async (tx) => {
        if (!(await deletePurge(tx, id))) throw new AppError('conflict', 'Nobody asked for this case to be purged.');
        return { tombstone: null };
      },
    );
  }
  const stone = await casework.store.transact(caseScope(caller), async (tx) => {
    const row = await openCaseLocked(tx, id, 'law', true);
    if (row.number !== number.trim()) {
      throw new AppError('invalid', 'Type the number of the case to purge it.', { context: { field: 'number' } });
    }
    return purgeIn(tx, casework, caller, id);
  });
  await removeLeft(casework, id, steps);
  return { tombstone: toTombstone(stone) };
}

/** True where every step has done its work. One that fails does not undo a purge: the job below runs it again. */
async function removeLeft(casework: CaseworkContext, caseId: string, steps: readonly PurgeStep[]): Promise<boolean> {
  const ends = await Promise.allSettled(steps.map((step) => step(casework, caseId)));
  return ends.every(({ status }) => status === 'fulfilled');
}

/** An upload that was under way as the case was purged may write for so long. */
const SETTLED_AFTER_MS = 86_400_000;

/** Removes what purged cases left outside the database, again until nothing writes there any more. Returns for how many cases. */
export async function finishPurges(casework: CaseworkContext, steps: readonly PurgeStep[]): Promise<number> {
  const system = { kind: 'system' } as const;
  const left = await casework.store.transact(system, listPurgesLeft);
  for (const { caseId, purgedAt } of left) {
    const isRemoved = await removeLeft(casework, caseId, steps);
    const isSettled = casework.now().getTime() - purgedAt.getTime() >= SETTLED_AFTER_MS;
    if (isRemoved && isSettled) await casework.store.transact(system, (tx) => deletePurgeLeft(tx, caseId));
  }
  return left.length;
}

const SHOWN = 200;

export function readTombstones(casework: CaseworkContext, caller: Caller): Promise<{ items: Tombstone[] }> {
  return readCases(casework, caller, async (tx) => ({ items: (await listTombstones(tx, SHOWN)).map(toTombstone) }));
}

/** Whether the line of the log names this tombstone with these roots, and the root is made of its parts. */
function isOfLine(stone: TombstoneRow, body: string): boolean {
  const { object, details } = JSON.parse(body) as {
    readonly object?: { readonly id?: string };
    readonly details?: Partial<Record<'root' | 'contentRoot' | 'evidenceRoot', string>>;
  };
  const { root, contentRoot, evidenceRoot } = stone;
  const isJoined = contentRoot === null || joinRoots({ contentRoot, evidenceRoot }) === root;
  const isNamed =
    details?.root === root &&
    (details.contentRoot ?? null) === contentRoot &&
    (details.evidenceRoot ?? null) === evidenceRoot;
  return object?.id === stone.id && isNamed && isJoined;
}

/** A tombstone with its proof, checked: its line says the same, and the line is in the tree under the signed root. */
export async function verifyTombstone(
  casework: CaseworkContext,
  log: AuditLog,
  caller: Caller,
  id: string,
): Promise<Verified> {
  const stone = await readCases(casework, caller, (tx) => findTombstone(tx, id));
  if (!stone) throw new AppError('not-found', 'There is no such tombstone.');
  const proof = await readInclusion(casework, caseScope(caller), log, stone.eventId);
  const path = proof.path.map((hex) => Buffer.from(hex, 'hex'));
  const leaf = hashLeaf(Buffer.from(proof.body));
  const root = rootOfInclusion({ index: proof.leaf, size: proof.checkpoint.size, leaf }, path);
  const statesTheSame = isOfLine(stone, proof.body);
  const isInTree = root?.toString('hex') === proof.checkpoint.root;
  const isProven = statesTheSame && isInTree;
  return {
    tombstone: toTombstone(stone),
    isProven,
    sentence: isProven
      ? 'The line of this purge is in the audit log, and the log has not been changed since.'
      : 'The audit log does not prove this tombstone: it was changed.',
    proof,
  };
}
