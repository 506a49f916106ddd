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

/** Drafts that a stopped build left behind go with the builds of their time. */
function removeOldest() {
  const ages = readdirSync(BUILDS).map((name) => ({
    name,
    // A draft of another process may just have become a build.
    built: statSync(join(BUILDS, name), { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY,
  }));
  for (const { name } of ages.sort((a, b) => b.built - a.built).slice(KEPT)) {
    rmSync(join(BUILDS, name), { recursive: true, force: true });
  }
}

/**
 * Makes a draft the build. Where another process was faster, its build is the same.
 * @param {string} draft
 * @param {string} folder
 */
function publish(draft, folder) {
  try {
    renameSync(draft, folder);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
}

/**
 * The program of these sources in few large files, which start several times as fast as many small ones; built unless it is there. Its
 * folder appears complete or not at all, so two processes may build at once. `path` is the module to run.
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
  publish(draft, folder);
  removeOldest();
  return { ok: true, output: '', path };
}

/** The module to run, built unless it is there. Ends the process if that fails. */
export function ensureProgram() {
  const { ok, output, path } = buildProgram();
  return ok ? path : stop(`the program could not be built.\n${output}`);
}

if (process.argv[1] === import.meta.filename) ensureProgram();
