import { toPosition } from '@trailmark/core/position';
import type { OutputStep, Trace, TracePart } from '@trailmark/core/trace/trace';
import type { StopRules, TraceDirection, TraceRequest, TraceSeed } from '@trailmark/core/trace/trace-request';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Draft, knowledgeOf, requestOf, ScriptedOutputs, txidOf } from '../testing/output-ledger.ts';
import { randomLedger } from '../testing/random-output-ledger.ts';
import {
  type ReferenceTotals,
  referenceFifo,
  referenceFifoRuns,
  referenceHaircut,
  referenceLifo,
  referencePoison,
} from '../testing/slow-reference.ts';
import type { TraceBatching } from '../trace-session.ts';
import { KnownAddresses } from './known-addresses.ts';
import { openOutputTrace } from './open-output-trace.ts';

const METHODS = ['exact/1', 'fifo/1', 'haircut/1', 'lifo/1', 'poison/1'] as const;

interface Setting {
  readonly drafts: readonly Draft[];
  readonly missing: ReadonlySet<number>;
  readonly request: TraceRequest;
}

function listSpendable(drafts: readonly Draft[], missing: ReadonlySet<number>): TraceSeed[] {
  return drafts.flatMap(({ pays }, number) =>
    missing.has(number)
      ? []
      : pays.flatMap(({ to, amount }, vout): TraceSeed[] =>
          to !== undefined && amount > 0n && !(number === 0 && drafts[0]?.spends.length === 0)
            ? [{ kind: 'output', txid: txidOf(number), vout }]
            : [],
        ),
  );
}

function pickSeeds(setting: Pick<Setting, 'drafts' | 'missing'>, picks: readonly number[]): TraceSeed[] {
  const all = listSpendable(setting.drafts, setting.missing);
  if (all.length === 0) return [];
  return picks.flatMap((pick) => all[pick % all.length] ?? []);
}

/** Some of the seeds in part: their first units, by hundredths of the output. */
function inPart(
  { drafts }: Pick<Setting, 'drafts'>,
  seeds: readonly TraceSeed[],
  hundredths: readonly number[],
): TraceSeed[] {
  const unique = [...new Map(seeds.map((seed) => [JSON.stringify(seed), seed])).values()];
  return unique.map((seed, i): TraceSeed => {
    if (seed.kind !== 'output') return seed;
    const whole = drafts[Number.parseInt(seed.txid, 16)]?.pays[seed.vout]?.amount ?? 0n;
    const amount = (whole * BigInt(hundredths[i] ?? 100)) / 100n;
    return amount > 0n && amount < whole ? { ...seed, amount } : seed;
  });
}

const anyStops: fc.Arbitrary<Partial<StopRules>> = fc.record({
  maxHops: fc.constantFrom(1, 2, 3, 5, 8, 100, 100, 100),
  minAmount: fc.constantFrom(0n, 0n, 0n, 2n, 8n),
  minSharePpm: fc.constantFrom(0, 0, 50_000),
  maxFanOut: fc.constantFrom(1, 2, 5, 5, 5),
  dormantDays: fc.constantFrom(undefined, undefined, 1),
  fromTime: fc.constantFrom(undefined, undefined, undefined, 1_300_060_000),
  toTime: fc.constantFrom(undefined, undefined, undefined, 1_300_400_000),
});

/** Random ledgers with holes, seeds, stops, methods and directions: everything that may be requested. */
const anySetting: fc.Arbitrary<Setting> = fc
  .record({
    drafts: randomLedger(),
    missing: fc.uniqueArray(fc.nat({ max: 23 }), { maxLength: 3 }).map((heights) => new Set(heights)),
    picks: fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 3 }),
    method: fc.constantFrom(...METHODS),
    direction: fc.constantFrom<TraceDirection>('forward', 'backward'),
    stops: anyStops,
    hundredths: fc.array(fc.constantFrom(1, 30, 50, 99, 100), { minLength: 3, maxLength: 3 }),
  })
  .map(({ drafts, missing, picks, method, direction, stops, hundredths }) => {
    const seeds = inPart({ drafts }, pickSeeds({ drafts, missing }, picks), hundredths);
    return { drafts, missing, request: requestOf({ seeds, method, direction, stops }) };
  })
  .filter(({ request }) => request.seeds.length > 0);

const PARTIES = { a1: { kind: 'service' }, a2: { kind: 'mixer' }, a3: { kind: 'named' } } as const;

async function trace(
  { drafts, missing, request }: Setting,
  { batching, budgets = [100_000] }: { batching?: TraceBatching; budgets?: readonly number[] } = {},
): Promise<Trace> {
  const reader = new ScriptedOutputs(drafts, { missingHeights: missing });
  const session = await openOutputTrace({ reader, knowledge: knowledgeOf(PARTIES), batching }, request);
  let answer: Trace | undefined;
  for (const budget of budgets) answer = await session.run(budget);
  return answer!;
}

const sumTainted = (parts: readonly TracePart[]): bigint => parts.reduce((sum, { tainted }) => sum + tainted, 0n);

function expectConserved({ steps, sums, seeds, leaves, cuts, request }: Trace): void {
  for (const step of steps as OutputStep[]) {
    const [given, got] = request.direction === 'forward' ? [step.inputs, step.outputs] : [step.outputs, step.inputs];
    expect(sumTainted(given) + step.added).toBe(sumTainted(got) + step.feeTainted);
    for (const { amount, tainted } of [...step.inputs, ...step.outputs]) {
      expect(tainted).toBeGreaterThanOrEqual(0n);
      expect(tainted).toBeLessThanOrEqual(amount ?? 0n);
    }
  }
  const began = seeds.reduce((sum, { amount }) => sum + amount, 0n);
  const added = steps.reduce((sum, step) => sum + step.added, 0n);
  const ended = leaves.reduce((sum, { amount }) => sum + amount, 0n);
  const cut = cuts.reduce((sum, { amount }) => sum + amount, 0n);
  const fees = steps.reduce((sum, { feeTainted }) => sum + feeTainted, 0n);
  expect(began + added).toBe(ended + cut + fees);
  expect(sums).toHaveLength(1);
  expect(sums[0]).toMatchObject({ began, added, cut, fees, difference: 0n });
}

/** Hops derived from the answer alone: one more than the fewest of what enters a step; seeds have none. */
function expectFewestHops({ steps, seeds, request }: Trace): void {
  const isForward = request.direction === 'forward';
  const hopOf = new Map<string, number>();
  const ordered = (isForward ? steps : steps.toReversed()) as OutputStep[];
  const begun = new Set(seeds.map(({ ref }) => ref));
  for (const step of ordered) {
    const [given, got] = isForward ? [step.inputs, step.outputs] : [step.outputs, step.inputs];
    const hops = given
      .filter(({ tainted }) => tainted > 0n)
      .map(({ ref }) => (begun.has(ref) ? 0 : (hopOf.get(ref) ?? Number.NaN)));
    expect(step.hop).toBe(Math.min(...hops) + 1);
    for (const { ref, tainted } of got) if (tainted > 0n) hopOf.set(ref, step.hop);
  }
}

describe('a trace over any ledger', () => {
  test('conserves every unit at each step and over all, and no output is traced beyond its amount', async () => {
    await fc.assert(
      fc.asyncProperty(anySetting, async (setting) => {
        const found = await trace(setting);
        expectConserved(found);
        expectFewestHops(found);
        expect(found.state).toBe('complete');
        for (const { reason, detail } of found.leaves) {
          expect(reason).not.toBe('budget');
          expect(detail).toMatch(/^[A-Z0-9].*\.$/);
        }
        for (const { count, detail } of found.cuts) {
          expect(count).toBeGreaterThan(0);
          expect(detail).toMatch(/\.$/);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('is the same over addresses that another trace met, and in brief, merged or not, has the same peel chains, sums and parties', async () => {
    const knowledge = knowledgeOf(PARTIES);
    const addresses = new KnownAddresses(knowledge);
    const named = ({ leaves }: Trace) => leaves.filter(({ party }) => party !== null);
    await fc.assert(
      fc.asyncProperty(anySetting, async (setting) => {
        const reader = new ScriptedOutputs(setting.drafts, { missingHeights: setting.missing });
        const whole = await trace(setting);
        const sharing = await openOutputTrace({ reader, knowledge, addresses }, setting.request);
        expect(await sharing.run(100_000)).toEqual(whole);
        const asked = await openOutputTrace({ reader, knowledge, addresses }, setting.request);
        const brief = await asked.run(100_000, { isBrief: true });
        expect([brief.peelChains, brief.sums, named(brief)]).toEqual([whole.peelChains, whole.sums, named(whole)]);
        const [own = ''] = whole.leaves.flatMap(({ address }) => address ?? []);
        const merging = await openOutputTrace({ reader, knowledge, addresses }, setting.request);
        const sums = await merging.run(100_000, { isBrief: true, apart: own === '' ? [] : [own] });
        const ofOwn = ({ leaves }: Trace) =>
          leaves.flatMap(({ address, reason, amount }) => (own !== '' && address === own ? [[reason, amount]] : []));
        expect([sums.peelChains, sums.sums, named(sums), sums.gaps]).toEqual([
          whole.peelChains,
          whole.sums,
          named(whole),
          whole.gaps,
        ]);
        expect(ofOwn(sums)).toEqual(ofOwn(whole));
      }),
      { numRuns: 300 },
    );
  });

  test('is the same in batches of one, with other concurrency, and in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        anySetting,
        fc.array(fc.integer({ min: 0, max: 4 }), { maxLength: 6 }),
        async (setting, pieces) => {
          const whole = await trace(setting);
          const small = await trace(setting, { batching: { batch: 1, concurrency: 3 } });
          expect(small).toEqual(whole);
          const inPieces = await trace(setting, { budgets: [...pieces, 100_000] });
          expect(inPieces).toEqual(whole);
          const total = pieces.reduce((sum, piece) => sum + piece, 0);
          if (pieces.length === 0) return;
          const part = await trace(setting, { budgets: pieces });
          expect(part).toEqual(await trace(setting, { budgets: [total] }));
          expectConserved(part);
        },
      ),
      { numRuns: 200 },
    );
  });
});

const REFERENCES = [
  ['fifo/1', referenceFifo],
  ['fifo/1', referenceFifoRuns],
  ['lifo/1', referenceLifo],
  ['haircut/1', referenceHaircut],
  ['poison/1', referencePoison],
] as const;

describe.each(REFERENCES)('%s forward', (method, reference) => {
  test('finds to the unit what a slow walk over the whole ledger finds', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomLedger(),
        fc.array(fc.nat({ max: 500 }), { minLength: 1, maxLength: 4 }),
        async (drafts, picks) => {
          const missing = new Set<number>();
          const seeds = pickSeeds({ drafts, missing }, picks);
          if (seeds.length === 0) return;
          const request = requestOf({ seeds, method, stops: { services: false, mixers: false } });
          const found = await trace({ drafts, missing, request });
          const keys = seeds.map((seed) =>
            seed.kind === 'output' ? `${toPosition(Number.parseInt(seed.txid, 16), 0)}:${seed.vout}` : '',
          );
          const expected: ReferenceTotals = reference({
            records: new ScriptedOutputs(drafts).indexedRecords,
            seeds: new Set(keys),
          });
          const held = new Map(found.leaves.map(({ ref, amount }) => [ref, amount]));
          expect(held).toEqual(expected.held);
          expect(found.sums[0]?.fees).toBe(expected.fees);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe.each(['fifo/1', 'lifo/1'])('%s forward and then backward from where it ended', (method) => {
  test('returns the units of the seed, less what fees took', async () => {
    await fc.assert(
      fc.asyncProperty(randomLedger(), fc.nat({ max: 500 }), async (drafts, pick) => {
        const missing = new Set<number>();
        const seeds = pickSeeds({ drafts, missing }, [pick]);
        const [seed] = seeds;
        if (seed?.kind !== 'output') return;
        const stops = { services: false, mixers: false };
        const forward = await trace({ drafts, missing, request: requestOf({ seeds, method, stops }) });
        const ends = forward.leaves.flatMap(({ ref, reason }): TraceSeed[] => {
          const [txid = '', vout] = ref.split(':');
          return reason === 'unspent' ? [{ kind: 'output', txid, vout: Number(vout) }] : [];
        });
        if (ends.length === 0) return;
        const lost = forward.leaves.reduce((sum, leaf) => (leaf.reason === 'unspent' ? sum : sum + leaf.amount), 0n);
        const request = requestOf({ seeds: ends, method, direction: 'backward', stops });
        const backward = await trace({ drafts, missing, request });
        const ref = `${seed.txid}:${seed.vout}`;
        const began = forward.seeds[0]?.amount ?? 0n;
        expect(sumAt(backward, ref)).toBe(began - (forward.sums[0]?.fees ?? 0n) - lost);
      }),
      { numRuns: 200 },
    );
  });
});

describe.each(['fifo/1', 'lifo/1'])('%s from a part of an output', (method) => {
  test('leads back to the seed from every output that ended whole, to the unit', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomLedger(),
        fc.nat({ max: 500 }),
        fc.integer({ min: 1, max: 99 }),
        async (drafts, pick, n) => {
          const missing = new Set<number>();
          const seeds = inPart({ drafts }, pickSeeds({ drafts, missing }, [pick]), [n]);
          const [seed] = seeds;
          if (seed?.kind !== 'output') return;
          const stops = { services: false, mixers: false };
          const forward = await trace({ drafts, missing, request: requestOf({ seeds, method, stops }) });
          const wholes = forward.leaves.filter(({ ref, reason, amount }) => {
            const [txid = '', vout] = ref.split(':');
            return reason === 'unspent' && drafts[Number.parseInt(txid, 16)]?.pays[Number(vout)]?.amount === amount;
          });
          if (wholes.length === 0) return;
          const ends = wholes.map(({ ref }): TraceSeed => {
            const [txid = '', vout] = ref.split(':');
            return { kind: 'output', txid, vout: Number(vout) };
          });
          const request = requestOf({ seeds: ends, method, direction: 'backward', stops });
          const backward = await trace({ drafts, missing, request });
          const ended = wholes.reduce((sum, { amount }) => sum + amount, 0n);
          expect(sumAt(backward, `${seed.txid}:${seed.vout}`)).toBe(ended);
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** What a backward trace asks of one output: at the step that spends it, or as a seed nobody spends. */
function sumAt({ steps, seeds }: Trace, ref: string): bigint {
  const parts = (steps as OutputStep[]).flatMap(({ inputs }) => inputs.filter((input) => input.ref === ref));
  const asked = seeds.filter((seed) => seed.ref === ref);
  return parts.length > 0 ? sumTainted(parts) : asked.reduce((sum, { amount }) => sum + amount, 0n);
}
