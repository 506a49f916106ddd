import { screeningRequest } from '@trailmark/api/contract/screening-wire';
import type { Label } from '@trailmark/core/label';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { expect, test } from 'vitest';
import { NO_KNOWLEDGE } from '../knowledge/knowledge.ts';
import * as ofLedgers from '../ledger/ledgers.ts';
import { buildLedger } from '../testing/ledger-builder.ts';
import { createSampleLabels, SAMPLE_ETH, SAMPLE_PACKS } from '../testing/sample-labels.ts';
import { ADDRESS, coinbase, type Person, SAMPLE_BLOCKS, spend, txidOf } from '../testing/sample-ledger.ts';
import { SAMPLE_PRICES } from '../testing/sample-prices.ts';
import type { TraceDeps } from '../tracing/trace-as-of.ts';
import * as ofDefaultRules from './default-rules.ts';
import * as ofScreen from './screen.ts';
import * as ofTestSensitivity from './test-sensitivity.ts';
import { NEWEST_READ } from './unread-part.ts';

const recorded = new WatchedResults();
const { createLedgers } = recorded.watch(ofLedgers);
const { readDefaultRules } = recorded.watch(ofDefaultRules);
const { screen } = recorded.watch(ofScreen);
const { testSensitivity } = recorded.watch(ofTestSensitivity);

const RULES = readDefaultRules();
const minted = coinbase(0, { to: 'alice', coins: 50 });
const toBob = spend([[minted, 0]], { to: 'bob', coins: 30 }, { to: 'alice', coins: 20 });
const toDave = spend([[toBob, 0]], { to: 'dave', coins: 29.5 });

/** Alice pays bob, whom nobody names, and bob pays dave, who is listed. */
const STORY = [
  { height: 0, transactions: [minted] },
  { height: 1, transactions: [coinbase(1, { to: 'frank', coins: 50 }), toBob] },
  { height: 2, transactions: [coinbase(2, { to: 'frank', coins: 50 }), toDave] },
];
const LISTED = SAMPLE_PACKS.filter(({ head }) => head.id.startsWith('ofac'));

function depsOf(blocks = STORY, packs: readonly (typeof SAMPLE_PACKS)[number][] = LISTED): TraceDeps {
  const ledgers = createLedgers({
    readers: new Map([['btc', buildLedger('btc', blocks)]]),
    overlays: new Map(),
    ingestStatus: () => null,
    software: 'Trailmark test',
  });
  const labels = createSampleLabels(packs);
  return { ledgers, knowledge: { ...NO_KNOWLEDGE, labels: () => labels, prices: () => SAMPLE_PRICES } };
}

function requestOf(text: string, more: Record<string, unknown> = {}): ScreeningRequest {
  return screeningRequest.parse({ chain: 'btc', subject: { kind: 'address', text }, ...more }) as ScreeningRequest;
}

const screened = async (text: string, more: Record<string, unknown> = {}, deps = depsOf()) =>
  (await screen(deps, requestOf(text, more), RULES)).screening;

test('a listed address is Severe, with programme and day of listing', async () => {
  const { verdict, own } = await screened(ADDRESS.dave);
  expect(verdict).toMatchObject({ state: 'scored', level: 'severe', score: 100 });
  expect(verdict.fired[0]).toMatchObject({ rule: 'S1', basis: 'ownership', rests: 'fact' });
  expect(own[0]?.listing).toMatchObject({ entity: 'SAMPLE ENTITY', programme: 'CYBER2', listedFrom: '2026-08-20' });
});

test('a listed address is Severe where its chain has no data, and the verdict says that nothing was read', async () => {
  const { verdict, own, exposure } = await screened(SAMPLE_ETH.toLowerCase(), { chain: 'eth' });
  expect(verdict).toMatchObject({ state: 'scored', level: 'severe', score: 100 });
  expect(verdict.sentences.join(' ')).toContain('This installation has no data of Ethereum.');
  expect([own.length, exposure]).toEqual([1, []]);
});

test('a listed party two hops away fires the indirect rule, with the payment that shows it', async () => {
  const { verdict, exposure } = await screened(ADDRESS.alice);
  const [party] = exposure[0]?.parties ?? [];
  expect(party).toMatchObject({
    way: 'out',
    ring: 'indirect',
    category: 'sanctioned',
    minHops: 2,
    amount: 2_950_000_000n,
  });
  expect(party?.refs).toEqual([`${txidOf(toDave)}:0`]);
  expect(verdict.fired[0]).toMatchObject({ rule: 'S7', hops: 2, address: ADDRESS.dave });
  expect(verdict.level).toBe('high');
});

test('without the label that carries it the level drops, and the sensitivity says so', async () => {
  const whole = await screened(ADDRESS.alice);
  const [carrier] = whole.verdict.fired[0]?.labels ?? [];
  const without = await screened(ADDRESS.alice, { withoutLabels: [carrier] });
  expect(without.verdict).toMatchObject({ state: 'none', level: 'low', score: null });
  const { without: rows } = await testSensitivity(depsOf(), requestOf(ADDRESS.alice), RULES);
  expect(rows.find(({ id }) => id === carrier)).toMatchObject({ kind: 'label', level: 'low', change: -75 });
});

test('direct shares of a direction never pass the whole, and everything adds up', async () => {
  const sample = depsOf([...SAMPLE_BLOCKS] as typeof STORY, SAMPLE_PACKS);
  for (const person of Object.keys(ADDRESS) as Person[]) {
    const { exposure } = await screened(ADDRESS[person], {}, sample);
    for (const { sides, parties, remainders } of exposure) {
      for (const { way, total } of sides) {
        const direct = parties.filter((party) => party.way === way && party.ring === 'direct');
        expect(direct.reduce((sum, { sharePpm }) => sum + sharePpm, 0)).toBeLessThanOrEqual(1_000_000);
        const rows = [...parties, ...remainders].filter((row) => row.way === way);
        expect(rows.reduce((sum, { amount }) => sum + amount, 0n)).toBe(total);
      }
    }
  }
});

test('an address of a chain without data is Unknown and never Low', async () => {
  const { verdict } = await screened('0x000000000000000000000000000000000000dEaD', { chain: 'eth' });
  expect(verdict).toMatchObject({ state: 'unknown', level: 'unknown', score: null });
  expect(verdict.sentences[0]).toBe('This installation has no data of Ethereum.');
});

test('the same request over the same data has the same hash, and over other labels another', async () => {
  const run = (deps = depsOf()) => screen(deps, requestOf(ADDRESS.alice), RULES);
  const [first, second] = [await run(), await run()];
  expect(second.hash).toBe(first.hash);
  const more: Label[] = [...(LISTED[0]?.labels ?? [])].slice(0, 1);
  const [pack] = LISTED;
  const fewer = pack ? [{ ...pack, labels: more }] : [];
  expect((await run(depsOf(STORY, fewer))).hash).not.toBe(first.hash);
});

test('of an address that received more outputs than a trace begins with the newest are read, and the rest is not read', async () => {
  const many = Array.from({ length: 20_001 }, () => ({ to: 'carol' as const, coins: 0.001 }));
  const paid = Array.from({ length: NEWEST_READ }, () => ({ to: 'dave' as const, coins: 0.01 }));
  const source = coinbase(1, ...paid);
  const payments = paid.map((_, at) => spend([[source, at]], { to: 'carol', coins: 0.009 }));
  const deps = depsOf([
    { height: 0, transactions: [coinbase(0, ...many)] },
    { height: 1, transactions: [source, ...payments] },
  ]);
  const { screening, asOf } = await screen(deps, requestOf(ADDRESS.carol, { ways: ['in'], budget: 5_000 }), RULES);
  expect(asOf.engine).toBe('trace-engine/4 screening/2 listing-split/3 newest-payments/2');
  const { verdict, exposure, limits } = screening;
  const [side] = exposure[0]?.sides ?? [];
  expect(side).toMatchObject({ total: 2_000_100_000n + 900_000_000n, isPartial: true });
  expect(exposure[0]?.parties).toMatchObject([{ ring: 'direct', category: 'sanctioned', amount: 900_000_000n }]);
  expect(exposure[0]?.remainders).toMatchObject([{ remainder: 'budget', amount: 2_000_100_000n }]);
  expect(limits.join(' ')).toContain(
    `received too many outputs to be read whole: only its newest 1,000 transactions were`,
  );
  expect(verdict.state).toBe('scored');
  const within = await screened(ADDRESS.carol, { ways: ['in'], budget: 5_000, fromTime: 1 }, deps);
  expect(within.exposure[0]?.sides[0]).toMatchObject({ total: 900_000_000n, isPartial: true });
  expect(within.limits.join(' ')).toContain('within the time window. Shares are of what these paid.');
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/screen.txt');
});
