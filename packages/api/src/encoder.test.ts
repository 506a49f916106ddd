import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileEncoder } from './encoder.ts';
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

  it('are read back to the same value', () => {
    expect(schema.decode(compileEncoder(schema)(value) as never)).toEqual(value);
  });
});
