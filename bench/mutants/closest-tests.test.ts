import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findClosestTests } from './closest-tests.ts';

const root = mkdtempSync(join(tmpdir(), 'trailmark-closest-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, ...imported: string[]): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), imported.map((each) => `import { x } from '${each}';\n`).join(''));
}

test('the closest tests of a file are those of its folder, then those that reach it by way of the fewest others', () => {
  write('packages/a/src/fault.ts', './user.ts');
  write('packages/a/src/user.ts', './fault.ts');
  write('packages/a/src/a-user.test.ts', './fault.ts');
  write('packages/a/src/fault.test.ts', './fault.ts');
  write('packages/a/src/user.test.ts', './user.ts', 'vitest');
  write('packages/a/src/other.test.ts', './other.ts');
  write('packages/b/src/far.ts', '@trailmark/a/user');
  write('test/far.test.ts', '../packages/b/src/far.ts');
  write('test/crash/near.test.ts', '@trailmark/a/fault');
  write('test/direct.test.ts', '@trailmark/a/fault');
  const folder = ['fault', 'a-user', 'other', 'user'].map((name) => `packages/a/src/${name}.test.ts`);
  const far = ['test/direct.test.ts', 'test/far.test.ts'];
  expect(findClosestTests(root, 'packages/a/src/fault.ts', 9)).toEqual([...folder, ...far]);
  expect(findClosestTests(root, 'packages/a/src/fault.ts', 1)).toEqual([...folder, 'test/direct.test.ts']);
  expect(findClosestTests(root, 'packages/b/src/nobody.ts', 9)).toEqual([]);
});
