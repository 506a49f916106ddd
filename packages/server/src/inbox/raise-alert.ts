import { randomUUID } from 'node:crypto';
import type { AlertBody, AlertPlace } from '@trailmark/core/alert';
import type { KnowledgeMark } from '@trailmark/core/case';
import {
  confirmAlert,
  insertAlert,
  insertAlertEvent,
  insertOrigin,
  lockAlertOfKey,
  type OrphanedAlert,
  retractFrom,
  retractGroup,
  retractOne,
  retractUnconfirmed,
} from '@trailmark/store/cases/alerts/alert-rows';
import { listReceivers } from '@trailmark/store/cases/alerts/channel-rows';
import { insertCorrections, insertDelivery } from '@trailmark/store/cases/alerts/delivery-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import type { AlertKind } from './kinds/alert-kind.ts';

/** What is raised. Everything about one `key` is one alert, however often it is raised, until it is retracted. */
export interface NewAlert {
  readonly agency: string;
  /** Null: everybody of the agency who may use the tools reads it. */
  readonly case: string | null;
  readonly kind: AlertKind;
  /** What it is about, in one spelling within the agency: at most 400 characters. */
  readonly key: string;
  /** Alerts with one group are shown together; the key unless given. */
  readonly group?: string | undefined;
  readonly mark: KnowledgeMark;
  readonly title: string;
  readonly summary: string;
  readonly body: AlertBody;
  /** Null for what happened on no chain: a reorganisation retracts none of these. */
  readonly place: AlertPlace | null;
  readonly happenedAt: Date;
  /** What raised it: `watch:<id>` and its name. Another origin of a valid alert is added to it. */
  readonly origin: { readonly id: string; readonly name: string; readonly words: string };
  /** Channels it is sent to, as well as those that always get the kind where its case is not sealed. */
  readonly channels?: readonly string[] | undefined;
  /** Accounts that get an email without any case data. */
  readonly recipients?: readonly string[] | undefined;
  /** Deliveries wait until then; the inbox does not. */
  readonly notBefore?: Date | undefined;
  readonly at: Date;
}

export interface RaisedAlert {
  readonly id: string;
  /** False where a valid alert of the key was there already. */
  readonly isNew: boolean;
}

const cut = (text: string, max: number): string =>
  (text.length <= max ? text : `${text.slice(0, max - 1)}…`).toWellFormed();

async function queueDeliveries(tx: Transaction, id: string, alert: NewAlert): Promise<void> {
  const { agency, case: caseId, kind, channels = [], recipients = [], at, notBefore = at } = alert;
  const queued = { agency, alert: id, revision: 1, at, notBefore } as const;
  for (const { id: channel, isNamed } of await listReceivers(tx, agency, {
    kind: kind.id,
    case: caseId,
    named: channels,
  })) {
    await insertDelivery(tx, { ...queued, id: randomUUID(), channel, recipient: null, isNamed });
  }
  for (const recipient of new Set(recipients)) {
    await insertDelivery(tx, { ...queued, id: randomUUID(), channel: null, recipient, isNamed: true });
  }
}

async function insertNew(tx: Transaction, alert: NewAlert): Promise<string | undefined> {
  const { agency, case: caseId, kind, key, group = key, mark, body, place, happenedAt, at } = alert;
  const [id, title, summary] = [randomUUID(), cut(alert.title, 300), cut(alert.summary, 500)];
  const row = {
    id,
    agency,
    caseId,
    kind: kind.id,
    key,
    groupKey: group,
    mark,
    title,
    summary,
    body,
    place,
    happenedAt,
    at,
  };
  const number = await insertAlert(tx, row);
  if (number === undefined) return undefined;
  const words =
    place?.height == null ? (place ? 'Seen unconfirmed' : '') : `In block ${place.height.toLocaleString('en')}`;
  await insertAlertEvent(tx, { alert: id, agency, at, by: null, what: 'raised', words });
  return id;
}

/** An alert that was raised unconfirmed is in a block now. */
export async function confirmRaised(
  tx: Transaction,
  { id, agency, place, at }: Pick<NewAlert, 'agency' | 'place' | 'at'> & { readonly id: string },
): Promise<void> {
  if (place?.height == null) return;
  await confirmAlert(tx, id, place, at);
  const words = `In block ${place.height.toLocaleString('en')}`;
  await insertAlertEvent(tx, { alert: id, agency, at, by: null, what: 'confirmed', words });
}

/**
 * Raises an alert in the transaction of what it reports: it is stored once, and so are its deliveries, however often it is
 * raised. What was raised by another watch gets this one as a further origin, and its channels.
 */
export async function raiseAlert(tx: Transaction, alert: NewAlert): Promise<RaisedAlert> {
  const { agency, key, at } = alert;
  const known = await lockAlertOfKey(tx, agency, key);
  const made = known ? undefined : await insertNew(tx, alert);
  const id = known?.id ?? made ?? (await lockAlertOfKey(tx, agency, key))?.id;
  // The other transaction retracted what it had raised before: the next reading raises it again.
  if (id === undefined) return { id: '', isNew: false };
  if (known && known.height === null) await confirmRaised(tx, { ...alert, id });
  const { id: origin, name, words } = alert.origin;
  const isAdded = await insertOrigin(tx, { id, agency }, { origin, name: cut(name, 200), words: cut(words, 500), at });
  if (isAdded) await queueDeliveries(tx, id, alert);
  return { id, isNew: made !== undefined };
}

async function reportRetracted(
  tx: Transaction,
  gone: readonly OrphanedAlert[],
  { why, at }: { readonly why: string; readonly at: Date },
): Promise<void> {
  for (const { id, agency } of gone) {
    await insertAlertEvent(tx, { alert: id, agency, at, by: null, what: 'retracted', words: cut(why, 400) });
  }
  await insertCorrections(
    tx,
    gone.map(({ id }) => id),
    at,
  );
}

/** Blocks from a height on were replaced: their alerts are retracted, and everybody who got one gets the correction. */
export async function retractAlerts(
  tx: Transaction,
  orphaned: { readonly chain: string; readonly fromHeight: number; readonly why: string; readonly at: Date },
): Promise<readonly OrphanedAlert[]> {
  const gone = await retractFrom(tx, { ...orphaned, why: cut(orphaned.why, 400) });
  await reportRetracted(tx, gone, orphaned);
  return gone;
}

/** What an alert said rests on labels that are gone: it is taken back, and everybody who got it gets the correction. */
export async function retractOutdated(
  tx: Transaction,
  { id, agency, why, at }: { readonly id: string; readonly agency: string; readonly why: string; readonly at: Date },
): Promise<void> {
  if (await retractOne(tx, { id, why, at })) await reportRetracted(tx, [{ id, agency, height: 0 }], { why, at });
}

/** What was seen unconfirmed came into no block: its alert is taken back, and everybody who got it gets the correction. */
export async function retractAlert(
  tx: Transaction,
  { id, agency, why, at }: { readonly id: string; readonly agency: string; readonly why: string; readonly at: Date },
): Promise<void> {
  if (await retractUnconfirmed(tx, { id, why, at }))
    await reportRetracted(tx, [{ id, agency, height: 0 }], { why, at });
}

/** What a group of alerts rests on is no longer so: they are taken back, and everybody who got one gets the correction. */
export async function retractGroupAlerts(
  tx: Transaction,
  gone: {
    readonly agency: string;
    readonly kind: AlertKind;
    readonly group: string;
    readonly why: string;
    readonly at: Date;
  },
): Promise<void> {
  await reportRetracted(tx, await retractGroup(tx, { ...gone, kind: gone.kind.id, why: cut(gone.why, 400) }), gone);
}
