import type { CategoryId } from '@trailmark/core/category';
import type { AssetExposure, ExposureWay, PartyClaim } from '@trailmark/core/screening/exposure';
import type { ScreeningRequest } from '@trailmark/core/screening/screening';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { Trace } from '@trailmark/core/trace/trace';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openOutputTrace } from '../tracing/outputs/open-output-trace.ts';
import { type Draft, knowledgeOf, ScriptedOutputs, txidOf } from '../tracing/testing/output-ledger.ts';
import { randomLedger } from '../tracing/testing/random-output-ledger.ts';
import { toExposureTrace } from './exposure-request.ts';
import { measureExposure, type UnreadPart } from './measure-exposure.ts';

const METHODS = ['fifo/1', 'haircut/1', 'lifo/1', 'poison/1'] as const;

function party(kind: KnownParty['kind'], category: CategoryId, key: string): Partial<KnownParty> {
  return { kind, category, key, name: `The ${key}` };
}

const PARTIES = {
  a1: party('service', 'exchange', 'exchange'),
  a2: party('mixer', 'mixer', 'mixer'),
  a3: party('named', 'scam', 'scam'),
  a4: party('named', 'individual', 'a person'),
  a5: party('sanctioned', 'sanctioned', 'listed'),
} as const;

function requestOf(text: string, more: Partial<ScreeningRequest> = {}): ScreeningRequest {
  return {
    chain: 'btc',
    subject: { kind: 'address', text },
    ways: ['in', 'out'],
    asset: null,
    method: 'haircut/1',
    maxHops: 10,
    minSharePpm: 0,
    minAmount: 0n,
    fromTime: null,
    toTime: null,
    budget: 10_000,
    withCluster: false,
    followSwaps: false,
    withoutLabels: [],
    withoutRules: [],
    ...more,
  };
}

async function traceWay(
  drafts: readonly Draft[],
  request: ScreeningRequest,
  way: ExposureWay,
  members: readonly string[],
): Promise<Trace> {
  const asked = toExposureTrace(request, { way, asset: '', hasOutputs: true, spent: [], members });
  const sources = { reader: new ScriptedOutputs(drafts), knowledge: knowledgeOf(PARTIES) };
  return (await openOutputTrace(sources, asked)).run(asked.budget);
}

interface MeasureMore {
  readonly listedFrom?: string;
  readonly listedHow?: 'on' | 'by';
  readonly entityFrom?: string;
  readonly members?: readonly string[];
  /** Every claim, by address. */
  readonly claims?: Readonly<Record<string, readonly PartyClaim[]>>;
  /** Of either direction. */
  readonly unread?: UnreadPart;
}

async function measure(
  drafts: readonly Draft[],
  request: ScreeningRequest,
  { listedFrom, listedHow = 'on', entityFrom, members = [], unread, claims = {} }: MeasureMore = {},
): Promise<AssetExposure> {
  const traces = await Promise.all(request.ways.map((way) => traceWay(drafts, request, way, members)));
  const listing = { list: 'OFAC SDN list', entity: 'X', programme: 'Y', uid: '1', listedHow, entityFrom } as const;
  return measureExposure(traces, {
    isOwn: (address) => address === request.subject.text || members.includes(address),
    asset: '',
    symbol: 'BTC',
    decimals: 8,
    firstHop: 1,
    ...(unread ? { unreadOf: () => unread } : {}),
    fiat: (amount, time) => (time > 1_300_200_000 ? undefined : amount * 2n),
    listingsOf: ({ category }) => (category === 'sanctioned' ? [{ ...listing, listedFrom, listedTo: undefined }] : []),
    claimsOf: (_, address) => claims[address ?? ''] ?? [],
  });
}

const sum = (amounts: readonly { readonly amount: bigint }[]): bigint =>
  amounts.reduce((all, one) => all + one.amount, 0n);

/** a0 is paid 60 by the exchange and 40 by somebody who has it from the mixer; it pays 70 to a6, who pays the listed one. */
const STORY: readonly Draft[] = [
  { spends: [], pays: [{ to: 1, amount: 60n }] },
  { spends: [], pays: [{ to: 2, amount: 40n }] },
  { spends: [[1, 0]], pays: [{ to: 7, amount: 40n }] },
  {
    spends: [[0, 0]],
    pays: [{ to: 0, amount: 60n }],
  },
  { spends: [[2, 0]], pays: [{ to: 0, amount: 40n }] },
  {
    spends: [
      [3, 0],
      [4, 0],
    ],
    pays: [
      { to: 6, amount: 70n },
      { to: 0, amount: 28n },
    ],
  },
  { spends: [[5, 0]], pays: [{ to: 5, amount: 69n }] },
];

describe('exposure', () => {
  test('separates direct from indirect, in from out, and says what is left', async () => {
    const { sides, parties, remainders } = await measure(STORY, requestOf('a0'));
    expect(sides.map(({ way, total }) => [way, total])).toEqual([
      ['in', 100n],
      // 28 of the 100 came back as change and are still there: they were not sent.
      ['out', 72n],
    ]);
    expect(parties.map(({ way, ring, category, amount, minHops }) => [way, ring, category, amount, minHops])).toEqual([
      ['in', 'direct', 'exchange', 60n, 1],
      ['in', 'indirect', 'mixer', 40n, 2],
      ['out', 'indirect', 'sanctioned', 69n, 2],
    ]);
    expect(remainders.map(({ way, remainder, amount }) => [way, remainder, amount])).toEqual([['out', 'fees', 3n]]);
    expect(parties.map(({ sharePpm }) => sharePpm)).toEqual([600_000, 400_000, 958_333]);
  });

  test('of a subject that was read in part is of all it moved, and the rest is not read', async () => {
    const unread = { whole: 1_000n, sentence: 'The newest alone were read.' };
    const { sides, parties, remainders } = await measure(STORY, requestOf('a0'), { unread });
    expect(sides.map(({ total, isPartial, gaps }) => [total, isPartial, gaps[0]])).toEqual([
      [1_000n, true, unread.sentence],
      [1_000n, true, unread.sentence],
    ]);
    expect(parties.map(({ sharePpm }) => sharePpm)).toEqual([60_000, 40_000, 69_000]);
    expect(remainders.map(({ way, remainder, amount }) => [way, remainder, amount])).toEqual([
      ['in', 'budget', 900n],
      ['out', 'fees', 3n],
      ['out', 'budget', 928n],
    ]);
    // Of what nobody knows, or knows to be less than was read, nothing is made up.
    for (const whole of [undefined, 1n]) {
      const part = await measure(STORY, requestOf('a0'), { unread: { ...unread, whole } });
      expect(part.sides.map(({ total, isPartial }) => [total, isPartial])).toEqual([
        [100n, true],
        [72n, true],
      ]);
      expect(part.remainders).toHaveLength(1);
    }
  });

  test('ends at the first name, and continues through a private wallet', async () => {
    const through = STORY.map((draft, number) => (number === 2 ? { ...draft, pays: [{ to: 4, amount: 40n }] } : draft));
    const { parties } = await measure(through, requestOf('a0', { ways: ['in'] }));
    expect(parties.map(({ category }) => category)).toEqual(['exchange', 'mixer']);
    const named = STORY.map((draft, number) => (number === 2 ? { ...draft, pays: [{ to: 3, amount: 40n }] } : draft));
    const { parties: stopped } = await measure(named, requestOf('a0', { ways: ['in'] }));
    expect(stopped.map(({ category, ring }) => [category, ring])).toEqual([
      ['exchange', 'direct'],
      ['scam', 'direct'],
    ]);
  });

  test('of a cluster leaves out what one address pays another, and counts the others as the subject', async () => {
    const { sides, parties, remainders } = await measure(STORY, requestOf('a0'), { members: ['a0', 'a7'] });
    expect(sides.map(({ way, total }) => [way, total])).toEqual([
      ['in', 100n],
      ['out', 72n],
    ]);
    expect(parties.map(({ way, ring, category, amount, minHops }) => [way, ring, category, amount, minHops])).toEqual([
      ['in', 'direct', 'exchange', 60n, 1],
      // The address that the mixer paid is of the cluster.
      ['in', 'direct', 'mixer', 40n, 1],
      ['out', 'indirect', 'sanctioned', 69n, 2],
    ]);
    expect(remainders.map(({ remainder, amount }) => [remainder, amount])).toEqual([['fees', 3n]]);
  });

  test('splits payments to a listed party at the day of its listing', async () => {
    const day = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10);
    const paid = 1_300_000_000 + 6 * 21_600;
    const before = await measure(STORY, requestOf('a0', { ways: ['out'] }), { listedFrom: day(paid + 86_400) });
    expect(before.parties[0]?.listing).toMatchObject({ before: 69n, after: 0n });
    const after = await measure(STORY, requestOf('a0', { ways: ['out'] }), { listedFrom: day(paid) });
    expect(after.parties[0]?.listing).toMatchObject({ before: 0n, after: 69n });
    // Of a listing by a day at the latest, earlier payments may be of a listed party: all of them, or those since its entity was listed.
    const by = (more: object) =>
      measure(STORY, requestOf('a0', { ways: ['out'] }), { listedFrom: day(paid + 86_400), listedHow: 'by', ...more });
    expect((await by({})).parties[0]?.listing).toMatchObject({ before: 0n, unclear: 69n, after: 0n });
    const since = await by({ entityFrom: day(paid) });
    expect(since.parties[0]?.listing).toMatchObject({ before: 0n, unclear: 69n, after: 0n });
    const later = await by({ entityFrom: day(paid + 86_400) });
    expect(later.parties[0]?.listing).toMatchObject({ before: 69n, unclear: 0n, after: 0n });
    const unknown = await measure(STORY, requestOf('a0', { ways: ['out'] }));
    expect(unknown.parties[0]?.listing).toBeNull();
  });

  test('keeps what other labels say of a party, and addresses with other claims apart', async () => {
    const claim = (category: CategoryId, confidence: number): PartyClaim => ({
      ...{ category, name: 'Other', source: 'another source', confidence },
    });
    const claims = { a1: [claim('csam', 90), claim('exchange', 20)] };
    const { parties, sides } = await measure(STORY, requestOf('a0', { ways: ['in'] }), { claims });
    expect(
      parties.map(({ category, amount, others }) => [category, amount, others?.map((one) => one.category)]),
    ).toEqual([
      ['exchange', 60n, ['csam']],
      ['mixer', 40n, undefined],
    ]);
    expect(sum(parties)).toBe(sides[0]?.total);
    // Two addresses of one service, of which one has another claim.
    const paid: Draft[] = [
      {
        spends: [],
        pays: [
          { to: 1, amount: 10n },
          { to: 8, amount: 5n },
        ],
      },
      {
        spends: [
          [0, 0],
          [0, 1],
        ],
        pays: [{ to: 0, amount: 15n }],
      },
    ];
    const one = await measure(paid, requestOf('a0', { ways: ['in'] }), { claims });
    expect(one.parties.map(({ amount, others = [] }) => [amount, others.length])).toEqual([[10n, 1]]);
  });

  test('states money only where each day has a price', async () => {
    const { parties } = await measure(STORY, requestOf('a0'));
    expect(parties[0]?.money).toBe(120n);
    const late = [
      ...STORY.slice(0, 6),
      ...Array.from({ length: 8 }, (): Draft => ({ spends: [], pays: [] })),
      STORY[6]!,
    ];
    const { parties: unpriced } = await measure(late, requestOf('a0', { ways: ['out'] }));
    expect(unpriced[0]?.money).toBeNull();
  });

  test('counts what a limit of hops ended as unknown', async () => {
    const { parties, remainders } = await measure(STORY, requestOf('a0', { ways: ['in'], maxHops: 1 }));
    expect(parties.map(({ ring }) => ring)).toEqual(['direct']);
    expect(remainders).toMatchObject([{ remainder: 'hops', amount: 40n, sharePpm: 400_000 }]);
  });

  test('of a transaction follows the coins it spends', async () => {
    const request = requestOf(txidOf(5), { subject: { kind: 'transaction', text: txidOf(5) } });
    const spent = [3, 4].map((number) => ({ kind: 'output', txid: txidOf(number), vout: 0 }) as const);
    const asked = toExposureTrace(request, { way: 'out', asset: '', hasOutputs: true, spent });
    expect(asked.seeds).toEqual(spent);
    expect(toExposureTrace(request, { way: 'in', asset: '', hasOutputs: true, spent: [] }).seeds).toEqual([
      { kind: 'transaction', txid: txidOf(5) },
    ]);
  });

  test('is measured for balances by the side that moved, with one hop less', () => {
    const ask = (way: ExposureWay) =>
      toExposureTrace(requestOf('x'), { way, asset: 'usd', hasOutputs: false, spent: [] });
    expect(ask('in').seeds).toEqual([{ kind: 'address', address: 'x', side: 'received' }]);
    expect(ask('out').seeds).toEqual([{ kind: 'address', address: 'x', side: 'paid' }]);
    expect(ask('out').stops.maxHops).toBe(9);
  });

  test('adds up to everything that was received and sent, by every method, on any ledger', async () => {
    await fc.assert(
      fc.asyncProperty(
        randomLedger(),
        fc.nat({ max: 7 }),
        fc.constantFrom(...METHODS),
        fc.constantFrom(1, 2, 3, 10),
        fc.constantFrom(0, 50_000),
        fc.boolean(),
        async (drafts, owner, method, maxHops, minSharePpm, hasCluster) => {
          const isPaid = (number: number): boolean =>
            drafts.some(({ pays }) => pays.some(({ to, amount }) => to === number && amount > 0n));
          fc.pre(isPaid(owner));
          const members = [owner, 6, 7].filter((number) => hasCluster && isPaid(number)).map((number) => `a${number}`);
          const request = requestOf(`a${owner}`, { method, maxHops, minSharePpm });
          const { sides, parties, remainders } = await measure(drafts, request, { members: [...new Set(members)] });
          for (const { way, total } of sides) {
            const rows = [...parties, ...remainders].filter((row) => row.way === way);
            expect(sum(rows)).toBe(total);
            expect(rows.every(({ amount }) => amount >= 0n)).toBe(true);
            const shares = rows.reduce((all, { sharePpm }) => all + sharePpm, 0);
            expect(shares).toBeLessThanOrEqual(1_000_000);
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  test('a direction without a trace is a computed zero, or unread with all that is known of it', () => {
    const context = {
      ...{ isOwn: () => false, asset: '', symbol: 'BTC', decimals: 8, firstHop: 1 as const },
      ...{ fiat: () => undefined, listingsOf: () => [], claimsOf: () => [] },
    };
    const of = (unread: UnreadPart | undefined) => measureExposure([{ way: 'out', unread }], context);
    const zero = { way: 'out', total: 0n, added: 0n, transactionsRead: 0, isPartial: false, gaps: [] };
    expect(of(undefined)).toMatchObject({ sides: [zero], remainders: [] });
    expect(of({ whole: 0n, sentence: 'Too many.' })).toMatchObject({ sides: [zero], remainders: [] });
    expect(of({ whole: undefined, sentence: 'Too many.' })).toMatchObject({
      sides: [{ total: 0n, isPartial: true, gaps: ['Too many.'] }],
      remainders: [],
    });
    expect(of({ whole: 7n, sentence: 'Too many.' })).toMatchObject({
      sides: [{ total: 7n, isPartial: true }],
      remainders: [{ way: 'out', remainder: 'budget', amount: 7n, sharePpm: 1_000_000 }],
    });
  });
});
