import { familiesOf, formatMethodId, type TraceMethod } from '@trailmark/analysis/tracing/method';
import type { TraceMethodRow } from '@trailmark/api/contract/trace';
import { z } from 'zod';

interface FieldSchema {
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
}

function toDefault(value: unknown): string | number | boolean {
  return typeof value === 'number' || typeof value === 'boolean' ? value : String(value ?? '');
}

/** A method as the API lists it: its parameters are read from the schema that checks them. */
export function describeMethod(method: TraceMethod): TraceMethodRow {
  const { name, sentence, conventions, caution, source, params } = method;
  const { properties = {} } = z.toJSONSchema(params, { io: 'input' }) as {
    readonly properties?: Readonly<Record<string, FieldSchema>>;
  };
  return {
    id: formatMethodId(method),
    name,
    families: familiesOf(method),
    sentence,
    conventions: [...conventions],
    caution,
    source,
    params: Object.entries(properties).map(([field, schema]) => ({
      name: field,
      sentence: schema.description ?? '',
      default: toDefault(schema.default),
      options: schema.enum?.map(String) ?? null,
    })),
  };
}
