import { randomUUID } from 'node:crypto';
import type { Contract } from '@trailmark/api/contract';
import type { PartnerList, PartnerView } from '@trailmark/api/contract/partner';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import { listLog } from '@trailmark/store/cases/partners/log-rows';
import { countPartner, findAgencyName } from '@trailmark/store/cases/partners/partner-counts';
import {
  findPartner,
  insertPartner,
  listPartners,
  type PartnerRow,
  removePartner,
  rotateEpoch,
  setPartner,
} from '@trailmark/store/cases/partners/partner-rows';
import { checkVersion } from '../cases/case-scope.ts';
import { toSeconds } from '../cases/case-view.ts';
import type { Caller } from '../casework/caller.ts';
import { act, type CaseworkContext } from '../casework/casework-context.ts';
import { ownAccount } from '../casework/own-account.ts';
import { parseEndpoint } from '../outbound/endpoint.ts';
import { readCard, writeCard } from './partner-card.ts';
import { identityOf, SYSTEM, toFingerprint } from './partner-context.ts';
import { OF_PARTNER, QUOTA_MS } from './partner-log.ts';

async function toView(casework: CaseworkContext, row: PartnerRow): Promise<PartnerView> {
  const since = new Date(casework.now().getTime() - QUOTA_MS);
  const counts = await casework.store.transact(SYSTEM, (tx) => countPartner(tx, row.id, since));
  const { id, name, endpoint, isOn, epoch, theirEpoch, theirKeyAt, theirHead, roundOn, createdAt, version } = row;
  return {
    ...{ id, name, endpoint, isOn, epoch, theirEpoch, version },
    fingerprint: toFingerprint(row.key),
    theirKeyAt: theirKeyAt && toSeconds(theirKeyAt),
    log: { count: row.logCount, head: row.logHead.toString('hex') },
    theirLog: theirHead && { count: row.theirCount, head: theirHead.toString('hex') },
    lastRoundOn: roundOn,
    quota: { sent: counts.sent, received: counts.received, limit: OF_PARTNER },
    interests: { answered: counts.answered, waiting: counts.waiting, failed: counts.failed },
    lastFault: counts.lastFault,
    waitingEvents: counts.waitingEvents,
    createdAt: toSeconds(createdAt),
  };
}

/** Partners of the own agency. The system's scope reads them: the agency is that of who asks. */
export async function readPartners(casework: CaseworkContext, caller: Caller): Promise<PartnerList> {
  const { agency } = ownAccount(caller);
  const [rows, name] = await casework.store.transact(
    SYSTEM,
    async (tx) => [await listPartners(tx, agency), await findAgencyName(tx, agency)] as const,
  );
  const items: PartnerView[] = [];
  for (const row of rows) items.push(await toView(casework, row));
  const fingerprint = toFingerprint(identityOf(casework, agency));
  return { own: { agency: name, fingerprint, card: writeCard(casework, agency, name) }, items };
}

/** A partner of the own agency. Throws `not-found` for one of another. */
export async function getOwnPartner(casework: CaseworkContext, caller: Caller, id: string): Promise<PartnerRow> {
  const row = await casework.store.transact(SYSTEM, (tx) => findPartner(tx, id));
  if (!row || row.agency !== ownAccount(caller).agency) throw new AppError('not-found', 'There is no such partner.');
  return row;
}

/** Where a partner is; hosts of the own network are named by administrators of the installation. Throws `invalid`. */
function readEndpoint(text: string | null, caller: Caller): Pick<PartnerRow, 'endpoint' | 'isOwn'> {
  const isOwn = caller.role === 'platform-admin';
  if (text === null || text === '') return { endpoint: null, isOwn };
  return { endpoint: parseEndpoint(text, isOwn).url.href.replace(/\/+$/, ''), isOwn };
}

export function readPartnerCard({ card }: RouteInput<Contract['readPartnerCard']>['body']) {
  const { agency, endpoint, key } = readCard(card);
  return { agency, endpoint, fingerprint: toFingerprint(key) };
}

const noteOf = (action: string, id: string, details: Record<string, string | boolean | number>) => ({
  action: `partner.${action}`,
  object: { kind: 'partner', id },
  details,
});

export async function addPartner(
  casework: CaseworkContext,
  caller: Caller,
  { card, name, endpoint }: RouteInput<Contract['addPartner']>['body'],
): Promise<PartnerView> {
  const { id: createdBy, agency } = ownAccount(caller);
  const { key } = readCard(card);
  if (key.equals(identityOf(casework, agency))) {
    throw new AppError('invalid', 'This is the card of your own agency. The partner gives you its own.', {
      context: { field: 'card' },
    });
  }
  const id = randomUUID();
  const place = readEndpoint(endpoint, caller);
  const entry = noteOf('add', id, { name, fingerprint: toFingerprint(key), endpoint: place.endpoint ?? 'files' });
  const row = { id, agency, name, key, ...place, createdBy, at: casework.now() };
  await act(casework, caller, entry, (tx) => insertPartner(tx, row), SYSTEM);
  return toView(casework, await getOwnPartner(casework, caller, id));
}

export async function changePartner(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
  body: RouteInput<Contract['changePartner']>['body'],
): Promise<PartnerList> {
  const row = await getOwnPartner(casework, caller, id);
  checkVersion(row.version, body.version);
  const place = body.endpoint === row.endpoint ? row : readEndpoint(body.endpoint, caller);
  const { name, isOn } = body;
  const details = body.act === 'set' ? { name, isOn, endpoint: place.endpoint ?? 'files' } : { name: row.name };
  await act(
    casework,
    caller,
    noteOf(body.act, id, details),
    async (tx) => {
      if (body.act === 'remove') return removePartner(tx, id, casework.now());
      if (body.act === 'rotate') return rotateEpoch(tx, id);
      return setPartner(tx, id, { name, isOn, endpoint: place.endpoint, isOwn: place.isOwn });
    },
    SYSTEM,
  );
  return readPartners(casework, caller);
}

const LISTED = 500;

export async function readPartnerLog(
  casework: CaseworkContext,
  caller: Caller,
  id: string,
): Promise<RouteOutput<Contract['listPartnerLog']>> {
  const { name } = await getOwnPartner(casework, caller, id);
  const rows = await casework.store.transact(SYSTEM, (tx) => listLog(tx, id, LISTED));
  const items = rows.map(({ seq, direction, kind, way, elements, bytes, digest, head, at }) => ({
    ...{ seq, direction, kind, way, elements, bytes },
    digest: digest.toString('hex'),
    head: head.toString('hex'),
    at: toSeconds(at),
  }));
  return { name, items };
}
