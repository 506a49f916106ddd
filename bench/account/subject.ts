/**
 * `subject.ts <url> <directory> <depth> <address>`: reads a development node's chain into an empty store as `trailmark ingest
 * eth` does, with the thread and the store of the product, then asks for the first page of an address. One JSON line.
 */
import { join } from 'node:path';
import { AppError } from '@trailmark/core/errors';
import { startAccountJob } from '../../packages/ingest/src/account/account-job.ts';
import type { Depth } from '../../packages/ingest/src/account/depth.ts';
import { openFactsStore } from '../../packages/store/src/open-store.ts';

const [url = '', directory = '', depth = 'logs', address = ''] = process.argv.slice(2);
const facts = await openFactsStore({ dataDirectory: directory });
const store = await facts.accountChain('eth');
// Counted from where the thread's modules are there and the node is about to be queried, as with the peers.
let started: number | undefined;
const job = startAccountJob({
  store,
  spec: { url, depth: depth as Depth },
  follow: false,
  compileCache: join(import.meta.dirname, '..', '.cache', 'compiled'),
  onChange: ({ source }) => {
    if (source !== 'node') started ??= performance.now();
  },
});
await job.finished;
const page = await store.reader.history(address, { order: 'newest' }, { limit: 25, movesEach: 20 });
const seconds = (performance.now() - (started ?? 0)) / 1_000;
if (page.length === 0) throw new AppError('inconsistent', `The history of ${address} is empty.`);
const totals = (await store.reader.totals([address])).get(address);
console.log(JSON.stringify({ seconds, blocks: job.status.blocks, rows: page.length, moves: totals?.moveCount ?? 0 }));
await facts.close();
