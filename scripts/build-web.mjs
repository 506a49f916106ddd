import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { captureNode, ROOT, say, stop } from './runtime.mjs';
import { hashSources } from './source-hash.mjs';

const WEB = join(ROOT, 'packages', 'web');
const MARK = join(WEB, 'dist', '.source-hash');
const SOURCES = ['web', 'api', 'core', 'drawing', 'chains', join('evidence', 'verifier')];

export function isWebBuilt() {
  return existsSync(MARK) && readFileSync(MARK, 'utf8') === hashSources(SOURCES);
}

/** Builds the web application. Vite's output comes back, to be shown if the build failed. */
export function buildWeb() {
  const sources = hashSources(SOURCES);
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

/** Builds the web application unless it is built from these sources. Ends the process if that fails. */
export function ensureWebBuilt() {
  if (isWebBuilt()) return;
  say('building the web application …');
  const { ok, output } = buildWeb();
  if (!ok) stop(`the web application could not be built.\n${output}`);
}

if (process.argv[1] === import.meta.filename) ensureWebBuilt();
