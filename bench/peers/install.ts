/** Installs peers into `bench/.cache`: `install.ts [set]`. Does nothing when they are there. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotMeasure } from '../harness.ts';

/** Peers that need each other's absence: each set has a folder and a manifest of its own. */
export const PEER_SETS = { peers: 'package.json', ponder: 'ponder.json', squid: 'squid.json' } as const;
export type PeerSet = keyof typeof PEER_SETS;

function isInstalled(manifest: string, directory: string): boolean {
  const { dependencies } = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies: Record<string, string> };
  return Object.entries(dependencies).every(([name, version]) => {
    const installed = join(directory, 'node_modules', name, 'package.json');
    return (
      existsSync(installed) && (JSON.parse(readFileSync(installed, 'utf8')) as { version: string }).version === version
    );
  });
}

/** Directory with the peers' `node_modules`. Throws with npm's last words when they cannot be installed. */
export function installPeers(set: PeerSet = 'peers'): string {
  const manifest = join(import.meta.dirname, PEER_SETS[set]);
  const directory = join(import.meta.dirname, '..', '.cache', set);
  if (isInstalled(manifest, directory)) return directory;
  mkdirSync(directory, { recursive: true });
  copyFileSync(manifest, join(directory, 'package.json'));
  // Install scripts are left out: LevelDB comes prebuilt, and the other native parts do not compile on current Node.
  const run = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: directory,
    encoding: 'utf8',
  });
  if (run.status !== 0) {
    const names = Object.keys((JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies: object }).dependencies);
    const reason = (run.stderr ?? String(run.error)).trim().split('\n')[0];
    throw new CannotMeasure(`npm could not install the peers ${names.join(', ')} (${reason})`);
  }
  return directory;
}

if (import.meta.main) console.log(installPeers((process.argv[2] as PeerSet | undefined) ?? 'peers'));
