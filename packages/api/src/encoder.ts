import { z } from 'zod';
import { type Schema, zodOf } from './route.ts';
import { units } from './wire.ts';

/** Turns a decoded answer into its wire form, ready for JSON.stringify. */
export type Encoder = (value: unknown) => unknown;

interface Definition {
  readonly type: string;
  readonly shape?: Readonly<Record<string, Schema>>;
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly keyType?: Schema;
  readonly valueType?: Schema;
  readonly items?: readonly Schema[];
  readonly options?: readonly Schema[];
  readonly rest?: Schema | null;
  readonly discriminator?: string;
}

/** Types whose wire form is the value itself. Anything else goes through zod, which is right but slow. */
const PLAIN = new Set(['string', 'number', 'boolean', 'enum', 'literal', 'null', 'unknown']);
/** Checks of a text that leave it as it is. */
const LENGTHS = new Set(['min_length', 'max_length', 'length_equals']);

interface TextDefinition {
  readonly type: string;
  readonly format?: string;
  readonly checks?: readonly { readonly _zod?: { readonly def: { readonly check: string } } }[];
  readonly coerce?: boolean;
}

const identity: Encoder = (value) => value;

function definitionOf(schema: Schema): Definition {
  return zodOf(schema)._zod.def as unknown as Definition;
}

function encodeUnits(value: unknown): unknown {
  return (value as bigint).toString();
}

function objectEncoder(shape: Readonly<Record<string, Schema>>): Encoder {
  const fields = Object.entries(shape).map(([key, schema]) => ({ key, encode: compileEncoder(schema) }));
  return (value) => {
    const source = value as Record<string, unknown>;
    const target: Record<string, unknown> = {};
    for (const { key, encode } of fields) {
      const field = source[key];
      target[key] = encode === identity || field === undefined ? field : encode(field);
    }
    return target;
  };
}

function arrayEncoder(element: Schema): Encoder {
  const encode = compileEncoder(element);
  return encode === identity ? identity : (value) => (value as unknown[]).map(encode);
}

function absentEncoder(inner: Schema): Encoder {
  const encode = compileEncoder(inner);
  return encode === identity ? identity : (value) => (value === null || value === undefined ? value : encode(value));
}

/** Keys are any text; like zod, it leaves out `__proto__`, which would be no key of the copy but its prototype. */
function recordEncoder(valueType: Schema): Encoder {
  const encode = compileEncoder(valueType);
  return (value) => {
    const source = value as Readonly<Record<string, unknown>>;
    const target: Record<string, unknown> = {};
    for (const key of Object.keys(source)) if (key !== '__proto__') target[key] = encode(source[key]);
    return target;
  };
}

function tupleEncoder(items: readonly Schema[]): Encoder {
  const encoders = items.map(compileEncoder);
  return (value) => {
    const source = value as readonly unknown[];
    return encoders.map((encode, i) => encode(source[i]));
  };
}

function isAnyText(schema: Schema): boolean {
  const { type, format, checks = [], coerce = false } = zodOf(schema)._zod.def as unknown as TextDefinition;
  const isAsGiven = checks.every((check) => LENGTHS.has(check._zod?.def.check ?? ''));
  return type === 'string' && format === undefined && isAsGiven && !coerce;
}

/** Which of several types a value is does not matter where all of them are written as they are. */
function isPlainUnion({ type, options = [] }: Definition): boolean {
  return type === 'union' && options.every((option) => compileEncoder(option) === identity);
}

/** Objects distinguished by the value of one field, each with a value of its own. Undefined for other unions. */
function variantEncoder({ type, discriminator, options = [] }: Definition): Encoder | undefined {
  if (type !== 'union' || discriminator === undefined) return undefined;
  const encoders = new Map<unknown, Encoder>();
  for (const option of options) {
    const field = definitionOf(option).shape?.[discriminator];
    const { values } = (field ? definitionOf(field) : {}) as { readonly values?: unknown[] };
    if (values?.length !== 1) return undefined;
    encoders.set(values[0], compileEncoder(option));
  }
  return (value) => encoders.get((value as Readonly<Record<string, unknown>>)[discriminator])?.(value);
}

/** Records of any keys and tuples of a fixed length of required values: what else these types can be is left to zod. */
function collectionEncoder({ type, keyType, valueType, items, rest }: Definition): Encoder | undefined {
  if (type === 'record' && keyType && valueType && isAnyText(keyType)) return recordEncoder(valueType);
  const isFixed = type === 'tuple' && items && !rest && items.every((item) => definitionOf(item).type !== 'optional');
  return isFixed ? tupleEncoder(items) : undefined;
}

/** A schema is part of many answers. */
const compiled = new WeakMap<Schema, Encoder>();

function compile(schema: Schema): Encoder {
  const definition = definitionOf(schema);
  const { type, shape, element, innerType } = definition;
  if (schema === units) return encodeUnits;
  if (PLAIN.has(type) || isPlainUnion(definition)) return identity;
  if (type === 'object' && shape) return objectEncoder(shape);
  if (type === 'array' && element) return arrayEncoder(element);
  if ((type === 'nullable' || type === 'optional') && innerType) return absentEncoder(innerType);
  return (
    variantEncoder(definition) ?? collectionEncoder(definition) ?? ((value) => z.encode(zodOf(schema), value as never))
  );
}

/**
 * Compiles an answer's schema once into a plain function that writes exactly its declared fields. It checks nothing, which
 * makes a page of 1,000 rows about three times cheaper than `schema.encode`: answers are checked where they are made (by
 * types) and where they are read (by the client's decode).
 */
export function compileEncoder(schema: Schema): Encoder {
  const known = compiled.get(schema);
  if (known) return known;
  const encoder = compile(schema);
  compiled.set(schema, encoder);
  return encoder;
}
