import { AppError } from '@trailmark/core/errors';
import type { WatchCondition } from '@trailmark/core/watch';
import { isDecimal } from './decimal-text.ts';
import { findWatchRule, WATCH_RULES } from './rules/catalogue.ts';
import type { RuleField } from './rules/watch-rule.ts';

function refuse(message: string): never {
  throw new AppError('invalid', message, { context: { field: 'conditions' } });
}

const DAYS = /^\d{1,5}$/;

function checkField({ id, name, kind, choices = [] }: RuleField, value: string): void {
  if (kind === 'choice' && !choices.some((choice) => choice.id === value)) {
    refuse(`${name}: “${value.slice(0, 40)}” is none of its choices.`);
  }
  if (kind === 'days' && !DAYS.test(value)) refuse(`${name}: enter a whole number of days.`);
  if (kind === 'amount' && value !== '' && !isDecimal(value)) {
    refuse(`${name}: “${value.slice(0, 40)}” is no amount. 0.1 is one.`);
  }
  if (kind === 'asset' && value.length > 120) refuse(`${name}: this is no asset (${id}).`);
}

/** Conditions with every field set. Throws `invalid` for a rule or a setting that there is not. */
export function readConditions(conditions: readonly WatchCondition[]): WatchCondition[] {
  const rules = conditions.map(({ rule }) => rule);
  if (new Set(rules).size < rules.length)
    refuse('Each rule is used once in a watch. Make a second watch for another setting.');
  const alone = WATCH_RULES.find(({ id, isAlone }) => isAlone === true && rules.includes(id));
  if (alone && rules.length > 1)
    refuse(`“${alone.name}” is met by no transaction: use it alone, and make a second watch for payments.`);
  return conditions.map(({ rule: id, setting }) => {
    const rule = findWatchRule(id);
    if (!rule) return refuse(`There is no such rule. There are: ${WATCH_RULES.map((each) => each.id).join(', ')}.`);
    const unknown = Object.keys(setting).find((name) => !rule.fields.some((field) => field.id === name));
    if (unknown !== undefined) refuse(`The rule “${rule.name}” has no setting “${unknown}”.`);
    const filled = rule.fields.map((field) => [field.id, (setting[field.id] ?? field.default).trim()] as const);
    for (const [index, field] of rule.fields.entries()) checkField(field, filled[index]?.[1] ?? '');
    return { rule: id, setting: Object.fromEntries(filled) };
  });
}
