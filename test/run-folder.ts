import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TEMPLATES_VARIABLE } from './run-template.ts';

/** Gives a test run its folder for templates of data folders, and takes it away at the end. */
export function setup(): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-templates-'));
  chmodSync(folder, 0o755);
  process.env[TEMPLATES_VARIABLE] = folder;
  return () => rmSync(folder, { recursive: true, force: true });
}
