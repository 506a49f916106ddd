import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { Trace, TraceLeaf } from '@trailmark/core/trace/trace';
import { DEFAULT_STOPS, type TraceRequest } from '@trailmark/core/trace/trace-request';
import { describe, expect, it } from 'vitest';
import * as ofCompareMethods from './compare-methods.ts';
import * as ofKendallTau from './kendall-tau.ts';

const recorded = new WatchedResults();
const { compareMethods } = recorded.watch(ofCompareMethods);
const { floorRoot, kendallTauPpm } = recorded.watch(ofKendallTau);

const METHODS = [
  { id: 'fifo/1', name: 'FIFO' },
  { id: 'haircut/1', name: 'Haircut' },
  { id: 'lifo/1', name: 'LIFO' },
];

const REQUEST: TraceRequest = {
  chain: 'btc',
  asset: undefined,
  direction: 'forward',
  seeds: [{ kind: 'address', address: 'seed' }],
  incident: undefined,
  method: 'fifo/1',
  params: {},
  stops: { ...DEFAULT_STOPS, minAmount: 500n, minSharePpm: 10_000, maxFanOut: 3 },
  choices: [],
  budget: 100,
};

function party(name: string): KnownParty {
  return {
    kind: 'service',
    name,
    category: 'exchange',
    basis: 'claim',
    source: 'Example list',
    asOf: undefined,
    confidence: 50,
    key: name.toLowerCase(),
    via: undefined,
  };
}

type Ends = Readonly<Record<string, bigint>>;

function leaf(address: string, amount: bigint, named: boolean): TraceLeaf {
  return {
    ref: `${'0'.repeat(64)}:0`,
    address: `addr-${address}-${amount}`,
    asset: '',
    amount,
    hop: 2,
    height: 1,
    time: 1,
    reason: named ? 'service' : 'unspent',
    detail: '',
    party: named ? party(address) : null,
    onward: null,
    shares: null,
    ...(named ? {} : { address }),
  };
}

function traceOf(request: TraceRequest, ends: Ends, state: Trace['state'] = 'complete'): Trace {
  const began = Object.values(ends).reduce((sum, amount) => sum + amount, 0n);
  const leaves = Object.entries(ends).map(([name, amount]) => leaf(name, amount, /^[A-Z]/.test(name)));
  return {
    request,
    seeds: [{ ref: 's', address: 'seed', asset: '', amount: began, height: 0, time: 0 }],
    state,
    steps: [],
    accounts: [],
    leaves: leaves.filter(({ amount }) => amount > 0n),
    cuts: [],
    peelChains: [],
    sums: [
      {
        asset: '',
        began,
        added: 0n,
        convertedIn: 0n,
        convertedOut: 0n,
        ended: { service: began },
        cut: 0n,
        fees: 0n,
        difference: 0n,
      },
    ],
    gaps: [],
    counts: { transactionsRead: 1, rounds: 1 },
  };
}

function runner(byMethod: Readonly<Record<string, Ends>>): (request: TraceRequest) => Promise<Trace> {
  return async (request) => traceOf(request, byMethod[request.method] ?? {});
}

describe('Methods on one graph', () => {
  it('names the exit that one method alone leaves empty', async () => {
    const found = await compareMethods(
      REQUEST,
      METHODS,
      runner({
        'fifo/1': { Kraken: 70n, Binance: 30n },
        'haircut/1': { Kraken: 50n, Binance: 50n },
        'lifo/1': { Kraken: 0n, Binance: 100n },
      }),
    );
    expect(found.sentence).toBe('Under LIFO alone “Kraken” would get nothing.');
    expect(found.exits.map(({ key, amounts, least, most, ranks }) => ({ key, amounts, least, most, ranks }))).toEqual([
      { key: 'kraken', amounts: [70n, 50n, 0n], least: 0n, most: 70n, ranks: [1, 1, 2] },
      { key: 'binance', amounts: [30n, 50n, 100n], least: 30n, most: 100n, ranks: [2, 1, 1] },
    ]);
    expect(found.stableExits).toBe(0);
    expect(found.agreement).toEqual([
      { a: 'fifo/1', b: 'haircut/1', tauPpm: null },
      { a: 'fifo/1', b: 'lifo/1', tauPpm: -1_000_000 },
      { a: 'haircut/1', b: 'lifo/1', tauPpm: null },
    ]);
    expect(found.methods.map(({ began, difference }) => [began, difference])).toEqual(METHODS.map(() => [100n, 0n]));
  });

  it('lets no amount decide how far a method is followed', async () => {
    const asked: TraceRequest[] = [];
    await compareMethods(REQUEST, METHODS, async (request) => {
      asked.push(request);
      return traceOf(request, { Kraken: 1n });
    });
    expect(asked.map(({ method }) => method)).toEqual(METHODS.map(({ id }) => id));
    for (const { stops, choices, seeds } of asked) {
      expect(stops).toEqual({ ...REQUEST.stops, minAmount: 0n, minSharePpm: 0, maxFanOut: 5_000 });
      expect([choices, seeds]).toEqual([REQUEST.choices, REQUEST.seeds]);
    }
  });

  it('lowers the hop limit for all methods until every one of them fits the budget', async () => {
    const hops: number[] = [];
    const found = await compareMethods(REQUEST, METHODS, async (request) => {
      hops.push(request.stops.maxHops);
      const isPartial = request.method === 'haircut/1' && request.stops.maxHops > 3;
      return traceOf(request, { Kraken: 5n, Binance: 1n }, isPartial ? 'partial' : 'complete');
    });
    expect(hops).toEqual([10, 10, 5, 5, 2, 2, 2]);
    expect(found.maxHops).toBe(2);
    expect(found.sentence).toContain('Compared within 2 hops');
  });

  it('refuses what does not fit the budget even at one hop, and a single method', async () => {
    const partial = async (request: TraceRequest): Promise<Trace> => traceOf(request, {}, 'partial');
    await expect(compareMethods(REQUEST, METHODS, partial)).rejects.toThrow('even one hop needs more');
    await expect(compareMethods(REQUEST, METHODS.slice(0, 1), partial)).rejects.toThrow('at least two');
  });

  it('says so when the methods agree, and when nothing was found', async () => {
    const same = { Kraken: 5n, x: 5n };
    const agreed = await compareMethods(
      REQUEST,
      METHODS,
      runner({ 'fifo/1': same, 'haircut/1': same, 'lifo/1': same }),
    );
    expect(agreed.sentence).toBe('Every method sends the same amount to every exit.');
    const back = { ...REQUEST, direction: 'backward' as const };
    const origins = await compareMethods(back, METHODS, runner({ 'fifo/1': same, 'haircut/1': same, 'lifo/1': same }));
    expect(origins.sentence).toBe('Every method takes the same amount from every origin.');
    expect(agreed.exits.map(({ ranks }) => ranks)).toEqual([
      [1, 1, 1],
      [1, 1, 1],
    ]);
    expect(agreed.stableExits).toBe(2);
    expect((await compareMethods(REQUEST, METHODS, runner({}))).sentence).toContain('No money ends anywhere');
  });

  it('sums many small exits instead of listing them, to the unit', async () => {
    const ends = Object.fromEntries(Array.from({ length: 1_500 }, (_, i) => [`x${i}`, BigInt(i + 1)]));
    const found = await compareMethods(REQUEST, METHODS.slice(0, 2), runner({ 'fifo/1': ends, 'haircut/1': ends }));
    expect(found.exits).toHaveLength(501);
    expect(found.exits.at(-1)).toMatchObject({ key: 'rest:unspent', name: '1000 further places', ranks: [0, 0] });
    expect(found.exits.reduce((sum, { amounts }) => sum + (amounts[0] ?? 0n), 0n)).toBe((1_500n * 1_501n) / 2n);
  });

  it('keeps addresses apart that share a name and no service', async () => {
    const shared = (name: string, amount: bigint): TraceLeaf => ({
      ...leaf(name, amount, true),
      party: { ...party('Runner'), kind: 'named' },
    });
    const run = async (request: TraceRequest): Promise<Trace> => ({
      ...traceOf(request, { pool: 5n }),
      leaves: [shared('a', 2n), shared('b', 3n)],
    });
    const { exits } = await compareMethods(REQUEST, METHODS, run);
    expect(exits.map(({ name, least }) => [name, least])).toEqual([
      ['Runner', 3n],
      ['Runner', 2n],
    ]);
  });

  it('quotes a hostile name and never reads it', async () => {
    const name = `K<script>${'x'.repeat(300)}`;
    const found = await compareMethods(
      REQUEST,
      METHODS,
      runner({ 'fifo/1': { [name]: 5n }, 'haircut/1': { [name]: 5n }, 'lifo/1': { y: 5n } }),
    );
    expect(found.sentence).toMatch(/^Under LIFO alone “K<script>x+” would get nothing\.$/);
    expect(found.sentence.length).toBeLessThan(120);
  });
});

describe('Kendall’s tau-b', () => {
  const pairs = (a: readonly number[], b: readonly number[], group = ''): { group: string; a: bigint; b: bigint }[] =>
    a.map((value, i) => ({ group, a: BigInt(value), b: BigInt(b[i] ?? 0) }));

  it.each([
    [[1, 2, 3, 4], [1, 2, 3, 4], 1_000_000],
    [[1, 2, 3, 4], [4, 3, 2, 1], -1_000_000],
    [[1, 2, 3, 4], [1, 3, 2, 4], 666_666],
    [[1, 1, 1], [1, 2, 3], null],
    [[], [], null],
    // SciPy's documented example: tau-b of -0.471404520791…
    [[12, 2, 1, 12, 2], [1, 4, 7, 1, 0], -471_404],
  ])('of %j and %j is %j', (a, b, tau) => {
    expect(kendallTauPpm(pairs(a, b))).toBe(tau);
  });

  it('compares nothing across assets', () => {
    expect(kendallTauPpm([...pairs([1, 2], [1, 2], 'x'), ...pairs([100, 200], [1, 2], 'y')])).toBe(1_000_000);
    expect(kendallTauPpm([...pairs([1], [1], 'x'), ...pairs([100], [0], 'y')])).toBeNull();
  });

  it('takes exact roots', () => {
    for (const value of [0n, 1n, 2n, 15n, 16n, 17n, 10n ** 40n, 10n ** 40n - 1n]) {
      const root = floorRoot(value);
      expect(root * root <= value && (root + 1n) * (root + 1n) > value).toBe(true);
    }
  });
});

it('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/compare-methods.txt');
});
