import { AppError } from '@trailmark/core/errors';
import type { z } from 'zod';

/** Parameters by the id of their rule; what is left out has its default. */
export type RuleParams = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Throws `invalid` for parameters of a rule nobody has. */
export function assertKnownRules(given: RuleParams, known: readonly string[]): void {
  for (const id of Object.keys(given)) {
    if (!known.includes(id))
      throw new AppError('invalid', `There is no rule "${id}"; the rules are ${known.join(', ')}.`);
  }
}

/** Schemas that refuse unknown names, made once: a schema is compiled at its first use. */
const strictSchemas = new WeakMap<z.ZodObject, z.ZodObject>();

function strictOf(schema: z.ZodObject): z.ZodObject {
  const strict = strictSchemas.get(schema) ?? schema.strict();
  strictSchemas.set(schema, strict);
  return strict;
}

/** Parameters with their defaults filled in. Throws `invalid` for a name or value the rule does not have. */
export function parseParams<Params extends z.ZodObject>(id: string, schema: Params, given: unknown): z.output<Params> {
  const result = strictOf(schema).safeParse(given ?? {});
  if (result.success) return result.data as z.output<Params>;
  const [issue] = result.error.issues;
  const place = issue?.path.join('.') ?? '';
  throw new AppError('invalid', `The parameters of ${id} do not fit: ${place} ${issue?.message ?? ''}`.trim());
}

/** Rules with versions and parameters as one text, for a hash over what is in force. */
export function describeRule(id: string, version: number, params: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(params, (_, value) => (typeof value === 'bigint' ? value.toString() : value));
  return `${id}@${version}${text}`;
}
