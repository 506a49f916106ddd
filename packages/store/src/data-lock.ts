import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';

/** Who holds a data folder, and how other commands of this machine can hand it work. */
export interface LockHolder {
  readonly pid: number;
  /** When the process started, in the kernel's ticks: distinguishes a reused process id from the holder. */
  readonly startTicks: string;
  readonly bootId: string;
  readonly command: string;
  /** ISO time, for people. */
  readonly since: string;
  /** Loopback address and secret of the holder's control socket, once it is open. */
  readonly control?: { readonly url: string; readonly token: string };
}

export interface DataLock {
  /** Publishes the control socket. The file is readable for its owner only. */
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
  return holderOf(readText(lockPath(dataDirectory)));
}

function holderOf(text: string): LockHolder | undefined {
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
    removeStale(path);
  }
  throw new AppError('conflict', `The data folder ${dataDirectory} was taken by another process just now.`);
}

/** The file appears with its contents in one step: half a lock would look like one whose process is gone. */
function tryCreate(path: string, holder: LockHolder): boolean {
  const written = `${path}.${process.pid}`;
  try {
    writeFileSync(written, JSON.stringify(holder), { mode: 0o600 });
    linkSync(written, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw new AppError('unavailable', `The lock file ${path} cannot be written.`, { cause: error });
  } finally {
    rmSync(written, { force: true });
  }
}

/** Takes the stale file aside first: another process may have put its own there since it was looked at. */
function removeStale(path: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
    if (holderOf(readText(aside))) linkSync(aside, path);
  } catch {
    // Gone or taken again: the next attempt says which.
  } finally {
    rmSync(aside, { force: true });
  }
}

function createLock(path: string, own: LockHolder): DataLock {
  return {
    setControl(control) {
      const written = `${path}.${own.pid}`;
      writeFileSync(written, JSON.stringify({ ...own, control }), { mode: 0o600 });
      renameSync(written, path);
    },
    release() {
      const text = readText(path);
      if (text !== '' && (JSON.parse(text) as LockHolder).pid === own.pid) rmSync(path, { force: true });
    },
  };
}
