import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findLockHolder, type LockHolder, takeDataLock } from './data-lock.ts';

let directory: string;
let path: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'trailmark-lock-'));
  path = join(directory, 'trailmark.lock');
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** The holder this process would be, with some of it changed. */
function plant(change: Partial<LockHolder>): LockHolder {
  takeDataLock(directory, 'serve');
  const holder = { ...(JSON.parse(readFileSync(path, 'utf8')) as LockHolder), ...change };
  writeFileSync(path, JSON.stringify(holder));
  return holder;
}

test('a folder is locked by one process, which is named to a second one, and free once it is given back', () => {
  const lock = takeDataLock(join(directory, 'new', 'folder'), 'serve');
  const taking = () => takeDataLock(join(directory, 'new', 'folder'), 'ingest');
  expect(taking).toThrow(`is in use by "trailmark serve" (process ${process.pid}, since 20`);
  expect(taking).toThrow(expect.objectContaining({ kind: 'conflict', context: { pid: process.pid } }));
  lock.release();
  lock.release();
  expect(findLockHolder(join(directory, 'new', 'folder'))).toBeUndefined();
  taking().release();
});

test.each<[string, Partial<LockHolder>]>([
  ['is gone', { pid: 2 ** 22 + 1 }],
  ['ran before the machine started anew', { bootId: 'another' }],
  ['was another one of the same id', { startTicks: '1' }],
])('a lock whose process %s is taken over, and nothing of it is left', (_, change) => {
  plant({ command: 'old', ...change });
  expect(findLockHolder(directory)).toBeUndefined();
  takeDataLock(directory, 'ingest');
  expect(findLockHolder(directory)).toMatchObject({ command: 'ingest', pid: process.pid });
  expect(readdirSync(directory)).toEqual(['trailmark.lock']);
});

test('a living process holds its lock also where the kernel does not tell when it started', () => {
  plant({ startTicks: '' });
  expect(() => takeDataLock(directory, 'ingest')).toThrow('is in use');
});

test.each(['', '{"pid":', 'null'])('a lock that says %j is nobody’s', (text) => {
  writeFileSync(path, text);
  expect(findLockHolder(directory)).toBeUndefined();
  takeDataLock(directory, 'ingest');
  expect(findLockHolder(directory)).toMatchObject({ command: 'ingest' });
});

test('a lock that somebody else holds meanwhile is not given back for them', () => {
  const lock = takeDataLock(directory, 'serve');
  writeFileSync(path, JSON.stringify({ pid: process.ppid, startTicks: '', bootId: '', command: 'other', since: '' }));
  lock.release();
  expect(existsSync(path)).toBe(true);
  writeFileSync(path, '');
  lock.release();
  expect(existsSync(path)).toBe(true);
});

test('the secret of the control socket is readable by the holder’s own account only', () => {
  const lock = takeDataLock(directory, 'serve');
  lock.setControl({ url: 'http://127.0.0.1:9', token: 'secret' });
  expect(findLockHolder(directory)).toMatchObject({ command: 'serve', control: { token: 'secret' } });
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['trailmark.lock']);
});
