import { type Schema, zodOf } from './route.ts';

/** Whether a schema is another one, or has it somewhere inside: the very same object, not an equal one. */
export function holdsSchema(schema: Schema, wanted: Schema): boolean {
  const seen = new Set<unknown>();
  const look = (value: unknown): boolean => {
    if (typeof value !== 'object' || value === null || seen.has(value)) return false;
    seen.add(value);
    if (value === wanted) return true;
    const inner = '_zod' in value ? zodOf(value as Schema)._zod.def : value;
    return Object.values(inner).some(look);
  };
  return look(schema);
}
