import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { CannotMeasure } from './harness.ts';

/** Python of the system's packages, which may have scipy and igraph. */
export const PYTHON = '/usr/bin/python3';
export const CHROMIUM = '/usr/bin/chromium';

/** Throws `CannotMeasure` where the system's Python lacks a package. */
export function requirePython(module: 'scipy' | 'igraph' | 'networkx'): void {
  if (existsSync(PYTHON) && spawnSync(PYTHON, ['-c', `import ${module}`]).status === 0) return;
  throw new CannotMeasure(`${PYTHON} has no ${module} (Debian: python3-${module}).`);
}

/** Throws `CannotMeasure` where there is no browser. */
export function requireChromium(): void {
  if (!existsSync(CHROMIUM)) throw new CannotMeasure(`there is no ${CHROMIUM} (Debian: chromium).`);
}
