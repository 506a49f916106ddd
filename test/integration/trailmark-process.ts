import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ApiClient, createApiClient } from '../../packages/api/src/client.ts';
import { COMPILE_CACHE } from '../../scripts/runtime.mjs';
import { fillFromTemplate } from '../data-template.ts';
import { findDemoPassword, INVESTIGATOR, signInTo } from '../demo-session.ts';
import { PROGRAM } from '../program.ts';

/** Says only that something never comes: a machine with other work may be many times slower than a quiet one. */
const PATIENCE_MS = 180_000;
const ANSWERS = /answers on (http:\S+?)\.? /;

/** The command line as its own process. */
export interface TrailmarkProcess {
  readonly pid: number;
  readonly output: () => string;
  /** Resolves with the first match of everything printed so far; throws when the process ends or time is up before. */
  waitFor(pattern: RegExp, milliseconds?: number): Promise<RegExpExecArray>;
  /** Exit code, once it ended on its own. */
  ended(): Promise<number | null>;
  /** Asks it to end, as Ctrl-C does, and waits. */
  stop(): Promise<number | null>;
}

export function startTrailmark(args: readonly string[], env: Readonly<Record<string, string>> = {}): TrailmarkProcess {
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, ...args], {
    env: { PATH: process.env.PATH ?? '', ...COMPILE_CACHE, TRAILMARK_BUNDLED: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (part) => (text += part));
  const closed = once(child, 'close');
  return {
    pid: child.pid ?? 0,
    output: () => text,
    async waitFor(pattern, milliseconds = PATIENCE_MS) {
      for (const deadline = Date.now() + milliseconds; ; await sleep(50)) {
        const match = pattern.exec(text);
        if (match) return match;
        if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${pattern} was not printed:\n${text}`);
      }
    },
    async ended() {
      await closed;
      return child.exitCode;
    },
    async stop() {
      child.kill('SIGTERM');
      await closed;
      return child.exitCode;
    },
  };
}

/** Runs a command to its end. */
export async function runTrailmark(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<{ code: number | null; output: string }> {
  const command = startTrailmark(args, env);
  return { code: await command.ended(), output: command.output() };
}

export interface TrailmarkServer extends TrailmarkProcess {
  readonly url: string;
  readonly api: ApiClient;
  /** A request by a signed-in investigator. */
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** Passwords are printed at the first start on a folder only. */
const passwords = new Map<string, string>();

/** Fills a folder on which no server has started with what a first start makes, and gives what that start printed. */
async function prepareFolder(dataDir: string, flags: readonly string[], isBundled: boolean): Promise<string> {
  mkdirSync(dataDir, { recursive: true });
  // The database may run as another user, who has to get here.
  for (const path of [dirname(dataDir), dataDir]) if (path !== tmpdir()) chmodSync(path, 0o755);
  const first = await fillFromTemplate(dataDir, { flags, isBundled }, async (folder) => {
    const args = ['serve', ...flags, '--port', '0', '--data-dir', folder];
    const server = startTrailmark(args, isBundled ? { TRAILMARK_BUNDLED: 'on' } : {});
    await server.waitFor(ANSWERS).finally(() => server.stop());
    return server.output();
  });
  return first?.output ?? '';
}

/**
 * `serve` on a free port with the demonstration's people, answering an investigator. A first start is made once per run; what it
 * printed comes first in the output of each server that continues from it.
 */
export async function startServer(
  dataDir: string,
  env: Readonly<Record<string, string>> = {},
  flags: readonly string[] = ['--demo-people'],
): Promise<TrailmarkServer> {
  const first = await prepareFolder(dataDir, flags, env.TRAILMARK_BUNDLED === 'on');
  const server = startTrailmark(['serve', ...flags, '--port', '0', '--data-dir', dataDir], env);
  const [, url = ''] = await server.waitFor(ANSWERS);
  const output = () => first + server.output();
  const password = passwords.get(dataDir) ?? findDemoPassword(output(), INVESTIGATOR);
  passwords.set(dataDir, password);
  const session = await signInTo(url, INVESTIGATOR, password);
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, url), { ...init, headers: { ...session, ...(init.headers as Record<string, string>) } });
  return { ...server, output, url, ask, api: createApiClient(ask) };
}

/** Asks until an answer fits. */
export async function eventually<T>(
  ask: () => Promise<T>,
  fits: (answer: T) => boolean,
  milliseconds = PATIENCE_MS,
): Promise<T> {
  for (const deadline = Date.now() + milliseconds; ; await sleep(100)) {
    const answer = await ask();
    if (fits(answer)) return answer;
    if (Date.now() > deadline)
      throw new Error(
        `The answer never fitted: ${JSON.stringify(answer, (_, value) => (typeof value === 'bigint' ? String(value) : value)).slice(0, 500)}`,
      );
  }
}
