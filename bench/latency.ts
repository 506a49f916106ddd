import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createRandom } from './chain/random.ts';
import { type Chain, stageBlocks, stageSample } from './chains.ts';
import { type Bar, type Base, missed, type Percentiles, percentiles, ratioBar, type Section } from './harness.ts';
import { ingest, TrailmarkServer } from './trailmark.ts';
import { BULK_SIZE } from './verify.ts';

const PAGE_REQUESTS = 2000;
const BULK_REQUESTS = 50;
const WARM_UP = 200;
const PAGE_WORK = 'first page over HTTP';
const BULK_WORK = '1,000 address summaries in one call';
const BUSY_WORK = 'the same while ingest runs';
/** Multiples of the median of a bare request; those while ingest runs, of one at rest. */
const LIMITS = { page: { p50: 8, p99: 40 }, bulk: { p50: 40 }, busy: { p50: 40, p99: 100 }, spread: 2 };

interface WirePage {
  readonly items: readonly {
    readonly time: number | null;
    readonly received: string;
    readonly counterparties: readonly unknown[];
  }[];
}

interface Target {
  readonly name: string;
  readonly addresses: readonly string[];
  /** Rows that its first page must have. */
  readonly rows: number | undefined;
}

/** Refuses to time an answer that lacks what the page shows. */
async function checkPage(server: TrailmarkServer, { name, addresses, rows }: Target): Promise<void> {
  const { items } = JSON.parse((await server.page(addresses[0] ?? '')).body) as WirePage;
  // Sampled addresses may have rows without another side: coinbases, and change alone.
  const isWhole = items.every(
    (row) => row.time !== null && row.received && (rows === undefined || row.counterparties.length > 0),
  );
  if (rows !== undefined && items.length !== rows) throw new Error(`${name}: ${items.length} rows instead of ${rows}.`);
  if (!isWhole) throw new Error(`${name}: a row lacks its time, amount or counterparties.`);
}

async function timePages(server: TrailmarkServer, target: Target): Promise<Percentiles> {
  await checkPage(server, target);
  const { addresses } = target;
  const random = createRandom(11);
  const ask = (): Promise<{ milliseconds: number }> => server.page(addresses[random.below(addresses.length)] ?? '');
  for (let i = 0; i < WARM_UP; i++) await ask();
  const samples: number[] = [];
  while (samples.length < PAGE_REQUESTS) samples.push((await ask()).milliseconds);
  return percentiles(samples);
}

/** The least that a request takes here: over the same connection, signed in, answered without the ledger. */
async function timeBare(server: TrailmarkServer): Promise<Base> {
  for (let i = 0; i < WARM_UP; i++) await server.bare();
  const samples: number[] = [];
  while (samples.length < PAGE_REQUESTS) samples.push((await server.bare()).milliseconds);
  return { name: 'a bare request', times: percentiles(samples) };
}

async function timeBulk(server: TrailmarkServer, addresses: readonly string[]): Promise<Percentiles> {
  for (let i = 0; i < 5; i++) await server.bulk(addresses);
  const samples: number[] = [];
  while (samples.length < BULK_REQUESTS) samples.push((await server.bulk(addresses)).milliseconds);
  return percentiles(samples);
}

/** Asks for pages, and every 20th time for summaries, until the work is done. */
async function timeDuring(
  server: TrailmarkServer,
  work: Promise<unknown>,
  hot: readonly string[],
  bulk: readonly string[],
): Promise<{ pages: Percentiles; bulks: Percentiles }> {
  let isDone = false;
  const ended = work.finally(() => {
    isDone = true;
  });
  ended.catch(() => undefined);
  const pages: number[] = [];
  const bulks: number[] = [];
  for (let i = 0; !isDone; i++) {
    if (i % 20 === 19) bulks.push((await server.bulk(bulk)).milliseconds);
    else pages.push((await server.page(hot[i % hot.length] ?? '')).milliseconds);
  }
  await ended;
  return { pages: percentiles(pages), bulks: percentiles(bulks) };
}

function pageBars(targets: readonly Target[], times: readonly Percentiles[], base: Base): Bar[] {
  const bars = targets.map(({ name }, i) =>
    ratioBar(`${PAGE_WORK}, ${name}`, times[i] ?? percentiles([]), base, LIMITS.page),
  );
  const medians = times.map(({ p50 }) => p50).slice(0, -1);
  const spread = (medians.at(-1) ?? Number.NaN) / (medians[0] ?? Number.NaN);
  const work = `${PAGE_WORK}, largest history against smallest`;
  const bar = `<= ${LIMITS.spread}x`;
  if (!Number.isFinite(spread)) return [...bars, missed(work, bar, 'nothing was timed')];
  return [...bars, { work, bar, measured: `${spread.toFixed(2)}x`, isMet: spread <= LIMITS.spread }];
}

function busyBars(pages: Percentiles, bulks: Percentiles, base: Base): Bar[] {
  return [
    ratioBar(`${BUSY_WORK}, first pages of hot addresses`, pages, base, LIMITS.busy),
    ratioBar(`${BUSY_WORK}, 1,000 summaries`, bulks, base, LIMITS.busy),
  ];
}

async function measure(chain: Chain, dataDirectory: string): Promise<Section> {
  await ingest(stageBlocks(chain, 0), dataDirectory);
  const server = await TrailmarkServer.start(dataDirectory);
  try {
    const sample = stageSample(chain, 0).map(({ address }) => address);
    const hot = chain.meta.hot.map(({ address, receiveCount, spendCount, transactionCount }): Target => {
      const name = `${receiveCount + spendCount} entries`;
      return { name, addresses: [address], rows: Math.min(25, transactionCount) };
    });
    const targets = [...hot, { name: 'sampled addresses', addresses: sample, rows: undefined }];
    const base = await timeBare(server);
    const times: Percentiles[] = [];
    for (const target of targets) times.push(await timePages(server, target));
    const summaries = sample.slice(-BULK_SIZE);
    const bulk = await timeBulk(server, summaries);
    const hotAddresses = chain.meta.hot.map(({ address }) => address);
    const more = ingest(stageBlocks(chain, 1), dataDirectory);
    const busy = await timeDuring(server, more, hotAddresses, summaries);
    const bars = [
      ...pageBars(targets, times, base),
      ratioBar(BULK_WORK, bulk, base, LIMITS.bulk),
      ...busyBars(busy.pages, busy.bulks, base),
    ];
    const pages = Object.fromEntries(targets.map(({ name }, i) => [name, times[i]]));
    return {
      name: 'latency',
      bars,
      figures: { bare: base.times, pages, bulk, busy, serverPeakRssMiB: server.peakRssMiB },
    };
  } finally {
    await server.stop();
  }
}

/** Latency of the first page and of bulk summaries, at rest and while the second stage of the chain is read. */
export async function benchLatency(chain: Chain): Promise<Section> {
  const directory = mkdtempSync(join(tmpdir(), 'trailmark-bench-'));
  try {
    return await measure(chain, directory);
  } catch (error) {
    const bar = `p50 <= ${LIMITS.page.p50}x, p99 <= ${LIMITS.page.p99}x a bare request`;
    return { name: 'latency', bars: [missed(`${PAGE_WORK}; ${BULK_WORK}; ${BUSY_WORK}`, bar, error)], figures: null };
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
