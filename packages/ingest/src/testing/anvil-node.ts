import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** A development node of our own: an Ethereum in all that ingest asks of it. */
export interface AnvilNode {
  readonly url: string;
  /** Ten accounts that the node signs for, lower case, each with 10,000 coins. */
  readonly accounts: readonly string[];
  /** One RPC call. Throws with the node's words where it refuses. */
  call<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
  /** Sends a transaction from one of the accounts and waits until it is mined; its receipt. */
  send(transaction: AnvilTransaction): Promise<AnvilReceipt>;
  stop(): Promise<void>;
}

export interface AnvilTransaction {
  readonly from?: string;
  readonly to?: string;
  readonly value?: bigint;
  readonly data?: string;
  readonly gas?: bigint;
}

export interface AnvilReceipt {
  readonly transactionHash: string;
  readonly contractAddress: string | null;
  readonly blockNumber: string;
  readonly status: string;
}

const START_MS = 180_000;
const PLATFORMS: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** The node's program as its package brings it for this platform; undefined where it brings none. */
export function findAnvil(): string | undefined {
  const system = process.platform === 'win32' ? 'win32' : process.platform;
  const require = createRequire(import.meta.url);
  const packages = dirname(dirname(require.resolve('@foundry-rs/anvil/package.json')));
  const path = join(packages, `anvil-${system}-${PLATFORMS[process.arch] ?? process.arch}`, 'bin', 'anvil');
  return existsSync(path) ? path : undefined;
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}

function toHex(value: bigint | undefined): string | undefined {
  return value === undefined ? undefined : `0x${value.toString(16)}`;
}

/** Starts a node on a free port. It mines every transaction at once unless `more` says otherwise. */
export async function startAnvil(path: string, more: readonly string[] = []): Promise<AnvilNode> {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = ['--host', '127.0.0.1', '--port', String(port), '--chain-id', '1', '--silent', ...more];
  const child = spawn(path, flags, { stdio: 'ignore' });
  const ended = once(child, 'exit');

  async function call<T>(method: string, ...params: unknown[]): Promise<T> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result, error } = (await answer.json()) as { result: T; error?: { message: string } };
    if (error) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  async function stop(): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await ended;
  }

  async function send(transaction: AnvilTransaction): Promise<AnvilReceipt> {
    const { value, gas, ...rest } = transaction;
    const from = transaction.from ?? accounts[0];
    const fields = { ...rest, from, value: toHex(value), gas: toHex(gas) };
    const hash = await call<string>('eth_sendTransaction', fields);
    for (const deadline = Date.now() + START_MS; Date.now() < deadline; await sleep(20)) {
      const receipt = await call<AnvilReceipt | null>('eth_getTransactionReceipt', hash);
      if (receipt) return receipt;
    }
    throw new Error(`Transaction ${hash} was not mined.`);
  }

  for (const deadline = Date.now() + START_MS; ; await sleep(50)) {
    if (child.exitCode !== null) throw new Error('The development node ended at its start.');
    try {
      await call('eth_chainId');
      break;
    } catch (error) {
      if (Date.now() < deadline) continue;
      await stop();
      throw error;
    }
  }
  const accounts = (await call<string[]>('eth_accounts')).map((account) => account.toLowerCase());
  return { url, accounts, call, send, stop };
}
