import { WatchedResults } from '@trailmark/core/testing/watch-results';
import { describe, expect, test } from 'vitest';
import type { ReviewDetector } from './review-audit-log.ts';
import * as ofReviewAuditLog from './review-audit-log.ts';
import type { ReviewEvent } from './review-event.ts';
import * as ofReviewEvent from './review-event.ts';

const recorded = new WatchedResults();
const { reviewAuditLog } = recorded.watch(ofReviewAuditLog);
const { toReviewEvent } = recorded.watch(ofReviewEvent);

const MINUTE = 60_000;
/** A Tuesday, ten in the morning UTC. */
const TUESDAY = Date.UTC(2026, 10, 3, 10);

let count = 0;
function event(part: Partial<ReviewEvent>): ReviewEvent {
  count++;
  return {
    id: `event-${count}`,
    at: TUESDAY,
    action: 'look-up.getAddress',
    outcome: 'success',
    account: 'lead',
    agency: 'north',
    source: '192.0.2.1',
    timeZone: 'UTC',
    addresses: [],
    object: null,
    ...part,
  };
}

const address = (i: number): string => `1InventedAddress${String(i).padStart(12, '0')}`;
const look = (i: number, at: number, part: Partial<ReviewEvent> = {}) =>
  event({ at, addresses: [address(i)], ...part });
const many = (length: number, make: (i: number) => ReviewEvent) => Array.from({ length }, (_, i) => make(i));
const found = (events: readonly ReviewEvent[]) => reviewAuditLog(events.toSorted((a, b) => a.at - b.at));
const kinds = (events: readonly ReviewEvent[]) => found(events).map(({ detector }) => detector);

describe('bulk searches', () => {
  test('51 different addresses within an hour are found, and 50 are not', () => {
    expect(kinds(many(50, (i) => look(i, TUESDAY + i * MINUTE)))).toEqual([]);
    expect(found(many(51, (i) => look(i, TUESDAY + i * MINUTE)))).toMatchObject([
      { detector: 'bulk-look-ups', count: 51, accounts: ['lead'] },
    ]);
  });

  test('the hour moves: 30 before and 30 after the full hour are found', () => {
    const start = TUESDAY + 35 * MINUTE;
    expect(kinds(many(60, (i) => look(i, start + i * 0.8 * MINUTE)))).toEqual(['bulk-look-ups']);
  });

  test('one address again and again is not bulk, 60 in one call are, and two accounts are not added up', () => {
    expect(kinds(many(200, (i) => look(1, TUESDAY + i * 1_000)))).toEqual([]);
    expect(kinds([event({ addresses: Array.from({ length: 60 }, (_, i) => address(i)) })])).toEqual(['bulk-look-ups']);
    expect(kinds(many(80, (i) => look(i, TUESDAY + i * 1_000, { account: i % 2 ? 'lead' : 'analyst' })))).toEqual([]);
  });

  test('a run that lasts for hours is one finding', () => {
    expect(kinds(many(300, (i) => look(i, TUESDAY + i * MINUTE)))).toEqual(['bulk-look-ups']);
  });
});

describe('off hours', () => {
  const night = Date.UTC(2026, 10, 4, 1);
  test('five searches of one night are found, and four are not; midnight does not divide them', () => {
    expect(kinds(many(4, (i) => look(i, night + i * MINUTE)))).toEqual([]);
    expect(found(many(5, (i) => look(i, night + (i - 3) * 45 * MINUTE)))).toMatchObject([
      { detector: 'off-hours', count: 5 },
    ]);
  });

  test('the zone of the account counts: the same moment is morning in Tokyo', () => {
    expect(kinds(many(9, (i) => look(i, night + i * MINUTE, { timeZone: 'Asia/Tokyo' })))).toEqual([]);
    const noon = Date.UTC(2026, 10, 4, 15);
    expect(kinds(many(9, (i) => look(i, noon + i * MINUTE, { timeZone: 'Asia/Tokyo' })))).toEqual(['off-hours']);
  });

  test('a Saturday is free time at noon', () => {
    expect(kinds(many(5, (i) => look(i, Date.UTC(2026, 10, 7, 12) + i * MINUTE)))).toEqual(['off-hours']);
  });
});

test('eleven denials within an hour are found, for visitors by where they come from', () => {
  const denied = (i: number) =>
    event({ at: TUESDAY + i * MINUTE, outcome: 'denied', action: 'denied.listUsers', account: null });
  expect(kinds(many(10, denied))).toEqual([]);
  expect(found(many(11, denied))).toMatchObject([{ detector: 'repeated-denials', subject: '192.0.2.1', count: 11 }]);
});

test('failed sign-ins to many accounts from one place are found', () => {
  const failed = (i: number) =>
    event({
      at: TUESDAY + i * MINUTE,
      outcome: 'failed',
      action: 'account.sign-in',
      account: null,
      object: `account-${i}`,
    });
  expect(kinds(many(20, failed))).toEqual([]);
  expect(kinds(many(21, failed))).toEqual(['failed-sign-ins']);
});

test('one address of two agencies is found once, and of one agency never', () => {
  const south = { account: 'analyst', agency: 'south' };
  expect(kinds([look(1, TUESDAY), look(1, TUESDAY + 9, { account: 'analyst' })])).toEqual([]);
  expect(found([look(1, TUESDAY), look(1, TUESDAY + 9, south), look(2, TUESDAY + 10, south)])).toMatchObject([
    { detector: 'shared-address', subject: address(1), agencies: ['north', 'south'], count: 2 },
  ]);
});

test('an event names the addresses of its path, query and body, and no transaction', () => {
  const base = {
    id: 'x',
    at: '2026-11-03T10:00:00.000Z',
    outcome: 'success',
    actor: { account: 'lead', role: 'allowed' },
    agency: null,
    source: null,
    session: null,
  } as const;
  const path = `/api/v1/btc/addresses/${address(1)}/transactions`;
  const asked = {
    ...base,
    action: 'look-up.x',
    object: { kind: 'Address', id: path },
    details: { query: `?q=${address(2)}` },
  };
  expect(toReviewEvent(asked, 'UTC').addresses).toEqual([address(1), address(2)]);
  const body = JSON.stringify({ addresses: [address(3), address(4)], txid: 'ab'.repeat(32) });
  const bulk = { ...base, action: 'look-up.bulk', object: null, details: { body } };
  expect(toReviewEvent(bulk, 'UTC').addresses).toEqual([address(3), address(4)]);
  expect(toReviewEvent({ ...bulk, action: 'content.save' }, 'UTC').addresses).toEqual([]);
});

/** Numbers below 1 that are the same in every run (mulberry32). */
function createNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe('in forty weeks of invented work with one misuse planted in each', () => {
  const next = createNumbers(11);
  const pick = (limit: number): number => Math.floor(next() * limit);
  const monday = Date.UTC(2026, 10, 2);
  const DAY = 1_440 * MINUTE;

  /** Thirty people of three agencies at their daily work: 0 to 25 searches a day between eight and six. */
  function ordinaryWeek(week: number): ReviewEvent[] {
    const events: ReviewEvent[] = [];
    for (let person = 0; person < 30; person++) {
      const who = { account: `person-${person}`, agency: `agency-${person % 3}` };
      for (let day = 0; day < 5; day++) {
        const base = monday + week * 7 * DAY + day * DAY + 8 * 60 * MINUTE;
        for (let i = pick(26); i > 0; i--) {
          // Agencies work on cases of their own, and now and then on an address that everybody knows.
          const own = pick(600) === 0 ? 90_000 + pick(80) : (person % 3) * 10_000 + pick(9_000);
          events.push(look(own, base + pick(600) * MINUTE, who));
        }
        if (pick(3) === 0)
          events.push(event({ at: base + pick(600) * MINUTE, action: 'denied.x', outcome: 'denied', ...who }));
        if (pick(4) === 0) events.push(event({ at: base + pick(600) * MINUTE, action: 'export.x', ...who }));
      }
    }
    // Every fourth week somebody is on call.
    const night = monday + week * 7 * DAY + 23 * 60 * MINUTE;
    if (week % 4 === 0)
      events.push(
        ...many(6, (i) => look(70_000 + i, night + i * MINUTE, { account: 'person-20', agency: 'agency-2' })),
      );
    return events;
  }

  const misuse: Readonly<Record<ReviewDetector, (at: number) => ReviewEvent[]>> = {
    'bulk-look-ups': (at) =>
      many(60, (i) => look(80_000 + i, at + i * 0.9 * MINUTE, { account: 'person-4', agency: 'agency-1' })),
    'off-hours': (at) =>
      many(7, (i) => look(81_000 + i, at + 15 * 60 * MINUTE + i * MINUTE, { account: 'person-5', agency: 'agency-2' })),
    'repeated-denials': (at) =>
      many(15, (i) =>
        event({ at: at + i * MINUTE, action: 'denied.x', outcome: 'denied', account: 'person-6', agency: 'agency-0' }),
      ),
    'failed-sign-ins': (at) =>
      many(40, (i) =>
        event({
          at: at + i * MINUTE,
          action: 'account.sign-in',
          outcome: 'failed',
          account: null,
          agency: null,
          source: '198.51.100.9',
        }),
      ),
    'shared-address': (at) =>
      [0, 1].map((i) => look(82_000, at + i * MINUTE, { account: `person-${i}`, agency: `agency-${i}` })),
    'bulk-exports': (at) =>
      many(8, (i) => event({ at: at + i * MINUTE, action: 'export.x', account: 'person-7', agency: 'agency-1' })),
  };
  const detectors = Object.keys(misuse) as ReviewDetector[];

  test('each detector finds its own misuse, and what else it finds is counted', () => {
    const table = Object.fromEntries(detectors.map((id) => [id, { planted: 0, found: 0, reported: 0, right: 0 }]));
    for (let week = 0; week < 40; week++) {
      const kind = detectors[week % detectors.length]!;
      const planted = misuse[kind](monday + week * 7 * DAY + pick(5) * DAY + 9 * 60 * MINUTE);
      const ids = new Set(planted.map(({ id }) => id));
      const findings = found([...ordinaryWeek(week), ...planted]);
      table[kind]!.planted++;
      if (findings.some(({ detector, events }) => detector === kind && events.some((id) => ids.has(id))))
        table[kind]!.found++;
      for (const { detector, events } of findings) {
        table[detector]!.reported++;
        if (events.some((id) => ids.has(id))) table[detector]!.right++;
      }
    }
    const measured = detectors.map((id) => {
      const { planted, found: hits, reported, right } = table[id]!;
      return [id, `recall ${hits}/${planted}`, `precision ${right}/${reported}`];
    });
    expect(measured).toMatchInlineSnapshot(`
      [
        [
          "bulk-look-ups",
          "recall 7/7",
          "precision 7/7",
        ],
        [
          "off-hours",
          "recall 7/7",
          "precision 7/17",
        ],
        [
          "repeated-denials",
          "recall 7/7",
          "precision 7/7",
        ],
        [
          "failed-sign-ins",
          "recall 7/7",
          "precision 7/7",
        ],
        [
          "shared-address",
          "recall 6/6",
          "precision 6/7",
        ],
        [
          "bulk-exports",
          "recall 6/6",
          "precision 6/6",
        ],
      ]
    `);
  });
});

test('every result in this file is as recorded, word for word', async () => {
  await expect(recorded.text()).toMatchFileSnapshot('results/review-audit-log.txt');
});
