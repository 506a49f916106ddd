import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { TEMPLATES_VARIABLE } from '../../../../../test/run-template.ts';
import { migrate } from '../migrate.ts';
import { openTestCasework } from './test-casework.ts';

const OPEN_TWO = `
  const { openTestCasework } = await import(${JSON.stringify(import.meta.resolve('./test-casework.ts'))});
  const first = await openTestCasework();
  const second = await openTestCasework();
  await first.close();
  await second.alone.list({ text: 'SELECT 1', values: [] });
  await second.close();
  console.log('closed');`;

test('a program that is no test, such as a benchmark, ends once its databases are closed', () => {
  const { [TEMPLATES_VARIABLE]: _, ...env } = process.env;
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', OPEN_TWO];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { env, encoding: 'utf8', timeout: 200_000 });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: 'closed\n', stderr: '' });
});

test('a file that gives the application another password leaves the next file the one it knows', async () => {
  const kept = await openTestCasework();
  const altered = await openTestCasework();
  await migrate(altered.owner, 'another');
  await kept.close();
  await altered.close();
  // One that was kept, and one that is made.
  for (const casework of [await openTestCasework(), await openTestCasework()]) {
    expect(await casework.alone.list({ text: 'SELECT 1 AS one', values: [] })).toEqual([{ one: 1 }]);
    await casework.close();
  }
});
