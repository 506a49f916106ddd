import { linkSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ensureTruthChain } from './chains.ts';
import { ingest } from './trailmark.ts';

const TRANSACTIONS = 1_000_000;
/** Entries of the two busy addresses: of the first about 9,000 transactions result. */
const HOT = [14_000, 1_000_000] as const;

/** A store with a generated chain that has two busy addresses; the folder of the chain, whose `meta.json` names them. */
export async function fillBusyStore(dataDirectory: string): Promise<string> {
  const chain = await ensureTruthChain(TRANSACTIONS, 1, HOT);
  const blocks = join(chain, 'blocks');
  rmSync(blocks, { recursive: true, force: true });
  mkdirSync(blocks);
  for (const name of readdirSync(chain).filter((file) => /^blk\d+\.dat$/.test(file))) {
    linkSync(join(chain, name), join(blocks, name));
  }
  await ingest(blocks, dataDirectory);
  return chain;
}
