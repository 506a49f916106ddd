import { createHash } from 'node:crypto';
import { WASH_RULES } from '@trailmark/analysis/nft/wash-rules';
import { isPublished, PUBLISHED_SET, WASH_SET, type WashSet, weightOf } from '@trailmark/analysis/nft/wash-set';
import { AppError } from '@trailmark/core/errors';

const USUAL = WASH_SET.parse({});
const SHAPE = 'rule:weight and name=number, separated by commas, for example “ring:3,ringDays=90,strict=2”';

interface SetParts {
  readonly weights: Record<string, number>;
  readonly params: Record<string, number>;
  readonly levels: Record<string, number>;
}

function readPart(part: string, { weights, params, levels }: SetParts): void {
  const [, rule, weight] = /^([a-z-]+):(\d{1,3})$/.exec(part) ?? [];
  const [, name, value] = /^([A-Za-z]+)=(\d{1,4})$/.exec(part) ?? [];
  if (rule !== undefined) weights[rule] = Number(weight);
  else if (name === 'strict' || name === 'loose') levels[`${name}From`] = Number(value);
  else if (name !== undefined && Object.hasOwn(USUAL.params, name)) params[name] = Number(value);
  else
    throw new AppError(
      'invalid',
      `“${part.slice(0, 60)}” is no part of a set of wash rules: write ${SHAPE}. Numbers are ${Object.keys(USUAL.params).join(', ')}.`,
    );
}

/** A set from its text. Throws `invalid` for what is no rule, no number of the rules, or out of range. */
export function readWashSet(text: string | undefined): WashSet {
  const parts: SetParts = { weights: {}, params: {}, levels: {} };
  for (const part of (text ?? '').split(',')) if (part !== '') readPart(part, parts);
  const set = WASH_SET.safeParse({ weights: parts.weights, params: parts.params, ...parts.levels });
  if (!set.success)
    throw new AppError('invalid', `This set of wash rules cannot be used: ${set.error.issues[0]?.message ?? ''}`);
  if (set.data.looseFrom > set.data.strictFrom)
    throw new AppError(
      'invalid',
      'The loose view starts at a lower weight than the strict one: “loose” must not be above “strict”.',
    );
  return set.data;
}

/** A set as its text: what differs from the published one, in the order of the rules. Empty for the published one. */
export function writeWashSet(set: WashSet): string {
  const weights = WASH_RULES.filter(({ id, weight }) => weightOf(set, id) !== weight).map(
    ({ id }) => `${id}:${weightOf(set, id)}`,
  );
  const params = Object.entries(set.params)
    .filter(([name, value]) => USUAL.params[name as keyof typeof USUAL.params] !== value)
    .map(([name, value]) => `${name}=${value}`);
  const levels = [
    ...(set.strictFrom === USUAL.strictFrom ? [] : [`strict=${set.strictFrom}`]),
    ...(set.looseFrom === USUAL.looseFrom ? [] : [`loose=${set.looseFrom}`]),
  ];
  return [...weights, ...params, ...levels].join(',');
}

/** `2026.4` for the published numbers, else a name that changes with any of them. */
export function nameWashSet(set: WashSet): string {
  if (isPublished(set)) return PUBLISHED_SET;
  return `edited-${createHash('sha256')
    .update(`${PUBLISHED_SET} ${writeWashSet(set)}`)
    .digest('hex')
    .slice(0, 8)}`;
}
