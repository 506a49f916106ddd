import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { PROGRAM } from '../test/program.ts';
import type { TrailmarkServer } from './trailmark-server.ts';

const run = promisify(execFile);

/** The command line with a running server, as people use it. Returns what it printed. */
export async function trailmark(server: TrailmarkServer, ...args: readonly string[]): Promise<string> {
  const words = ['--disable-warning=ExperimentalWarning', PROGRAM, ...args];
  const { stdout } = await run(process.execPath, [...words, '--data-dir', server.dataDir]);
  return stdout;
}

/** Takes a table in as a pack of labels and brings it into force. Returns what the import printed. */
export async function bringIntoForce(
  server: TrailmarkServer,
  pack: string,
  table: string,
  options: readonly string[] = [],
): Promise<string> {
  const file = join(server.dataDir, `${pack}.csv`);
  writeFileSync(file, table);
  const said = await trailmark(server, 'labels', 'import', 'csv', file, '--pack', pack, '--public', ...options);
  const version = / activate [a-z-]+ ([0-9a-f]{16})/.exec(said)?.[1];
  if (version === undefined) throw new Error(`The import names no version.\n${said}`);
  await trailmark(server, 'labels', 'activate', pack, version);
  return said;
}
