import type { HistoryEntry, OutputLedger } from '@trailmark/core/output-ledger';
import type { Owner } from '@trailmark/core/owner';
import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test, vi } from 'vitest';
import { createSampleReader, PEOPLE } from '../../testing/sample-ledger.ts';
import * as ofPooledReader from './pooled-reader.ts';
import { ReadPool } from './read-pool.ts';

const recorded = new WatchedResults();
const { poolReads } = recorded.watch(ofPooledReader);

const OWNERS: readonly Owner[] = Object.values(PEOPLE);

describe('a pool', () => {
  const make = (most = 10) => {
    const load = vi.fn(async (keys: readonly string[]) => {
      return new Map(keys.filter((key) => key !== 'nobody').map((key) => [key, key.length] as const));
    });
    return { load, pool: new ReadPool<string, number>({ idOf: (key) => key, load, most }) };
  };

  test('asks once for what several ask for at a time, and never again for what it remembers, absence included', async () => {
    const { load, pool } = make();
    const answers = await Promise.all([pool.get(['a', 'bb']), pool.get(['bb', 'nobody']), pool.get([])]);
    expect(answers.map((answer) => [...answer])).toEqual([
      [
        ['a', 1],
        ['bb', 2],
      ],
      [['bb', 2]],
      [],
    ]);
    expect(load.mock.calls).toEqual([[['a', 'bb', 'nobody']]]);
    expect([...(await pool.get(['nobody', 'a']))]).toEqual([['a', 1]]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('collects the next question while one is under way', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const asked: string[][] = [];
    const load = async (keys: readonly string[]) => {
      asked.push([...keys]);
      if (asked.length === 1) await promise;
      return new Map(keys.map((key) => [key, key] as const));
    };
    const pool = new ReadPool<string, string>({ idOf: (key) => key, load, most: 10 });
    const first = pool.get(['a']);
    await vi.waitUntil(() => asked.length === 1);
    const rest = [pool.get(['b']), pool.get(['a', 'c'])];
    resolve();
    await Promise.all([first, ...rest]);
    expect(asked).toEqual([['a'], ['b', 'c']]);
  });

  test('a query that fails fails for its callers, and the next one is made again', async () => {
    let fails = true;
    const load = async (keys: readonly string[]) => {
      if (fails) throw new Error('the store is away');
      return new Map(keys.map((key) => [key, key] as const));
    };
    const pool = new ReadPool<string, string>({ idOf: (key) => key, load, most: 10 });
    await expect(Promise.all([pool.get(['a']), pool.get(['a'])])).rejects.toThrow('the store is away');
    fails = false;
    expect((await pool.get(['a'])).get('a')).toBe('a');
  });

  test('remembers no more than it may, and nothing that was under way when it was cleared', async () => {
    const { load, pool } = make(2);
    for (const key of ['a', 'b', 'c']) await pool.get([key]);
    await pool.get(['b', 'c']);
    expect(load).toHaveBeenCalledTimes(3);
    await pool.get(['a']);
    expect(load).toHaveBeenCalledTimes(4);
    const late = pool.get(['d']);
    pool.clear();
    expect((await late).get('d')).toBe(1);
    await pool.get(['d']);
    expect(load).toHaveBeenCalledTimes(6);
  });
});

describe('pooled reads', () => {
  test('answer as the ledger does, page by page, in both orders', async () => {
    const ledger = createSampleReader();
    const { reader } = poolReads(ledger);
    expect(await reader.totals(OWNERS)).toEqual(await ledger.totals(OWNERS));
    expect([reader.tip(), reader.transactionCount()]).toEqual([ledger.tip(), ledger.transactionCount()]);
    for (const owner of OWNERS) {
      for (const order of ['oldest', 'newest'] as const) {
        const whole = await ledger.history(owner, { order }, { limit: 1_000 });
        expect(await reader.history(owner, { order }, { limit: 1_000 })).toEqual(whole);
        for (const { position: after } of whole) {
          const page = { after, limit: 2 };
          expect(await reader.history(owner, { order }, page)).toEqual(await ledger.history(owner, { order }, page));
        }
      }
      const filter = { order: 'oldest', direction: 'in' } as const;
      expect(await reader.history(owner, filter, { limit: 5 })).toEqual(
        await ledger.history(owner, filter, { limit: 5 }),
      );
    }
    const positions = await ledger.blockPositions(2);
    expect(await reader.records([...positions, 999_999_999])).toEqual(
      await ledger.records([...positions, 999_999_999]),
    );
    expect(await reader.txids(positions)).toEqual(await ledger.txids(positions));
    expect(await reader.rawTransactions(positions)).toEqual(await ledger.rawTransactions(positions));
    const places = (await ledger.records(positions)).flatMap((record) =>
      (record?.outputs ?? []).flatMap(({ owner }, vout) =>
        owner && record ? [{ position: record.position, vout, owner }] : [],
      ),
    );
    expect(await reader.spenders(places)).toEqual(await ledger.spenders(places));
  });

  test('of many subjects are one query per kind, and a block that comes makes them read again', async () => {
    const ledger = createSampleReader();
    const calls: string[] = [];
    let changed: () => void = () => undefined;
    const listen = (listener: () => void) => {
      changed = listener;
      return () => undefined;
    };
    const watched = new Proxy(ledger, {
      get(target, name) {
        if (name === 'onChange') return listen;
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...parts: unknown[]) => {
          calls.push(String(name));
          return value.apply(target, parts);
        };
      },
    }) as OutputLedger;
    const { reader } = poolReads(watched);
    const readAll = (): Promise<HistoryEntry[][]> =>
      Promise.all(OWNERS.map((owner) => reader.history(owner, { order: 'oldest' }, { limit: 100 })));
    await readAll();
    await readAll();
    expect(calls).toEqual(['totals', 'histories']);
    changed();
    await readAll();
    expect(calls).toEqual(['totals', 'histories', 'totals', 'histories']);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/pooled-reader.txt');
});
