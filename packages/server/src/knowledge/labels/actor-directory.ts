import type { Contract } from '@trailmark/api/contract';
import type { RouteInput, RouteOutput } from '@trailmark/api/route';
import { AppError } from '@trailmark/core/errors';
import type { Actor, LabelReader, LabelRole } from '@trailmark/core/label';
import type { NetworkId } from '@trailmark/core/network';
import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import { toActorRow, toClaim, toLabelsAsOf } from './label-answer.ts';

type Answer<Name extends keyof Contract> = RouteOutput<Contract[Name]>;
type Query<Name extends keyof Contract> = RouteInput<Contract[Name]>['query'];

/** Labels read at once for the counts of an organisation. */
const COUNTED_AT_ONCE = 5_000;

/** The place after a page: offset among as many as there are. */
function nextCursor(list: string, offset: number, count: number, total: number): string | null {
  return offset + count < total ? encodeCursor(list, [offset + count]) : null;
}

/** An organisation that labels name and the directory does not know has its id as name, and nothing else. */
function findActor(reader: LabelReader, id: string): Actor {
  const known = reader.actor(id);
  if (known) return known;
  const [label] = reader.labelsOfActor(id, { offset: 0, limit: 1 }).items;
  if (!label) throw new AppError('not-found', 'There is no organisation of this id in the directory.');
  return {
    id,
    label: id,
    legalName: undefined,
    aliases: [],
    uri: undefined,
    jurisdictions: [],
    categories: [label.category],
    contacts: [],
    source: label.source,
    licence: label.licence,
  };
}

interface AddressCount {
  readonly network: NetworkId;
  readonly role: LabelRole | null;
  count: number;
}

/** Known addresses by network and role; an address of several sources counts once a role. */
async function countAddresses(reader: LabelReader, actor: string): Promise<AddressCount[]> {
  const seen = new Set<string>();
  const counts = new Map<string, AddressCount>();
  for (let offset = 0, total = 1; offset < total; offset += COUNTED_AT_ONCE) {
    const page = reader.labelsOfActor(actor, { offset, limit: COUNTED_AT_ONCE });
    total = page.total;
    for (const { network, address, role = null } of page.items) {
      const group = `${network} ${role}`;
      const place = `${group} ${address}`;
      if (seen.has(place)) continue;
      seen.add(place);
      const row = counts.get(group) ?? { network, role, count: 0 };
      row.count += 1;
      counts.set(group, row);
    }
    // An organisation may have hundreds of thousands: other requests continue in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

/** A page of the directory of organisations. */
export function listActors(reader: LabelReader, query: Query<'listActors'>): Answer<'listActors'> {
  const { q, category, jurisdiction, limit } = query;
  const withContact = query.withContact === undefined ? undefined : query.withContact === 'true';
  const list = listKey(['actors', q, category, jurisdiction, withContact, reader.version]);
  const [offset = 0] = decodeCursor(list, query.cursor, 1) ?? [];
  const { items, total } = reader.searchActors({ text: q, category, jurisdiction, withContact }, { offset, limit });
  return {
    labels: toLabelsAsOf(reader),
    items: items.map((actor) => toActorRow(reader, actor)),
    total,
    next: nextCursor(list, offset, items.length, total),
  };
}

/** One organisation, and how many addresses of it are known. Throws `not-found`. */
export async function getActor(reader: LabelReader, id: string): Promise<Answer<'getActor'>> {
  const actor = findActor(reader, id);
  const addresses = await countAddresses(reader, actor.id);
  const isInDirectory = reader.actor(actor.id) !== undefined;
  return { labels: toLabelsAsOf(reader), actor: toActorRow(reader, actor), isInDirectory, addresses };
}

/** A page of the labels of an organisation. Throws `not-found`. */
export function listActorLabels(
  reader: LabelReader,
  actor: string,
  query: Query<'listActorLabels'>,
): Answer<'listActorLabels'> {
  const { id } = findActor(reader, actor);
  const list = listKey(['actor-labels', id, reader.version]);
  const [offset = 0] = decodeCursor(list, query.cursor, 1) ?? [];
  const { items, total } = reader.labelsOfActor(id, { offset, limit: query.limit });
  return {
    labels: toLabelsAsOf(reader),
    items: items.map((label) => toClaim(reader, label)),
    total,
    next: nextCursor(list, offset, items.length, total),
  };
}
