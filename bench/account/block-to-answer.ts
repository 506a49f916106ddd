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
/** At which the server looks at a node that it follows. */
const FOLLOW_MS = 500;
/** An address of no one. */
const RECIPIENT = 'b10c'.repeat(10);

export interface BlockToAnswer {
  /** Milliseconds from a mined block to the answer of the server that follows the node and counts what the block moved. */
  readonly answer: Percentiles;
  /** Milliseconds from a mined block until a bare loop sees it that looks as often as the server does, and does nothing else. */
  readonly seen: Percentiles;
}

const transfer = (node: AnvilNode) => node.send({ to: `0x${RECIPIENT}`, value: 1n });

/** Milliseconds from each of some mined blocks until it is noticed, the first of them number 1. */
async function timeBlocks(
  node: AnvilNode,
  untilNoticed: (number: number, height: bigint) => Promise<void>,
): Promise<Percentiles> {
  const samples: number[] = [];
  for (let sample = 0; sample < SAMPLES; sample++) {
    // Not in step with the looks at the node.
    await sleep(137 * (sample % 7));
    const { blockNumber } = await transfer(node);
    const mined = performance.now();
    await untilNoticed(sample + 1, BigInt(blockNumber));
    samples.push(performance.now() - mined);
  }
  return percentiles(samples);
}

async function timeBareFollower(node: AnvilNode): Promise<Percentiles> {
  let seen = 0n;
  let isOver = false;
  const follow = async (): Promise<void> => {
    while (!isOver) {
      seen = BigInt(await node.call<string>('eth_blockNumber'));
      await sleep(FOLLOW_MS);
    }
  };
  const following = follow();
  try {
    return await timeBlocks(node, async (_, height) => {
      for (const deadline = performance.now() + GIVE_UP_MS; seen < height; await sleep(POLL_MS)) {
        if (performance.now() > deadline) throw new Error(`The node does not show block ${height}.`);
      }
    });
  } finally {
    isOver = true;
    await following;
  }
}

/** From a mined block to an answer that counts it, and what a bare loop needs to see it. */
export async function timeBlockToAnswer(node: AnvilNode): Promise<BlockToAnswer> {
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
    await transfer(node);
    await untilReceived(1n);
    const answer = await timeBlocks(node, (number) => untilReceived(BigInt(number + 1)));
    return { answer, seen: await timeBareFollower(node) };
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
