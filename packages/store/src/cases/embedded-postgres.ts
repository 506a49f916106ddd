import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { AppError } from '@trailmark/core/errors';
import pg from 'pg';
import type { Connection } from './casework.ts';
import { findPostgresBinaries, isReachableByAll, type PostgresBinaries } from './postgres-binaries.ts';

/** A PostgreSQL server that lives and ends with this process. */
export interface EmbeddedPostgres {
  /** As its superuser, for migrations only. */
  readonly owner: Connection;
  /** Where its files are. */
  readonly directory: string;
  stop(): Promise<void>;
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

const SUPERUSER = 'trailmark_owner';
const PORT = 5_432;
const STARTS_WITHIN_MS = 30_000;
const STOPS_WITHIN_MS = 10_000;
/** The server refuses to run as root; it then runs as nobody. */
const NOBODY: User = { uid: 65_534, gid: 65_534 };
const BESIDE_THE_HOMES = '/var/lib/trailmark';

const SETTINGS = {
  listen_addresses: '',
  max_connections: '40',
  shared_buffers: '64MB',
  // The statements are short: to start a worker process takes longer than all but the largest of them.
  max_parallel_workers_per_gather: '0',
  fsync: 'on',
  password_encryption: 'scram-sha-256',
  log_min_messages: 'fatal',
  timezone: 'UTC',
} as const;

function dropsRights(): User | undefined {
  return process.getuid?.() === 0 ? NOBODY : undefined;
}

/** Where the files go: inside the data folder, unless the user the server runs as cannot get there. */
function placeFiles(wanted: string, user: User | undefined): string {
  if (!user || isReachableByAll(dirname(wanted))) return wanted;
  const digest = createHash('sha256').update(wanted).digest('hex').slice(0, 16);
  return join(BESIDE_THE_HOMES, digest);
}

function ownFolder(path: string, user: User | undefined): void {
  mkdirSync(path, { recursive: true });
  if (user) chownSync(path, user.uid, user.gid);
  chmodSync(path, 0o700);
}

function run(binaries: PostgresBinaries, program: string, args: readonly string[], user: User | undefined): void {
  const result = spawnSync(join(binaries.root, 'bin', program), args, {
    cwd: '/',
    encoding: 'utf8',
    ...(user ?? {}),
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
  });
  if (result.status === 0) return;
  const reason = (result.stderr || result.error?.message || '').trim().split('\n').slice(-3).join(' ');
  throw new AppError('unavailable', `The embedded PostgreSQL could not be prepared: ${reason}`);
}

function initialise(binaries: PostgresBinaries, files: string, password: string, user: User | undefined): void {
  const folder = mkdtempSync(join(tmpdir(), 'trailmark-init-'));
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (user) for (const path of [folder, passwordFile]) chownSync(path, user.uid, user.gid);
  try {
    run(
      binaries,
      'initdb',
      [
        `--pgdata=${files}`,
        `--username=${SUPERUSER}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        '--data-checksums',
      ],
      user,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether a process is PostgreSQL at work on a folder, which each of its processes has as its working directory. */
function worksOn(pid: number, files: string): boolean {
  try {
    const isPostgres = readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'postgres';
    return isPostgres && readlinkSync(`/proc/${pid}/cwd`) === realpathSync(files);
  } catch {
    // It is gone, or another user's: no server of ours.
    return false;
  }
}

function isInUse(files: string): boolean {
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && worksOn(Number(name), files));
}

/**
 * A server of an earlier process that was killed may still hold the files: the data folder's lock is ours, so it is ended. Where the
 * number in its file belongs to another program by now, that one is left alone, and the file, which would keep the server from
 * starting, is removed.
 */
async function endOrphan(files: string): Promise<void> {
  const path = join(files, 'postmaster.pid');
  if (!existsSync('/proc/self/cwd')) return;
  const deadline = Date.now() + STOPS_WITHIN_MS;
  while (existsSync(path) && Date.now() < deadline) {
    const pid = Number(readFileSync(path, 'utf8').split('\n')[0]);
    if (worksOn(pid, files)) process.kill(pid, 'SIGINT');
    else if (!isInUse(files)) return rmSync(path, { force: true });
    await wait(100);
  }
}

/**
 * The shell ends the server when its own input closes, so that no killed process leaves one behind; and starts it again
 * where it ended on its own, as when the system ran out of memory.
 */
const KEEPER = `
exec 3<&0
keeper=$$; stopping=; pid=
trap 'stopping=1; [ -z "$pid" ] || kill -INT $pid 2>/dev/null' TERM
(read -r _ <&3; kill -TERM $keeper) &
while [ -z "$stopping" ]; do
  "$@" 3<&- & pid=$!
  [ -z "$stopping" ] || kill -INT $pid 2>/dev/null
  while wait $pid; [ $? -gt 128 ] && kill -0 $pid 2>/dev/null; do :; done
  pid=
  [ -n "$stopping" ] || sleep 1
done`;

type Settings = Readonly<Record<string, string>>;

function launch(binaries: PostgresBinaries, files: string, user: User | undefined, wanted: Settings): ChildProcess {
  const settings = Object.entries(wanted).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  return spawn('/bin/sh', ['-c', KEEPER, 'sh', join(binaries.root, 'bin', 'postgres'), '-D', files, ...settings], {
    cwd: '/',
    stdio: ['pipe', 'ignore', 'pipe'],
    // A Ctrl-C is for this process, which then ends the server in its own time.
    detached: true,
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
    ...(user ?? {}),
  });
}

async function canConnect(owner: Connection): Promise<boolean> {
  const client = new pg.Client({ ...owner, connectionTimeoutMillis: 1_000 });
  try {
    await client.connect();
    await client.query('SELECT 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

async function waitUntilUp(child: ChildProcess, owner: Connection): Promise<void> {
  let complaint = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    complaint = (complaint + bytes.toString('utf8')).slice(-2_000);
  });
  const deadline = Date.now() + STARTS_WITHIN_MS;
  while (!(await canConnect(owner))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      throw new AppError('unavailable', `The embedded PostgreSQL did not start: ${complaint.trim().slice(-500)}`);
    }
    await wait(25);
  }
}

async function stop(child: ChildProcess, socket: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.stdin?.end();
    await Promise.race([gone, wait(STOPS_WITHIN_MS, undefined, { ref: false })]);
  }
  rmSync(socket, { recursive: true, force: true });
}

function readPassword(path: string): string {
  if (existsSync(path)) return readFileSync(path, 'utf8').trim();
  const password = randomBytes(24).toString('base64url');
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${password}\n`, { mode: 0o600 });
  return password;
}

/**
 * Starts the PostgreSQL server that comes with the software on a folder, which it makes at the first start. The
 * superuser's password is kept in `passwordFile`. It listens on a Unix socket only. `settings` replace its own.
 */
export async function startEmbeddedPostgres(
  directory: string,
  passwordFile: string,
  settings: Settings = {},
): Promise<EmbeddedPostgres> {
  const user = dropsRights();
  const files = placeFiles(directory, user);
  const binaries = findPostgresBinaries(user && BESIDE_THE_HOMES);
  const password = readPassword(passwordFile);
  if (!existsSync(join(files, 'PG_VERSION'))) {
    mkdirSync(dirname(files), { recursive: true });
    ownFolder(files, user);
    initialise(binaries, files, password, user);
  }
  await endOrphan(files);
  const socket = mkdtempSync(join(tmpdir(), 'trailmark-pg-'));
  ownFolder(socket, user);
  const child = launch(binaries, files, user, { ...SETTINGS, ...settings, unix_socket_directories: socket });
  const owner = { host: socket, port: PORT, database: 'postgres', user: SUPERUSER, password };
  try {
    await waitUntilUp(child, owner);
  } catch (error) {
    await stop(child, socket);
    throw error;
  }
  return { owner, directory: files, stop: () => stop(child, socket) };
}
