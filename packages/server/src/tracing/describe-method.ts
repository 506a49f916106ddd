import { paramsOf, TRACE_METHODS } from '@trailmark/analysis/tracing/catalogue';
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

type ParamRow = TraceMethodRow['params'][number];

function describeParams(params: z.ZodObject): ParamRow[] {
  const { properties = {} } = z.toJSONSchema(params, { io: 'input' }) as {
    readonly properties?: Readonly<Record<string, FieldSchema>>;
  };
  return Object.entries(properties).map(([field, schema]) => ({
    name: field,
    sentence: schema.description ?? '',
    default: toDefault(schema.default),
    options: schema.enum?.map(String) ?? null,
  }));
}

/** Parameters that a method has on account chains alone. */
function describeAccountParams(method: TraceMethod): ParamRow[] {
  if (!method.accounts) return [];
  const own = describeParams(paramsOf(method, 'accounts')).filter(({ name }) => !(name in method.params.shape));
  return own.map((param) => ({ ...param, families: ['accounts'] }));
}

/** A method as the API lists it: its parameters are read from the schemas that check them. */
export function describeMethod(method: TraceMethod): TraceMethodRow {
  const { name, sentence, conventions, caution, source, params } = method;
  return {
    id: formatMethodId(method),
    name,
    families: familiesOf(method),
    sentence,
    conventions: [...conventions],
    caution,
    source,
    params: [...describeParams(params), ...describeAccountParams(method)],
  };
}

/** Every method of the catalogue, as the API lists them. */
export function listMethods(): TraceMethodRow[] {
  return TRACE_METHODS.map(describeMethod);
}
