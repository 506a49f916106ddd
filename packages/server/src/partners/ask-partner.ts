import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import { findInterest, type Grade, type InterestRow } from '@trailmark/store/cases/deconfliction/interest-rows';
import { settleCheck } from '@trailmark/store/cases/partners/check-rows';
import { countElements } from '@trailmark/store/cases/partners/log-rows';
import { type PartnerRow, setTheirKey } from '@trailmark/store/cases/partners/partner-rows';
import type { Caller } from '../casework/caller.ts';
import { toMatchGrades } from '../deconfliction/match-keys.ts';
import { meetPartner, type PartnerHit } from '../deconfliction/meet-partner.ts';
import { readKeys } from '../deconfliction/read-keys.ts';
import { expandKeys, toTag } from '../deconfliction/tags.ts';
import { type Incoming, takeFrame } from './answer-frame.ts';
import { OUTPUT, saltOutputs, TAG } from './fill-set.ts';
import { findInSet } from './find-in-set.ts';
import { type MadeFrame, makeFrame } from './frame-maker.ts';
import {
  answerBody,
  answerSize,
  type FrameHead,
  LARGE_BATCH,
  querySize,
  refuseFrame,
  SMALL_BATCH,
} from './frame-shape.ts';
import { type PartnerContext, SYSTEM } from './partner-context.ts';
import { checkFrame, getPartner, logFrame, OF_CASE, OF_PARTNER, QUOTA_MS } from './partner-log.ts';
import { toRefusal } from './take-events.ts';

/** An identifier in a request, for which interests, and how strong a match by it is. */
export interface Entry {
  readonly key: string;
  readonly interests: readonly { readonly id: string; readonly grade: Grade }[];
}

export interface Batch {
  readonly entries: readonly Entry[];
  readonly size: number;
  /** Interests that were sent in full or in part, and what had no room. */
  readonly covered: readonly { readonly id: string; readonly asked: number; readonly leftOut: number }[];
}

/** Adds what one interest asks, as far as there is room. */
function addEntries(
  entries: Map<string, { id: string; grade: Grade }[]>,
  { id, grades, most }: { readonly id: string; readonly grades: ReadonlyMap<string, Grade>; readonly most: number },
): Batch['covered'][number] {
  let asked = 0;
  for (const [key, grade] of grades) {
    const known = entries.get(key);
    if (!known && entries.size >= most) continue;
    asked++;
    if (known) known.push({ id, grade });
    else entries.set(key, [{ id, grade }]);
  }
  return { id, asked, leftOut: grades.size - asked };
}

/** Identifiers of interests, those that were filed before what is next to them, as many as a batch takes. */
export async function gatherBatch(
  context: PartnerContext,
  rows: readonly InterestRow[],
  size: number | null,
): Promise<Batch> {
  const { casework } = context;
  const entries = new Map<string, { id: string; grade: Grade }[]>();
  const most = size ?? LARGE_BATCH;
  const covered: Batch['covered'][number][] = [];
  for (const row of rows) {
    if (entries.size >= most) break;
    const keys = await casework.store.transact(SYSTEM, (tx) => readKeys(casework, tx, row));
    const grades = toMatchGrades(await expandKeys(context, keys, row));
    covered.push(addEntries(entries, { id: row.id, grades, most }));
  }
  const isExact = rows.every(({ radius }) => radius === 'exact');
  const chosen = size ?? (isExact && entries.size <= SMALL_BATCH ? SMALL_BATCH : LARGE_BATCH);
  return { entries: [...entries].map(([key, interests]) => ({ key, interests })), size: chosen, covered };
}

/** What opens the answer to a query. It never leaves. */
export interface Pending {
  readonly id: string;
  readonly batch: Batch;
  readonly blinds: Uint8Array;
  readonly blinded: Uint8Array;
}

async function checkOwnQuota(
  { casework }: PartnerContext,
  tx: Transaction,
  partner: string,
  { handle, size }: { readonly handle: Buffer; readonly size: number },
): Promise<void> {
  const since = new Date(casework.now().getTime() - QUOTA_MS);
  const { all, ofHandle } = await countElements(tx, partner, handle, { direction: 'sent', since });
  if (ofHandle + size <= OF_CASE && all + size <= OF_PARTNER) return;
  throw new AppError('unavailable', 'The quota of 24 hours is used up. The next try is when there is room.', {
    context: { reason: 'quota' },
  });
}

export interface QueryOptions {
  readonly handle: Buffer;
  readonly way: FrameHead['way'];
  readonly interest?: string | null;
  readonly caller?: Caller | undefined;
}

/** Makes a query and logs it before it leaves. */
export async function makeQuery(
  context: PartnerContext,
  partner: PartnerRow,
  batch: Batch,
  { handle, way, interest = null, caller }: QueryOptions,
): Promise<{ readonly made: MadeFrame; readonly pending: Pending }> {
  const { casework, work } = context;
  const { size } = batch;
  const keys = batch.entries.map(({ key }) => key);
  const { blinds, blinded } = await work.run('blindBatch', { keys, size });
  const body = { handle: handle.toString('hex'), size };
  const made = await makeFrame(context, partner, { kind: 'query', way, body, parts: [blinded], size: querySize(size) });
  await casework.store.transact(SYSTEM, async (tx) => {
    const row = await getPartner(tx, partner.id);
    await checkOwnQuota(context, tx, partner.id, { handle, size });
    const { head, digest, bytes } = made;
    await logFrame(casework, tx, row, {
      ...{ direction: 'sent', head, digest, bytes, elements: size, handle, interest, caller },
    });
  });
  return { made, pending: { id: made.head.id, batch, blinds, blinded } };
}

/** The partner's key for us is one for each epoch: another one would mark who asks. */
async function pinKey(
  context: PartnerContext,
  tx: Transaction,
  partner: PartnerRow,
  { epoch, publicKey }: { readonly epoch: number; readonly publicKey: Uint8Array },
): Promise<void> {
  const { theirEpoch, theirPublicKey } = partner;
  if (theirEpoch !== null && epoch < theirEpoch)
    refuseFrame('The answer was made with a key that was replaced.', 'former-key');
  if (epoch === theirEpoch && !theirPublicKey?.equals(publicKey)) {
    refuseFrame('The answer was made with another key than the one that was agreed.', 'other-key');
  }
  if (epoch !== theirEpoch) await setTheirKey(tx, partner.id, { epoch, publicKey, at: context.casework.now() });
}

interface Opened {
  readonly outputs: Uint8Array;
  readonly salt: Uint8Array;
  readonly set: Buffer;
}

function toHits(
  context: PartnerContext,
  { batch }: Pending,
  { outputs, salt, set }: Opened,
): Map<string, PartnerHit[]> {
  const hits = new Map<string, PartnerHit[]>();
  for (const i of findInSet(set, saltOutputs(outputs, salt))) {
    const entry = batch.entries[i];
    const output = outputs.subarray(i * OUTPUT, (i + 1) * OUTPUT);
    for (const { id, grade } of entry?.interests ?? []) {
      const hit = { grade, output, ownTag: toTag(context.casework, entry?.key ?? '') };
      hits.set(id, [...(hits.get(id) ?? []), hit]);
    }
  }
  return hits;
}

async function settleAnswer(
  context: PartnerContext,
  tx: Transaction,
  partner: PartnerRow,
  { batch, hits }: { readonly batch: Batch; readonly hits: ReadonlyMap<string, readonly PartnerHit[]> },
): Promise<void> {
  const { casework } = context;
  const now = casework.now();
  for (const { id, asked, leftOut } of batch.covered) {
    const interest = await findInterest(tx, id);
    if (!interest) continue;
    const found = hits.get(id) ?? [];
    if (found.length > 0) await meetPartner(casework, tx, { partner, interest, hits: found });
    const result = { state: 'answered', reason: null, asked, leftOut, nextAt: now, answeredAt: now } as const;
    await settleCheck(tx, partner.id, id, result);
  }
}

function assertAnswer({ opened: { head, parts, size } }: Incoming, { id, batch }: Pending): Buffer {
  if (head.replyTo !== id) refuseFrame('This answers another request than the last one.', 'other-question');
  const set = Buffer.from(parts[2] ?? []);
  if (head.kind !== 'answer' || set.length % TAG !== 0 || size !== answerSize(batch.size, set.length / TAG)) {
    refuseFrame('The answer is not of the size that answers have.', 'size');
  }
  return set;
}

/**
 * Opens an answer, compares here, and keeps what was found. Outputs of what did not match never leave: the partner, who has the key,
 * could learn from them what was requested.
 */
export async function takeAnswer(context: PartnerContext, incoming: Incoming, pending: Pending): Promise<void> {
  const { casework, work } = context;
  const { opened, partner, way } = incoming;
  checkFrame(casework.now(), opened, { way, sizes: [opened.size] });
  if (opened.head.kind === 'refusal') {
    await casework.store.transact(SYSTEM, (tx) => takeFrame(context, tx, incoming));
    throw toRefusal(partner, opened.head.body);
  }
  const set = assertAnswer(incoming, pending);
  const body = answerBody.safeParse(opened.head.body);
  const [evaluated, proof] = opened.parts;
  if (!body.success || !evaluated || !proof) return refuseFrame('The answer is not understood.', 'garbage');
  const publicKey = Buffer.from(body.data.publicKey, 'hex');
  const keys = pending.batch.entries.map(({ key }) => key);
  const { blinds, blinded } = pending;
  const opening = { keys, blinds, blinded, evaluated, proof, publicKey };
  const outputs = await work.run('openBatch', opening);
  const hits = toHits(context, pending, { outputs, salt: Buffer.from(body.data.salt, 'hex'), set });
  await casework.store.transact(SYSTEM, async (tx) => {
    const row = await takeFrame(context, tx, incoming);
    await pinKey(context, tx, row, { epoch: body.data.epoch, publicKey });
    await settleAnswer(context, tx, row, { batch: pending.batch, hits });
  });
}
