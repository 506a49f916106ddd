import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureNode, ROOT, stop } from './runtime.mjs';

const WEB = join(ROOT, 'packages', 'web');
const MARK = join(WEB, 'dist', '.source-hash');
const SOURCES = ['web', 'api', 'core', 'drawing', 'chains', join('evidence', 'verifier')];
const SKIPPED = new Set(['dist', 'node_modules', 'vectors', '.vite']);

/**
 * @param {string} folder
 * @returns {string[]}
 */
function listFiles(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => !SKIPPED.has(entry.name) && !/\.test\.tsx?$/.test(entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => (entry.isDirectory() ? listFiles(join(folder, entry.name)) : [join(folder, entry.name)]));
}

/** Fingerprint of everything the web application is built from. */
function hashSources() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((name) => listFiles(join(ROOT, 'packages', name)));
  for (const file of [...files, join(ROOT, 'package-lock.json')]) {
    hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

export function isWebBuilt() {
  return existsSync(MARK) && readFileSync(MARK, 'utf8') === hashSources();
}

/** Builds the web application. Vite's output comes back, to be shown if the build failed. */
export function buildWeb() {
  const sources = hashSources();
  const vite = [join(WEB, 'node_modules'), join(ROOT, 'node_modules')]
    .map((folder) => join(folder, 'vite', 'bin', 'vite.js'))
    .find(existsSync);
  if (!vite) return { ok: false, output: 'Vite is not installed.' };
  // Also where a test runner asks, whose own setting would make Vite build for development.
  const env = { NODE_ENV: 'production' };
  const result = captureNode([vite, 'build', '--logLevel', 'warn'], { cwd: WEB, env });
  // Vite empties the folder first, so a build that was cut short carries no mark.
  if (result.ok) writeFileSync(MARK, sources);
  return result;
}

if (process.argv[1] === import.meta.filename) {
  const { ok, output } = isWebBuilt() ? { ok: true, output: '' } : buildWeb();
  if (!ok) stop(`the web application could not be built.\n${output}`);
}
