import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import {
  listWaitingEvents,
  lockPartnerConflicts,
  renameConflict,
  settleEvents,
} from '@trailmark/store/cases/partners/conflict-rows';
import { type PartnerRow, takeNonce } from '@trailmark/store/cases/partners/partner-rows';
import { type Renamed, takePartnerEvent } from '../deconfliction/meet-partner.ts';
import { openEvent } from '../deconfliction/partner-conflicts.ts';
import { type PartnerEvent, partnerEvent } from '../deconfliction/partner-event.ts';
import { NOTICE_ROOM, noticeBody, receiptBody, refusalBody, refuseFrame } from './frame-shape.ts';
import type { PartnerContext } from './partner-context.ts';

/** Takes what a partner sent about conflicts, each event once. Returns the ids under which both continue. */
export async function takeEvents(
  { casework }: PartnerContext,
  tx: Transaction,
  partner: PartnerRow,
  body: unknown,
): Promise<Renamed[]> {
  const parsed = noticeBody.safeParse(body);
  if (!parsed.success) return refuseFrame('A notice has events; this one has something else.', 'garbage');
  const use: Renamed[] = [];
  for (const event of parsed.data.events) {
    if (!(await takeNonce(tx, partner.id, event.id, casework.now()))) continue;
    use.push(...(await takePartnerEvent(casework, tx, partner, event)));
  }
  return use;
}

/** Takes the answer to a notice: conflicts that both sides found at once continue under the id it names. */
export async function takeReceipt(
  context: PartnerContext,
  tx: Transaction,
  partner: PartnerRow,
  body: unknown,
): Promise<void> {
  const parsed = receiptBody.safeParse(body);
  if (!parsed.success) return refuseFrame('The answer to a notice is not understood.', 'garbage');
  for (const { from, to } of parsed.data.use) {
    for (const row of await lockPartnerConflicts(tx, partner.id, from)) await renameConflict(tx, row.rowId, to);
  }
  await takeEvents(context, tx, partner, { events: parsed.data.events });
}

const MOST_EVENTS = 40;

/** What waits for a partner and fits one notice. */
export async function listForNotice(
  { casework }: PartnerContext,
  tx: Transaction,
  partner: PartnerRow,
): Promise<{ readonly events: readonly PartnerEvent[]; readonly ids: readonly string[] }> {
  const events: PartnerEvent[] = [];
  let room = NOTICE_ROOM;
  for (const row of await listWaitingEvents(tx, partner.id, MOST_EVENTS)) {
    const opened = { ...openEvent(casework, row.id, row.sealed), conflict: row.conflict };
    // A hit that was written before hits had proofs is none that the partner takes: it finds the same by its own query.
    const event = partnerEvent.safeParse(opened).success ? opened : { ...opened, hit: null };
    room -= Buffer.byteLength(JSON.stringify(event)) + 1;
    if (room < 0) break;
    events.push(event);
  }
  return { events, ids: events.map(({ id }) => id) };
}

/** Marks events as sent once the partner has them. */
export async function settleSent(context: PartnerContext, tx: Transaction, ids: readonly string[]): Promise<void> {
  if (ids.length > 0) await settleEvents(tx, ids, context.casework.now());
}

/** What a refusal says, as an error of our own. */
export function toRefusal(partner: PartnerRow, body: unknown): AppError {
  const said = refusalBody.safeParse(body);
  const isQuota = said.data?.reason === 'quota';
  const words = said.data
    ? ` ${JSON.stringify(said.data.message.slice(0, 200))}`
    : ' without a reason that is understood';
  return new AppError('unavailable', `${partner.name} refused:${words}`, {
    context: { reason: isQuota ? 'quota' : 'refused' },
  });
}
