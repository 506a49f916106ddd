import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileEncoder } from './encoder.ts';
import { type Schema, zodOf } from './route.ts';
import { units } from './wire.ts';

describe('compiled encoders', () => {
  const schema = z.object({
    amount: units,
    maybe: units.nullable(),
    later: units.optional(),
    list: z.array(z.object({ value: units, name: z.string() })),
    plain: z.array(z.number()),
    other: z.record(z.string(), z.number()),
  });
  const value = {
    amount: -(2n ** 256n),
    maybe: null,
    list: [{ value: 0n, name: 'a' }],
    plain: [1],
    other: { a: 1 },
  };

  it('write what zod writes', () => {
    expect(JSON.stringify(compileEncoder(schema)(value))).toBe(JSON.stringify(schema.encode(value)));
    const filled = { ...value, maybe: 5n, later: 6n };
    expect(compileEncoder(schema)(filled)).toEqual(schema.encode(filled));
  });

  it('leave out what is not declared', () => {
    const secret = { ...value, password: 'x', list: [{ value: 1n, name: 'a', secret: 1 }] };
    expect(JSON.stringify(compileEncoder(schema)(secret))).not.toMatch(/password|secret/);
  });

  const samples: (readonly [string, Schema, unknown])[] = [];
  // One at a time: a list of schemas would have the compiler compare every one with every other.
  const sample = (name: string, type: Schema, given: unknown) => samples.push([name, type, given]);
  sample('records of texts', z.record(z.string(), z.string()), { b: 'x', a: '', 7: 'y' });
  sample('records of amounts', z.record(z.string(), z.object({ value: units })), { a: { value: 3n, secret: 1 } });
  sample('records of known keys', z.record(z.enum(['a', 'b']), units), { b: 1n, a: 2n });
  sample('records of short keys', z.record(z.string().min(1).max(9), z.object({ value: units })), { a: { value: 3n } });
  sample('records of trimmed keys', z.record(z.string().trim(), units), { ' a ': 3n });
  sample('texts or numbers', z.array(z.union([z.string().max(5), z.number().int()])), ['a', 4]);
  sample('amounts or nothing', z.union([units, z.null()]), 4n);
  sample('anything', z.object({ value: z.unknown().optional() }), { value: { a: [1, null] } });
  sample('tuples', z.tuple([z.string(), units, z.number().nullable()]), ['a', 5n, null]);
  sample('tuples with an optional end', z.tuple([z.string(), units.optional()]), ['a']);
  sample('tuples with a rest', z.tuple([z.string()], units), ['a', 1n, 2n]);
  it.each(samples)('write %s as zod does', (_, type, given) => {
    expect(JSON.stringify(compileEncoder(type)(given))).toBe(JSON.stringify(z.encode(zodOf(type), given as never)));
  });

  it('make no prototype of a key called __proto__', () => {
    const type = z.record(z.string(), z.string());
    const given = JSON.parse('{"__proto__":"x","a":"b"}') as never;
    expect(JSON.stringify(compileEncoder(type)(given))).toBe('{"a":"b"}');
    expect(JSON.stringify(z.encode(type, given))).toBe('{"a":"b"}');
  });

  it('are read back to the same value', () => {
    expect(schema.decode(compileEncoder(schema)(value) as never)).toEqual(value);
  });
});
