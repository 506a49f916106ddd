import { workerData } from 'node:worker_threads';
import { getChain } from '@trailmark/chains/catalogue';
import { followFilters } from '../filters/follow-filters.ts';
import type { BlockSource } from '../source.ts';
import { followHead, runWorker, type WorkerLink } from '../worker-link.ts';
import type { IngestWorkerData } from '../worker-protocol.ts';
import { GENTLE_LIMITS } from './batch-stager.ts';
import { IngestEngine } from './ingest-engine.ts';
import type { LedgerPort } from './ledger-port.ts';
import { openSource } from './source-spec.ts';

const MEMPOOL_EVERY_MS = 10_000;

const settings = workerData as IngestWorkerData;

function createPort({ call }: WorkerLink): LedgerPort {
  return {
    contiguousTip: (from) => call('contiguousTip', from),
    indexedHash: (height) => call('indexedHash', height),
    findOutputs: (requests) => call('findOutputs', requests),
    commit: (batch) => call('commit', batch),
    invalidate: (fromHeight) => call('invalidate', fromHeight),
    discardFrom: (fromHeight) => call('discardFrom', fromHeight),
  };
}

async function readMempool(link: WorkerLink, source: BlockSource, known: Set<string>): Promise<void> {
  if (!source.mempool) return;
  const { txids, raw } = await source.mempool(known, link.stop);
  const listed = new Set(txids);
  for (const txid of known) if (!listed.has(txid)) known.delete(txid);
  for (const txid of raw.keys()) known.add(txid);
  link.send({ type: 'mempool', txids, raw });
}

async function follow(link: WorkerLink, engine: IngestEngine, source: BlockSource, ledger: LedgerPort): Promise<void> {
  const known = new Set<string>();
  let mempoolAt = 0;
  let reported = '';
  await followHead(link, settings.pollMs, async () => {
    const added = await engine.catchUp(link.stop);
    const tip = await ledger.contiguousTip(engine.startHeight);
    link.send({ type: 'following', height: tip?.height ?? 0 });
    const report = source.report?.();
    const message = report?.isComplete === false ? report.lines.join(' ') : '';
    if (message !== '' && message !== reported) link.send({ type: 'note', message });
    reported = message;
    // What was mined just now must not be shown as unconfirmed too.
    if (added > 0 || performance.now() >= mempoolAt) {
      await readMempool(link, source, known);
      mempoolAt = performance.now() + Math.min(MEMPOOL_EVERY_MS, settings.pollMs * 2);
    }
  });
}

await runWorker(settings, async (link) => {
  const isMidChain = settings.fromHeight !== undefined;
  const { spec } = settings;
  if (spec.kind === 'filters') return followFilters(link, settings, { spec, ledger: createPort(link) });
  const source = await openSource(settings.chain, spec, { isMidChain });
  link.send({ type: 'source', description: source.description });
  const ledger = createPort(link);
  const engine = new IngestEngine({
    chain: getChain(settings.chain),
    source,
    port: ledger,
    directories: settings.directories,
    tableSlots: settings.tableSlots,
    fromHeight: settings.fromHeight,
    toHeight: settings.toHeight,
    ...(settings.isGentle ? { limits: GENTLE_LIMITS } : {}),
    onProgress: (progress) => link.send({ type: 'progress', progress }),
  });
  try {
    if (settings.follow) await follow(link, engine, source, ledger);
    else await engine.catchUp(link.stop);
  } finally {
    engine.close();
    const report = source.report?.();
    if (report) link.send({ type: 'report', report });
    await source.close();
  }
});
