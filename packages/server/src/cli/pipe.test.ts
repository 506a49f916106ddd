import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { PROGRAM } from '../../../../test/program.ts';

const folder = mkdtempSync(join(tmpdir(), 'trailmark-pipe-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each([
  ['help', ['help']],
  ['prices list', ['prices', 'list', '--data-dir', folder]],
  ['labels list', ['labels', 'list', '--data-dir', folder]],
  ['status', ['status', '--data-dir', join(folder, 'none')]],
])('%s ends quietly when nobody reads its output, as after a pipe into head', async (_, args) => {
  const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let errors = '';
  child.stderr.setEncoding('utf8').on('data', (part) => (errors += part));
  await once(child, 'close');
  expect(errors).toBe('');
  expect(child.exitCode).toBe(0);
});
