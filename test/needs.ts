import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'vitest';
import { findTool } from '../scripts/tools.mjs';

/** An external program that tests use, such as `litecoind` or `chromium`; undefined where it is not installed. */
export function needs(tool: string): { readonly path: string } | undefined {
  const path = findTool(tool);
  return path === undefined ? undefined : { path };
}

/** Tests that need an external program: without it one skipped test says so by name. */
export function describeWith(tool: string, tests: (path: string) => void): void {
  const found = needs(tool);
  // A journey in a browser is tried once more where it fails: a machine that stalls for a moment is no fault of a page. The report names it.
  const options = { retry: tool === 'chromium' ? 1 : 0 };
  if (found) describe(`with ${tool}`, options, () => tests(found.path));
  else test.skip(`skipped: needs ${tool}`, () => undefined);
}

/** Tests that need a file or folder below TRAILMARK_DATA: without it one skipped test says so by name. */
export function describeWithData(name: string, tests: (path: string) => void): void {
  const path = join(process.env.TRAILMARK_DATA ?? '', name);
  if (process.env.TRAILMARK_DATA && existsSync(path)) describe(`with ${name}`, () => tests(path));
  else test.skip(`skipped: needs data ${name}`, () => undefined);
}
