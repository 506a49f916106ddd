import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { COMPILE_CACHE } from '../scripts/runtime.mjs';
import { TEMPLATES_VARIABLE } from './run-template.ts';

/** Gives a test run its folder for templates of data folders, and takes it away at the end. Every program it starts finds its modules compiled. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-templates-'));
  chmodSync(folder, 0o755);
  process.env[TEMPLATES_VARIABLE] = folder;
  Object.assign(process.env, COMPILE_CACHE);
  // A server of a test process may still be ending.
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 250 });
}
