import { setTimeout as wait } from 'node:timers/promises';
import { findAlert } from '@trailmark/store/cases/alerts/alert-rows';
import { type ChannelRow, disableChannel, findChannel } from '@trailmark/store/cases/alerts/channel-rows';
import {
  claimDeliveries,
  type DueDelivery,
  findMailOf,
  isForChannel,
  settleDelivery,
} from '@trailmark/store/cases/alerts/delivery-rows';
import { queueMail } from '@trailmark/store/cases/mail/mail-rows';
import { toSeconds } from '../../cases/case-view.ts';
import type { CaseworkContext } from '../../casework/casework-context.ts';
import { alertMail } from '../../mail/mail-texts.ts';
import { describeFault } from '../../outbound/send-to-source.ts';
import { createSourceTransport, type SourceTransport } from '../../outbound/source-transport.ts';
import { formatAlertNumber } from '../alert-view.ts';
import { findAlertKind } from '../kinds/catalogue.ts';
import type { AlertMessage } from './alert-message.ts';
import { findChannelKind } from './catalogue.ts';
import { openTarget, signBody } from './channel-secret.ts';
import type { Outcome } from './ways/channel-way.ts';

const SYSTEM = { kind: 'system' } as const;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** Waits after each failed try (Standard Webhooks 1.0); after the last the delivery has failed. */
const WAITS = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR];
const LONGEST_WAIT = 24 * HOUR;
const TIMEOUT_MS = 15 * SECOND;
/** Longer than a try takes: a claim that is not settled by then is due again. */
const LEASE_MS = MINUTE;
const AT_A_TIME = 64;
const LOOK_MS = 500;
const GONE = 410;
/** Both secrets sign for so long after a new one. */
const ROTATION_MS = 24 * HOUR;

export interface DeliveryPorts {
  readonly transport?: SourceTransport | undefined;
  /** Called before each step, by name: tests stop the work there. */
  readonly onStep?: ((step: string) => void) | undefined;
  readonly timeoutMs?: number | undefined;
}

async function toMessage(casework: CaseworkContext, due: DueDelivery): Promise<AlertMessage | undefined> {
  const { origin } = casework;
  const at = toSeconds(due.createdAt);
  const test = {
    alert: due.id,
    number: 'A-0',
    kind: 'test',
    kindName: 'Test',
    url: `${origin}/address-monitoring/alerts`,
  };
  if (due.alert === null) return { type: 'alert.test', at, ...test };
  const { alert: id } = due;
  const row = await casework.store.transact(SYSTEM, (tx) => findAlert(tx, id));
  if (!row) return undefined;
  const { number, kind } = row;
  const url = `${origin}/address-monitoring/alerts?view=all&alert=${id}`;
  const kindName = findAlertKind(kind)?.name ?? kind;
  const type = due.revision === 2 ? 'alert.retracted' : 'alert.raised';
  return { type, at, alert: id, number: formatAlertNumber(number), kind, kindName, url };
}

/** Receivers know a delivery by it, however often it comes: id of the alert and revision, without a dot. */
const webhookIdOf = ({ alert, id, revision }: DueDelivery): string => `${alert ?? id}_${revision}`;

function headersOf(casework: CaseworkContext, channel: ChannelRow, due: DueDelivery, body: string) {
  const now = casework.now();
  const [id, seconds] = [webhookIdOf(due), toSeconds(now)];
  const isRotating = channel.rotatedAt !== null && now.getTime() - channel.rotatedAt.getTime() < ROTATION_MS;
  const versions = isRotating ? [channel.secretVersion, channel.secretVersion - 1] : [channel.secretVersion];
  const signature = signBody(casework.keys, { id: channel.id, versions }, { id, seconds, body });
  return { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signature };
}

/** One try. */
async function send(
  casework: CaseworkContext,
  channel: ChannelRow,
  { due, message }: { readonly due: DueDelivery; readonly message: AlertMessage },
  { transport = createSourceTransport(), timeoutMs = TIMEOUT_MS }: DeliveryPorts,
): Promise<Outcome> {
  const kind = findChannelKind(channel.kind);
  if (!kind) return { status: null, fault: `There are no channels of the kind ${channel.kind}.` };
  const target = openTarget(casework.keys, channel.id, channel.target);
  try {
    return await kind.way.send({
      ...{ place: kind.way.parse(target, channel.isOwn), message, id: webhookIdOf(due), transport },
      server: new URL(casework.origin).hostname,
      sign: (body) => (kind.isSigned ? headersOf(casework, channel, due, body) : {}),
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (cause) {
    return { status: null, fault: describeFault(cause, { host: channel.host }, timeoutMs).message.slice(0, 400) };
  }
}

/** Milliseconds until the next try; undefined after the last. What the receiver asks for counts, up to a day. */
function waitAfter(attempt: number, { retryAfter }: Outcome): number | undefined {
  const pause = WAITS[attempt - 1];
  const asked = retryAfter !== undefined && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * SECOND : 0;
  return pause === undefined ? undefined : Math.min(LONGEST_WAIT, Math.max(pause, asked));
}

async function settle(
  casework: CaseworkContext,
  due: DueDelivery,
  { outcome, ms }: { readonly outcome: Outcome; readonly ms: number },
): Promise<void> {
  const [at, number] = [casework.now(), due.attempts + 1];
  const isSent = outcome.fault === null;
  const pause = isSent || outcome.status === GONE ? undefined : waitAfter(number, outcome);
  const state = isSent ? 'sent' : pause === undefined ? 'failed' : 'queued';
  const { status, fault } = outcome;
  await casework.store.transact(SYSTEM, async (tx) => {
    const { id, agency, channel } = due;
    const nextAt = new Date(at.getTime() + (pause ?? 0));
    await settleDelivery(tx, { id, agency, state, number, at, nextAt, status, fault, ms });
    if (state !== 'failed' || channel === null) return;
    const why =
      status === GONE ? 'The receiver says that it is gone (410).' : `Ten tries failed; the last one ${fault ?? ''}.`;
    await disableChannel(tx, channel, why.slice(0, 300));
  });
}

/** An email goes to the outbox in the transaction that settles its delivery: it is queued once. */
async function deliverMail(casework: CaseworkContext, due: DueDelivery, recipient: string): Promise<void> {
  await casework.store.transact(SYSTEM, async (tx) => {
    const at = casework.now();
    const to = await findMailOf(tx, { recipient, alert: due.alert });
    const link = `${casework.origin}/address-monitoring/alerts?view=all&alert=${due.alert ?? ''}`;
    if (to) await queueMail(tx, { recipient: to.email, agency: due.agency, ...alertMail(link, due.revision === 2) });
    const fault = to ? null : 'The person no longer works here, or may not see the alert.';
    const outcome = { number: due.attempts + 1, at, nextAt: at, status: null, fault, ms: 0 };
    await settleDelivery(tx, { id: due.id, agency: due.agency, state: to ? 'sent' : 'failed', ...outcome });
  });
}

/** Ends a delivery that was queued before its case was sealed, without a try and without a word of why to others. */
async function endUnsent(casework: CaseworkContext, { id, agency, attempts }: DueDelivery): Promise<void> {
  const at = casework.now();
  const fault = 'This channel no longer gets the alert.';
  const outcome = { number: attempts + 1, at, nextAt: at, status: null, fault, ms: 0 };
  await casework.store.transact(SYSTEM, (tx) => settleDelivery(tx, { id, agency, state: 'failed', ...outcome }));
}

async function deliverOne(casework: CaseworkContext, due: DueDelivery, ports: DeliveryPorts): Promise<void> {
  if (due.recipient !== null) return deliverMail(casework, due, due.recipient);
  if (!(await casework.store.transact(SYSTEM, (tx) => isForChannel(tx, due.id)))) return endUnsent(casework, due);
  const { channel: id } = due;
  const channel = id === null ? undefined : await casework.store.transact(SYSTEM, (tx) => findChannel(tx, null, id));
  const message = channel && (await toMessage(casework, due));
  if (!channel || !message) return;
  const started = performance.now();
  ports.onStep?.('send');
  const outcome = await send(casework, channel, { due, message }, ports);
  ports.onStep?.('settle');
  await settle(casework, due, { outcome, ms: Math.round(performance.now() - started) });
}

/** Waits until one of some pieces of work ends; what came meanwhile is looked for now and then. */
async function raceOrLook(running: ReadonlySet<Promise<void>>): Promise<void> {
  const over = new AbortController();
  const look = wait(LOOK_MS, undefined, { signal: over.signal }).catch(() => undefined);
  await Promise.race([...running, look]);
  over.abort();
}

/**
 * Sends what is due, at least once each: a delivery that is claimed and not settled is due again after a minute, under the same id.
 * A place that is free is taken at once: none waits for a slow receiver of others. Returns how many were tried.
 */
export async function deliverAlerts(
  casework: CaseworkContext,
  signal: AbortSignal,
  ports: DeliveryPorts = {},
): Promise<number> {
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  let tried = 0;
  const start = (due: DueDelivery): void => {
    const work = deliverOne(casework, due, ports)
      .catch((cause: unknown) => void failures.push(cause))
      .finally(() => running.delete(work));
    running.add(work);
    tried += 1;
  };
  try {
    while (!signal.aborted && failures.length === 0) {
      const now = casework.now();
      ports.onStep?.('claim');
      const limit = AT_A_TIME - running.size;
      const due = await casework.store.transact(SYSTEM, (tx) => claimDeliveries(tx, { now, leaseMs: LEASE_MS, limit }));
      for (const each of due) start(each);
      if (running.size === 0) return tried;
      await raceOrLook(running);
    }
  } finally {
    await Promise.allSettled(running);
  }
  if (failures.length > 0) throw failures[0];
  return tried;
}
