import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { TEMPLATES_VARIABLE } from '../../../../../test/run-template.ts';

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
