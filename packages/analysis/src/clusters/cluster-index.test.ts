import type { ClusterView, CoinJoinFinding } from '@trailmark/core/cluster';
import type { TransactionRecord } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { toPosition } from '@trailmark/core/position';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ClusterBlock } from './cluster-graph.ts';
import { ClusterIndex } from './cluster-index.ts';
import type { ClusterRules } from './cluster-rules.ts';

const CHANGE_RULE = { id: 'last-output', version: 1, confidence: 50 };

/** Rules of a few words: seven equal outputs or more are a CoinJoin; an unseen last output is change. */
const rules: ClusterRules = {
  coinJoins: {
    version: 'test',
    detect(record): CoinJoinFinding | undefined {
      const first = record.outputs[0]?.value;
      if (record.outputs.length < 7 || record.outputs.some(({ value }) => value !== first)) return undefined;
      return {
        detector: 'equal-outputs',
        version: 1,
        kind: 'wasabi-2',
        confidence: 60,
        isCoinJoin: true,
        participants: record.outputs.length,
        denominations: [],
        notes: [],
      };
    },
  },
  change: {
    version: 'test',
    decide(record, context) {
      const vout = record.outputs.length - 1;
      const isChange = context.isFirstUse(vout) === true && !context.isOfInputs(vout);
      const opinions = isChange ? [{ rule: CHANGE_RULE, candidates: [vout] }] : [];
      return { opinions, vout: isChange ? vout : undefined, rules: isChange ? [CHANGE_RULE] : [], isDisputed: false };
    },
  },
};

function owner(number: number): Owner {
  const payload = new Uint8Array(number % 3 === 0 ? 32 : 20);
  new DataView(payload.buffer).setUint32(0, number);
  return { type: number % 3 === 0 ? 'p2tr' : 'p2pkh', payload };
}

interface Plan {
  readonly inputs: readonly (number | undefined)[];
  readonly outputs: readonly number[];
  readonly equal?: boolean;
}

function toRecord(plan: Plan, height: number, index: number): TransactionRecord {
  return {
    position: toPosition(height, index),
    txid: height.toString(16).padStart(32, '0') + index.toString(16).padStart(32, '0'),
    fee: 0n,
    isCoinbase: plan.inputs.length === 0,
    hasRaw: false,
    inputs: plan.inputs.map((input) => ({
      owner: input === undefined ? undefined : owner(input),
      value: input === undefined ? undefined : 10n,
      source: undefined,
      vout: 0,
      isP2pk: false,
    })),
    outputs: plan.outputs.map((output, i) => ({
      owner: owner(output),
      value: plan.equal ? 5n : BigInt(5 + i),
      type: owner(output).type,
    })),
  };
}

function toBlock(plans: readonly Plan[], height: number, options: Partial<ClusterBlock> = {}): ClusterBlock {
  return {
    height,
    hash: height.toString(16).padStart(64, '0'),
    isGapless: true,
    isFinal: false,
    records: plans.map((plan, index) => toRecord(plan, height, index)),
    ...options,
  };
}

function createIndex(alarmSize = 3): ClusterIndex {
  return new ClusterIndex({ rules, alarmSize });
}

function build(chain: readonly (readonly Plan[])[], finalUntil = -1): ClusterIndex {
  const index = createIndex();
  chain.forEach((plans, height) => {
    index.graph.append(toBlock(plans, height, { isFinal: height <= finalUntil }));
  });
  return index;
}

/** Every answer an index can give about its clusters, as text. */
function describeAll(index: ClusterIndex): string {
  const views: ClusterView[] = ['conservative', 'expanded'];
  const rows = views.flatMap((view) =>
    [...Array(index.ownerCount).keys()].map((number) => {
      const cluster = index.clusterOf(number, view);
      if (!cluster) return '';
      const links = index.links(cluster, { limit: 10_000 }).map(({ link }) => `${link.position}:${link.rules[0]?.id}`);
      return `${view} ${number} ${cluster.id} ${cluster.size} ${index.members(cluster, { limit: 10_000 })} ${links}`;
    }),
  );
  const alarms = views.flatMap((view) =>
    index.alarms(view, { limit: 1000 }).map(({ position, parts }) => ({ position, parts })),
  );
  return JSON.stringify([rows, alarms, index.graph.transactions]);
}

const plan: fc.Arbitrary<Plan> = fc.record({
  inputs: fc.array(fc.option(fc.integer({ min: 0, max: 60 }), { nil: undefined, freq: 12 }), { maxLength: 5 }),
  outputs: fc.array(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 4 }),
});
const chain = fc.array(fc.array(plan, { maxLength: 6 }), { minLength: 1, maxLength: 12 });

/** Connected components of the co-spends and change links, by repeated relabelling: slow and plain. */
function relabel(index: ClusterIndex, links: readonly (readonly number[])[]): number[] {
  const labels = [...Array(index.ownerCount).keys()];
  for (let changed = true; changed; ) {
    changed = false;
    for (const members of links) {
      const low = Math.min(...members.map((member) => labels[member] ?? 0));
      for (const member of members) {
        if (labels[member] === low) continue;
        labels[member] = low;
        changed = true;
      }
    }
  }
  return labels;
}

function listLinks(index: ClusterIndex, view: ClusterView): number[][] {
  const { links, ruleSets } = index.graph;
  return [...Array(links.count).keys()]
    .filter((link) => view === 'expanded' || ruleSets.get(links.ruleSet(link)).view === 'conservative')
    .map((link) => [...links.owners(link)]);
}

describe('the partition', () => {
  test('is the connected components of its links, in both views', () => {
    fc.assert(
      fc.property(chain, (blocks) => {
        const index = build(blocks);
        for (const view of ['conservative', 'expanded'] as const) {
          const labels = relabel(index, listLinks(index, view));
          expect([...labels.keys()].map((number) => index.clusterOf(number, view)?.id)).toEqual(labels);
        }
      }),
    );
  });

  test('is the same whether blocks were final at once, settled later or never', () => {
    fc.assert(
      fc.property(chain, fc.nat(12), fc.nat(12), (blocks, finalUntil, settleAt) => {
        const settled = build(blocks, -1);
        settled.graph.settle(settleAt);
        expect(describeAll(settled)).toBe(describeAll(build(blocks)));
        expect(describeAll(build(blocks, finalUntil))).toBe(describeAll(build(blocks)));
      }),
    );
  });

  test('after taking blocks back and adding others is the one of a fresh index', () => {
    fc.assert(
      fc.property(chain, chain, fc.nat(12), fc.nat(12), (blocks, others, fork, settleAt) => {
        const keep = Math.min(fork, blocks.length);
        const index = build(blocks);
        index.graph.settle(Math.min(settleAt, keep - 1));
        expect(index.graph.undo(keep)).toBe(true);
        expect(describeAll(index)).toBe(describeAll(build(blocks.slice(0, keep))));
        others.forEach((plans, i) => {
          index.graph.append(toBlock(plans, keep + i));
        });
        expect(describeAll(index)).toBe(describeAll(build([...blocks.slice(0, keep), ...others])));
      }),
    );
  });

  test('cannot take back what is final', () => {
    const index = build([[], [], []], 1);
    expect(index.graph.undo(1)).toBe(false);
    expect(index.graph.undo(2)).toBe(true);
    expect(index.graph.tip?.height).toBe(1);
  });

  test('refuses blocks out of order', () => {
    const index = build([[], []]);
    expect(() => index.graph.append(toBlock([], 1))).toThrow(/cannot follow block 1/);
  });
});

describe('links', () => {
  test('join all inputs of a transaction, in both views', () => {
    const index = build([[{ inputs: [1, 2, 4], outputs: [10, 5] }]]);
    expect(index.find(owner(1), 'conservative')?.size).toBe(3);
    expect(index.find(owner(5), 'conservative')?.size).toBe(1);
    expect(index.find(owner(5), 'expanded')?.size).toBe(4);
    expect(index.find(owner(77), 'conservative')).toBeUndefined();
  });

  test('are not made by a CoinJoin', () => {
    const index = build([[{ inputs: [1, 2, 4], outputs: [10, 11, 12, 13, 14, 15, 16], equal: true }]]);
    expect(index.find(owner(1), 'conservative')?.size).toBe(1);
    expect(index.find(owner(1), 'expanded')?.size).toBe(1);
    expect(index.coinJoinKind(0)).toBe('wasabi-2');
    expect(index.graph.links.count).toBe(0);
  });

  test('are not made where an unknown input could hide a CoinJoin', () => {
    const index = build([
      [
        { inputs: [1, 2, undefined], outputs: [5] },
        { inputs: [1, undefined], outputs: [5] },
      ],
    ]);
    expect(index.graph.links.count).toBe(0);
  });

  test('of change are not made where gaps hide whether an address is new', () => {
    const index = createIndex();
    index.graph.append(toBlock([{ inputs: [1], outputs: [5, 7] }], 0, { isGapless: false }));
    expect(index.find(owner(7), 'expanded')?.size).toBe(1);
  });

  test('raise an alarm when both clusters are large', () => {
    const index = build([
      [
        { inputs: [1, 2, 4], outputs: [1] },
        { inputs: [5, 7, 8], outputs: [5] },
        { inputs: [10, 11], outputs: [10] },
      ],
      [
        { inputs: [10, 1], outputs: [10] },
        { inputs: [2, 7], outputs: [2] },
      ],
    ]);
    const alarms = index.alarms('conservative', { limit: 10 });
    expect(alarms.map(({ position, parts }) => [position, parts.map(({ size }) => size)])).toEqual([
      [toPosition(1, 1), [5, 3]],
    ]);
    const cluster = index.find(owner(8), 'conservative');
    expect(cluster && index.alarmsOf(cluster)).toHaveLength(1);
    expect(cluster && index.linkSummary(cluster).count).toBe(5);
  });
});

describe('a proof path', () => {
  test('has as few links as a plain breadth-first search finds', () => {
    fc.assert(
      fc.property(chain, fc.nat(90), fc.nat(90), (blocks, a, b) => {
        const index = build(blocks);
        for (const view of ['conservative', 'expanded'] as const) {
          const steps = index.why(owner(a), owner(b), view);
          expect(steps?.length).toBe(countSteps(index, view, a, b));
          expect(isPath(index, steps ?? [], a, b)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('marks a step whose loss parts the two as a bridge', () => {
    const index = build([
      [
        { inputs: [1, 2], outputs: [1] },
        { inputs: [2, 4], outputs: [1] },
        { inputs: [2, 4], outputs: [1] },
      ],
    ]);
    expect(index.why(owner(1), owner(4), 'conservative')?.map(({ isBridge }) => isBridge)).toEqual([true, false]);
  });

  test('heeds dropped rules, dropped transactions and a height', () => {
    const index = build([
      [{ inputs: [1, 2], outputs: [1] }],
      [{ inputs: [2, 4], outputs: [1] }],
      [{ inputs: [4], outputs: [1, 5] }],
    ]);
    expect(index.why(owner(1), owner(5), 'expanded')).toHaveLength(3);
    expect(index.why(owner(1), owner(5), 'expanded', { withoutRules: ['last-output'] })).toBeUndefined();
    expect(index.why(owner(1), owner(4), 'conservative', { withoutPositions: [toPosition(1, 0)] })).toBeUndefined();
    expect(index.why(owner(1), owner(4), 'conservative', { untilHeight: 0 })).toBeUndefined();
    expect(index.why(owner(1), owner(4), 'conservative', { untilHeight: 1 })).toHaveLength(2);
  });
});

describe('a partition under a filter', () => {
  test('is the connected components of the links that are left', () => {
    fc.assert(
      fc.property(chain, fc.nat(90), fc.array(fc.nat(11), { maxLength: 3 }), (blocks, number, heights) => {
        const index = build(blocks);
        const cluster = index.find(owner(number), 'expanded');
        if (!cluster) return;
        const withoutPositions = heights.map((height) => toPosition(height, 0));
        const { links } = index.graph;
        const kept = [...Array(links.count).keys()].filter((link) => !withoutPositions.includes(links.position(link)));
        const labels = relabel(
          index,
          kept.map((link) => [...links.owners(link)]),
        );
        const answer = index.partition(cluster, { withoutPositions });
        const expected = Map.groupBy(index.members(cluster, { limit: 10_000 }), (member) => labels[member] ?? 0);
        const parts = answer?.parts.map(({ members }) => [...members]);
        expect(parts).toEqual([...expected.values()].sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0)));
      }),
    );
  });

  test('counts the links that were dropped', () => {
    const index = build([
      [
        { inputs: [1, 2], outputs: [1] },
        { inputs: [2, 4], outputs: [1] },
      ],
    ]);
    const cluster = index.find(owner(1), 'conservative');
    const answer = cluster && index.partition(cluster, { withoutRules: ['co-spend'] });
    expect(answer?.linksDropped).toBe(2);
    expect(answer?.parts.map(({ size }) => size)).toEqual([1, 1, 1]);
  });
});

/** Links on the shortest path, by a search that keeps whole sets; undefined where there is none. */
function countSteps(index: ClusterIndex, view: ClusterView, a: number, b: number): number | undefined {
  const [from, to] = [index.numberOf(owner(a)), index.numberOf(owner(b))];
  if (from === undefined || to === undefined) return undefined;
  const reached = new Set([from]);
  for (let steps = 0; steps <= index.ownerCount; steps++) {
    if (reached.has(to)) return steps;
    const next = listLinks(index, view).filter((members) => members.some((member) => reached.has(member)));
    for (const member of next.flat()) reached.add(member);
  }
  return undefined;
}

function isPath(
  index: ClusterIndex,
  steps: NonNullable<ReturnType<ClusterIndex['why']>>,
  a: number,
  b: number,
): boolean {
  const number = (of: Owner): number | undefined => index.numberOf(of);
  let at = number(owner(a));
  for (const { from, to, link } of steps) {
    const owners = link.owners.map(number);
    if (number(from) !== at || !owners.includes(number(from)) || !owners.includes(number(to))) return false;
    at = number(to);
  }
  return steps.length === 0 || at === number(owner(b));
}
