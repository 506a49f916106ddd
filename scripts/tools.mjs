import { spawnSync } from 'node:child_process';
import { accessSync, constants, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { say } from './runtime.mjs';

/**
 * @typedef {{ package: string, commands: string[], paths: string[] }} Tool
 * @type {Record<string, Tool>}
 */
const TOOLS = JSON.parse(readFileSync(new URL('tools.json', import.meta.url), 'utf8'));
const USUAL_FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/local/sbin', '/usr/games', '/opt/homebrew/bin'];

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Path of an external program that tests use, or undefined.
 * @param {string} name
 * @returns {string | undefined}
 */
export function findTool(name) {
  const tool = TOOLS[name] ?? { package: name, commands: [name], paths: [] };
  const folders = [...(process.env.PATH ?? '').split(delimiter).filter(Boolean), ...USUAL_FOLDERS];
  const candidates = tool.commands.flatMap((command) => folders.map((folder) => join(folder, command)));
  return [...candidates, ...tool.paths].find(isExecutable);
}

/** Installs what is missing from Debian's archive where we may. Never fails: tests name what they had to skip. */
export function ensureTools() {
  const missing = Object.keys(TOOLS).filter((name) => findTool(name) === undefined);
  if (missing.length === 0 || process.getuid?.() !== 0 || findTool('apt-get') === undefined) return;
  const packages = missing.map((name) => TOOLS[name]?.package ?? name);
  say(`installing ${packages.join(', ')} for the tests …`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  spawnSync('apt-get', ['update', '-qq'], { env, stdio: 'ignore', timeout: 300_000 });
  for (const name of packages) {
    const args = ['install', '-y', '-qq', '--no-install-recommends', name];
    const result = spawnSync('apt-get', args, { env, stdio: 'ignore', timeout: 600_000 });
    if (result.status !== 0) say(`${name} could not be installed; the tests that need it are skipped.`);
  }
}
