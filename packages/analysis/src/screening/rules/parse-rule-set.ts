import { AppError } from '@trailmark/core/errors';
import type { ThreatRule, ThreatRuleSet } from '@trailmark/core/screening/rule-set';
import { checkRule } from './check-rule.ts';
import { findOverlaps } from './find-overlaps.ts';
import { parseRule } from './parse-rule.ts';
import { PATTERN_IDS } from './pattern-ids.ts';
import { createFieldReader, type FieldReader, isRecord, type RuleFault } from './read-fields.ts';

const FIELDS: readonly (keyof ThreatRuleSet)[] = [
  'name',
  'bands',
  'dustMoney',
  'minConfidence',
  'behaviourCap',
  'unreadSharePpm',
  'reportingThresholds',
  'currency',
  'rules',
];
const MAX_RULES = 200;
const MAX_THRESHOLDS = 10;
const MAX_MONEY = 1_000_000_000;

/** A rule set as read, or what is wrong with it. Notes are allowed and worth knowing. */
export interface ReadRuleSet {
  readonly ruleSet: ThreatRuleSet | undefined;
  readonly faults: readonly RuleFault[];
  readonly notes: readonly string[];
}

function readBands(value: unknown, reader: FieldReader, faults: RuleFault[]): ThreatRuleSet['bands'] | undefined {
  if (!isRecord(value)) return reader.refuse('bands', 'its bands are missing: medium, high and severe.');
  const bands = createFieldReader(value, null, faults);
  bands.onlyFields(['medium', 'high', 'severe']);
  const range = { min: 1, max: 100 };
  const [medium, high, severe] = [
    bands.integer('medium', range),
    bands.integer('high', range),
    bands.integer('severe', range),
  ];
  if (medium === undefined || high === undefined || severe === undefined) return undefined;
  if (medium < high && high < severe) return { medium, high, severe };
  return reader.refuse('bands', `its bands do not rise: medium ${medium}, high ${high}, severe ${severe}.`);
}

function readThresholds(value: unknown, reader: FieldReader): readonly number[] | undefined {
  const isList = Array.isArray(value) && value.length <= MAX_THRESHOLDS && new Set(value).size === value.length;
  if (isList && value.every((one) => Number.isInteger(one) && one >= 1 && one <= MAX_MONEY)) return value;
  return reader.refuse(
    'reportingThresholds',
    `its reporting thresholds are not a list of up to ${MAX_THRESHOLDS} different whole amounts from 1 to ${MAX_MONEY.toLocaleString('en')}.`,
  );
}

function readCurrency(reader: FieldReader): string | undefined {
  const currency = reader.text('currency', 3);
  if (currency === undefined || /^[A-Z]{3}$/.test(currency)) return currency;
  return reader.refuse('currency', 'its currency is not three capital letters, such as USD.');
}

function readRules(value: unknown, reader: FieldReader, faults: RuleFault[]): readonly ThreatRule[] | undefined {
  if (!Array.isArray(value) || value.length === 0) return reader.refuse('rules', 'it has no list of rules.');
  if (value.length > MAX_RULES) {
    return reader.refuse('rules', `it has ${value.length} rules. A set has at most ${MAX_RULES}.`);
  }
  const rules = value.map((rule, index) => parseRule(rule, index + 1, { patterns: PATTERN_IDS, faults }));
  const seen = new Set<string>();
  for (const rule of rules) {
    if (rule && seen.has(rule.id)) {
      createFieldReader({}, rule.id, faults).refuse('id', 'another rule has the same id.');
    }
    if (rule) seen.add(rule.id);
  }
  return rules.every((rule) => rule !== undefined) ? rules : undefined;
}

type Head = Omit<ThreatRuleSet, 'rules'>;
type Partly<T> = { readonly [Field in keyof T]: T[Field] | undefined };

function isWhole<T>(value: Partly<T>): value is Partly<T> & T {
  return Object.values(value).every((part) => part !== undefined);
}

/** Reads a rule set from JSON that nobody checked. With a fault there is no set. */
export function readRuleSet(value: unknown): ReadRuleSet {
  const faults: RuleFault[] = [];
  const record = isRecord(value) ? value : {};
  const reader = createFieldReader(record, null, faults);
  reader.onlyFields(FIELDS);
  const head: Partly<Head> = {
    name: reader.text('name', 120),
    bands: readBands(record.bands, reader, faults),
    dustMoney: reader.integer('dustMoney', { min: 0, max: 10_000 }),
    minConfidence: reader.integer('minConfidence', { min: 0, max: 100 }),
    behaviourCap: reader.integer('behaviourCap', { min: 0, max: 100 }),
    unreadSharePpm: reader.integer('unreadSharePpm', { min: 0, max: 1_000_000 }),
    reportingThresholds: readThresholds(record.reportingThresholds, reader),
    currency: readCurrency(reader),
  };
  const rules = readRules(record.rules, reader, faults);
  const { dustMoney } = head;
  for (const rule of dustMoney === undefined ? [] : (rules ?? [])) {
    const { refuse } = createFieldReader({}, rule.id, faults);
    for (const [field, sentence] of checkRule(rule, { dustMoney: dustMoney ?? 0 })) refuse(field, sentence);
  }
  if (faults.length > 0 || rules === undefined || !isWhole<Head>(head)) {
    return { ruleSet: undefined, faults, notes: [] };
  }
  return { ruleSet: { ...head, rules }, faults, notes: findOverlaps(rules) };
}

/** Throws `invalid` with the first fault. */
export function parseRuleSet(value: unknown): ThreatRuleSet {
  const { ruleSet, faults } = readRuleSet(value);
  if (ruleSet) return ruleSet;
  const [first] = faults;
  const others = faults.length - 1;
  const more = others === 0 ? '' : others === 1 ? ' 1 more fault follows.' : ` ${others} more faults follow.`;
  throw new AppError('invalid', `${first?.sentence ?? 'This is no rule set.'}${more}`);
}
