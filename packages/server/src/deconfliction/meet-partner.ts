import { randomUUID, timingSafeEqual } from 'node:crypto';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { Grade, InterestRow } from '@trailmark/store/cases/deconfliction/interest-rows';
import { listNamed, listProofs, type Named } from '@trailmark/store/cases/partners/check-rows';
import {
  findMet,
  findOverlapping,
  insertPartnerConflict,
  insertPartnerMessage,
  lockPartnerConflict,
  lockPartnerConflicts,
  type PartnerConflictRow,
  renameConflict,
} from '@trailmark/store/cases/partners/conflict-rows';
import type { PartnerRow } from '@trailmark/store/cases/partners/partner-rows';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { describeMatch, firstStep, notifyOwner } from './notify-owner.ts';
import { queueEvent, release, sealMessage, sealReleased } from './partner-conflicts.ts';
import { MOST_HIT_OUTPUTS, type PartnerEvent } from './partner-event.ts';
import { toDay } from './read-interests.ts';

interface NewMeeting {
  readonly id: string;
  readonly interest: string;
  readonly grade: Grade;
  readonly ownTags: readonly Buffer[];
  readonly ownStep: number;
  readonly isSilent: boolean;
}

/** A conflict with a partner, with the alert of its case and the first line of its thread. */
async function insertMeeting(
  casework: CaseworkContext,
  tx: Transaction,
  partner: PartnerRow,
  meeting: NewMeeting,
): Promise<PartnerConflictRow> {
  const [rowId, at] = [randomUUID(), casework.now()];
  await insertPartnerConflict(tx, { ...meeting, rowId, partner: partner.id, otherStep: 1, at });
  const sealed = sealMessage(casework, rowId, describeMatch(meeting.grade, partner.name));
  await insertPartnerMessage(tx, rowId, { side: 'server', sealed, event: null, at });
  await notifyOwner(tx, meeting.interest, { id: rowId, grade: meeting.grade, partner: partner.name }, at);
  const row = await lockPartnerConflict(tx, rowId);
  if (!row) throw new Error('a conflict that was inserted is gone');
  return row;
}

/** One identifier of ours that is in a partner's set. */
export interface PartnerHit {
  readonly grade: Grade;
  /** The output under the partner's key: it names their entry to them. */
  readonly output: Uint8Array;
  readonly ownTag: Buffer;
}

const TAG_BYTES = 16;
const RANK: readonly Grade[] = ['exact', 'cluster', 'hop'];

/** What an interest shares with a partner. Theirs is notified, unless our entry is silent: then only its owner is. */
export async function meetPartner(
  casework: CaseworkContext,
  tx: Transaction,
  {
    partner,
    interest,
    hits,
  }: { readonly partner: PartnerRow; readonly interest: InterestRow; readonly hits: readonly PartnerHit[] },
): Promise<void> {
  const grade = RANK.find((one) => hits.some((hit) => hit.grade === one));
  if (!grade) return;
  const best = hits.filter((hit) => hit.grade === grade).slice(0, MOST_HIT_OUTPUTS);
  const ownTags = best.map(({ ownTag }) => ownTag);
  if (await findOverlapping(tx, { interest: interest.id, partner: partner.id }, ownTags)) return;
  const isSilent = interest.sensitivity === 'silent';
  const ownStep = isSilent ? 1 : firstStep(interest.sensitivity, grade);
  const meeting = { id: randomUUID(), interest: interest.id, grade, ownTags, ownStep, isSilent };
  const row = await insertMeeting(casework, tx, partner, meeting);
  if (isSilent) return;
  const outputs = best.map(({ output }) => Buffer.from(output).toString('hex'));
  await queueEvent(casework, tx, row, { hit: { outputs, grade } });
}

/** Two ids for what both sides found at once: the smaller one stays, on both sides. */
export interface Renamed {
  readonly from: string;
  readonly to: string;
}

async function meetNamed(
  casework: CaseworkContext,
  tx: Transaction,
  { partner, event, named }: { readonly partner: PartnerRow; readonly event: PartnerEvent; readonly named: Named },
): Promise<Renamed | undefined> {
  const ref = Buffer.from(event.ref, 'hex');
  const known = await findMet(tx, { interest: named.interest, partner: partner.id, ref }, named.ownTags);
  if (known) {
    if (known.id > event.conflict) await renameConflict(tx, known.rowId, event.conflict);
    return known.id < event.conflict ? { from: event.conflict, to: known.id } : undefined;
  }
  const grade = event.hit?.grade ?? 'hop';
  const row = await insertMeeting(casework, tx, partner, {
    ...{ id: event.conflict, interest: named.interest, grade, ownTags: named.ownTags.slice(0, MOST_HIT_OUTPUTS) },
    ...{ ownStep: firstStep(named.sensitivity, grade), isSilent: false },
  });
  // With an open entry of theirs the answer to this event says it.
  if (row.ownStep > 1 && event.step < 2) await queueEvent(casework, tx, row);
  return undefined;
}

async function applyEvent(
  casework: CaseworkContext,
  tx: Transaction,
  row: PartnerConflictRow,
  event: PartnerEvent,
): Promise<void> {
  const before = row.released;
  const otherStep = Math.max(row.otherStep, event.step);
  const both = Math.min(row.ownStep, otherStep);
  // What was sent before both agreed is not kept, from either side.
  const other = event.released && both >= 2 ? sealReleased(casework, row.rowId, event.released) : row.other;
  const theirRef = row.theirRef ?? Buffer.from(event.ref, 'hex');
  const changed = { ...row, theirRef, otherStep, otherOutcome: event.outcome ?? row.otherOutcome, other };
  const after = await release(casework, tx, changed);
  if (event.text !== null) {
    const sealed = sealMessage(casework, row.rowId, event.text);
    await insertPartnerMessage(tx, row.rowId, { side: 'other', sealed, event: null, at: casework.now() });
  }
  if (after.released > before) await queueEvent(casework, tx, after);
}

/** Tags of those outputs that are right in both halves, compared in constant time. One that is guessed, or copied from a set, is none. */
async function proveTags(tx: Transaction, partner: PartnerRow, outputs: readonly string[]): Promise<Buffer[]> {
  const given = outputs.map((output) => {
    const bytes = Buffer.from(output, 'hex');
    return { tag: bytes.subarray(0, TAG_BYTES), proof: bytes.subarray(TAG_BYTES) };
  });
  const tags = given.map(({ tag }) => tag);
  const proofs = new Map((await listProofs(tx, partner, tags)).map(({ tag, proof }) => [tag.toString('hex'), proof]));
  return given.flatMap(({ tag, proof }) => {
    const own = proofs.get(tag.toString('hex'));
    return own && timingSafeEqual(own, proof) ? [tag] : [];
  });
}

/**
 * Takes what a partner sent about one conflict. A hit proves that its sender knows identifiers of ours: those of silent entries are not
 * among them, so that nothing of what follows differs for one.
 */
export async function takePartnerEvent(
  casework: CaseworkContext,
  tx: Transaction,
  partner: PartnerRow,
  event: PartnerEvent,
): Promise<Renamed[]> {
  const renamed: Renamed[] = [];
  let conflict = event.conflict;
  if (event.hit && (await lockPartnerConflicts(tx, partner.id, conflict)).length === 0) {
    const tags = await proveTags(tx, partner, event.hit.outputs);
    for (const named of await listNamed(tx, partner, tags, toDay(casework.now()))) {
      const other = await meetNamed(casework, tx, { partner, event, named });
      if (other) renamed.push(other);
    }
    conflict = renamed[0]?.to ?? conflict;
  }
  for (const row of await lockPartnerConflicts(tx, partner.id, conflict)) {
    if (!row.isSilent) await applyEvent(casework, tx, row, event);
  }
  return renamed.slice(0, 1);
}
