import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A Litecoin regtest node of our own: a Bitcoin Core 0.21 in all that ingest asks of it. */
export interface LitecoinNode {
  readonly url: string;
  readonly user: string;
  readonly password: string;
  /** The node's data folder; block files are in `regtest/blocks` below it. */
  readonly directory: string;
  readonly blocksDirectory: string;
  /** One RPC call. Throws with the node's words where it refuses. */
  call<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
  /** Mines to an address, a fresh one unless given; the hashes in order. */
  mine(count: number, address?: string): Promise<string[]>;
  /** Ends the process and removes its folder. */
  stop(): Promise<void>;
}

const START_MS = 180_000;

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

/** Starts a node on a free port in a temporary folder; wallet `w` is loaded. `more` are further command line flags. */
export async function startLitecoinNode(path: string, more: readonly string[] = []): Promise<LitecoinNode> {
  const [user, password] = ['trailmark', 'only-for-tests'];
  const directory = await mkdtemp(join(tmpdir(), 'litecoin-node-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = [
    ...['-regtest', `-datadir=${directory}`, '-server', '-listen=0', '-rpcbind=127.0.0.1', '-rpcallowip=127.0.0.1'],
    ...[`-rpcport=${port}`, `-rpcuser=${user}`, `-rpcpassword=${password}`, '-txindex=1', '-fallbackfee=0.0001'],
    // Without it mining stops at height 431.
    ...['-vbparams=mweb:1999999999:2099999999', '-printtoconsole=0', ...more],
  ];
  const child = spawn(path, flags, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

  async function call<T>(method: string, ...params: unknown[]): Promise<T> {
    const body = JSON.stringify({ id: 0, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { authorization }, body });
    const { result, error } = (await answer.json()) as { result: T; error: { message: string } | null };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async function stop(): Promise<void> {
    if (child.exitCode === null && child.signalCode === null) {
      // Its folder goes with it: there is nothing worth an orderly end, which takes seconds.
      child.kill('SIGKILL');
      await ended;
    }
    await rm(directory, { recursive: true, force: true });
  }

  try {
    await waitUntilReady(call, () => child.exitCode !== null);
    await call('createwallet', 'w');
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    ...{ url, user, password, directory, blocksDirectory: join(directory, 'regtest', 'blocks'), call, stop },
    async mine(count, address) {
      return call<string[]>('generatetoaddress', count, address ?? (await call('getnewaddress')));
    },
  };
}

async function waitUntilReady(call: (method: string) => Promise<unknown>, hasEnded: () => boolean): Promise<void> {
  for (const deadline = Date.now() + START_MS; ; await sleep(50)) {
    if (hasEnded()) throw new Error('The Litecoin node ended at its start.');
    try {
      await call('getblockcount');
      return;
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}
