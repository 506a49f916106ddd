import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { ChannelList, ChannelView, DeliveryView } from '@trailmark/api/contract/alert-channel';
import type { RouteInput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import {
  type ChannelListRow,
  insertChannel,
  listChannels,
  removeChannel as removeRow,
  updateChannel,
} from '@trailmark/store/cases/alerts/channel-rows';
import {
  insertDelivery,
  listAttempts,
  listDeliveries,
  replayDelivery as replayRow,
} from '@trailmark/store/cases/alerts/delivery-rows';
import type { Transaction } from '@trailmark/store/cases/casework';
import { lockLimit } from '@trailmark/store/cases/lock-limit';
import { recordAudit } from '@trailmark/store/cases/record-audit';
import { caseScope, checkVersion, readCases } from '../../cases/case-scope.ts';
import { toSeconds } from '../../cases/case-view.ts';
import type { Caller } from '../../casework/caller.ts';
import { type CaseworkContext, toAuditEvent } from '../../casework/casework-context.ts';
import { ownAccount } from '../../casework/own-account.ts';
import { formatAlertNumber } from '../alert-view.ts';
import { ALERT_KINDS } from '../kinds/catalogue.ts';
import { CHANNEL_KINDS, findChannelKind } from './catalogue.ts';
import type { ChannelKind } from './channel-kind.ts';
import { formatSecret, sealTarget } from './channel-secret.ts';

const MONTH_MS = 30 * 86_400_000;
const MOST_CHANNELS = 50;

function toView(row: ChannelListRow): ChannelView {
  const { id, kind, name, host, isOwn, disabledWhy, sent, failed, waiting, createdBy, version } = row;
  return {
    ...{ id, kind, name, host, isOwn, disabledWhy, sent, failed, waiting, createdBy, version },
    kindName: findChannelKind(kind)?.name ?? kind,
    kinds: [...row.kinds],
    lastSentAt: row.lastSentAt && toSeconds(row.lastSentAt),
    createdAt: toSeconds(row.createdAt),
  };
}

function listOwn(tx: Transaction, caller: Caller, now: Date): Promise<ChannelListRow[]> {
  return listChannels(tx, ownAccount(caller).agency, new Date(now.getTime() - MONTH_MS));
}

async function getOwn(tx: Transaction, caller: Caller, id: string, now: Date): Promise<ChannelListRow> {
  const row = (await listOwn(tx, caller, now)).find((each) => each.id === id);
  if (!row) throw new AppError('not-found', 'There is no such channel.');
  return row;
}

export function readChannels(casework: CaseworkContext, caller: Caller): Promise<ChannelList> {
  return readCases(casework, caller, async (tx) => ({
    items: (await listOwn(tx, caller, casework.now())).map(toView),
    channelKinds: CHANNEL_KINDS.map(({ id, name, about, target }) => ({ id, name, about, target })),
    alertKinds: ALERT_KINDS.map(({ id, name }) => ({ id, name })),
  }));
}

/** Changes channels of the own agency and logs it, both or neither. */
function actOnChannels<T>(
  casework: CaseworkContext,
  caller: Caller,
  {
    action,
    id,
    details = {},
  }: { readonly action: string; readonly id: string; readonly details?: Record<string, string | boolean> },
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return casework.store.transact({ ...caseScope(caller), at: casework.now() }, async (tx) => {
    const result = await work(tx);
    const entry = { action: `alert-channel.${action}`, object: { kind: 'alert-channel', id }, details };
    await recordAudit(tx, toAuditEvent(caller, entry, casework.now()));
    return result;
  });
}

/** Where a channel sends to: its address as it is kept, and the host as it is shown. Throws `invalid` for what is none. */
function readTarget(
  { way }: ChannelKind,
  text: string,
  isOwn: boolean,
): { readonly target: string; readonly host: string } {
  try {
    const { url } = way.parse(text, isOwn);
    return { target: text.trim(), host: url.host };
  } catch (cause) {
    if (!AppError.is(cause, 'invalid')) throw cause;
    throw new AppError('invalid', cause.message, { context: { field: 'target' }, cause });
  }
}

function checkKinds(kinds: readonly string[]): string[] {
  const unknown = kinds.some((kind) => !ALERT_KINDS.some(({ id }) => id === kind));
  if (unknown)
    throw new AppError('invalid', 'One of the kinds of alerts is not known.', { context: { field: 'kinds' } });
  return [...new Set(kinds)];
}

type Changed = Promise<{ channel: ChannelView; secret: string | null }>;

export function addChannel(
  casework: CaseworkContext,
  caller: Caller,
  { kind, name, target, kinds }: RouteInput<Contract['addAlertChannel']>['body'],
): Changed {
  const { id: by, agency } = ownAccount(caller);
  const [id, at] = [randomUUID(), casework.now()];
  const known = findChannelKind(kind);
  if (!known) throw new AppError('invalid', 'There are no channels of this kind.', { context: { field: 'kind' } });
  // Hosts of the own network are named by whoever runs the installation.
  const isOwn = caller.role === 'platform-admin';
  const place = readTarget(known, target, isOwn);
  const row = {
    id,
    agency,
    kind,
    name,
    target: sealTarget(casework.keys, id, place.target),
    host: place.host,
    isOwn,
    by,
    at,
  };
  return actOnChannels(casework, caller, { action: 'add', id, details: { kind, host: place.host } }, async (tx) => {
    await lockLimit(tx, `channels:${agency}`);
    if ((await listOwn(tx, caller, at)).length >= MOST_CHANNELS) {
      throw new AppError('conflict', `An agency has ${MOST_CHANNELS} channels at most.`);
    }
    await insertChannel(tx, { ...row, kinds: checkKinds(kinds) });
    const secret = known.isSigned ? formatSecret(casework.keys, id, 1) : null;
    return { channel: toView(await getOwn(tx, caller, id, at)), secret };
  });
}

export function changeChannel(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  { version, name, kinds, isOn, hasNewSecret }: RouteInput<Contract['changeAlertChannel']>['body'],
): Changed {
  const at = casework.now();
  return actOnChannels(casework, caller, { action: 'change', id, details: { isOn, hasNewSecret } }, async (tx) => {
    const row = await getOwn(tx, caller, id, at);
    checkVersion(row.version, version);
    const disabledWhy = isOn ? null : (row.disabledWhy ?? 'Turned off.');
    const rotatedAt = hasNewSecret ? at : null;
    await updateChannel(tx, { id, version, name, kinds: checkKinds(kinds), disabledWhy, rotatedAt });
    const present = await getOwn(tx, caller, id, at);
    const secret = hasNewSecret ? formatSecret(casework.keys, id, present.secretVersion) : null;
    return { channel: toView(present), secret };
  });
}

export function removeChannel(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  version: number,
): Promise<Record<string, never>> {
  const at = casework.now();
  return actOnChannels(casework, caller, { action: 'remove', id }, async (tx) => {
    checkVersion((await getOwn(tx, caller, id, at)).version, version);
    await removeRow(tx, id, at);
    return {};
  });
}

/** Queues a test, which goes the way of every alert. */
export function testChannel(casework: CaseworkContext, caller: Caller, id: string): Promise<{ delivery: string }> {
  const { agency } = ownAccount(caller);
  const [delivery, at] = [randomUUID(), casework.now()];
  return actOnChannels(casework, caller, { action: 'test', id }, async (tx) => {
    const { disabledWhy } = await getOwn(tx, caller, id, at);
    if (disabledWhy !== null) throw new AppError('conflict', `The channel is off: ${disabledWhy}`);
    const queued = { id: delivery, agency, alert: null, revision: 1, channel: id, recipient: null } as const;
    await insertDelivery(tx, { ...queued, isNamed: true, at, notBefore: at });
    return { delivery };
  });
}

export function replayDelivery(casework: CaseworkContext, caller: Caller, id: string): Promise<Record<string, never>> {
  const { agency } = ownAccount(caller);
  return actOnChannels(casework, caller, { action: 'replay', id }, async (tx) => {
    const isFound = await replayRow(tx, agency, id, casework.now());
    if (!isFound) throw new AppError('not-found', 'There is no such delivery.');
    return {};
  });
}

export function readDeliveries(
  casework: CaseworkContext,
  caller: Caller,
  { channel, state, ...page }: RouteInput<Contract['listAlertDeliveries']>['query'],
): Promise<{ items: DeliveryView[] }> {
  const { agency } = ownAccount(caller);
  return readCases(casework, caller, async (tx) => {
    const rows = await listDeliveries(tx, { agency, channel, state }, page);
    const ids = rows.map(({ id }) => id);
    const attempts = await listAttempts(tx, ids);
    const items = rows.map(
      (row): DeliveryView => ({
        id: row.id,
        alert: row.alert === null ? null : { id: row.alert, number: formatAlertNumber(row.alertNumber ?? 0) },
        revision: row.revision,
        to: row.channelName ?? `mail to ${row.recipient ?? 'a former account'}`,
        state: row.state,
        createdAt: toSeconds(row.createdAt),
        nextAt: toSeconds(row.nextAt),
        sentAt: row.sentAt && toSeconds(row.sentAt),
        attempts: attempts
          .filter(({ delivery }) => delivery === row.id)
          .map(({ at, status, fault, ms }) => ({ at: toSeconds(at), status, fault, ms })),
      }),
    );
    return { items };
  });
}
