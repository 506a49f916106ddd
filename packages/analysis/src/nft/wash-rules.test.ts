import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import { CollectionBuilder } from './collection-table.ts';
import { CycleFinder } from './cycles.ts';
import * as ofRunWashRules from './run-wash-rules.ts';
import { plantCollection } from './testing/planted-collection.ts';
import * as ofVolume from './volume.ts';
import { WASH_RULES } from './wash-rules.ts';
import * as ofWashSet from './wash-set.ts';
import { WASH_SET } from './wash-set.ts';

const recorded = new WatchedResults();
const { runWashRules, weighSales } = recorded.watch(ofRunWashRules);
const { sumVolume } = recorded.watch(ofVolume);
const { isPublished } = recorded.watch(ofWashSet);

const USUAL = WASH_SET.parse({});

/** Compressed rows of a list of edges, each once. */
function toGraph(nodeCount: number, edges: readonly (readonly [number, number])[]) {
  const sorted = [...new Set(edges.map(([from, to]) => from * nodeCount + to))].sort((a, b) => a - b);
  const starts = new Uint32Array(nodeCount + 1);
  for (const edge of sorted)
    starts[Math.floor(edge / nodeCount) + 1] = (starts[Math.floor(edge / nodeCount) + 1] ?? 0) + 1;
  for (let n = 0; n < nodeCount; n++) starts[n + 1] = (starts[n + 1] ?? 0) + (starts[n] ?? 0);
  return { nodeCount, starts, targets: Uint32Array.from(sorted, (edge) => edge % nodeCount) };
}

function listCycles(graph: ReturnType<typeof toGraph>, maxLength: number): string[] {
  const found: string[] = [];
  const isWhole = new CycleFinder().find(graph, { minLength: 2, maxLength, maxSteps: 1e6 }, (path) =>
    found.push(path.join()),
  );
  expect(isWhole).toBe(true);
  return found.sort();
}

/** Every simple cycle by trying all paths. */
function bruteCycles(nodeCount: number, edges: readonly (readonly [number, number])[], maxLength: number): string[] {
  const has = new Set(edges.map((edge) => edge.join()));
  const found: string[] = [];
  const walk = (path: readonly number[]): void => {
    const [root = 0] = path;
    const last = path.at(-1) ?? 0;
    if (path.length > 1 && has.has(`${last},${root}`)) found.push(path.join());
    if (path.length === maxLength) return;
    for (let next = root + 1; next < nodeCount; next++)
      if (!path.includes(next) && has.has(`${last},${next}`)) walk([...path, next]);
  };
  for (let root = 0; root < nodeCount; root++) walk([root]);
  return found.sort();
}

describe('cycles', () => {
  test('of every length up to the bound are found, each once, as by trying all paths', () => {
    let seed = 7;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    for (let run = 0; run < 30; run++) {
      const nodes = 3 + random(6);
      const edges = Array.from({ length: nodes * 2 }, () => [random(nodes), random(nodes)] as const).filter(
        ([a, b]) => a !== b,
      );
      for (const bound of [2, 3, 5, 8])
        expect(listCycles(toGraph(nodes, edges), bound)).toEqual(bruteCycles(nodes, edges, bound));
    }
  });

  test('stop at the limit of steps and say so', () => {
    const edges = Array.from({ length: 12 }, (_, a) => Array.from({ length: 12 }, (_, b) => [a, b] as const))
      .flat()
      .filter(([a, b]) => a !== b);
    expect(
      new CycleFinder().find(toGraph(12, edges), { minLength: 3, maxLength: 8, maxSteps: 1_000 }, () => undefined),
    ).toBe(false);
  });
});

test('the search for ways back counts as steps: a hub that everybody pays, without a cycle, ends it too', () => {
  const nodes = 2_000;
  const edges = Array.from({ length: nodes }, (_, from) =>
    Array.from({ length: 20 }, (_, i) => [from, from + 1 + i] as const).filter(([, to]) => to < nodes),
  ).flat();
  const graph = toGraph(nodes, [...edges, ...Array.from({ length: nodes - 1 }, (_, i) => [i + 1, 0] as const)]);
  const finder = new CycleFinder();
  expect(finder.find(graph, { minLength: 3, maxLength: 8, maxSteps: 1_000 }, () => undefined)).toBe(false);
  expect(finder.steps).toBe(1_000);
});

test('a token that too many wallets passed to each other is not searched to the end, and its run says so', () => {
  const builder = new CollectionBuilder((asset) => asset);
  const wallets = Array.from({ length: 14 }, (_, i) => i.toString(16).padStart(40, '0'));
  let time = 0;
  for (const from of wallets)
    for (const to of wallets)
      if (from !== to)
        builder.addEvent({
          time: time++,
          from,
          to,
          tokenId: 7n,
          amount: 1n,
          isMulti: false,
          kind: 'transfer',
          sale: undefined,
        });
  const none = { payments: undefined, funding: undefined, services: new Map(), hasCalls: true };
  expect(runWashRules({ ...none, table: builder.build(), params: USUAL.params }).unsearched).toEqual([0]);
  expect(
    runWashRules({ ...none, table: new CollectionBuilder(() => '').build(), params: USUAL.params }).unsearched,
  ).toEqual([]);
});

describe('a collection with planted wash trades', () => {
  const planted = plantCollection(11);
  const run = runWashRules({ ...planted.input, params: USUAL.params });
  const flaggedBy = (rule: string): number[] =>
    [...(run.runs.find((each) => each.rule.id === rule)?.flagged ?? [])].flatMap((flag, sale) => (flag ? [sale] : []));

  test('every planted sale is flagged by its rule, rings of 3 to 8 wallets among them', () => {
    for (const { id } of WASH_RULES) {
      const wanted = [...(planted.truth.get(id) ?? [])];
      expect(wanted.length, id).toBeGreaterThan(0);
      const found = new Set(flaggedBy(id));
      expect(
        wanted.filter((sale) => !found.has(sale)),
        id,
      ).toEqual([]);
    }
    const sizes = run.runs.find(({ rule }) => rule.id === 'ring')?.findings.map(({ wallets }) => wallets.length) ?? [];
    for (const size of [3, 4, 5, 6, 7, 8]) expect(sizes).toContain(size);
  });

  test('a ring is proven by its steps in order of time, and by the payments that close it', () => {
    const { table } = run.world;
    for (const finding of run.runs.find(({ rule }) => rule.id === 'ring')?.findings ?? []) {
      const { events } = finding;
      expect(events.length).toBe(finding.wallets.length);
      events.forEach((event, i) => {
        const next = events[(i + 1) % events.length] ?? 0;
        expect(table.events.to[event]).toBe(table.events.from[next]);
        if (i > 0) expect(table.events.time[event]).toBeGreaterThanOrEqual(table.events.time[events[i - 1] ?? 0] ?? 0);
      });
    }
    expect(run.runs.find(({ rule }) => rule.id === 'ring')?.findings.some(({ payments }) => payments.length > 0)).toBe(
      true,
    );
  });

  test('customers of one exchange are not linked by it, and are once it counts as no service', () => {
    const isCustomer = (sale: number): boolean => planted.customers.has(sale);
    expect(planted.customers.size).toBeGreaterThan(100);
    expect(flaggedBy('common-funder').filter(isCustomer)).toEqual([]);
    const unnamed = runWashRules({ ...planted.input, services: new Map(), params: USUAL.params });
    const linked = unnamed.runs.find(({ rule }) => rule.id === 'common-funder')?.flagged ?? new Uint8Array();
    expect([...planted.customers].some((sale) => linked[sale])).toBe(true);
  });

  test('clean volume is all less flagged to the smallest unit, whatever the weights', () => {
    for (const weights of [{}, { ring: 0 }, { 'same-wallet': 0, 'back-and-forth-token': 9 }])
      for (const from of [1, 2, 3, 100])
        for (const volume of sumVolume(planted.input.table, weighSales(run, { ...USUAL, weights }), from)) {
          expect(volume.clean).toBe(volume.amount - volume.flagged);
          expect(volume.cleanCount).toBe(volume.count - volume.flaggedCount);
        }
  });

  test('a rule without its data did not run, which is not the same as nothing found', () => {
    const bare = runWashRules({
      ...planted.input,
      payments: undefined,
      funding: undefined,
      hasCalls: false,
      params: USUAL.params,
    });
    const missing = new Map(bare.runs.map(({ rule, missing: what }) => [rule.id, what]));
    expect(missing.get('instant-refund')).toBe('payments');
    expect(missing.get('common-funder')).toBe('funding');
    expect(missing.get('flash-loan')).toBe('calls');
    expect(missing.get('ring')).toBeUndefined();
  });
});

test('a set is the published one number for number', () => {
  expect(isPublished(USUAL)).toBe(true);
  expect(isPublished(WASH_SET.parse({ weights: { ring: 1 } }))).toBe(true);
  expect(isPublished(WASH_SET.parse({ weights: { ring: 4 } }))).toBe(false);
  expect(isPublished(WASH_SET.parse({ params: { ringDays: 90 } }))).toBe(false);
  expect(WASH_SET.safeParse({ weights: { rings: 4 } }).success).toBe(false);
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/wash-rules.txt');
});
