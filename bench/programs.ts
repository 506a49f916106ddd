import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { findTool } from '../scripts/tools.mjs';
import { CannotMeasure } from './harness.ts';

/** Python of the system's packages, which may have scipy and igraph. */
export const PYTHON = '/usr/bin/python3';

/** Throws `CannotMeasure` where the system's Python lacks a package. */
export function requirePython(module: 'scipy' | 'igraph' | 'networkx'): void {
  if (existsSync(PYTHON) && spawnSync(PYTHON, ['-c', `import ${module}`]).status === 0) return;
  throw new CannotMeasure(`${PYTHON} has no ${module} (Debian: python3-${module}).`);
}

/** Path of the browser that the tests use too. Throws `CannotMeasure` where there is none. */
export function requireChromium(): string {
  const path = findTool('chromium');
  if (path === undefined) throw new CannotMeasure('there is no Chromium (Debian: chromium).');
  return path;
}
