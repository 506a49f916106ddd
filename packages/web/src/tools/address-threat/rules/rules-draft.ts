import type { CategoryId } from '@trailmark/core/category';
import type { ExposureWay } from '@trailmark/core/screening/exposure';
import type { RuleBasis, RuleListing, ThreatRule, ThreatRuleSet } from '@trailmark/core/screening/rule-set';

/** A number as typed: text that is none stays as it is, and the server says what is wrong with it. */
type Typed = number | string | null;

/** A rule that somebody is writing. */
export type DraftRule = Omit<ThreatRule, 'weight' | 'minHops' | 'maxHops' | 'minSharePpm' | 'minMoney'> & {
  readonly [Field in 'weight' | 'minHops' | 'maxHops' | 'minSharePpm' | 'minMoney']: Typed;
};
/** A rule set that somebody is writing. */
export type RulesDraft = {
  readonly [Field in keyof Omit<ThreatRuleSet, 'rules'>]:
    | ThreatRuleSet[Field]
    | string
    | Record<string, Typed>
    | readonly Typed[];
} & { readonly rules: readonly DraftRule[] };

/** The fields of a rule as they are typed. */
export interface RuleFields {
  readonly id: string;
  readonly title: string;
  readonly basis: RuleBasis;
  readonly categories: readonly CategoryId[];
  readonly patterns: readonly string[];
  readonly ways: readonly ExposureWay[];
  readonly minHops: string;
  readonly maxHops: string;
  /** Percent. */
  readonly share: string;
  readonly minMoney: string;
  readonly listing: RuleListing | '';
  readonly dustOnly: boolean;
  readonly weight: string;
  readonly source: string;
}

const NUMBER = /^\d+$/;
const DECIMAL = /^\d+(\.\d{1,4})?$/;

/** Whole numbers become numbers, an empty field null, and anything else stays text. */
function readWhole(text: string): Typed {
  const trimmed = text.trim().replaceAll(',', '');
  if (trimmed === '') return null;
  return NUMBER.test(trimmed) ? Number(trimmed) : text.trim();
}

/** Percent to millionths: "0.1" is 1,000. */
function readPercent(text: string): Typed {
  const trimmed = text.trim();
  if (trimmed === '') return null;
  return DECIMAL.test(trimmed) ? Math.round(Number(trimmed) * 10_000) : trimmed;
}

const write = (value: Typed): string => (value === null ? '' : String(value));
const writePercent = (ppm: Typed): string => (typeof ppm === 'number' ? String(ppm / 10_000) : write(ppm));

export const NEW_RULE: RuleFields = {
  ...{ id: '', title: '', basis: 'direct', categories: [], patterns: [], ways: ['in', 'out'], minHops: '' },
  ...{ maxHops: '', share: '', minMoney: '', listing: '', dustOnly: false, weight: '', source: '' },
};

export function toFields(rule: DraftRule): RuleFields {
  const { minHops, maxHops, minSharePpm, minMoney, listing, weight, ...same } = rule;
  return {
    ...same,
    minHops: write(minHops),
    maxHops: write(maxHops),
    share: writePercent(minSharePpm),
    minMoney: write(minMoney),
    listing: listing ?? '',
    weight: write(weight),
  };
}

/** The rule that is typed. What its basis does not have is left out, so that hidden fields never decide anything. */
export function toRule(fields: RuleFields): DraftRule {
  const { id, title, basis, source, weight } = fields;
  const isExposure = basis === 'direct' || basis === 'indirect';
  const isBehaviour = basis === 'behaviour';
  const isFormer = fields.listing === 'former';
  return {
    ...{ id: id.trim(), title: title.trim(), basis, source: source.trim(), weight: readWhole(weight) },
    categories: isBehaviour ? [] : fields.categories,
    patterns: isBehaviour ? fields.patterns : [],
    ways: isExposure ? fields.ways : [],
    minHops: isExposure ? readWhole(fields.minHops) : null,
    maxHops: isExposure ? readWhole(fields.maxHops) : null,
    minSharePpm: isExposure ? readPercent(fields.share) : null,
    minMoney: isExposure ? readWhole(fields.minMoney) : null,
    listing: fields.listing !== '' && (isExposure || (isFormer && !isBehaviour)) ? fields.listing : null,
    dustOnly: isExposure && fields.dustOnly,
  };
}

/** The draft with a rule in the place of another, or at its end. */
export function putRule(draft: RulesDraft, place: number | undefined, rule: DraftRule): RulesDraft {
  const rules = place === undefined ? [...draft.rules, rule] : draft.rules.with(place, rule);
  return { ...draft, rules };
}

export function removeRule(draft: RulesDraft, place: number): RulesDraft {
  return { ...draft, rules: draft.rules.toSpliced(place, 1) };
}

/** The settings of a set as they are typed. */
export interface SettingFields {
  readonly name: string;
  readonly medium: string;
  readonly high: string;
  readonly severe: string;
  readonly dustMoney: string;
  readonly minConfidence: string;
  readonly behaviourCap: string;
  /** Percent. */
  readonly unreadShare: string;
  /** With spaces or semicolons. */
  readonly reportingThresholds: string;
  readonly currency: string;
}

export function toSettingFields(draft: RulesDraft): SettingFields {
  const { name, bands, dustMoney, minConfidence, behaviourCap, unreadSharePpm, reportingThresholds, currency } = draft;
  const { medium = null, high = null, severe = null } = bands as Record<string, Typed>;
  return {
    ...{
      name: String(name),
      medium: write(medium),
      high: write(high),
      severe: write(severe),
      currency: String(currency),
    },
    dustMoney: String(dustMoney),
    minConfidence: String(minConfidence),
    behaviourCap: String(behaviourCap),
    unreadShare: writePercent(unreadSharePpm as Typed),
    reportingThresholds: (reportingThresholds as readonly Typed[]).map(write).join('; '),
  };
}

export function putSettings(draft: RulesDraft, fields: SettingFields): RulesDraft {
  const { name, medium, high, severe, currency } = fields;
  const whole = (text: string) => readWhole(text) ?? '';
  return {
    ...draft,
    name: name.trim(),
    currency: currency.trim(),
    bands: { medium: whole(medium), high: whole(high), severe: whole(severe) },
    dustMoney: whole(fields.dustMoney),
    minConfidence: whole(fields.minConfidence),
    behaviourCap: whole(fields.behaviourCap),
    unreadSharePpm: readPercent(fields.unreadShare) ?? '',
    reportingThresholds: fields.reportingThresholds
      .split(/[;\s]+/)
      .filter(Boolean)
      .map((text) => readWhole(text) ?? ''),
  };
}
