import { AppError } from '@trailmark/core/errors';
import type { Transaction } from '@trailmark/store/cases/casework';
import { countElements, countNotices } from '@trailmark/store/cases/partners/log-rows';
import { listPartnersByKey, type PartnerRow, takeNonce } from '@trailmark/store/cases/partners/partner-rows';
import type { Caller } from '../casework/caller.ts';
import { TAG } from './fill-set.ts';
import type { OpenedFrame } from './frame-jobs.ts';
import { type MadeFrame, makeFrame } from './frame-maker.ts';
import {
  answerSize,
  type FrameHead,
  LARGE_BATCH,
  NOTICE_SIZE,
  parseFrame,
  queryBody,
  querySize,
  refuseFrame,
  SMALL_BATCH,
} from './frame-shape.ts';
import { identityOf, identitySeed, oprfSeed, type PartnerContext, SYSTEM } from './partner-context.ts';
import {
  checkFrame,
  getPartner,
  keepCommitment,
  logFrame,
  NOTICES_OF_PARTNER,
  OF_CASE,
  OF_PARTNER,
  QUOTA_MS,
} from './partner-log.ts';
import { countSet, makeSet } from './partner-set.ts';
import { takeEvents } from './take-events.ts';

const ELEMENT = 32;

/** A frame that came in, of whom it is, and on which way. */
export interface Incoming {
  readonly partner: PartnerRow;
  readonly opened: OpenedFrame;
  readonly way: FrameHead['way'];
  readonly bytes: number;
  readonly caller?: Caller | undefined;
}

const noPartner = () =>
  new AppError('not-found', 'The sender is no partner that an administrator turned on.', {
    context: { reason: 'no-partner' },
  });

/** Opens a frame for the agency here that it names. Throws `not-found` for one of nobody who is a partner, and turned on. */
export async function openIncoming(
  context: PartnerContext,
  text: string,
  { way, agency, caller }: { readonly way: FrameHead['way']; readonly agency?: string; readonly caller?: Caller },
): Promise<Incoming> {
  const { casework, work } = context;
  const { from, to } = parseFrame(text);
  const rows = await casework.store.transact(SYSTEM, (tx) => listPartnersByKey(tx, Buffer.from(from, 'hex')));
  const isTo = (row: PartnerRow) => identityOf(casework, row.agency).toString('hex') === to;
  const partner = rows.find((row) => isTo(row) && (agency === undefined || row.agency === agency));
  if (agency !== undefined && identityOf(casework, agency).toString('hex') !== to) {
    refuseFrame('The file is for another agency, or for another installation of yours.', 'other-receiver');
  }
  if (!partner?.isOn) {
    throw noPartner();
  }
  const given = { text, seed: identitySeed(casework, partner.agency), from: partner.key };
  const opened = await work.run('openFrame', given, partner.id);
  return { partner, opened, way, bytes: text.length, caller };
}

/** Takes a frame into the log, once. Throws `invalid` for one that was taken before. */
export async function takeFrame(
  { casework }: PartnerContext,
  tx: Transaction,
  { partner: { id }, opened: { head, digest }, bytes, caller }: Incoming,
  counted: { readonly elements?: number; readonly handle?: Buffer } = {},
): Promise<PartnerRow> {
  const partner = await getPartner(tx, id);
  if (!(await takeNonce(tx, id, head.id, casework.now()))) refuseFrame('This was taken before.', 'replay');
  await keepCommitment(casework, tx, partner, head);
  return logFrame(casework, tx, partner, { direction: 'received', head, digest, bytes, caller, ...counted });
}

function refuseQuota(message: string): never {
  throw new AppError('unavailable', message, { context: { reason: 'quota' } });
}

/** With the frame that was just taken; what is refused is not kept as taken. */
async function checkQuota(
  { casework }: PartnerContext,
  tx: Transaction,
  partner: string,
  handle: Buffer,
): Promise<void> {
  const since = new Date(casework.now().getTime() - QUOTA_MS);
  const { all, ofHandle } = await countElements(tx, partner, handle, { direction: 'received', since });
  const isCase = ofHandle > OF_CASE;
  if (!isCase && all <= OF_PARTNER) return;
  const [limit, whose] = isCase ? [OF_CASE, 'one case'] : [OF_PARTNER, 'one partner'];
  refuseQuota(`At most ${limit} values of ${whose} are answered in 24 hours.`);
}

interface Asked {
  readonly handle: Buffer;
  readonly size: number;
  readonly blinded: Uint8Array;
}

function readQuery({ opened }: Incoming): Asked {
  const body = queryBody.safeParse(opened.head.body);
  const [blinded] = opened.parts;
  if (!body.success || !blinded || blinded.length !== body.data.size * ELEMENT) {
    return refuseFrame(`A query has ${SMALL_BATCH} or ${LARGE_BATCH} values of 32 bytes.`, 'garbage');
  }
  return { handle: Buffer.from(body.data.handle, 'hex'), size: body.data.size, blinded };
}

/**
 * Applies the key to blinded values, and sends the set along. What is requested is not seen, and what is in the set is not looked at:
 * an entry that is silent changes neither bytes nor work.
 */
async function answerQuery(context: PartnerContext, incoming: Incoming): Promise<MadeFrame> {
  const { casework, work } = context;
  const asked = readQuery(incoming);
  const partner = await casework.store.transact(SYSTEM, async (tx) => {
    const taken = await takeFrame(context, tx, incoming, { elements: asked.size, handle: asked.handle });
    await checkQuota(context, tx, taken.id, asked.handle);
    return taken;
  });
  const { salt, set } = await makeSet(context, partner);
  const seed = oprfSeed(casework, partner);
  const { evaluated, proof, publicKey } = await work.run('evaluateBatch', { seed, blinded: asked.blinded }, partner.id);
  return makeFrame(context, partner, {
    ...{ kind: 'answer', way: incoming.way, replyTo: incoming.opened.head.id },
    body: { epoch: partner.epoch, publicKey: Buffer.from(publicKey).toString('hex'), salt: salt.toString('hex') },
    parts: [evaluated, proof, set],
    size: answerSize(asked.size, set.length / TAG),
  });
}

async function answerNotice(context: PartnerContext, incoming: Incoming): Promise<MadeFrame> {
  const { way } = incoming;
  const { partner, use } = await context.casework.store.transact(SYSTEM, async (tx) => {
    const taken = await takeFrame(context, tx, incoming);
    const since = new Date(context.casework.now().getTime() - QUOTA_MS);
    if ((await countNotices(tx, taken.id, since)) > NOTICES_OF_PARTNER) {
      refuseQuota(`At most ${NOTICES_OF_PARTNER} notices of one partner are taken in 24 hours.`);
    }
    return { partner: taken, use: await takeEvents(context, tx, taken, incoming.opened.head.body) };
  });
  const body = { use, events: [] };
  return makeFrame(context, partner, {
    ...{ kind: 'receipt', way, replyTo: incoming.opened.head.id, body, size: NOTICE_SIZE },
  });
}

/** A refusal is sealed and as long as the answer would have been. */
async function refuse(context: PartnerContext, incoming: Incoming, cause: unknown): Promise<MadeFrame> {
  if (!AppError.is(cause)) throw cause;
  const { head, size } = incoming.opened;
  const partner = await context.casework.store.transact(SYSTEM, async (tx) => {
    const row = await getPartner(tx, incoming.partner.id);
    const { digest } = incoming.opened;
    const logged = { direction: 'received', head, digest, bytes: incoming.bytes, caller: incoming.caller } as const;
    return logFrame(context.casework, tx, row, logged);
  });
  const batch = [SMALL_BATCH, LARGE_BATCH].find((elements) => querySize(elements) === size);
  const body = { reason: String(cause.context.reason ?? cause.kind), message: cause.message.slice(0, 400) };
  return makeFrame(context, partner, {
    ...{ kind: 'refusal', way: incoming.way, replyTo: head.id, body },
    size: batch === undefined ? NOTICE_SIZE : answerSize(batch, await countSet(context, partner)),
  });
}

const SIZES: Readonly<Record<string, readonly number[]>> = {
  query: [querySize(SMALL_BATCH), querySize(LARGE_BATCH)],
  notice: [NOTICE_SIZE],
};

/** Answers a query or a notice of a partner; a refusal is an answer too. Throws only for what is of no partner. */
export async function answerFrame(context: PartnerContext, incoming: Incoming): Promise<MadeFrame> {
  const { casework } = context;
  const { opened, way } = incoming;
  let made: MadeFrame;
  try {
    checkFrame(casework.now(), opened, { way, sizes: SIZES[opened.head.kind] ?? [] });
    made = opened.head.kind === 'query' ? await answerQuery(context, incoming) : await answerNotice(context, incoming);
  } catch (cause) {
    made = await refuse(context, incoming, cause);
  }
  await casework.store.transact(SYSTEM, async (tx) => {
    const partner = await getPartner(tx, incoming.partner.id);
    const { head, digest, bytes } = made;
    await logFrame(casework, tx, partner, { direction: 'sent', head, digest, bytes, caller: incoming.caller });
  });
  return made;
}

/** Answers are released at ticks of so many milliseconds after the request came: how long the work took stays out of them. */
export const TICK_MS = 2_000;

/** Milliseconds from the end of the work to the tick at which its answer leaves: never less than one whole tick after the question. */
export function untilTick(spent: number): number {
  return Math.max(1, Math.ceil(spent / TICK_MS)) * TICK_MS - spent;
}

/**
 * Answers what came over the network, at the next tick. Who is no partner, and who cannot sign as the partner that a frame names, get one
 * answer at one time: whose partner an agency is shows to neither.
 */
export async function answerOverNetwork(context: PartnerContext, text: string): Promise<string> {
  const started = performance.now();
  parseFrame(text);
  const incoming = await openIncoming(context, text, { way: 'network' }).catch((cause: unknown) => {
    if (AppError.is(cause)) return undefined;
    throw cause;
  });
  const answer = incoming && (await answerFrame(context, incoming));
  await context.wait(untilTick(performance.now() - started));
  if (!answer) throw noPartner();
  return answer.text;
}
