import { AppError } from '@trailmark/core/errors';
import type { Tally, TextReader } from './read-texts.ts';
import { TRAILMARK_EXTENSION } from './stix-words.ts';

export type Given = Readonly<Record<string, unknown>>;

/** More objects than this are no case that people read. */
const MAX_OBJECTS = 50_000;
const ID = /^([a-z][a-z0-9-]{1,248}[a-z0-9])--[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const PEOPLE_TYPES = ['identity', 'threat-actor', 'intrusion-set'];
export const CONTAINERS = ['grouping', 'report', 'incident', 'campaign', 'case-incident', 'x-opencti-case-incident'];

export const isRecord = (value: unknown): value is Given =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

function refuse(sentence: string): never {
  throw new AppError('invalid', sentence);
}

/** What one reading works with. */
export interface Reading {
  readonly objects: ReadonlyMap<string, Given>;
  readonly tally: Tally;
  readonly texts: TextReader;
  readonly producer: string;
}

export const idOf = (one: Given) => textOf(one.id);
export const typeOf = (one: Given) => textOf(one.type);
export const extensionOf = (one: Given): Given => {
  const all = isRecord(one.extensions) ? one.extensions : {};
  const found = all[TRAILMARK_EXTENSION];
  return isRecord(found) ? found : {};
};

export function checkBundle(value: Given): readonly unknown[] {
  const objects = value.objects;
  if (!Array.isArray(objects) || objects.length === 0) refuse('This STIX bundle has no objects.');
  if (objects.length > MAX_OBJECTS) {
    refuse(`This STIX bundle has ${objects.length} objects. A case takes ${MAX_OBJECTS} at most: split the bundle.`);
  }
  if (value.spec_version === '2.0' || objects.some((one) => isRecord(one) && one.spec_version === '2.0')) {
    refuse('This is a STIX 2.0 bundle. Convert it to STIX 2.1 first: objects carry spec_version 2.1 there.');
  }
  return objects;
}

/** Objects by id: of several versions of one the last, without those that were revoked. */
export function indexObjects(given: readonly unknown[], tally: Tally): ReadonlyMap<string, Given> {
  const byId = new Map<string, Given>();
  for (const one of given) {
    if (!isRecord(one) || ID.exec(idOf(one))?.[1] !== typeOf(one)) {
      tally.count('Objects', 'their id is not their type, two hyphens and a UUID');
      continue;
    }
    const before = byId.get(idOf(one));
    if (before) tally.count('Objects', 'an object of the same id is in the file: the last version counts');
    if (!before || textOf(before.modified) <= textOf(one.modified)) byId.set(idOf(one), one);
  }
  for (const [id, { revoked, type }] of byId) {
    if (revoked !== true) continue;
    tally.count(`Objects of the type ${textOf(type).slice(0, 60)}`, 'revoked by who made them');
    byId.delete(id);
  }
  return byId;
}

/** Who made the file: the identity that most objects name. */
export function findProducer(objects: ReadonlyMap<string, Given>): { readonly id: string; readonly name: string } {
  const counts = new Map<string, number>();
  for (const { created_by_ref } of objects.values()) {
    const id = textOf(created_by_ref);
    if (objects.has(id)) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const [id = ''] = [...counts].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  return { id, name: textOf(objects.get(id)?.name) };
}
