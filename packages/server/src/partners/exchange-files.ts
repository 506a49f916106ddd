import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { findInterest } from '@trailmark/store/cases/deconfliction/interest-rows';
import {
  findPartnerRequest,
  insertPartnerRequest,
  listForRound,
  removePartnerRequest,
} from '@trailmark/store/cases/partners/check-rows';
import type { PartnerRow } from '@trailmark/store/cases/partners/partner-rows';
import { openBytes, sealBytes } from '../cases/case-key.ts';
import type { Caller } from '../casework/caller.ts';
import type { CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { toDay } from '../deconfliction/read-interests.ts';
import { sealKey } from '../deconfliction/tags.ts';
import { answerFrame, type Incoming, openIncoming, takeFrame } from './answer-frame.ts';
import { gatherBatch, makeQuery, type Pending, takeAnswer } from './ask-partner.ts';
import { getOwnPartner } from './change-partners.ts';
import { type MadeFrame, makeFrame } from './frame-maker.ts';
import { LARGE_BATCH, NOTICE_SIZE, refuseFrame } from './frame-shape.ts';
import { type PartnerContext, SYSTEM, toHandle } from './partner-context.ts';
import { checkFrame, getPartner, logFrame } from './partner-log.ts';
import { updateSet } from './partner-set.ts';
import { listForNotice, settleSent, takeReceipt, toRefusal } from './take-events.ts';

const OF_FILE = 500;

type File = { readonly name: string; readonly text: string };

const toFile = ({ head, text }: MadeFrame): File => ({
  name: `trailmark-${head.kind}-${head.id.slice(0, 8)}.json`,
  text,
});

const about = (id: string): string => `partner-request:${id}`;
const toBase64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

function sealPending(casework: CaseworkContext, { id, batch, blinds, blinded }: Pending): Buffer {
  const text = JSON.stringify({ batch, blinds: toBase64(blinds), blinded: toBase64(blinded) });
  return sealBytes(sealKey(casework), about(id), Buffer.from(text));
}

function openPending(casework: CaseworkContext, id: string, sealed: Buffer): Pending {
  const text = openBytes(sealKey(casework), about(id), sealed).toString('utf8');
  const { batch, blinds, blinded } = JSON.parse(text) as Pick<Pending, 'batch'> & { blinds: string; blinded: string };
  return { id, batch, blinds: Buffer.from(blinds, 'base64'), blinded: Buffer.from(blinded, 'base64') };
}

function assertOn({ isOn, name }: PartnerRow): void {
  if (isOn) return;
  throw new AppError('conflict', `${name} is turned off. Turn it on first, then exchange files with it.`);
}

/** A request file for a partner: always of the large size, whatever is in it. */
export async function makeRequestFile(context: PartnerContext, caller: Caller, id: string): Promise<File> {
  const { casework } = context;
  const partner = await getOwnPartner(casework, caller, id);
  assertOn(partner);
  await updateSet(context, partner);
  const today = toDay(casework.now());
  const rows = await casework.store.transact(SYSTEM, async (tx) => {
    const found = (await listForRound(tx, partner, today, OF_FILE)).map((interest) => findInterest(tx, interest));
    return (await Promise.all(found)).filter((row) => row !== undefined);
  });
  const batch = await gatherBatch(context, rows, LARGE_BATCH);
  // Each file counts separately; how many there may be in a day is the quota of the partner.
  const handle = toHandle(casework, partner.id, `file:${randomUUID()}`, today);
  const { made, pending } = await makeQuery(context, partner, batch, { handle, way: 'file', caller });
  const sealed = sealPending(casework, pending);
  const row = { id: pending.id, partner: id, sealed, at: casework.now() };
  await casework.store.transact(SYSTEM, (tx) => insertPartnerRequest(tx, row));
  return toFile(made);
}

/** What waits for the partner as a file: after an answer and after a notice one follows, whether anything waits or not. */
async function makeNoticeFile(
  context: PartnerContext,
  incoming: Incoming,
  kind: 'notice' | 'receipt',
): Promise<MadeFrame> {
  const { casework } = context;
  const { partner, events, ids } = await casework.store.transact(SYSTEM, async (tx) => {
    const row = await getPartner(tx, incoming.partner.id);
    return { partner: row, ...(await listForNotice(context, tx, row)) };
  });
  const body = kind === 'notice' ? { events } : { use: [], events };
  const replyTo = kind === 'notice' ? null : incoming.opened.head.id;
  const made = await makeFrame(context, partner, { kind, way: 'file', replyTo, body, size: NOTICE_SIZE });
  await casework.store.transact(SYSTEM, async (tx) => {
    const { head, digest, bytes } = made;
    const row = await getPartner(tx, partner.id);
    await logFrame(casework, tx, row, { direction: 'sent', head, digest, bytes, caller: incoming.caller });
    await settleSent(context, tx, ids);
  });
  return made;
}

type Taken = Omit<RouteOutput<Contract['takePartnerFile']>, 'partner'>;

async function takeQueryFile(context: PartnerContext, incoming: Incoming): Promise<Taken> {
  await updateSet(context, incoming.partner);
  const made = await answerFrame(context, incoming);
  const said =
    made.head.kind === 'refusal'
      ? `The request was refused: ${(made.head.body as { message: string }).message}`
      : 'The request was answered. Give the answer file back.';
  return { said, file: toFile(made) };
}

async function takeAnswerFile(context: PartnerContext, incoming: Incoming): Promise<Taken> {
  const { casework } = context;
  const { head } = incoming.opened;
  const id = head.replyTo ?? head.id;
  const sealed = await casework.store.transact(SYSTEM, (tx) => findPartnerRequest(tx, incoming.partner.id, id));
  if (!sealed)
    return refuseFrame('No request of yours waits for this answer: it was taken before, or never made.', 'replay');
  await takeAnswer(context, incoming, openPending(casework, id, sealed));
  await casework.store.transact(SYSTEM, (tx) => removePartnerRequest(tx, id));
  const said = 'The answer was compared here. Give the last file to the partner, whether there is a match or not.';
  return { said, file: toFile(await makeNoticeFile(context, incoming, 'notice')) };
}

async function takeNoticeFile(context: PartnerContext, incoming: Incoming): Promise<Taken> {
  const made = await answerFrame(context, incoming);
  if (made.head.kind === 'refusal') {
    return refuseFrame((made.head.body as { message: string }).message, 'refused');
  }
  const said = 'The file was taken. Give the receipt back if you want to answer in a thread.';
  return { said, file: toFile(await makeNoticeFile(context, incoming, 'receipt')) };
}

async function takeReceiptFile(context: PartnerContext, incoming: Incoming): Promise<Taken> {
  await context.casework.store.transact(SYSTEM, async (tx) => {
    const partner = await takeFrame(context, tx, incoming);
    await takeReceipt(context, tx, partner, incoming.opened.head.body);
  });
  return { said: 'The receipt was taken. Both sides have the same now.', file: null };
}

const TAKERS = {
  query: takeQueryFile,
  answer: takeAnswerFile,
  notice: takeNoticeFile,
  receipt: takeReceiptFile,
} as const;

/** Takes a file of a partner. Throws `invalid` for one that was changed, taken before, for another agency, or of another time. */
export async function takeFile(
  context: PartnerContext,
  caller: Caller,
  text: string,
): Promise<RouteOutput<Contract['takePartnerFile']>> {
  const { agency } = ownAccount(caller);
  const incoming = await openIncoming(context, text, { way: 'file', agency, caller });
  const { opened, partner } = incoming;
  checkFrame(context.casework.now(), opened, { way: 'file', sizes: [opened.size] });
  if (opened.head.kind === 'refusal') {
    await context.casework.store.transact(SYSTEM, (tx) => takeFrame(context, tx, incoming));
    throw toRefusal(partner, opened.head.body);
  }
  return { partner: partner.name, ...(await TAKERS[opened.head.kind](context, incoming)) };
}
