import { writeExports } from '@trailmark/core/testing/write-exports';
import { expect, test } from 'vitest';
import { z } from 'zod';

const modules = import.meta.glob<object>(
  ['./**/*.ts', '!./**/*.test.ts', '!./**/*.d.ts', '!./**/testing/**', '!./main.ts', '!./threads/serve-jobs.ts'],
  { eager: true },
);

/** Bounds and defaults of a schema; of one that JSON Schema cannot write its kind. */
function writeSchema(schema: object): unknown {
  try {
    return z.toJSONSchema(schema as z.ZodType, { unrepresentable: 'any', io: 'input' });
  } catch {
    return (schema as z.ZodType).type;
  }
}

test('versions, limits, words and schemas that the package exports are as recorded', async () => {
  await expect(`${writeExports(modules, writeSchema).join('\n')}\n`).toMatchFileSnapshot('results/exported-values.txt');
});
