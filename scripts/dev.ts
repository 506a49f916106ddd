import { type ChildProcess, spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import { type DevServer, openDevServer } from '../packages/web/dev-server.ts';
import { ROOT, say, stop } from './runtime.mjs';

const USAGE = `npm run dev -- [--port <number>] [--data-dir <folder>] [--demo]
  --port      port of the pages: 5173 unless PORT or this flag sets it; 0 takes any free port
  --data-dir  data folder of the server
  --demo      fill an empty data folder with fictional agencies and people`;
const PAGE_PORT = 5_173;
/** How long the server may take to stop before it is killed. */
const STOPS_WITHIN_MS = 20_000;
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

interface DevOptions {
  readonly port: number;
  /** Flags that are passed on to the server. */
  readonly flags: readonly string[];
}

/** Reads the command line. Throws an error with a sentence for a flag or a port that does not exist. */
function readOptions(args: readonly string[], defaultPort: string | undefined): DevOptions {
  const options = { port: { type: 'string' }, 'data-dir': { type: 'string' }, demo: { type: 'boolean' } } as const;
  const { values } = parseArgs({ args: [...args], options });
  const port = Number(values.port ?? (defaultPort || PAGE_PORT));
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('The port must be a whole number from 0 to 65535.');
  const dataDir = values['data-dir'];
  return { port, flags: [...(dataDir ? ['--data-dir', dataDir] : []), ...(values.demo ? ['--demo'] : [])] };
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No port is free.');
  return address.port;
}

/** Prints what the server prints, with the pages' address in place of its own: links open where the pages reload. */
function printUnder(stream: Readable, api: string, origin: string): void {
  const [apiPort, pagePort] = [new URL(api).port, new URL(origin).port];
  createInterface({ input: stream }).on('line', (line) => {
    process.stdout.write(`${line.replaceAll(`:${apiPort}`, `:${pagePort}`)}\n`);
  });
}

/** Starts the server, which Node restarts whenever a file that it imported is saved. */
function watchServer(api: string, origin: string, flags: readonly string[]): ChildProcess {
  const { port } = new URL(api);
  const watched = ['--watch', '--watch-preserve-output', 'packages/server/src/main.ts', 'serve', '--port', port];
  const server = spawn(process.execPath, [...process.execArgv, ...watched, ...flags], {
    cwd: ROOT,
    // A group of its own: Ctrl-C reaches it once, through this process, and nothing of it survives.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Links in emails and passkeys name the address people open.
    env: { ...process.env, TRAILMARK_ORIGIN: process.env.TRAILMARK_ORIGIN || origin },
  });
  printUnder(server.stdout, api, origin);
  printUnder(server.stderr, api, origin);
  return server;
}

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal);
  } catch {
    // Every process of it has ended.
  }
}

/** Resolves once the server has ended, which is killed if it takes too long. */
async function stopServer(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  const ended = new Promise((resolve) => server.once('exit', resolve));
  server.kill('SIGTERM');
  const timer = setTimeout(() => killGroup(server, 'SIGKILL'), STOPS_WITHIN_MS);
  await ended;
  clearTimeout(timer);
}

async function openPages(port: number, api: string): Promise<DevServer> {
  try {
    return await openDevServer({ port, api });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return stop(`the pages cannot be served: ${reason}. Choose another port with --port.`);
  }
}

async function run({ port, flags }: DevOptions): Promise<void> {
  const api = `http://127.0.0.1:${await findFreePort()}`;
  const pages = await openPages(port, api);
  const server = watchServer(api, pages.origin, flags);
  say(
    `pages at ${pages.origin}; they follow every change, and the server restarts when its files change. Stop: Ctrl-C.`,
  );
  const signalled = new Promise<void>((resolve) => {
    for (const name of SIGNALS) process.on(name, () => resolve());
  });
  const failed = new Promise<void>((resolve) => {
    server.once('exit', () => resolve());
    server.once('error', () => resolve());
  });
  await Promise.race([signalled, failed]);
  await Promise.all([stopServer(server), pages.close()]);
}

let options: DevOptions;
try {
  options = readOptions(process.argv.slice(2), process.env.PORT);
} catch (error) {
  stop(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
}
await run(options);
process.exit(0);
