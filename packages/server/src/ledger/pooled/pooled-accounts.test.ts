import type { AccountSpan } from '@trailmark/core/account-ledger';
import { NATIVE_ASSET } from '@trailmark/core/asset';
import { expect, test } from 'vitest';
import { createSampleAccountReader, KEY } from '../../testing/sample-account-ledger.ts';
import { poolAccountReads } from './pooled-accounts.ts';

const PEOPLE = Object.values(KEY);
const ASSETS = [NATIVE_ASSET, KEY.tether, KEY.fake];

/** The sample, and how often each of its queries was made. */
function countCalls() {
  const ledger = createSampleAccountReader();
  const calls: string[] = [];
  const watched = new Proxy(ledger, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name);
      if (typeof value !== 'function' || name === 'onChange') return value;
      return (...parts: unknown[]) => {
        calls.push(String(name));
        return value.apply(target, parts);
      };
    },
  });
  return { ledger, calls, reader: poolAccountReads(watched).reader };
}

async function listPositions(): Promise<number[]> {
  const ledger = createSampleAccountReader();
  const heights = ledger.heightRanges().flatMap(({ fromHeight, toHeight }) => [fromHeight, toHeight]);
  const places = await Promise.all(heights.map((height) => ledger.blockPositions(height)));
  return [...new Set(places.flat())];
}

test('pooled reads of accounts answer as the ledger does, and a second time without asking it', async () => {
  const { ledger, calls, reader } = countCalls();
  const positions = [...(await listPositions()), 999_999_999];
  const spans: AccountSpan[] = PEOPLE.flatMap((address) => ASSETS.map((asset) => ({ address, asset })));
  const places = spans.map(({ address, asset }) => ({
    address,
    asset,
    before: { position: positions[1] ?? 0, slot: 1 },
  }));
  const page = { order: 'newest', limitEach: 2 } as const;
  for (let round = 0; round < 2; round++) {
    expect(await reader.totals(PEOPLE)).toEqual(await ledger.totals(PEOPLE));
    expect(await reader.transactions(positions)).toEqual(await ledger.transactions(positions));
    expect(await reader.hashes(positions)).toEqual(await ledger.hashes(positions));
    expect(await reader.movesOf(positions, 1)).toEqual(await ledger.movesOf(positions, 1));
    expect(await reader.movesOf(positions, 500)).toEqual(await ledger.movesOf(positions, 500));
    expect(await reader.logsOf(positions)).toEqual(await ledger.logsOf(positions));
    expect(await reader.spans(spans, page)).toEqual(await ledger.spans(spans, page));
    expect(await reader.openings(places)).toEqual(await ledger.openings(places));
    expect(await reader.tokens([KEY.tether, KEY.unseen])).toEqual(await ledger.tokens([KEY.tether, KEY.unseen]));
    expect(await reader.addressCoverage(KEY.alice)).toEqual(await ledger.addressCoverage(KEY.alice));
    expect(await reader.addressCoverages(PEOPLE)).toEqual(await ledger.addressCoverages(PEOPLE));
  }
  const once = ['totals', 'transactions', 'hashes', 'movesOf', 'movesOf', 'logsOf', 'spans', 'openings', 'tokens'];
  expect(calls).toEqual([...once, 'addressCoverages', 'addressCoverages']);
});

test('what several subjects ask for at a time is one query, and the same account from another place one more', async () => {
  const { ledger, calls, reader } = countCalls();
  const [first = 0, second = 0] = await listPositions();
  const page = { order: 'oldest', limitEach: 100 } as const;
  const ask = (address: string, position: number): AccountSpan[] => [
    { address, asset: NATIVE_ASSET, from: { position, slot: 0 } },
  ];
  const asked = [ask(KEY.alice, first), ask(KEY.bob, first), ask(KEY.carol, second), ask(KEY.alice, second)];
  const answers = await Promise.all(asked.map((spans) => reader.spans(spans, page)));
  expect(answers).toEqual(await Promise.all(asked.map((spans) => ledger.spans(spans, page))));
  expect(answers[0]).not.toEqual(answers[3]);
  expect(calls).toEqual(['spans', 'spans']);
});
