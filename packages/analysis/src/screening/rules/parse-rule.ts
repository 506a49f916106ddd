import { CATEGORY_IDS } from '@trailmark/core/category';
import { EXPOSURE_WAYS } from '@trailmark/core/screening/exposure';
import { RULE_BASES, RULE_LISTINGS, type ThreatRule } from '@trailmark/core/screening/rule-set';
import { createFieldReader, type FieldReader, isRecord, type RuleFault } from './read-fields.ts';

const FIELDS: readonly (keyof ThreatRule)[] = [
  'id',
  'title',
  'basis',
  'categories',
  'patterns',
  'ways',
  'minHops',
  'maxHops',
  'minSharePpm',
  'minMoney',
  'listing',
  'dustOnly',
  'weight',
  'source',
];
const HOPS = { min: 0, max: 100 };
const MAX_MONEY = 1_000_000_000_000;

function readId(reader: FieldReader): string | undefined {
  const id = reader.text('id', 40);
  if (id === undefined || /^[A-Za-z0-9-]+$/.test(id)) return id;
  return reader.refuse('id', 'its id has other characters than letters, digits and hyphens.');
}

type Partly = { readonly [Field in keyof ThreatRule]: ThreatRule[Field] | undefined };

function isWhole(rule: Partly): rule is ThreatRule {
  return FIELDS.every((field) => rule[field] !== undefined);
}

/** A share of up to 1, in millionths. The sentence speaks of percent, as the screen does. */
function readShare(reader: FieldReader, value: unknown): number | null | undefined {
  if (typeof value !== 'number' || value <= 1_000_000) {
    return reader.integerOrNull('minSharePpm', { min: 1, max: 1_000_000 });
  }
  return reader.refuse('minSharePpm', `its share is ${value / 10_000} %. No share is more than 100 %.`);
}

/** One rule of a set, at a place counted from 1; undefined where a field is faulty. */
export function parseRule(
  value: unknown,
  place: number,
  { patterns, faults }: { readonly patterns: readonly string[]; readonly faults: RuleFault[] },
): ThreatRule | undefined {
  if (!isRecord(value)) {
    faults.push({ rule: `#${place}`, field: null, sentence: `Rule ${place} of the list is not an object.` });
    return undefined;
  }
  const name = typeof value.id === 'string' && value.id.trim() !== '' ? value.id.trim().slice(0, 40) : `#${place}`;
  const reader = createFieldReader(value, name, faults);
  reader.onlyFields(FIELDS);
  const rule: Partly = {
    id: readId(reader),
    title: reader.text('title', 120),
    basis: reader.choice('basis', RULE_BASES),
    categories: reader.choices('categories', CATEGORY_IDS, 'category'),
    patterns: reader.choices('patterns', patterns, 'pattern'),
    ways: reader.choices('ways', EXPOSURE_WAYS, 'direction'),
    minHops: reader.integerOrNull('minHops', HOPS),
    maxHops: reader.integerOrNull('maxHops', HOPS),
    minSharePpm: readShare(reader, value.minSharePpm),
    minMoney: reader.integerOrNull('minMoney', { min: 1, max: MAX_MONEY }),
    listing: value.listing === null ? null : reader.choice('listing', RULE_LISTINGS),
    dustOnly: reader.boolean('dustOnly'),
    weight: reader.integer('weight', { min: 0, max: 100 }),
    source: reader.text('source', 500),
  };
  return isWhole(rule) ? rule : undefined;
}
