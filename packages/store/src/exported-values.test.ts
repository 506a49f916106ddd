import { writeExports } from '@trailmark/core/testing/write-exports';
import { expect, test } from 'vitest';

const modules = import.meta.glob<object>(['./**/*.ts', '!./**/*.test.ts', '!./**/*.d.ts', '!./**/testing/**'], {
  eager: true,
});

test('versions, limits, words and schemas that the package exports are as recorded', async () => {
  await expect(`${writeExports(modules, () => 'a schema').join('\n')}\n`).toMatchFileSnapshot(
    'results/exported-values.txt',
  );
});
