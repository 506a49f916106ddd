import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';

/** Who holds a data folder, and how other commands of this machine can hand it work. */
export interface LockHolder {
  readonly pid: number;
  /** When the process started, in the kernel's ticks: tells a reused process id from the holder. */
  readonly startTicks: string;
  readonly bootId: string;
  readonly command: string;
  /** ISO time, for people. */
  readonly since: string;
  /** Loopback address and secret of the holder's control door, once it is open. */
  readonly control?: { readonly url: string; readonly token: string };
}

export interface DataLock {
  /** Publishes the control door. The file is readable for its owner only. */
  setControl(control: NonNullable<LockHolder['control']>): void;
  release(): void;
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

/** Field 22 of /proc/<pid>/stat; empty where there is no such process or no /proc. */
function startTicks(pid: number): string {
  const stat = readText(`/proc/${pid}/stat`);
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

function bootId(): string {
  return readText('/proc/sys/kernel/random/boot_id').trim();
}

function isAlive(holder: LockHolder): boolean {
  if (holder.bootId !== bootId()) return false;
  try {
    process.kill(holder.pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  return holder.startTicks === '' || holder.startTicks === startTicks(holder.pid);
}

function lockPath(dataDirectory: string): string {
  return join(dataDirectory, 'trailmark.lock');
}

/** The living holder of a data folder, if there is one. */
export function findLockHolder(dataDirectory: string): LockHolder | undefined {
  const text = readText(lockPath(dataDirectory));
  if (text === '') return undefined;
  try {
    const holder = JSON.parse(text) as LockHolder;
    return isAlive(holder) ? holder : undefined;
  } catch {
    return undefined;
  }
}

/** Takes the data folder for this process. Throws `conflict` naming the holder; a lock whose process is gone is taken over. */
export function takeDataLock(dataDirectory: string, command: string): DataLock {
  mkdirSync(dataDirectory, { recursive: true });
  const path = lockPath(dataDirectory);
  const own: LockHolder = {
    pid: process.pid,
    startTicks: startTicks(process.pid),
    bootId: bootId(),
    command,
    since: new Date().toISOString(),
  };
  for (let attempt = 0; attempt < 2; attempt++) {
    if (tryCreate(path, own)) return createLock(path, own);
    const holder = findLockHolder(dataDirectory);
    if (holder) {
      throw new AppError(
        'conflict',
        `The data folder ${dataDirectory} is in use by "trailmark ${holder.command}" (process ${holder.pid}, since ${holder.since}). ` +
          'One process at a time writes to it.',
        { context: { pid: holder.pid } },
      );
    }
    rmSync(path, { force: true });
  }
  throw new AppError('conflict', `The data folder ${dataDirectory} was taken by another process just now.`);
}

function tryCreate(path: string, holder: LockHolder): boolean {
  if (existsSync(path)) return false;
  try {
    const fd = openSync(path, 'wx', 0o600);
    writeFileSync(fd, JSON.stringify(holder));
    closeSync(fd);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new AppError('unavailable', `The lock file ${path} cannot be written.`, { cause: error });
  }
}

function createLock(path: string, own: LockHolder): DataLock {
  return {
    setControl: (control) => writeFileSync(path, JSON.stringify({ ...own, control }), { mode: 0o600 }),
    release() {
      const text = readText(path);
      if (text !== '' && (JSON.parse(text) as LockHolder).pid === own.pid) rmSync(path, { force: true });
    },
  };
}
