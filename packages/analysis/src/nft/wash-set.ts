import { z } from 'zod';
import { WASH_PARAMS } from './wash-params.ts';
import { WASH_RULES } from './wash-rules.ts';

/** Version of the published weights and parameters. */
export const PUBLISHED_SET = '2026.4';

const IDS = new Set(WASH_RULES.map(({ id }) => id));

/** Weights by rule with the numbers of the rules. What is left out is as in the published set. */
export const WASH_SET = z.object({
  weights: z
    .record(z.string().max(40), z.number().int().min(0).max(100))
    .default({})
    .refine((weights) => Object.keys(weights).every((id) => IDS.has(id)), {
      message: `A weight is for one of the rules: ${[...IDS].join(', ')}.`,
    }),
  params: WASH_PARAMS.prefault({}),
  /** Least sum of weights from which a sale is flagged in the strict and in the loose view. */
  strictFrom: z.number().int().min(1).max(1_000).default(2),
  looseFrom: z.number().int().min(1).max(1_000).default(1),
});
export type WashSet = z.output<typeof WASH_SET>;

/** Weight of a rule in a set; 0 leaves the rule without effect. */
export function weightOf(set: WashSet, rule: string): number {
  return set.weights[rule] ?? WASH_RULES.find(({ id }) => id === rule)?.weight ?? 0;
}

/** Whether a set is the published one, number for number. */
export function isPublished(set: WashSet): boolean {
  const usual = WASH_SET.parse({});
  return (
    set.strictFrom === usual.strictFrom &&
    set.looseFrom === usual.looseFrom &&
    WASH_RULES.every(({ id, weight }) => weightOf(set, id) === weight) &&
    Object.entries(usual.params).every(([name, value]) => set.params[name as keyof typeof usual.params] === value)
  );
}
