import { AppError } from '@trailmark/core/errors';
import type { Actor, LabelReader, LabelRole } from '@trailmark/core/label';
import type { NetworkId } from '@trailmark/core/network';
import { decodeCursor, encodeCursor, listKey } from '../../answers/cursor.ts';
import type { Handlers } from '../../http/mount.ts';
import type { Knowledge } from '../../knowledge/knowledge.ts';
import { toActorRow, toClaim, toLabelsAsOf } from '../../knowledge/labels/label-answer.ts';

type ActorHandlers = Pick<Handlers, 'listActors' | 'getActor' | 'listActorLabels'>;

/** Labels read at once for the counts of an organisation. */
const COUNTED_AT_ONCE = 5_000;

/** The place after a page: offset among as many as there are. */
function nextCursor(list: string, offset: number, count: number, total: number): string | null {
  return offset + count < total ? encodeCursor(list, [offset + count]) : null;
}

/** An organisation that labels name and the directory does not know has its id as name, and nothing else. */
function getActor(reader: LabelReader, id: string): Actor {
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
    // An organisation may have hundreds of thousands: other requests go on in between.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

/** The directory of organisations. */
export function createActorHandlers(knowledge: Knowledge): ActorHandlers {
  return {
    async listActors({ query }) {
      const reader = knowledge.labels();
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
    },

    async getActor({ params }) {
      const reader = knowledge.labels();
      const actor = getActor(reader, params.actor);
      const addresses = await countAddresses(reader, actor.id);
      const isInDirectory = reader.actor(actor.id) !== undefined;
      return { labels: toLabelsAsOf(reader), actor: toActorRow(reader, actor), isInDirectory, addresses };
    },

    async listActorLabels({ params, query }) {
      const reader = knowledge.labels();
      const { id } = getActor(reader, params.actor);
      const list = listKey(['actor-labels', id, reader.version]);
      const [offset = 0] = decodeCursor(list, query.cursor, 1) ?? [];
      const { items, total } = reader.labelsOfActor(id, { offset, limit: query.limit });
      return {
        labels: toLabelsAsOf(reader),
        items: items.map((label) => toClaim(reader, label)),
        total,
        next: nextCursor(list, offset, items.length, total),
      };
    },
  };
}
