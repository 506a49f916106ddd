import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@trailmark/core/errors';
import { findInterest, type InterestRow } from '@trailmark/store/cases/deconfliction/interest-rows';
import {
  countTries,
  findDueCheck,
  listForRound,
  purgePartnerRequests,
  settleCheck,
} from '@trailmark/store/cases/partners/check-rows';
import { listWaitingEvents } from '@trailmark/store/cases/partners/conflict-rows';
import {
  listOpenPartners,
  type PartnerRow,
  purgeNonces,
  takeRound,
} from '@trailmark/store/cases/partners/partner-rows';
import { toDay } from '../deconfliction/read-interests.ts';
import { parseEndpoint } from '../outbound/endpoint.ts';
import { createSendToSource } from '../outbound/send-to-source.ts';
import { type Incoming, takeFrame } from './answer-frame.ts';
import { gatherBatch, makeQuery, type QueryOptions, takeAnswer } from './ask-partner.ts';
import { makeFrame } from './frame-maker.ts';
import { LARGE_BATCH, NOTICE_SIZE, refuseFrame } from './frame-shape.ts';
import { identitySeed, type PartnerContext, SYSTEM, toHandle } from './partner-context.ts';
import { checkFrame, getPartner, logFrame } from './partner-log.ts';
import { updateSet } from './partner-set.ts';
import { listForNotice, settleSent, takeReceipt, toRefusal } from './take-events.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Waits after each failed try. */
const WAITS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * 60 * MINUTE];
const NONCE_DAYS = 31;
const AT_A_TIME = 5;
/** Interests that a round takes at most. */
const OF_ROUND = 500;
const MOST_BYTES = 100 * 2 ** 20;
export const EXCHANGE_PATH = '/api/v1/partner-exchange';

/** Sends one frame and opens what comes back. Each request and answer is in the partner's log; only the endpoint is contacted. */
async function exchange(context: PartnerContext, partner: PartnerRow, text: string): Promise<Incoming> {
  const { casework, work, transport } = context;
  const send = createSendToSource({
    ...{
      endpoint: parseEndpoint(partner.endpoint ?? '', partner.isOwn),
      keyPlace: { in: 'header', name: '', prefix: '' },
    },
    ...{ key: '', transport, maxBytes: MOST_BYTES, record: async () => partner.id, settle: async () => {} },
  });
  const asked = { path: EXCHANGE_PATH, body: { frame: text }, revealed: 'blinded values' };
  const { status, body } = await send(asked, AbortSignal.timeout(MINUTE));
  const words = Buffer.from(body).toString('utf8');
  if (status !== 200) {
    throw new AppError('unavailable', `${partner.name} answered ${status}.`, { context: { reason: 'no-answer' } });
  }
  const frame = readFrameText(words);
  const given = { text: frame, seed: identitySeed(casework, partner.agency), from: partner.key };
  const opened = await work.run('openFrame', given);
  return { partner, opened, way: 'network', bytes: frame.length };
}

function readFrameText(words: string): string {
  try {
    const { frame } = JSON.parse(words) as { readonly frame?: unknown };
    if (typeof frame === 'string') return frame;
  } catch {
    // Garbage is refused below, as an answer of another shape is.
  }
  return refuseFrame('What was answered is no frame.', 'garbage');
}

/** Sends what waits, or a notice of nothing: after each query one follows, so that a match does not show in the traffic. */
export async function sendNotice(context: PartnerContext, id: string): Promise<void> {
  const { casework } = context;
  const { partner, events, ids } = await casework.store.transact(SYSTEM, async (tx) => {
    const row = await getPartner(tx, id);
    return { partner: row, ...(await listForNotice(context, tx, row)) };
  });
  const made = await makeFrame(context, partner, {
    kind: 'notice',
    way: 'network',
    body: { events },
    size: NOTICE_SIZE,
  });
  await casework.store.transact(SYSTEM, async (tx) => {
    const { head, digest, bytes } = made;
    await logFrame(casework, tx, await getPartner(tx, id), { direction: 'sent', head, digest, bytes });
  });
  const incoming = await exchange(context, partner, made.text);
  checkFrame(casework.now(), incoming.opened, { way: 'network', sizes: [NOTICE_SIZE] });
  await casework.store.transact(SYSTEM, async (tx) => {
    const row = await takeFrame(context, tx, incoming);
    const { head } = incoming.opened;
    if (head.replyTo !== made.head.id) refuseFrame('This answers another request than the last one.', 'other-question');
    if (head.kind !== 'receipt') throw toRefusal(partner, head.body);
    await settleSent(context, tx, ids);
    await takeReceipt(context, tx, row, head.body);
  });
}

async function query(
  context: PartnerContext,
  partner: PartnerRow,
  rows: readonly InterestRow[],
  { size, ...options }: Omit<QueryOptions, 'way'> & { readonly size: number | null },
): Promise<void> {
  const batch = await gatherBatch(context, rows, size);
  const { made, pending } = await makeQuery(context, partner, batch, { ...options, way: 'network' });
  await takeAnswer(context, await exchange(context, partner, made.text), pending);
  await sendNotice(context, partner.id);
}

function describeFailure(cause: unknown): { readonly state: 'no-answer' | 'refused'; readonly reason: string } {
  if (!AppError.is(cause)) throw cause;
  const isRefused = cause.kind !== 'unavailable' || cause.context.reason === 'refused';
  return { state: isRefused ? 'refused' : 'no-answer', reason: cause.message.slice(0, 400) };
}

async function failCheck(
  context: PartnerContext,
  partner: PartnerRow,
  interest: string,
  cause: unknown,
): Promise<void> {
  const { casework } = context;
  const now = casework.now();
  const isQuota = AppError.is(cause) && cause.context.reason === 'quota';
  const failure = describeFailure(cause);
  await casework.store.transact(SYSTEM, async (tx) => {
    const tries = await countTries(tx, partner.id, interest);
    const wait = isQuota ? 60 * MINUTE : (WAITS[Math.min(tries, WAITS.length - 1)] ?? MINUTE);
    const nextAt = new Date(now.getTime() + wait);
    const result = { ...failure, asked: 0, leftOut: 0, nextAt, answeredAt: null };
    await settleCheck(tx, partner.id, interest, result);
  });
}

/** Asks about the next interest that waits; false where none does. */
async function askNext(context: PartnerContext, partner: PartnerRow): Promise<boolean> {
  const { casework } = context;
  const now = casework.now();
  const row = await casework.store.transact(SYSTEM, async (tx) => {
    const id = await findDueCheck(tx, partner, now);
    return id === undefined ? undefined : findInterest(tx, id);
  });
  if (!row) return false;
  const handle = toHandle(casework, partner.id, row.caseId, toDay(now));
  try {
    await query(context, partner, [row], { size: null, handle, interest: row.id });
    return true;
  } catch (cause) {
    await failCheck(context, partner, row.id, cause);
    return false;
  }
}

/** The minute of the day at which a partner's round is due: the same one every day. */
const roundMinute = ({ id }: PartnerRow): number => createHash('sha256').update(id).digest().readUInt32BE() % 1_440;

/**
 * Once a day every partner gets one batch of the large size, whether anything is to be sent or not: under it silent entries are
 * compared, and older ones again. Those compared the longest ago come first.
 */
async function runRound(context: PartnerContext, partner: PartnerRow): Promise<void> {
  const { casework } = context;
  const now = casework.now();
  const minute = now.getUTCHours() * 60 + now.getUTCMinutes();
  // On its first day what was filed is sent one by one.
  if ([partner.roundOn, toDay(partner.createdAt)].includes(toDay(now)) || minute < roundMinute(partner)) return;
  const rows = await casework.store.transact(SYSTEM, async (tx) => {
    if (!(await takeRound(tx, partner.id, toDay(now)))) return undefined;
    const ids = await listForRound(tx, partner, toDay(now), OF_ROUND);
    const found = await Promise.all(ids.map((id) => findInterest(tx, id)));
    return found.filter((row) => row !== undefined);
  });
  if (!rows) return;
  const handle = toHandle(casework, partner.id, 'round', toDay(now));
  await query(context, partner, rows, { size: LARGE_BATCH, handle });
}

/** Everything that is due with one partner. */
export async function runPartner(context: PartnerContext, partner: PartnerRow): Promise<void> {
  await updateSet(context, partner);
  if (partner.endpoint === null) return;
  await runRound(context, partner);
  for (let i = 0; i < AT_A_TIME; i++) if (!(await askNext(context, partner))) break;
  const waiting = await context.casework.store.transact(SYSTEM, (tx) => listWaitingEvents(tx, partner.id, 1));
  if (waiting.length > 0) await sendNotice(context, partner.id);
}

/** Partners that did not answer, and when they are contacted next. */
type Rests = Map<string, { readonly tries: number; readonly until: number }>;

async function runRested(context: PartnerContext, partner: PartnerRow, rests: Rests): Promise<void> {
  const now = context.casework.now().getTime();
  const rest = rests.get(partner.id);
  if (rest && rest.until > now) return updateSet(context, partner);
  try {
    await runPartner(context, partner);
    rests.delete(partner.id);
  } catch (cause) {
    if (!AppError.is(cause)) throw cause;
    const tries = (rest?.tries ?? 0) + 1;
    rests.set(partner.id, { tries, until: now + (WAITS[Math.min(tries, WAITS.length) - 1] ?? MINUTE) });
  }
}

interface Run {
  readonly run: Promise<void>;
  readonly isOver: () => boolean;
}

function startRun(context: PartnerContext, partner: PartnerRow, rests: Rests): Run {
  let isOver = false;
  const run = runRested(context, partner, rests).finally(() => {
    isOver = true;
  });
  return { run, isOver: () => isOver };
}

/** What lasts from one round to the next. */
export interface Rounds {
  readonly rests: Rests;
  /** What is under way with a partner: one that stalls is waited for again in the next round, so that no fault of it is lost. */
  readonly running: Map<string, Run>;
}

export const createRounds = (): Rounds => ({ rests: new Map(), running: new Map() });

/** Milliseconds after which a round leaves a partner that stalls to the next one. */
const PATIENCE = 10_000;

/** Waits for all, or so long. */
async function waitFor(all: readonly Promise<void>[], ms: number): Promise<void> {
  const timer = new AbortController();
  const patience = sleep(ms, undefined, { signal: timer.signal, ref: false });
  try {
    await Promise.race([Promise.all(all), patience]);
  } finally {
    timer.abort();
  }
}

/** Does what is due with all partners that are on, side by side: one that stalls delays nobody else, in this round or the next. */
export async function runPartners(
  context: PartnerContext,
  { rests, running }: Rounds = createRounds(),
  patience: number = PATIENCE,
): Promise<void> {
  const { casework } = context;
  const partners = await casework.store.transact(SYSTEM, async (tx) => {
    const open = await listOpenPartners(tx);
    if (open.length === 0) return open;
    const before = new Date(casework.now().getTime() - NONCE_DAYS * DAY);
    await purgeNonces(tx, before);
    await purgePartnerRequests(tx, before);
    return open;
  });
  for (const partner of partners) {
    if (!running.has(partner.id)) running.set(partner.id, startRun(context, partner, rests));
  }
  try {
    const all = [...running.values()].map(({ run }) => run);
    await waitFor(all, patience);
  } finally {
    for (const [id, { isOver }] of running) if (isOver()) running.delete(id);
  }
}
