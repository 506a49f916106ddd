/** Installs the peers into `bench/.cache/peers`: `install.ts`. Does nothing when they are there. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const MANIFEST = join(import.meta.dirname, 'package.json');
const DIRECTORY = join(import.meta.dirname, '..', '.cache', 'peers');

function isInstalled(): boolean {
  const { dependencies } = JSON.parse(readFileSync(MANIFEST, 'utf8')) as { dependencies: Record<string, string> };
  return Object.entries(dependencies).every(([name, version]) => {
    const manifest = join(DIRECTORY, 'node_modules', name, 'package.json');
    return (
      existsSync(manifest) && (JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version === version
    );
  });
}

/** Directory with the peers' `node_modules`. Throws with npm's last words when they cannot be installed. */
export function installPeers(): string {
  if (isInstalled()) return DIRECTORY;
  mkdirSync(DIRECTORY, { recursive: true });
  copyFileSync(MANIFEST, join(DIRECTORY, 'package.json'));
  // Install scripts are left out: LevelDB comes prebuilt, and the other native parts do not compile on current Node.
  const run = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: DIRECTORY,
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`npm could not install the peers of the benchmark: ${run.stderr.slice(-2000)}`);
  return DIRECTORY;
}

if (import.meta.main) console.log(installPeers());
