import { hostname } from 'node:os';
import { toExhibitNumber } from '@trailmark/core/custody';
import { findCase } from '@trailmark/store/cases/agency-cases/case-rows';
import {
  type EvidencePlace,
  findEvidence,
  listAbandoned,
  listUnchecked,
  withdrawEvidence,
} from '@trailmark/store/cases/agency-cases/evidence-rows';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import { createVisitor } from '../../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../../casework/casework-context.ts';
import { toCaseEntry } from '../case-scope.ts';
import { keepCheck, readEvidence } from './check-evidence.ts';
import { removeArriving } from './evidence-files.ts';

const SYSTEM = { kind: 'system' } as const;
const DAY_MS = 86_400_000;
/** A stored file is read again after so long. */
const CHECK_AFTER_MS = 7 * DAY_MS;
/** An upload of which nothing has come for so long is given up. */
const GIVE_UP_AFTER_MS = 14 * DAY_MS;
const AT_A_TIME = 500;

/** The server itself, as the audit log and the ledger name it. */
const SERVER = createVisitor({ address: '', agent: '' });

async function checkOne(
  casework: CaseworkContext,
  software: string,
  { id, caseId }: EvidencePlace,
  signal: AbortSignal,
): Promise<boolean> {
  const found = await casework.store.transact(SYSTEM, async (tx) => ({
    opened: await findCase(tx, caseId),
    row: await findEvidence(tx, caseId, id),
  }));
  const { opened, row } = found;
  if (!opened || !row || row.address === null) return true;
  const progress = { done: 0, total: row.size };
  const reading = await readEvidence(casework, opened, row, { progress, signal });
  const actor = { id: null, name: 'Integrity check', role: 'server', machine: hostname() };
  return casework.store.transact(SYSTEM, async (tx) => {
    const finding = await keepCheck(casework, tx, row, { reading, actor, software, why: 'Regular integrity check' });
    // The ledger has every check; the log of the case reports what is new.
    if (finding !== null && row.state === 'good') {
      const entry = toCaseEntry('evidence.damaged', caseId, { item: id, number: toExhibitNumber(row.number), finding });
      const event = toAuditEvent(SERVER, entry, casework.now());
      await recordAudit(tx, { ...event, agency: row.agency });
    }
    return finding === null;
  });
}

/** Reads stored files again, those that were longest unread first. Returns how many were read and how many are damaged. */
export async function checkStoredEvidence(
  casework: CaseworkContext,
  software: string,
  signal: AbortSignal,
): Promise<{ readonly read: number; readonly damaged: number }> {
  const before = new Date(casework.now().getTime() - CHECK_AFTER_MS);
  const places = await casework.store.transact(SYSTEM, (tx) => listUnchecked(tx, before, AT_A_TIME));
  let damaged = 0;
  for (const place of places) {
    signal.throwIfAborted();
    if (!(await checkOne(casework, software, place, signal))) damaged++;
  }
  return { read: places.length, damaged };
}

/** Gives up uploads of which nothing has come for two weeks, and removes what had come. Returns how many. */
export async function giveUpAbandonedUploads(casework: CaseworkContext): Promise<number> {
  const at = casework.now();
  const before = new Date(at.getTime() - GIVE_UP_AFTER_MS);
  const places = await casework.store.transact(SYSTEM, (tx) => listAbandoned(tx, before, AT_A_TIME));
  for (const { id, caseId } of places) {
    const row = await casework.store.transact(SYSTEM, async (tx) => {
      const found = await findEvidence(tx, caseId, id);
      const why = 'Nothing of the upload came for two weeks.';
      if (!found || !(await withdrawEvidence(tx, id, { by: null, why, at }))) return undefined;
      const entry = toCaseEntry('evidence.withdraw', caseId, { item: id, number: toExhibitNumber(found.number) });
      await recordAudit(tx, { ...toAuditEvent(SERVER, entry, at), agency: found.agency });
      return found;
    });
    if (row) await removeArriving(casework.filesDir, { caseId, upload: id, address: null });
  }
  return places.length;
}
