import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, say } from './runtime.mjs';

// A registry mirror may lack platform packages that this machine does not need. npm then leaves them out of
// package-lock.json, and `npm ci` refuses that lockfile wherever it is used. This adds the entries by name and version;
// npm skips them on other platforms without fetching anything.

/**
 * Optional dependencies that the lockfile names but does not hold, as name and version.
 * @param {{ packages: Record<string, any> }} lockfile
 * @returns {{ name: string, version: string }[]}
 */
export function findMissingPackages(lockfile) {
  const held = new Set(Object.keys(lockfile.packages).map((path) => path.replace(/^.*node_modules\//, '')));
  const named = Object.values(lockfile.packages).flatMap((entry) => Object.entries(entry.optionalDependencies ?? {}));
  const missing = new Map(named.filter(([name]) => !held.has(name)));
  return [...missing].map(([name, range]) => ({ name, version: String(range).replace(/^[\^~]/, '') }));
}

/** @param {string} name */
function platformOf(name) {
  const words = name.split(/[^a-z0-9]+/);
  const os = words.find((word) =>
    /^(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)$/.test(word),
  );
  const cpu = words.find((word) => /^(arm|arm64|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)$/.test(word));
  const libc = words.includes('musl') ? 'musl' : undefined;
  return { ...(cpu && { cpu: [cpu] }), ...(libc && { libc: [libc] }), ...(os && { os: [os] }) };
}

if (process.argv[1] === import.meta.filename) {
  const path = join(ROOT, 'package-lock.json');
  const lockfile = JSON.parse(readFileSync(path, 'utf8'));
  const missing = findMissingPackages(lockfile).filter(({ name }) => platformOf(name).os);
  for (const { name, version } of missing) {
    lockfile.packages[`node_modules/${name}`] = { version, optional: true, ...platformOf(name) };
  }
  const sorted = Object.entries(lockfile.packages).sort(([a], [b]) => a.localeCompare(b, 'en'));
  lockfile.packages = Object.fromEntries(sorted);
  writeFileSync(path, `${JSON.stringify(lockfile, undefined, 2)}\n`);
  say(missing.length === 0 ? 'the lockfile is complete.' : `added ${missing.map(({ name }) => name).join(', ')}.`);
}
