import { writeResult } from './watch-results.ts';

const DEEPEST = 6;
/** Where the repository is, which differs from machine to machine. */
const ROOT = new URL('../../../..', import.meta.url).pathname;

/** A schema as what it takes: bounds and defaults. Anything else as it is, without functions. */
export type WriteSchema = (schema: object) => unknown;

function isSchema(value: object): boolean {
  return '_zod' in value;
}

function toPlain(value: unknown, write: WriteSchema, depth = 0): unknown {
  if (typeof value === 'function') return undefined;
  if (typeof value === 'string') return value.replaceAll(ROOT, '/');
  if (typeof value !== 'object' || value === null) return value;
  if (isSchema(value)) return write(value);
  if (value instanceof RegExp) return String(value);
  if (value instanceof Map || value instanceof Set) return toPlain([...value], write, depth);
  if (ArrayBuffer.isView(value)) return value;
  if (depth === DEEPEST) return Object.keys(value);
  if (Array.isArray(value)) return value.map((each) => toPlain(each, write, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, toPlain(each, write, depth + 1)]));
}

/** Whatever is no function of what modules export, a line each: limits, versions, words and schemas. */
export function writeExports(modules: Readonly<Record<string, object>>, write: WriteSchema): string[] {
  return Object.keys(modules)
    .toSorted()
    .flatMap((path) =>
      Object.entries(modules[path] ?? {})
        .filter(([, value]) => typeof value !== 'function')
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => writeResult(`${path} ${name}`, toPlain(value, write))),
    );
}
