import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AnvilNode } from '../../packages/ingest/src/testing/anvil-node.ts';
import { startServer, startTrailmark } from '../../test/integration/trailmark-process.ts';
import { type Percentiles, percentiles } from '../harness.ts';

const SAMPLES = 20;
const POLL_MS = 10;
const GIVE_UP_MS = 60_000;
/** An address of no one. */
const RECIPIENT = 'b10c'.repeat(10);

/** Milliseconds from a mined block to the answer of the server that follows the node and counts what the block moved. */
export async function timeBlockToAnswer(node: AnvilNode): Promise<Percentiles> {
  const directory = mkdtempSync(join(tmpdir(), 'account-follow-'));
  const server = await startServer(directory);
  const ingest = startTrailmark([
    'ingest',
    'eth',
    '--rpc',
    node.url,
    '--from',
    'latest',
    '--follow',
    '--data-dir',
    directory,
  ]);
  const transfer = () => node.send({ to: `0x${RECIPIENT}`, value: 1n });
  const untilReceived = async (expected: bigint): Promise<void> => {
    for (const deadline = performance.now() + GIVE_UP_MS; performance.now() < deadline; await sleep(POLL_MS)) {
      const request = { params: { chain: 'eth', address: `0x${RECIPIENT}` }, query: {} } as const;
      const account = await server.api.call('getAddress', request).catch(() => undefined);
      if ((account?.coin?.received ?? 0n) >= expected) return;
    }
    throw new Error(`The server had not counted transfer ${expected} after ${GIVE_UP_MS / 1_000} seconds.`);
  };
  try {
    await node.call('evm_setAutomine', true);
    await ingest.waitFor(/follow/i, GIVE_UP_MS);
    await transfer();
    await untilReceived(1n);
    const samples: number[] = [];
    for (let sample = 0; sample < SAMPLES; sample++) {
      // Not in step with the looks at the node.
      await sleep(137 * (sample % 7));
      await transfer();
      const mined = performance.now();
      await untilReceived(BigInt(sample + 2));
      samples.push(performance.now() - mined);
    }
    return percentiles(samples);
  } finally {
    await ingest.stop();
    await server.stop();
    rmSync(directory, { recursive: true, force: true });
  }
}

if (import.meta.main) {
  const { findAnvil, startAnvil } = await import('../../packages/ingest/src/testing/anvil-node.ts');
  const node = await startAnvil(findAnvil() ?? '');
  console.log(JSON.stringify(await timeBlockToAnswer(node)));
  await node.stop();
}
