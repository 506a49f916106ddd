import { screeningRequest } from '@trailmark/api/contract/screening-wire';
import { getChain } from '@trailmark/chains/catalogue';
import { formatOwner } from '@trailmark/chains/utxo/address';
import { ownerScript } from '@trailmark/chains/utxo/script';
import type { Label } from '@trailmark/core/label';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import * as ofLedgers from '../ledger/ledgers.ts';
import { buildLedger, type RawBlock } from '../testing/ledger-builder.ts';
import { createSampleClusters } from '../testing/sample-clusters.ts';
import { createSampleLabels, SAMPLE_PACKS, sampleLabel } from '../testing/sample-labels.ts';
import { ADDRESS, coinbase, spend } from '../testing/sample-ledger.ts';
import { SAMPLE_PRICES } from '../testing/sample-prices.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import * as ofDefaultRules from './default-rules.ts';
import * as ofScreen from './screen.ts';

const recorded = new WatchedResults();
const { createLedgers } = recorded.watch(ofLedgers);
const { readDefaultRules } = recorded.watch(ofDefaultRules);
const { screen } = recorded.watch(ofScreen);

const minted = coinbase(0, { to: 'alice', coins: 50 });
const within = spend([[minted, 0]], { to: 'bob', coins: 20 }, { to: 'alice', coins: 30 });
const both = spend(
  [
    [within, 0],
    [within, 1],
  ],
  { to: 'dave', coins: 49 },
);

/** Alice pays bob, both pay dave together, who is listed: whoever spends together is one. */
const STORY: readonly RawBlock[] = [
  { height: 0, transactions: [minted] },
  { height: 1, transactions: [coinbase(1, { to: 'frank', coins: 50 }), within] },
  { height: 2, transactions: [coinbase(2, { to: 'frank', coins: 50 }), both] },
];
const LISTED = SAMPLE_PACKS.filter(({ head }) => head.id.startsWith('ofac'));

async function depsOf(labels = createSampleLabels(LISTED), story = STORY): Promise<TraceDeps> {
  const reader = buildLedger('btc', story);
  const ledgers = createLedgers({
    readers: new Map([['btc', reader]]),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'Trailmark test',
  });
  const clusters = await createSampleClusters(reader);
  return { ledgers, knowledge: { ...NO_KNOWLEDGE, ...clusters, labels: () => labels, prices: () => SAMPLE_PRICES } };
}

const run = async (more: Record<string, unknown>, deps?: TraceDeps) =>
  screen(
    deps ?? (await depsOf()),
    screeningRequest.parse({
      chain: 'btc',
      subject: { kind: 'address', text: ADDRESS.bob },
      ...more,
    }) as ScreeningRequest,
    readDefaultRules(),
  );
const screened = async (more: Record<string, unknown>, deps?: TraceDeps) => (await run(more, deps)).screening;

test('with its cluster an address received what came from outside, once', async () => {
  const alone = await screened({});
  expect([alone.cluster, alone.exposure[0]?.sides[0]]).toMatchObject([null, { way: 'in', total: 2_000_000_000n }]);
  const { cluster, exposure } = await screened({ withCluster: true });
  expect(cluster).toMatchObject({
    ...{ rule: 'co-spend/1', size: 2, idle: 0, root: ADDRESS.alice },
    ...{ read: [ADDRESS.bob, ADDRESS.alice], unread: { count: 0, first: [] } },
  });
  expect(exposure[0]?.sides).toMatchObject([
    { way: 'in', total: 5_000_000_000n },
    { way: 'out', total: 5_000_000_000n },
  ]);
  expect(exposure[0]?.parties).toMatchObject([{ way: 'out', ring: 'direct', minHops: 1, amount: 4_900_000_000n }]);
  expect(exposure[0]?.remainders.map(({ way, remainder, amount }) => [way, remainder, amount])).toEqual([
    ['in', 'mined', 5_000_000_000n],
    ['out', 'fees', 100_000_000n],
  ]);
});

test('a screening with the cluster has the same hash again, and another than the address alone', async () => {
  const [first, second, alone] = [await run({ withCluster: true }), await run({ withCluster: true }), await run({})];
  expect(second.hash).toBe(first.hash);
  expect(alone.hash).not.toBe(first.hash);
  expect(first.screening.request.withCluster).toBe(true);
});

test('addresses of the cluster that received nothing in the period begin no trace', async () => {
  const times = buildLedger('btc', STORY);
  const from = times.block(1)?.time ?? 0;
  const { cluster, exposure } = await screened({ withCluster: true, fromTime: from, toTime: from, ways: ['in'] });
  expect(cluster).toMatchObject({ size: 2, read: [ADDRESS.bob, ADDRESS.alice] });
  expect(exposure[0]?.sides).toHaveLength(1);
  const before = await screened({ withCluster: true, toTime: from - 1, ways: ['in'] });
  expect(before.cluster).toMatchObject({ read: [ADDRESS.alice], idle: 1 });
  expect(before.exposure[0]?.sides[0]).toMatchObject({ total: 5_000_000_000n });
});

test('labels on two addresses of one cluster that exclude each other are listed next to each other', async () => {
  const [pack] = LISTED;
  const [like] = pack?.labels ?? [];
  if (!pack || !like) throw new Error('The sample has no list.');
  const claim = (address: string, label: string, category: Label['category']): Label => {
    const { sanction: _, ...plain } = like as Label & { sanction?: unknown };
    return { ...plain, address, label, category } as Label;
  };
  const labels = createSampleLabels([
    {
      ...pack,
      labels: [claim(ADDRESS.alice, 'Some exchange', 'exchange'), claim(ADDRESS.bob, 'A market', 'darknet_market')],
    },
  ]);
  const { own, inherited, disagreements } = await screened({ withCluster: true }, await depsOf(labels));
  expect(own.map(({ label, via }) => [label, via])).toEqual([['A market', null]]);
  expect(inherited.map(({ label, via }) => [label, via])).toEqual([['Some exchange', ADDRESS.alice]]);
  expect(disagreements.map(({ address, labels: claims }) => [address, claims.map(({ label }) => label)])).toEqual([
    [ADDRESS.bob, ['A market', 'Some exchange']],
  ]);
});

test('a label on any member of a large cluster is read by the rules', async () => {
  const chain = getChain('btc');
  const owners = Array.from({ length: 520 }, (_, at) => {
    const payload = new Uint8Array(20).fill(7);
    payload.set([at >> 8, at & 255]);
    return { type: 'p2pkh', payload } as const;
  });
  const paid = owners.map((owner) => ({ to: ownerScript(owner) ?? new Uint8Array(0), coins: 0.01 }));
  const many = coinbase(1, { to: 'bob', coins: 1 }, ...paid);
  const together = spend(
    [...paid, 0].map((_, at) => [many, at] as const),
    { to: 'dave', coins: 6 },
  );
  const story = [
    { height: 0, transactions: [minted] },
    { height: 1, transactions: [many] },
    { height: 2, transactions: [coinbase(2, { to: 'frank', coins: 50 }), together] },
  ];
  const [pack] = SAMPLE_PACKS;
  if (!pack) throw new Error('The sample has no pack.');
  const claims = owners.map((owner, at) => {
    const isLast = at === owners.length - 1;
    return sampleLabel(formatOwner(chain, owner), `Member ${at}`, isLast ? { category: 'ransomware' } : {});
  });
  const labels = createSampleLabels([{ head: pack.head, labels: claims }]);
  const { verdict, inherited, limits } = await screened({}, await depsOf(labels, story));
  expect(verdict.fired.find(({ rule }) => rule === 'R1-cluster')).toMatchObject({ party: 'Member 519' });
  expect(inherited).toHaveLength(100);
  expect(inherited.some(({ category }) => category === 'ransomware')).toBe(true);
  expect(limits).toContain('420 more labels of its cluster are not listed. Rules read them.');
});

test('of a transaction, and of a chain without clusters, the screening says that there is none', async () => {
  const deps = await depsOf();
  const without = { ...deps, knowledge: { ...deps.knowledge, clusters: () => undefined } };
  const alone = await screened({ withCluster: true }, without);
  expect(alone.cluster).toBeNull();
  expect(alone.limits[0]).toMatch(/^No clusters are calculated for Bitcoin/);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/screen-cluster.txt');
});
