import { countTimeline, findTimelineExtent } from '@trailmark/store/cases/agency-cases/timeline-rows';
import { sql } from '@trailmark/store/cases/sql';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestCaseworkContext, type TestCaseworkContext } from '../testing/accounts.ts';
import { openTestCase, type TestCase } from '../testing/case-people.ts';

const SYSTEM = { kind: 'system' } as const;
const START = 1_600_000_000;
/** Some days with many events, some with one, most with none. */
const TIMES = Array.from(
  { length: 900 },
  (_, n) => START + ((n * n * 7_919) % 200) * 86_400 + ((n * 104_729) % 86_400),
);

let casework: TestCaseworkContext;
let opened: TestCase;
beforeAll(async () => {
  casework = await createTestCaseworkContext();
  opened = await openTestCase(casework);
  await casework.store.transact(SYSTEM, (tx) =>
    tx.run(sql`
      INSERT INTO case_ledger_event (case_id, agency_id, chain, address, txid, asset, symbol, decimals, received, sent, height, at)
      SELECT ${opened.id}, ${opened.people.owner.agency}, 'btc', 'a', lpad(n::text, 64, '0'), 'btc', 'BTC', 8, 1, 0, 1, at
      FROM unnest(${TIMES}::bigint[]) WITH ORDINALITY AS one(at, n)`),
  );
});
afterAll(() => casework.close());

/** Counted one by one. */
function countEach(from: number, to: number, parts: number): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const at of TIMES) {
    if (at < from || at >= to) continue;
    const part = Math.floor(((at - from) * parts) / (to - from));
    counts[part] = (counts[part] ?? 0) + 1;
  }
  return counts;
}

test('the parts of any window hold what falls into them, event by event', async () => {
  const second = fc.integer({ min: START - 3 * 86_400, max: START + 203 * 86_400 });
  const window = fc.tuple(second, second).filter(([a, b]) => a < b);
  await fc.assert(
    fc.asyncProperty(window, fc.integer({ min: 1, max: 500 }), async ([from, to], parts) => {
      const bins = await casework.store.transact(SYSTEM, (tx) => countTimeline(tx, opened.id, { from, to }, parts));
      const chain = bins.filter(({ lane }) => lane === 'chain').map(({ part, count }) => [part, count]);
      expect(Object.fromEntries(chain)).toEqual(countEach(from, to, parts));
    }),
    { numRuns: 60 },
  );
});

test('the extent of a case begins with its first event and ends with its last', async () => {
  const extent = await casework.store.transact(SYSTEM, (tx) => findTimelineExtent(tx, opened.id));
  expect(extent?.from).toBe(Math.min(...TIMES));
  expect(extent?.to).toBeGreaterThanOrEqual(Math.max(...TIMES));
});
