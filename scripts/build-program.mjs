import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { captureNode, ROOT, stop } from './runtime.mjs';
import { hashSources } from './source-hash.mjs';

/** Packages that the program is made of. */
export const PROGRAM_SOURCES = [
  'server',
  'store',
  'ingest',
  'chains',
  'analysis',
  'documents',
  'evidence',
  'core',
  'api',
  'drawing',
];
const BUILDS = join(ROOT, 'packages', 'server', 'dist');
/** A server that still runs starts its threads from the build it was started from. */
const KEPT = 3;

/** @param {string} folder */
function removeOldest(folder) {
  const ages = readdirSync(folder).map((name) => ({ name, built: statSync(join(folder, name)).mtimeMs }));
  for (const { name } of ages.sort((a, b) => b.built - a.built).slice(KEPT)) {
    rmSync(join(folder, name), { recursive: true, force: true });
  }
}

/**
 * The program of these sources, in few large files, which start several times as fast as a thousand small ones. Builds it where that
 * was not done, in a folder of its own that is there as a whole or not at all: two may build at once. `path` is the module to run.
 */
export function buildProgram() {
  const folder = join(BUILDS, hashSources(PROGRAM_SOURCES).slice(0, 16));
  const path = join(folder, 'main.mjs');
  if (existsSync(path)) return { ok: true, output: '', path };
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  const { ok, output } = captureNode([join(ROOT, 'scripts', 'bundle-program.mjs'), draft]);
  if (!ok) {
    rmSync(draft, { recursive: true, force: true });
    return { ok, output, path };
  }
  if (existsSync(path)) rmSync(draft, { recursive: true, force: true });
  else renameSync(draft, folder);
  removeOldest(BUILDS);
  return { ok: true, output: '', path };
}

/** The module to run, built where it was not. Ends the process if that fails. */
export function ensureProgram() {
  const { ok, output, path } = buildProgram();
  return ok ? path : stop(`the program could not be built.\n${output}`);
}

if (process.argv[1] === import.meta.filename) ensureProgram();
