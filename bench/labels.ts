import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import type { Label, LabelReader } from '@trailmark/core/label';
import type { NetworkId } from '@trailmark/core/network';
import { type LabelStore, openLabelStore } from '@trailmark/store/labels/open-label-store';
import { listen } from '../packages/server/src/http/server.ts';
import { createSampleApp } from '../packages/server/src/testing/sample-app.ts';
import { timeReadingLabels, timeReadingPacks, timeWritingLabels } from './bare-labels.ts';
import { createRandom, type Random } from './chain/random.ts';
import { type Bar, type Base, type Percentiles, percentiles, ratioBar, type Section, timesBar } from './harness.ts';

const BUNDLED = fileURLToPath(new URL('../data/labels', import.meta.url));
const ASKED = 1_000;
const ROUNDS = 200;
const LIMITS = {
  ...{ inMemory: { p50: 20 }, http: { p50: 50 }, load: { most: 9, target: 1_000 } },
  ...{ import: { most: 1_300, target: 60_000 }, pause: { most: 7, target: 50 } },
};
const LARGE = 1_000_000;

interface Place {
  readonly network: NetworkId;
  readonly address: string;
}

interface Opened {
  readonly store: LabelStore;
  readonly milliseconds: number;
  readonly megabytes: number;
  /** Longest time during which nothing else ran, milliseconds. */
  readonly longestPause: number;
}

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** What was opened before is let go first. */
async function usedMegabytes(): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / 2 ** 20;
}

async function watchPauses<T>(work: () => Promise<T>): Promise<{ result: T; longestPause: number }> {
  let last = performance.now();
  let longestPause = 0;
  const timer = setInterval(() => {
    const now = performance.now();
    longestPause = Math.max(longestPause, now - last - 1);
    last = now;
  }, 1);
  const result = await work().finally(() => clearInterval(timer));
  return { result, longestPause };
}

async function openMeasured(directory: string, bundledDirectory: string | undefined): Promise<Opened> {
  const before = await usedMegabytes();
  const started = performance.now();
  const { result: store, longestPause } = await watchPauses(() => openLabelStore({ directory, bundledDirectory }));
  const milliseconds = performance.now() - started;
  return { store, milliseconds, megabytes: (await usedMegabytes()) - before, longestPause };
}

function randomAddress(random: Random): string {
  const payload = Uint8Array.from({ length: 20 }, () => random.below(256));
  return formatOwner(getChain('btc'), { type: 'p2wpkh', payload });
}

/** Half with labels, half without, in no order. */
function mixAddresses(named: readonly Place[], random: Random): Place[] {
  return Array.from({ length: ASKED }, (_, i) =>
    i % 2 === 0 && named.length > 0
      ? (named[random.below(named.length)] as Place)
      : { network: 'btc', address: randomAddress(random) },
  );
}

function timeReader(reader: LabelReader, places: readonly Place[]): Percentiles {
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    let found = 0;
    for (const { network, address } of places) found += reader.labelsOf(network, address).length;
    samples.push(performance.now() - started);
    if (found === 0) throw new Error('No label was found: nothing was measured.');
  }
  return percentiles(samples.slice(ROUNDS / 10));
}

/** The least that looking up so many addresses takes here: a map of the language, with the same text as its keys. */
function timeBareLoop(places: readonly Place[]): Base {
  const map = new Map(places.map(({ network, address }, i) => [`${network}:${address}`, i]));
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    let sum = 0;
    for (const { network, address } of places) sum += map.get(`${network}:${address}`) ?? 0;
    samples.push(performance.now() - started);
    if (sum === 0) throw new Error('No address was found: nothing was measured.');
  }
  return { name: 'as many lookups in a Map', times: percentiles(samples.slice(ROUNDS / 10)) };
}

/** The same request with one address, and with all: what is left is the work for an address, there and back. */
async function timeHttp(store: LabelStore, places: readonly Place[]): Promise<{ asked: Percentiles; base: Base }> {
  const { app } = createSampleApp({ knowledge: { labels: () => store.reader(), packs: store } });
  const server = await listen(app, { host: '127.0.0.1', port: 0 });
  const url = `${server.url}/api/v1/labels/bulk`;
  try {
    const base = { name: 'the same request for one address', times: await timeBulk(url, places.slice(0, 1)) };
    return { base, asked: await timeBulk(url, places) };
  } finally {
    await server.stop();
  }
}

async function timeBulk(url: string, places: readonly Place[]): Promise<Percentiles> {
  const body = JSON.stringify({ addresses: places });
  const samples: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const started = performance.now();
    const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    const answer = (await response.json()) as { items: unknown[]; refused: unknown[] };
    samples.push(performance.now() - started);
    if (answer.items.length !== places.length || answer.refused.length > 0) throw new Error('An address is missing.');
  }
  return percentiles(samples.slice(ROUNDS / 10));
}

/** Addresses that the bundled packs name, evenly from all organisations. */
function namedPlaces(reader: LabelReader): Place[] {
  const { items } = reader.searchActors({}, { offset: 0, limit: 5_000 });
  return items.flatMap(({ id }) => reader.labelsOfActor(id, { offset: 0, limit: 200 }).items);
}

function toLabel(address: string, i: number): Label {
  return {
    network: 'btc',
    address,
    label: `Service ${i % 5_000}`,
    category: 'exchange',
    actor: `actor-${i % 300}`,
    confidence: 'web_crawl',
    scope: 'address',
    role: 'deposit',
    source: `https://example.org/${i % 1_000}`,
    asOf: '2026-01-02',
    details: {},
  };
}

const HEAD = {
  id: 'large',
  title: 'Large',
  publisher: 'Benchmark',
  licence: 'CC0-1.0',
  visibility: 'public',
  url: undefined,
  asOf: '2026-01-02',
  importer: 'benchmark-1',
} as const;

/** Writes and activates a million labels; answers every hundredth address, and what the import took. */
async function fillLarge(directory: string): Promise<{ places: Place[]; bars: Bar[] }> {
  const places: Place[] = [];
  const random = createRandom(5);
  const store = await openLabelStore({ directory, bundledDirectory: undefined });
  const started = performance.now();
  const pack = await store.importPack(HEAD, async (sink) => {
    for (let i = 0; i < LARGE; i++) {
      const address = randomAddress(random);
      sink.add(toLabel(address, i));
      if (i % 100 === 0) places.push({ network: 'btc', address });
      if (i % 2_000 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
  });
  const milliseconds = performance.now() - started;
  const { longestPause } = await watchPauses(() => store.activate(pack.id, pack.version));
  const make = (i: number) => toLabel(randomAddress(random), i);
  const [written, read] = [await timeWritingLabels(make), await timeReadingLabels(make)];
  return {
    places,
    bars: [
      timesBar({ ...LIMITS.import, work: 'import of 1,000,000 labels', milliseconds, base: written }),
      timesBar({
        ...LIMITS.pause,
        ...{ work: 'activation of 1,000,000 labels', figure: 'longest pause', milliseconds: longestPause, base: read },
      }),
    ],
  };
}

function loadBar(name: string, { store, milliseconds, megabytes, longestPause }: Opened, base: Base | undefined): Bar {
  const work = `${name} labels loaded (${store.reader().labelCount.toLocaleString('en')})`;
  const note = `${megabytes.toFixed(0)} MiB, pause ${longestPause.toFixed(0)} ms`;
  if (base) return timesBar({ ...LIMITS.load, work, milliseconds, base, note });
  return { work, measured: `${milliseconds.toFixed(0)} ms, ${note}`, bar: 'no bar', isMet: true };
}

async function measure(name: string, opened: Opened, named: readonly Place[]): Promise<Bar[]> {
  const { store } = opened;
  const places = mixAddresses(named, createRandom(7));
  const inMemory = timeReader(store.reader(), places);
  const http = await timeHttp(store, places);
  return [
    loadBar(name, opened, name === 'bundled' ? await timeReadingPacks(BUNDLED) : undefined),
    ratioBar(`${ASKED} addresses, ${name}`, inMemory, timeBareLoop(places), LIMITS.inMemory),
    ratioBar(`${ASKED} addresses over HTTP, ${name}`, http.asked, http.base, LIMITS.http),
  ];
}

/** Searches of a thousand addresses, half of them without a label, over the bundled packs and over a million labels. */
export async function benchLabels(): Promise<Section> {
  const folder = mkdtempSync(join(tmpdir(), 'bench-labels-'));
  try {
    await openLabelStore({ directory: join(folder, 'bundled'), bundledDirectory: BUNDLED });
    const bundled = await openMeasured(join(folder, 'bundled'), BUNDLED);
    const bars = await measure('bundled', bundled, namedPlaces(bundled.store.reader()));
    const large = await fillLarge(join(folder, 'large'));
    bars.push(...large.bars);
    bars.push(...(await measure('large', await openMeasured(join(folder, 'large'), undefined), large.places)));
    return { name: 'labels', bars, figures: {} };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
