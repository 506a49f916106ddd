import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { FilledChain } from './fill-node.ts';

/** How Ponder wants its files to export; apart, because this house names its exports. */
const DEFAULT = 'export default';
const CONFIG = `import { createConfig } from 'ponder';
const abi = [{ type: 'event', name: 'Transfer', inputs: [
  { name: 'from', type: 'address', indexed: true }, { name: 'to', type: 'address', indexed: true }, { name: 'value', type: 'uint256', indexed: false },
] }] as const;
${DEFAULT} createConfig({
  database: { kind: 'pglite' },
  chains: { dev: { id: 1, rpc: process.env.RPC_URL, pollingInterval: 200 } },
  contracts: { Coin: { chain: 'dev', abi, address: process.env.TOKEN as \`0x\${string}\`, startBlock: 0 } },
});
`;
const SCHEMA = `import { onchainTable } from 'ponder';
export const account = onchainTable('account', (t) => ({ address: t.hex().primaryKey(), balance: t.bigint().notNull() }));
export const transfer = onchainTable('transfer', (t) => ({
  id: t.text().primaryKey(), from: t.hex().notNull(), to: t.hex().notNull(), value: t.bigint().notNull(), block: t.integer().notNull(),
}));
`;
const INDEX = `import { ponder } from 'ponder:registry';
import { account, transfer } from 'ponder:schema';
ponder.on('Coin:Transfer', async ({ event, context }) => {
  const { from, to, value } = event.args;
  await context.db.insert(transfer).values({ id: event.id, from, to, value, block: Number(event.block.number) });
  await context.db.insert(account).values({ address: to, balance: value }).onConflictDoUpdate((row) => ({ balance: row.balance + value }));
});
`;
const API = `import { Hono } from 'hono';
${DEFAULT} new Hono();
`;
const KILL_AFTER_MS = 180_000;

function writeProject(directory: string): void {
  mkdirSync(join(directory, 'src', 'api'), { recursive: true });
  writeFileSync(join(directory, 'ponder.config.ts'), CONFIG);
  writeFileSync(join(directory, 'ponder.schema.ts'), SCHEMA);
  writeFileSync(join(directory, 'src', 'index.ts'), INDEX);
  writeFileSync(join(directory, 'src', 'api', 'index.ts'), API);
}

/** Seconds from the first request of the sync to the last block indexed, by the times of Ponder's own log lines. */
async function runOnce(directory: string, schema: string, url: string, chain: FilledChain): Promise<number> {
  const env = { ...process.env, RPC_URL: url, TOKEN: chain.token, PONDER_TELEMETRY_DISABLED: '1' };
  const flags = ['start', '--schema', schema, '--log-format', 'json', '--log-level', 'debug', '--port', '0'];
  const child = spawn(join(directory, 'node_modules', '.bin', 'ponder'), flags, { cwd: directory, env });
  const killer = setTimeout(() => child.kill('SIGKILL'), KILL_AFTER_MS);
  let begun: number | undefined;
  let last = '';
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      last = line;
      const { msg = '', number, time = 0 } = JSON.parse(line) as { msg?: string; number?: number; time?: number };
      if (begun === undefined && msg.startsWith('Created database tables')) begun = time;
      if (msg.startsWith('Indexed block') && number === chain.blocks && begun !== undefined)
        return (time - begun) / 1_000;
    }
  } finally {
    clearTimeout(killer);
    child.kill('SIGKILL');
  }
  throw new Error(`Ponder ended before the last block: ${last.slice(0, 200)}`);
}

/** Ponder on PGlite, first with nothing and then with its cache of the node's answers. */
export async function timePonder(
  directory: string,
  url: string,
  chain: FilledChain,
): Promise<{ readonly cold: number; readonly cached: number }> {
  writeProject(directory);
  rmSync(join(directory, '.ponder'), { recursive: true, force: true });
  const cold = await runOnce(directory, 'cold', url, chain);
  return { cold, cached: await runOnce(directory, 'cached', url, chain) };
}
