import type { OutputLedger, OutputPlace, TransactionRecord } from '@trailmark/core/output-ledger';
import { type Owner, ownerId } from '@trailmark/core/owner';
import { positionHeight, toPosition } from '@trailmark/core/position';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import type { KnownParty } from '@trailmark/core/trace/known-party';
import type { OutputTraceKnowledge } from '@trailmark/core/trace/trace-knowledge';
import { describe, expect, test } from 'vitest';
import * as ofFindOutputPaths from './find-output-paths.ts';
import { type FlowPath, PATH_BUDGET, PATH_ENDS, type PathQuestion } from './path-search.ts';

const recorded = new WatchedResults();
const { findOutputPaths } = recorded.watch(ofFindOutputPaths);

type Random = (below: number) => number;

function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const owner = (number: number): Owner => ({ type: 'p2wpkh', payload: new Uint8Array(20).fill(number + 1) });
const name = ({ payload }: Owner): string => `address-${(payload[0] ?? 0) - 1}`;
const party = (key: string): KnownParty => ({
  kind: 'service',
  name: key,
  category: undefined,
  basis: 'claim',
  source: 'list',
  asOf: undefined,
  confidence: 90,
  key,
  via: undefined,
});

/** A small ledger of few addresses that pay each other, each transaction with all its inputs indexed. */
function randomLedger(seed: number): TransactionRecord[] {
  const random = createRandom(seed);
  const records: TransactionRecord[] = [];
  const unspent: { source: number; vout: number; owner: Owner; value: bigint }[] = [];
  for (let made = 0; made < 14; made++) {
    const position = toPosition(Math.floor(made / 3), made % 3);
    const isCoinbase = unspent.length === 0 || random(5) === 0;
    const count = isCoinbase ? 0 : Math.min(unspent.length, 1 + random(2));
    const inputs = Array.from({ length: count }, () => unspent.splice(random(unspent.length), 1)[0]!);
    let left = isCoinbase ? BigInt(50 + random(50)) : inputs.reduce((sum, { value }) => sum + value, 0n);
    const outputs = Array.from({ length: 1 + random(3) }, () => {
      const value = (left * BigInt(random(100))) / 100n;
      left -= value;
      return { owner: owner(random(6)), value, type: 'p2wpkh' as const };
    });
    for (const [vout, output] of outputs.entries()) unspent.push({ ...output, source: position, vout });
    const txid = position.toString(16).padStart(64, '0');
    const shown = inputs.map((input) => ({ ...input, isP2pk: false }));
    records.push({ position, txid, fee: isCoinbase ? 0n : left, isCoinbase, hasRaw: false, inputs: shown, outputs });
  }
  return records;
}

/** Answers from an array what a path search asks. */
function readerOf(records: readonly TransactionRecord[]): OutputLedger {
  const isOwn = (a: Owner | undefined, b: Owner): boolean => a !== undefined && ownerId(a) === ownerId(b);
  const reader = {
    block: (height: number) => ({ time: 1_000 + height * 600 }),
    records: async (positions: readonly number[]) =>
      positions.map((position) => records.find((record) => record.position === position)),
    spenders: async (outputs: readonly OutputPlace[]) => {
      const found = new Map<string, { position: number; input: number }>();
      for (const { position, vout } of outputs) {
        for (const record of records) {
          const input = record.inputs.findIndex((row) => row.source === position && row.vout === vout);
          if (input >= 0) found.set(`${position}:${vout}`, { position: record.position, input });
        }
      }
      return found;
    },
    history: async (
      subject: Owner,
      { direction, toTime }: { direction: 'in' | 'out'; toTime?: number },
      { limit }: { limit: number },
    ) =>
      records
        .filter(({ position, inputs, outputs }) => {
          if (1_000 + positionHeight(position) * 600 > (toTime ?? Number.POSITIVE_INFINITY)) return false;
          const funds = inputs.some((input) => isOwn(input.owner, subject));
          if (direction === 'in') return !funds && outputs.some((output) => isOwn(output.owner, subject));
          return funds && !outputs.every((output) => isOwn(output.owner, subject));
        })
        .slice(0, limit)
        .map(({ position }) => ({ position, received: 0n, sent: 0n })),
  };
  return reader as unknown as OutputLedger;
}

function knowledgeOf(services: readonly string[] = []): OutputTraceKnowledge {
  return {
    formatOwner: name,
    parseAddress: (text) => owner(Number(text.split('-')[1])),
    coinJoinOf: () => undefined,
    changeOf: () => ({ vout: null, rules: [], isDisputed: false }),
    partiesOf: (addresses) =>
      new Map(addresses.filter((address) => services.includes(address)).map((address) => [address, party(address)])),
  };
}

const question = (over: Partial<PathQuestion>): PathQuestion => ({
  from: 'address-0',
  to: 'address-1',
  ends: PATH_ENDS,
  direction: 'forward',
  mode: 'all',
  maxHops: 6,
  limit: 1_000,
  fromTime: undefined,
  toTime: undefined,
  budget: PATH_BUDGET,
  ...over,
});

interface PlainWay {
  readonly refs: readonly string[];
  readonly amount: bigint;
  readonly end: string;
}

/** Every way, by trying each output of each transaction that spends what the way has come to. */
function tryAll(records: readonly TransactionRecord[], asked: PathQuestion, services: readonly string[]): PlainWay[] {
  const ways: PlainWay[] = [];
  const go = (record: TransactionRecord, refs: readonly string[], amount: bigint): void => {
    if (refs.length === asked.maxHops) return;
    for (const [vout, output] of record.outputs.entries()) {
      const to = name(output.owner!);
      if (output.value === 0n || to === asked.from) continue;
      const least = output.value < amount ? output.value : amount;
      const way = { refs: [...refs, `${record.txid}:${vout}`], amount: least, end: to };
      const isChange = record.inputs.some((input) => name(input.owner!) === to);
      const isEnd = asked.to === undefined ? services.includes(to) : to === asked.to;
      if (isEnd && !isChange) ways.push(way);
      if (isEnd || services.includes(to)) continue;
      const next = records.find(({ inputs }) => inputs.some((i) => i.source === record.position && i.vout === vout));
      if (next) go(next, way.refs, least);
    }
  };
  for (const record of records) {
    const own = record.inputs.filter((input) => name(input.owner!) === asked.from);
    const paid = own.reduce((sum, { value }) => sum + value!, 0n);
    if (paid > 0n) go(record, [], paid);
  }
  return ways;
}

const largest = (ways: readonly PlainWay[]): bigint =>
  ways.map(({ amount }) => amount).sort((a, b) => (a < b ? 1 : -1))[0] ?? 0n;
const refsOf = ({ steps }: FlowPath): string[] => steps.map(({ ref }) => ref);
const text = (ways: readonly { refs: readonly string[]; amount: bigint }[]): string[] =>
  ways.map(({ refs, amount }) => `${refs.join(' ')} ${amount}`).sort();
const plain = (paths: readonly FlowPath[]) => paths.map((path) => ({ refs: refsOf(path), amount: path.amount }));
const SEEDS = Array.from({ length: 120 }, (_, i) => i + 1);

describe('paths over outputs', () => {
  test('all ways are those that trying everything finds, with the same amounts', async () => {
    let found = 0;
    for (const seed of SEEDS) {
      const records = randomLedger(seed);
      for (const services of [[], ['address-4']]) {
        const asked = question({});
        const options = { reader: readerOf(records), knowledge: knowledgeOf(services) };
        const { paths, searched } = await findOutputPaths(options, asked);
        expect(text(plain(paths))).toEqual(text(tryAll(records, asked, services)));
        expect(searched.isComplete).toBe(true);
        found += paths.length;
      }
    }
    expect(found).toBeGreaterThan(150);
  });

  test('searched back from the other side, the same ways are found', async () => {
    for (const seed of SEEDS) {
      const options = { reader: readerOf(randomLedger(seed)), knowledge: knowledgeOf(['address-5']) };
      const forward = await findOutputPaths(options, question({}));
      const back = await findOutputPaths(
        options,
        question({ direction: 'backward', from: 'address-1', to: 'address-0' }),
      );
      expect(text(plain(back.paths))).toEqual(text(plain(forward.paths)));
    }
  });

  test('the strongest way has the largest smallest payment there is, then the fewest payments', async () => {
    for (const seed of SEEDS) {
      const records = randomLedger(seed);
      const asked = question({ mode: 'strongest', limit: 1 });
      const [best] = (await findOutputPaths({ reader: readerOf(records), knowledge: knowledgeOf() }, asked)).paths;
      const ways = tryAll(records, asked, []);
      const most = largest(ways);
      const hops = Math.min(...ways.filter(({ amount }) => amount === most).map(({ refs }) => refs.length));
      expect(best?.amount ?? 0n).toBe(most);
      if (best) expect([best.hops, ways.some(({ refs }) => refs.join() === refsOf(best).join())]).toEqual([hops, true]);
    }
  });

  test('the shortest ways to services are one for each, nearest first', async () => {
    for (const seed of SEEDS) {
      const records = randomLedger(seed);
      const services = ['address-2', 'address-3'];
      const asked = question({ to: undefined, mode: 'shortest', limit: 5 });
      const { paths } = await findOutputPaths({ reader: readerOf(records), knowledge: knowledgeOf(services) }, asked);
      const ways = tryAll(records, asked, services);
      const expected = services
        .flatMap((end) => {
          const own = ways.filter((way) => way.end === end);
          return own.length > 0 ? [{ end, hops: Math.min(...own.map(({ refs }) => refs.length)) }] : [];
        })
        .map(({ end, hops }) => {
          const near = ways.filter((way) => way.end === end && way.refs.length === hops);
          return `${hops} ${end} ${largest(near)}`;
        });
      expect(paths.map(({ hops, end, amount }) => `${hops} ${end} ${amount}`).sort()).toEqual(expected.sort());
      expect(paths.map(({ hops }) => hops)).toEqual(paths.map(({ hops }) => hops).sort((a, b) => a - b));
    }
  });

  test('batches of one give the same answer as batches of thousands', async () => {
    for (const seed of SEEDS.slice(0, 30)) {
      const options = { reader: readerOf(randomLedger(seed)), knowledge: knowledgeOf() };
      const asked = question({ mode: 'strongest', limit: 3 });
      const small = await findOutputPaths({ ...options, batching: { batch: 1, concurrency: 3 } }, asked);
      expect(small).toEqual(await findOutputPaths(options, asked));
    }
  });

  test('a used-up budget is reported, with how many trails were left', async () => {
    const records = randomLedger(2);
    const options = { reader: readerOf(records), knowledge: knowledgeOf() };
    const { searched } = await findOutputPaths(options, question({ budget: 1 }));
    expect(searched.isComplete).toBe(false);
    expect(searched.ended).toMatch(/The 1 transactions .* are used up/);
  });

  test('a question without bounds, or to itself, is refused', async () => {
    const options = { reader: readerOf([]), knowledge: knowledgeOf() };
    const refused: readonly [Partial<PathQuestion>, RegExp][] = [
      ...[0, 31, 1.5].map((maxHops): [Partial<PathQuestion>, RegExp] => [{ maxHops }, /ask for 1 to 30/]),
      ...[0, 1_001, 1.5].map((limit): [Partial<PathQuestion>, RegExp] => [{ limit }, /ask for 1 to 1,000/]),
      ...[0, 1_000_001, 1.5].map((budget): [Partial<PathQuestion>, RegExp] => [{ budget }, /allow 1 to 1,000,000/]),
    ];
    for (const [more, sentence] of refused)
      await expect(findOutputPaths(options, question(more))).rejects.toThrow(sentence);
    for (const bounds of [
      { maxHops: 1, limit: 1, budget: 1, fromTime: 5, toTime: 5 },
      { maxHops: 30, limit: 1_000, budget: 1_000_000 },
    ])
      expect((await findOutputPaths(options, question(bounds))).paths).toEqual([]);
    await expect(findOutputPaths(options, question({ to: 'address-0' }))).rejects.toThrow(/the same/);
    await expect(findOutputPaths(options, question({ fromTime: 5, toTime: 1 }))).rejects.toThrow(/before it begins/);
  });

  test('a cancelled search ends at once', async () => {
    const options = { reader: readerOf(randomLedger(2)), knowledge: knowledgeOf() };
    await expect(findOutputPaths(options, question({}), { signal: AbortSignal.abort() })).rejects.toThrow(/cancelled/);
  });

  test('heights outside the window are not gone through', async () => {
    for (const seed of SEEDS.slice(0, 40)) {
      const records = randomLedger(seed);
      const options = { reader: readerOf(records), knowledge: knowledgeOf() };
      const { paths } = await findOutputPaths(options, question({ toTime: 1_000 + 2 * 600 }));
      const late = paths.flatMap(({ steps }) => steps).filter(({ time }) => time > 2_200);
      expect(late).toEqual([]);
    }
  });
});

/** One payment after the other, each of all that the one before it paid, from address 0 to the last. */
function lineOf(...addresses: number[]): TransactionRecord[] {
  return [0, ...addresses].map((number, i, all): TransactionRecord => {
    const position = toPosition(i, 0);
    const input = { owner: owner(all[i - 1] ?? 0), value: 100n, source: toPosition(i - 1, 0), vout: 0, isP2pk: false };
    const outputs = [{ owner: owner(number), value: 100n, type: 'p2wpkh' as const }];
    const txid = position.toString(16).padStart(64, '0');
    return { position, txid, fee: 0n, isCoinbase: i === 0, hasRaw: false, inputs: i === 0 ? [] : [input], outputs };
  });
}

describe('a trail over outputs that was not followed is reported with its reason', () => {
  const line = lineOf(2, 3, 1);
  const ask = async (over: Partial<PathQuestion>, changed: Partial<OutputTraceKnowledge> = {}, records = line) => {
    const knowledge = { ...knowledgeOf(), ...changed };
    const { paths, searched } = await findOutputPaths({ reader: readerOf(records), knowledge }, question(over));
    return [paths.length, searched.stops, searched.isComplete] as const;
  };
  const back = { direction: 'backward', from: 'address-1', to: 'address-0' } as const;

  test.each([{}, back])('the way itself is found: %o', async (over) => {
    expect(await ask({ ...over, maxHops: 3 })).toEqual([1, {}, true]);
  });

  test.each([{}, back])('it is longer than was requested: %o', async (over) => {
    expect(await ask({ ...over, maxHops: 2 })).toEqual([0, { hops: 1 }, true]);
  });

  test.each([{}, back])('it leads through a CoinJoin: %o', async (over) => {
    const finding = { kind: 'wasabi-1' } as ReturnType<OutputTraceKnowledge['coinJoinOf']>;
    const coinJoinOf = (record: TransactionRecord) => (record.position === toPosition(2, 0) ? finding : undefined);
    const [count, stops] = await ask(over, { coinJoinOf });
    expect([count, stops]).toEqual([0, { coinjoin: 1 }]);
  });

  test('it leads through a service, when a place was named', async () => {
    const [count, stops] = await ask({}, { partiesOf: knowledgeOf(['address-3']).partiesOf });
    expect([count, stops]).toEqual([0, { party: 1 }]);
  });

  test('an input is not known, unless the transaction made its coins', async () => {
    const unknown = line.map((record, i) =>
      i === 2 ? { ...record, inputs: record.inputs.map((input) => ({ ...input, source: undefined })) } : record,
    );
    const [count, stops] = await ask(back, {}, unknown);
    expect([count, stops]).toEqual([0, { unknown: 1 }]);
    const made = unknown.map((record, i) => (i === 2 ? { ...record, isCoinbase: true } : record));
    expect((await ask(back, {}, made))[1]).toEqual({});
  });

  test('there are more paths than were requested', async () => {
    const [first, ...rest] = line;
    const twice = [first!, ...rest.map((record) => ({ ...record, outputs: [...record.outputs, ...record.outputs] }))];
    const options = { reader: readerOf(twice), knowledge: knowledgeOf() };
    const all = await findOutputPaths(options, question({}));
    expect(all.searched.isComplete).toBe(true);
    const { paths, searched } = await findOutputPaths(options, question({ limit: 1 }));
    expect([all.paths.length, paths.length, searched.isComplete]).toEqual([2, 1, false]);
    expect(searched.ended).toBe('There are more ways than the 1 asked for; the shortest are given.');
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/find-output-paths.txt');
});
