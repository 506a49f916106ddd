/**
 * npm bcoin with its address index, on disk, fed raw blocks in order: `bcoin.ts PEERS BLOCKS FILES DATA`.
 * Prints one JSON line. Scripts are not verified (a checkpoint far ahead), signatures of the input being random.
 */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { peakRssMiB, readBlockFiles } from '../block-files.ts';

interface PeerBlock {
  readonly txs: readonly unknown[];
}
interface PeerChain {
  readonly height: number;
  readonly state: object;
  readonly network: { lastCheckpoint: number };
  open(): Promise<void>;
  close(): Promise<void>;
  add(block: PeerBlock): Promise<unknown>;
}
interface Bcoin {
  readonly Chain: new (options: object) => PeerChain;
  readonly Block: { fromRaw(raw: Buffer): PeerBlock };
}

async function main(): Promise<void> {
  const [peers = '', blocks = '', files = '0', data = ''] = process.argv.slice(2);
  const bcoin = createRequire(join(peers, 'package.json'))('bcoin') as Bcoin;
  const chain = new bcoin.Chain({
    network: 'regtest',
    memory: false,
    prefix: data,
    location: join(data, 'chain'),
    indexTX: true,
    indexAddress: true,
    // More than its defaults (32 MiB and none), with which it takes about 1.7 times as long.
    cacheSize: 256 << 20,
    coinCache: 64 << 20,
  });
  await chain.open();
  chain.network.lastCheckpoint = 1e8;
  Object.assign(Object.getPrototypeOf(chain.state), { hasWitness: () => true });
  let transactions = 1;
  const started = performance.now();
  let isGenesis = true;
  for (const raw of readBlockFiles(blocks, Number(files))) {
    if (!isGenesis) {
      const block = bcoin.Block.fromRaw(raw);
      transactions += block.txs.length;
      if (!(await chain.add(block))) throw new Error(`bcoin did not take the block after height ${chain.height}.`);
    }
    isGenesis = false;
  }
  const height = chain.height;
  await chain.close();
  const seconds = (performance.now() - started) / 1000;
  const txPerSecond = Math.round(transactions / seconds);
  const { user, system } = process.cpuUsage();
  const cpuSeconds = (user + system) / 1e6;
  const figures = { transactions, height, seconds, txPerSecond, cpuSeconds, peakRssMiB: peakRssMiB() };
  console.log(JSON.stringify({ peer: 'bcoin', ...figures, node: process.version }));
}

await main();
