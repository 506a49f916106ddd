import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { getChain } from '@trailmark/chains/catalogue';
import { AppError, assert } from '@trailmark/core/errors';
import { GENTLE_LIMITS } from './batch-stager.ts';
import { IngestEngine, waitOrAbort } from './ingest-engine.ts';
import type { LedgerPort } from './ledger-port.ts';
import type { BlockSource } from './source.ts';
import { openSource } from './source-spec.ts';
import type { FromWorker, IngestWorkerData, ToWorker, WireError } from './worker-protocol.ts';

/**
 * The thread that reads a chain: parsing, hashing and encoding must not hold up the thread that answers requests. The
 * store stays in the main thread, one engine a process; this side reaches it through messages.
 */
const RETRY_FIRST_MS = 1_000;
const RETRY_MOST_MS = 60_000;
const MEMPOOL_EVERY_MS = 10_000;

assert(parentPort, 'The ingest worker runs as a worker thread.');
const port = parentPort;
const settings = workerData as IngestWorkerData;
const stop = new AbortController();
let wake = new AbortController();
const waiting = new Map<number, PromiseWithResolvers<unknown>>();
let nextCall = 0;

/**
 * Lets threads that answer requests go first. On Linux a thread has a priority of its own, named by its thread id;
 * elsewhere nothing changes.
 */
function yieldPriority(): void {
  try {
    const threadId = Number(readFileSync('/proc/thread-self/stat', 'utf8').split(' ')[0]);
    setPriority(threadId, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Without /proc, or the right to change it, the priority stays.
  }
}

function send(message: FromWorker): void {
  port.postMessage(message);
}

function toWire(error: unknown): WireError {
  if (AppError.is(error)) return { kind: error.kind, message: error.message };
  return { kind: 'internal', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function call(method: keyof LedgerPort, ...args: unknown[]): Promise<never> {
  const id = nextCall++;
  const pending = Promise.withResolvers<unknown>();
  waiting.set(id, pending);
  send({ type: 'call', id, method, args });
  return pending.promise as Promise<never>;
}

const ledger: LedgerPort = {
  contiguousTip: () => call('contiguousTip'),
  heldHash: (height) => call('heldHash', height),
  findOutputs: (requests) => call('findOutputs', requests),
  commit: (batch) => call('commit', batch),
  invalidate: (fromHeight) => call('invalidate', fromHeight),
  discardFrom: (fromHeight) => call('discardFrom', fromHeight),
};

port.on('message', (message: ToWorker) => {
  if (message.type === 'stop') {
    stop.abort();
    wake.abort();
  } else if (message.type === 'notify') {
    wake.abort();
  } else {
    const pending = waiting.get(message.id);
    waiting.delete(message.id);
    if (message.error) pending?.reject(new AppError(message.error.kind, message.error.message));
    else pending?.resolve(message.value);
  }
});

/** Sleeps until the time is up, the node announces a block, or the job is stopped. */
async function sleepUntilWoken(milliseconds: number): Promise<void> {
  await waitOrAbort(milliseconds, AbortSignal.any([wake.signal, stop.signal]));
  if (wake.signal.aborted) wake = new AbortController();
}

async function readMempool(source: BlockSource, known: Set<string>): Promise<void> {
  if (!source.mempool) return;
  const { txids, raw } = await source.mempool(known, stop.signal);
  const listed = new Set(txids);
  for (const txid of known) if (!listed.has(txid)) known.delete(txid);
  for (const txid of raw.keys()) known.add(txid);
  send({ type: 'mempool', txids, raw });
}

async function follow(engine: IngestEngine, source: BlockSource): Promise<void> {
  const known = new Set<string>();
  let retryMs = RETRY_FIRST_MS;
  let mempoolAt = 0;
  while (!stop.signal.aborted) {
    try {
      const added = await engine.catchUp(stop.signal);
      const tip = await ledger.contiguousTip();
      send({ type: 'following', height: tip?.height ?? 0 });
      // What was mined just now must not be shown as unconfirmed too.
      if (added > 0 || performance.now() >= mempoolAt) {
        await readMempool(source, known);
        mempoolAt = performance.now() + Math.min(MEMPOOL_EVERY_MS, settings.pollMs * 2);
      }
      retryMs = RETRY_FIRST_MS;
      await sleepUntilWoken(settings.pollMs);
    } catch (error) {
      if (stop.signal.aborted) return;
      if (!AppError.is(error, 'unavailable')) throw error;
      send({ type: 'trouble', error: toWire(error), retryInMs: retryMs });
      await sleepUntilWoken(retryMs);
      retryMs = Math.min(RETRY_MOST_MS, retryMs * 2);
    }
  }
}

async function run(): Promise<void> {
  const source = await openSource(settings.chain, settings.spec);
  send({ type: 'source', description: source.description });
  const engine = new IngestEngine({
    chain: getChain(settings.chain),
    source,
    port: ledger,
    directories: settings.directories,
    tableSlots: settings.tableSlots,
    toHeight: settings.toHeight,
    ...(settings.isGentle ? { limits: GENTLE_LIMITS } : {}),
    onProgress: (progress) => send({ type: 'progress', progress }),
  });
  try {
    if (settings.follow) await follow(engine, source);
    else await engine.catchUp(stop.signal);
  } finally {
    engine.close();
    await source.close();
  }
}

if (settings.isGentle) yieldPriority();
try {
  await run();
  send({ type: 'done' });
} catch (error) {
  send(stop.signal.aborted ? { type: 'done' } : { type: 'done', error: toWire(error) });
} finally {
  port.close();
}
