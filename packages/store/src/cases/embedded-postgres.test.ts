import { type ChildProcess, spawn } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';

let folder: string;
const running: EmbeddedPostgres[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'trailmark-embedded-'));
  chmodSync(folder, 0o755);
});
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

async function start(directory = join(folder, 'casework')): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres(directory, join(folder, 'keys', 'postgres'));
  running.push(server);
  return server;
}

async function query<R>(server: EmbeddedPostgres, text: string): Promise<R[]> {
  const client = new pg.Client(server.owner);
  await client.connect();
  try {
    return (await client.query(text)).rows as R[];
  } finally {
    await client.end();
  }
}

/** Servers that run on a folder, whoever started them. */
function listServers(directory: string): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      return words[0]?.endsWith('/postgres') && words.includes(directory);
    } catch {
      return false;
    }
  });
}

async function until(check: () => boolean): Promise<void> {
  const deadline = Date.now() + 120_000;
  while (!check() && Date.now() < deadline) await wait(50);
  expect(check()).toBe(true);
}

const MODULE = new URL('./embedded-postgres.ts', import.meta.url).href;
const STARTER = `
const { startEmbeddedPostgres } = await import(${JSON.stringify(MODULE)});
await startEmbeddedPostgres(process.argv[1], process.argv[2]);
console.log('up');
setInterval(() => {}, 1000);
`;

/** A process of its own that starts a server and then only waits. */
async function startElsewhere(directory: string): Promise<ChildProcess> {
  const args = ['--input-type=module', '-e', STARTER, directory, join(folder, 'keys', 'postgres')];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise<void>((resolve) => child.stdout?.once('data', () => resolve()));
  return child;
}

describe('the embedded PostgreSQL', () => {
  test('keeps what was written over a restart, syncs to disk, checks its pages and listens on no port', async () => {
    const first = await start();
    await query(first, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)');
    await first.stop();
    const second = await start();
    expect(await query(second, 'SELECT id FROM kept')).toEqual([{ id: 7 }]);
    expect(await query(second, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    expect(await query(second, 'SHOW data_checksums')).toEqual([{ data_checksums: 'on' }]);
    expect(await query(second, 'SHOW listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect(await query(second, 'SHOW max_parallel_workers_per_gather')).toEqual([
      { max_parallel_workers_per_gather: '0' },
    ]);
  });

  test('asks for its password', async () => {
    const server = await start();
    const client = new pg.Client({ ...server.owner, password: 'guessed' });
    await expect(client.connect()).rejects.toThrow(/password authentication failed/);
  });

  test('ends when the process that started it is killed, and starts again on the same files', async () => {
    const directory = join(folder, 'casework');
    const child = await startElsewhere(directory);
    expect(listServers(directory)).not.toEqual([]);
    child.kill('SIGKILL');
    await until(() => listServers(directory).length === 0);
    const server = await start();
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('restarts automatically where it was killed, with what was written, and still ends when it is stopped', async () => {
    const directory = join(folder, 'casework');
    const server = await start();
    await query(server, 'CREATE TABLE kept (id int); INSERT INTO kept VALUES (7)');
    process.kill(Number(readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL');
    const deadline = Date.now() + 120_000;
    let rows: unknown;
    while (rows === undefined && Date.now() < deadline) {
      rows = await query(server, 'SELECT id FROM kept').catch(() => wait(100, undefined));
    }
    expect(rows).toEqual([{ id: 7 }]);
    await server.stop();
    await wait(1_500);
    expect(listServers(directory)).toEqual([]);
  });

  test('takes files over from a server that a killed process has just left', async () => {
    const directory = join(folder, 'casework');
    const child = await startElsewhere(directory);
    child.kill('SIGKILL');
    const server = await start();
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('leaves alone a program that has the number of a server that is gone, whatever it is called', async () => {
    const directory = join(folder, 'casework');
    await (await start()).stop();
    const program = join(folder, 'postgres');
    copyFileSync('/bin/sleep', program);
    chmodSync(program, 0o755);
    const other = spawn(program, ['600'], { stdio: 'ignore' });
    try {
      await until(() => readFileSync(`/proc/${other.pid}/comm`, 'utf8').trim() === 'postgres');
      writeFileSync(
        join(directory, 'postmaster.pid'),
        `${other.pid}\n${directory}\n1700000000\n5432\n\n*\n0 0\nready\n`,
      );
      const server = await start();
      expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect([other.exitCode, other.signalCode]).toEqual([null, null]);
    } finally {
      other.kill('SIGKILL');
    }
  });

  test.skipIf(process.getuid?.() !== 0)('runs for root where nobody else can reach the data folder', async () => {
    const closed = join(folder, 'closed');
    mkdirSync(closed, { mode: 0o700 });
    const server = await start(join(closed, 'casework'));
    try {
      expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      expect(existsSync(join(server.directory, 'PG_VERSION'))).toBe(true);
    } finally {
      await server.stop();
      rmSync(server.directory, { recursive: true, force: true });
    }
  });
});
