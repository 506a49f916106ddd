import type { Actor, ActorFilter } from '@trailmark/core/label';

/** The directory of organisations in memory. */
export interface ActorIndex {
  /** Undefined where there is no directory. */
  readonly version: string | undefined;
  get(id: string): Actor | undefined;
  /** Exact matches first, then names that begin with the text, then those that contain it; by name within each. */
  search(filter: ActorFilter, page: { offset: number; limit: number }): { items: Actor[]; total: number };
}

interface Row {
  readonly actor: Actor;
  readonly names: readonly string[];
}

const NO_MATCH = 3;

function rank(names: readonly string[], text: string): number {
  let best = NO_MATCH;
  for (const name of names) {
    if (name === text) return 0;
    if (name.startsWith(text)) best = 1;
    else if (best > 2 && name.includes(text)) best = 2;
  }
  return best;
}

function passes({ categories, jurisdictions, contacts }: Actor, filter: ActorFilter): boolean {
  const { category, jurisdiction, withContact } = filter;
  if (category !== undefined && !categories.includes(category)) return false;
  if (jurisdiction !== undefined && !jurisdictions.some((code) => code.toUpperCase() === jurisdiction.toUpperCase())) {
    return false;
  }
  return withContact !== true || contacts.length > 0;
}

function toRow(actor: Actor): Row {
  const names = [actor.id, actor.label, actor.legalName ?? '', ...actor.aliases];
  return { actor, names: names.filter(Boolean).map((name) => name.toLowerCase()) };
}

/** Indexes a directory; of two actors with one id the first counts. */
export function createActorIndex(actors: readonly Actor[], version: string | undefined): ActorIndex {
  const byId = new Map<string, Actor>();
  for (const actor of actors) if (!byId.has(actor.id)) byId.set(actor.id, actor);
  const rows = [...byId.values()]
    .map(toRow)
    .sort((a, b) => ((a.names[1] ?? '') < (b.names[1] ?? '') ? -1 : (a.names[1] ?? '') > (b.names[1] ?? '') ? 1 : 0));
  return {
    version,
    get: (id) => byId.get(id),
    search(filter, { offset, limit }) {
      const text = filter.text?.trim().toLowerCase() ?? '';
      const found = rows
        .filter(({ actor }) => passes(actor, filter))
        .map(({ actor, names }) => ({ actor, rank: text === '' ? 0 : rank(names, text) }))
        .filter((row) => row.rank < NO_MATCH)
        .sort((a, b) => a.rank - b.rank);
      return { items: found.slice(offset, offset + limit).map(({ actor }) => actor), total: found.length };
    },
  };
}
